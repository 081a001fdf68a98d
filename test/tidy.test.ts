/** What a machine can check of the house style. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
    )

interface Source {
  readonly path: string
  readonly text: string
  readonly code: string
}

/** The text without comments and without what stands in quotes: only what runs. */
const codeOf = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|'[^'\n]*'|`[^`]*`|\/\/.*$/gm, "''")

const sources: readonly Source[] = ['src', 'machines'].flatMap(filesIn).map((path) => {
  const text = readFileSync(path, 'utf8')
  return { path, text, code: codeOf(text) }
})

const importsOf = ({ path, text }: Source): readonly string[] =>
  [...text.matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) => normalize(join(dirname(path), to)))

const packagesOf = ({ text }: Source): readonly string[] =>
  [...text.matchAll(/from '([^.#'][^']*)'/g)].map(([, name = '']) => name)

/** The step of the river that a file belongs to. */
const stepOf = (path: string): string => path.split('/')[1] ?? ''

/** What each step may know of: itself, and the steps before it. Design §2. */
const MAY_KNOW: Readonly<Record<string, readonly string[]>> = {
  words: [],
  wire: ['words'],
  event: ['words'],
  read: ['words', 'wire', 'event'],
  log: ['words', 'event'],
  fold: ['words', 'event', 'log'],
  judge: ['words', 'wire', 'event', 'fold'],
  audit: ['words', 'event', 'log', 'fold', 'judge'],
  inspect: ['words', 'event', 'fold', 'judge', 'audit'],
  testing: ['words', 'event', 'log', 'fold', 'judge'],
}

const offenders = (isWrong: (source: Source) => boolean): readonly string[] =>
  sources.filter(isWrong).map(({ path }) => path)

/** Files that import, over however many steps, themselves. */
const inCycles = (): readonly string[] => {
  const graph = new Map(sources.map((source) => [source.path, importsOf(source)]))
  const reaches = (from: string, to: string, seen: Set<string>): boolean =>
    (graph.get(from) ?? []).some((next) => {
      if (next === to) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, to, seen)
    })
  return [...graph.keys()].filter((path) => reaches(path, path, new Set()))
}

describe('the house', () => {
  test('is large enough for these checks to mean something', () => {
    expect(sources.length).toBeGreaterThan(50)
  })

  test('opens every file with a sentence', () => {
    expect(offenders(({ text }) => !/^\/\*\*\s+(\* )?[\w3][^*]*[.:]/.test(text))).toEqual([])
  })

  test('keeps files within 200 lines; a chart is one literal and may be longer', () => {
    const isChart = ({ text }: Source): boolean => text.includes('}).createMachine({')
    expect(
      offenders((source) => source.text.split('\n').length > (isChart(source) ? 300 : 200)),
    ).toEqual([])
  })

  test('throws nothing, and has no classes', () => {
    expect(offenders(({ code }) => /\bthrow\b|\bclass\b|\bnew Error\b/.test(code))).toEqual([])
  })

  test('reads no clock, rolls no dice, opens nothing; Node.js is asked for SHA-256 alone', () => {
    const ambient =
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\b|\bfetch\b|\bglobalThis\b|\bsetTimeout\b|\bperformance\b|\bcrypto\b|\bconsole\b|\bIntl\.DateTimeFormat\(\)/
    expect(offenders(({ code }) => ambient.test(code))).toEqual([])
    expect(
      offenders((source) => packagesOf(source).some((name) => name.startsWith('node:'))),
    ).toEqual(['src/words/sha256-node.ts'])
  })

  test('takes no shelter in `any` or in ignored errors', () => {
    expect(
      offenders(({ code, text }) => /\bany\b/.test(code) || /@ts-|biome-ignore/.test(text)),
    ).toEqual([])
  })

  test('uses the packages it names, and those only', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>
      peerDependencies: Record<string, string>
    }
    const usedBy = (isThere: (source: Source) => boolean): readonly string[] => [
      ...new Set(
        sources
          .filter(isThere)
          .flatMap(packagesOf)
          .filter((name) => !name.startsWith('node:'))
          .map((name) => name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? name),
      ),
    ]
    const isForTests = ({ path }: Source): boolean => path.startsWith('src/testing/')
    expect(usedBy((source) => !isForTests(source)).toSorted()).toEqual(
      Object.keys(manifest.dependencies).sort(),
    )
    const peers = Object.keys(manifest.peerDependencies)
    const forTests = usedBy(isForTests)
    expect(forTests).toEqual(expect.arrayContaining(peers))
    expect(peers).toEqual(
      forTests.filter((name) => !Object.hasOwn(manifest.dependencies, name)).toSorted(),
    )
    expect(manifest.dependencies['xstate']).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('lets data flow one way', () => {
    const wrong = sources.flatMap((source) =>
      importsOf(source).flatMap((to) => {
        const [from, step] = [stepOf(source.path), stepOf(to)]
        if (source.path.startsWith('machines/')) {
          const known = to.startsWith('machines/') || ['words', 'event', 'fold'].includes(step)
          return known ? [] : [`${source.path} → ${to}`]
        }
        if (to.startsWith('machines/')) return [`${source.path} → ${to}`]
        const isOpen = source.path === 'src/index.ts' || step === from
        return isOpen || MAY_KNOW[from]?.includes(step) ? [] : [`${source.path} → ${to}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test('lists what it exports in the order in which data flows', () => {
    const index = readFileSync('src/index.ts', 'utf8')
    const steps = [...index.matchAll(/from '\.\/(\w+)\//g)].map(([, step]) => step)
    const runs = steps.filter((step, place) => step !== steps[place - 1])
    expect(runs).toEqual([
      'words',
      'wire',
      'read',
      'event',
      'log',
      'fold',
      'judge',
      'audit',
      'inspect',
    ])
  })

  test('has no import cycle', () => {
    expect(inCycles()).toEqual([])
  })

  test('describes everything it exports', () => {
    const bare = sources.flatMap(({ path, text }) => {
      const lines = text.split('\n')
      return lines.flatMap((line, index) => {
        const exported = /^export (const|interface|type|function) (\w+)/.exec(line)
        if (exported === null) return []
        const [, kind, name] = exported
        const twin = kind === 'type' && new RegExp(`^export const ${name}\\b`, 'm').test(text)
        return twin || lines[index - 1]?.endsWith('*/') ? [] : [`${path} ${name}`]
      })
    })
    expect(bare).toEqual([])
  })

  test('calls no file utils, helpers, common or types', () => {
    expect(offenders(({ path }) => /\/(utils?|helpers?|common|types)\.ts$/.test(path))).toEqual([])
  })

  test('reads nothing beside the repository: only `npm run samples` does', () => {
    const beside = filesIn('test').filter((path) => {
      if (path.startsWith('test/samples/') || !path.endsWith('.ts')) return false
      const texts = [...readFileSync(path, 'utf8').matchAll(/['"`]((?:\.\.\/)+[^'"`\n]*)['"`]/g)]
      return texts.some(([, to = '']) => normalize(join(dirname(path), to)).startsWith('..'))
    })
    expect(beside).toEqual([])
  })

  test('speaks of itself alone', () => {
    const pages = [
      ...filesIn('docs'),
      ...filesIn('test'),
      'README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
    ]
    const texts = [
      ...sources.map(({ path }) => path),
      ...pages.filter((path) => path !== 'test/tidy.test.ts'),
    ]
    const wrong = texts.filter((path) =>
      /\/root\b|\/work\/|registry\.npmjs/.test(readFileSync(path, 'utf8')),
    )
    expect(wrong).toEqual([])
    const locks = ['package-lock.json', ...pages.filter((path) => path.endsWith('-lock.json'))]
    expect(locks.length).toBeGreaterThan(1)
    for (const lock of locks) {
      expect(readFileSync(lock, 'utf8')).not.toMatch(/"resolved": "http/)
    }
  })
})
