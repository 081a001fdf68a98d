/** The parts of the house style that a test can check. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ENGINE_FINDINGS } from '../src/contract/finding.ts'
import { PARKED } from '../src/contract/parked-reasons.ts'
import { ENGINE_RULES } from '../src/contract/refusal.ts'
import type { AnyMachine } from '../src/machine.ts'
import { machines } from './given.ts'
import {
  exportsOf,
  filesIn,
  globalNames,
  loadedWith,
  packageOf,
  packagesWith,
  runsIn,
  type Source,
  sources,
} from './sources.ts'

const isIn =
  (...folders: readonly string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path.startsWith(`${folder}/`))

/** The room that a file is in: `src/fold`, `machines`; a file outside any room is one by itself. */
const roomOf = (path: string): string => {
  const [top = '', room = ''] = path.split('/')
  return top === 'machines' ? top : `${top}/${room}`
}

/**
 * The direction of data, and what each step may import: itself, and the steps before it.
 * CONTRIBUTING lists them.
 */
const RIVER = 'words event log contract commands merge run fold judge story audit inspect'
  .split(' ')
  .map((step) => `src/${step}`)

const before = (room: string): readonly string[] => RIVER.slice(0, RIVER.indexOf(room))

const MAY_KNOW: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(RIVER.map((room) => [room, before(room)])),
  machines: ['src/words', 'src/event', 'src/contract', 'src/commands', 'src/merge'],
  'src/provider': ['src/words', 'src/event', 'machines'],
  'src/desk': [...before('src/audit'), 'src/provider'],
  'src/testing': [...before('src/audit'), 'machines'],
  'src/payfold.ts': before('src/audit'),
  'src/machine.ts': before('src/audit'),
  'src/index.ts': [...before('src/audit'), 'src/payfold.ts'],
}

/** Rooms from which a room may import types only. */
const MAY_NAME: Readonly<Record<string, readonly string[]>> = {
  'src/provider': ['src/contract'],
  'src/desk': ['src/payfold.ts'],
  'src/testing': ['src/desk'],
  'src/audit': ['src/payfold.ts'],
  'src/inspect': ['src/payfold.ts'],
  'src/index.ts': ['src/machine.ts'],
}

/** The eight entries, by their sources. */
const ENTRIES: Readonly<Record<string, string>> = {
  payfold: 'src/index.ts',
  'payfold/machines': 'machines/index.ts',
  'payfold/provider': 'src/provider/index.ts',
  'payfold/desk': 'src/desk/index.ts',
  'payfold/audit': 'src/audit/index.ts',
  'payfold/inspect': 'src/inspect/index.ts',
  'payfold/machine': 'src/machine.ts',
  'payfold/testing': 'src/testing/index.ts',
}

/** Files that know no lifecycle: all of the engine, without what belongs to the provider. */
const isEngine = (path: string): boolean =>
  path.startsWith('src/') && path !== 'src/index.ts' && !isIn('src/provider', 'src/testing')(path)

/** Words of some lifecycle, anywhere in a file, comments included. */
const FOREIGN = /sepa(?!r)|ticket|mandate|chargeback|refund|3ds|iban/gi

/** A file of the engine that may have such a word: it recognises personal data by form. */
const MAY_SAY: Readonly<Record<string, readonly string[]>> = {
  'src/words/text/personal-data.ts': ['iban'],
}

/** Every name in the machines' records that is not the engine's own. */
const namesInMachines: readonly string[] = [
  ...new Set(
    machines.flatMap((machine: AnyMachine) =>
      [
        machine.definition.rules,
        machine.windows,
        machine.commands,
        machine.findings,
        machine.events,
      ].flatMap((record) => Object.keys(record)),
    ),
  ),
].filter((name) => !Object.hasOwn({ ...ENGINE_RULES, ...ENGINE_FINDINGS, ...PARKED }, name))

/** Names that a file may have in every room of a machine. */
const SET_PIECES =
  'events memory rules windows commands correlation snapshot consequences findings doubts settle chart index policy names words layout'.split(
    ' ',
  )

/** The folder of a file; a file directly in `src` or `machines` is by itself. */
const folderOf = (path: string): string | null =>
  path.split('/').length > 2 ? dirname(path) : null

/** The values under each key, for keys with several. */
const repeated = <A>(list: readonly A[], keyOf: (each: A) => string): readonly A[][] => {
  const byKey = new Map<string, A[]>()
  for (const each of list) byKey.set(keyOf(each), [...(byKey.get(keyOf(each)) ?? []), each])
  return [...byKey.values()].filter(({ length }) => length > 1)
}

const offenders = (isWrong: (source: Source) => boolean): readonly string[] =>
  sources.filter(isWrong).map(({ path }) => path)

/** Files that import themselves, directly or indirectly. */
const inCycles = (): readonly string[] => {
  const graph = new Map(sources.map(({ path, imports }) => [path, imports.map(({ to }) => to)]))
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
    expect(
      offenders(({ text }) => !/^\/\*\*\s+(\* )?[\w3](?:[^*]|\*(?!\/))*[.:]/.test(text)),
    ).toEqual([])
  })

  test('throws nothing, and has no classes', () => {
    expect(offenders(({ code }) => /\bthrow\b|\bclass\b|\bnew Error\b/.test(code))).toEqual([])
  })

  test('passes no list as arguments: a call takes only some hundred thousand', () => {
    const spread = /\.(push|unshift)\(\.\.\.|\bMath\.(max|min)\([^)]*\.\.\./
    expect(offenders(({ code }) => spread.test(code))).toEqual([])
  })

  test('reads no clock, uses no randomness, opens nothing; Node.js is used for SHA-256 and HMAC only', () => {
    const ambient =
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\b|\bfetch\b|\bglobalThis\b|\bsetTimeout\b|\bperformance\b|\bcrypto\b|\bconsole\b|\bIntl\.DateTimeFormat\(\)/
    expect(offenders(({ code }) => ambient.test(code))).toEqual([])
    expect(
      offenders((source) => source.packages.some(({ name }) => name.startsWith('node:'))),
    ).toEqual(['src/words/hash/sha256-node.ts'])
  })

  test('uses neither `any` nor ignored errors', () => {
    expect(
      offenders(({ code, text }) => /\bany\b/.test(code) || /@ts-|biome-ignore/.test(text)),
    ).toEqual([])
  })

  test('uses the packages it names, and only those', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>
      devDependencies: Record<string, string>
      peerDependencies: Record<string, string>
      peerDependenciesMeta: Record<string, { optional: boolean }>
    }
    const usedBy = (isThere: (source: Source) => boolean): readonly string[] =>
      [
        ...new Set(
          sources
            .filter(isThere)
            .flatMap(({ packages }) => packages.map(({ name }) => packageOf(name)))
            .filter((name) => !name.startsWith('node:')),
        ),
      ].toSorted()
    const isForTests = ({ path }: Source): boolean => path.startsWith('src/testing/')
    const { dependencies, devDependencies, peerDependencies, peerDependenciesMeta } = manifest
    // XState belongs to the user: an actor of ours is one of theirs
    expect(usedBy((source) => !isForTests(source))).toEqual(
      [...Object.keys(dependencies), 'xstate'].toSorted(),
    )
    const forTests = usedBy(isForTests).filter((name) => !Object.hasOwn(dependencies, name))
    expect(forTests).toContain('fast-check')
    expect(Object.keys(peerDependencies)).toEqual([...new Set([...forTests, 'xstate'])].toSorted())
    expect(peerDependenciesMeta).toEqual({ 'fast-check': { optional: true } })
    // the tests here use one release; `test/package` uses the lowest as well
    expect(peerDependencies['xstate']).toMatch(/^\^5\.\d+\.\d+$/)
    expect(devDependencies['xstate']).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('lets data flow one way; the engine knows no machine, a machine nothing that runs charts', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ to, isLoaded }) => {
        const [from, room] = [roomOf(path), roomOf(to)]
        const isKnown = from === room || MAY_KNOW[from]?.includes(room) === true
        const isNamed = !isLoaded && MAY_NAME[from]?.includes(room) === true
        return isKnown || isNamed ? [] : [`${path} → ${to}`]
      }),
    )
    expect(wrong).toEqual([])
    const rooms = new Set(sources.map(({ path }) => roomOf(path)))
    expect([...rooms].toSorted()).toEqual(Object.keys(MAY_KNOW).toSorted())
  })

  test('enters the money of a payment by its door, and knows no part of it from another', () => {
    const room = 'machines/payment/money/'
    const into = sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ to }) => (to.startsWith(room) ? [{ path, to }] : [])),
    )
    const outside = into.filter(({ path }) => !path.startsWith(room))
    expect(outside.length).toBeGreaterThan(1)
    expect(outside.filter(({ to }) => to !== `${room}index.ts`)).toEqual([])
    const parts = ['captures', 'refunds', 'takings'].map((part) => `${room}${part}.ts`)
    expect(into.filter(({ path, to }) => parts.includes(path) && parts.includes(to))).toEqual([])
    expect(parts.filter((part) => !into.some(({ to }) => to === part))).toEqual([])
  })

  test('combines machines in one place, directly below the index', () => {
    const above = sources.filter(({ path }) => loadedWith(path).has('src/payfold.ts'))
    expect(above.map(({ path }) => path)).toEqual(['src/index.ts', 'src/payfold.ts'])
  })

  test('loads neither audits nor pages for a program that folds and judges', () => {
    for (const entry of ['src/index.ts', 'src/machine.ts', 'machines/index.ts']) {
      const loaded = [...loadedWith(entry)]
      expect(loaded.filter(isIn('src/audit', 'src/inspect', 'src/provider'))).toEqual([])
    }
    expect([...loadedWith('src/index.ts')].filter(isIn('machines'))).toEqual([])
    expect([...loadedWith('src/index.ts')]).toContain('src/judge/decide.ts')
    // a layout is data: nobody's backend or page computes one
    expect(packagesWith('src/inspect/index.ts').filter((name) => /elk|dagre/.test(name))).toEqual(
      [],
    )
  })

  test('loads neither a chart nor what runs one for a program that reads messages', () => {
    const loaded = [...loadedWith('src/provider/index.ts')]
    expect(loaded.filter((path) => path.endsWith('/chart.ts'))).toEqual([])
    expect(loaded.filter(isIn(...RIVER.slice(2)))).toEqual([])
    expect(packagesWith('src/provider/index.ts').toSorted()).toEqual([
      '@noble/hashes',
      'fp-ts',
      'io-ts',
    ])
  })

  test('keeps a log without a chart and without the provider’s messages', () => {
    const log = sources.map(({ path }) => path).filter(isIn('src/log'))
    const loaded = [...loadedWith(...log)]
    expect(loaded.filter((path) => !isIn('src/words', 'src/event', 'src/log')(path))).toEqual([])
    expect(log.length).toBeGreaterThan(3)
  })

  test('lists its exports in the order in which data flows', () => {
    const index = readFileSync('src/index.ts', 'utf8')
    const steps = [...index.matchAll(/from '\.\/(\w+)(?:\/|\.ts)/g)].map(([, step]) => step)
    const runs = steps.filter((step, place) => step !== steps[place - 1])
    expect(runs).toEqual([
      'words',
      'event',
      'log',
      'contract',
      'fold',
      'judge',
      'payfold',
      'machine',
    ])
  })

  test('exports no name from two entries', () => {
    const all = Object.entries(ENTRIES).flatMap(([entry, path]) =>
      [...exportsOf(path)].map(([name, from]) => ({ entry, name, from })),
    )
    const twice = all.flatMap(({ entry, name, from }) =>
      all
        .filter((each) => each.name === name && each.entry > entry)
        .map((each) => `${name}: ${entry} (${from}), ${each.entry} (${each.from})`),
    )
    expect(twice).toEqual([])
    expect(all.length).toBeGreaterThan(200)
  })

  test('exports no name that is global on a page or a runtime', () => {
    const taken = new Set([...globalNames(), ...Object.getOwnPropertyNames(globalThis)])
    for (const name of ['Event', 'Text', 'History', 'Request', 'Promise', 'fetch']) {
      expect(taken).toContain(name)
    }
    const shadows = Object.entries(ENTRIES).flatMap(([entry, path]) =>
      [...exportsOf(path).keys()].flatMap((name) => (taken.has(name) ? [`${name}: ${entry}`] : [])),
    )
    expect(shadows).toEqual([])
  })

  test('exports nothing that neither another file nor an entry uses', () => {
    const used = new Set(
      sources.flatMap(({ imports }) =>
        imports.flatMap(({ to, names }) => names.map((name) => `${to} ${name}`)),
      ),
    )
    const entries = new Set(
      Object.values(ENTRIES).flatMap((path) =>
        [...exportsOf(path)].map(([name, from]) => `${from} ${name}`),
      ),
    )
    const dead = sources.flatMap(({ path, declares }) =>
      declares.flatMap((name) => {
        const isTaken = used.has(`${path} ${name}`) || used.has(`${path} *`)
        return isTaken || entries.has(`${path} ${name}`) ? [] : [`${path} ${name}`]
      }),
    )
    // the files in `schemas` are made from these
    expect(dead).toEqual([
      'src/audit/report/report-codec.ts Report',
      'src/fold/resume.ts StoredState',
      'src/log/line.ts StoredBody',
      'src/words/data/json-schema.ts JsonSchema',
      'src/words/data/json-schema.ts schemaOf',
    ])
  })

  test('runs through the occurrences of a state in no loop of its judge', () => {
    const runs = filesIn('src/judge').flatMap((path) =>
      runsIn(path, 'occurrences').map((each) => ({ ...each, path })),
    )
    const scanning = new Set(
      runs.flatMap(({ calls, within }) => (calls === null ? within.slice(-1) : [])),
    )
    const wrong = runs.flatMap(({ calls, within, isRepeated, path }) =>
      isRepeated && (calls === null || scanning.has(calls))
        ? [`${path} ${within.join(' ')}: ${calls ?? 'occurrences'}`]
        : [],
    )
    expect(scanning).toContain('overruledIn')
    expect(wrong).toEqual([])
  })

  test('has no function of more than 60 lines', () => {
    const long = sources.flatMap(({ path, functions }) =>
      functions.flatMap(({ name, lines }) => (lines > 60 ? [`${path} ${name}: ${lines}`] : [])),
    )
    expect(long).toEqual([])
  })

  test('has no word of a lifecycle in its engine', () => {
    const wrong = sources
      .filter(({ path }) => isEngine(path))
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, index) => {
          const words = (line.match(FOREIGN) ?? []).map((word) => word.toLowerCase())
          const odd = words.filter((word) => MAY_SAY[path]?.includes(word) !== true)
          return odd.length === 0 ? [] : [`${path}:${index + 1} ${odd.join(', ')}`]
        }),
      )
    expect(wrong).toEqual([])
  })

  test('has no name of a single machine in its engine', () => {
    expect(namesInMachines).toEqual(
      expect.arrayContaining(['withinRefundWindow', 'requestRefund', 'payment_captured']),
    )
    const names = new RegExp(`\\b(${namesInMachines.join('|')})\\b`, 'g')
    const wrong = sources
      .filter(({ path }) => isEngine(path))
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, index) => {
          const found = line.match(names)
          return found === null ? [] : [`${path}:${index + 1} ${found.join(', ')}`]
        }),
      )
    expect(wrong).toEqual([])
  })

  test('has no two folders that import each other', () => {
    const pairs = new Set(
      sources.flatMap(({ path, imports }) =>
        imports.flatMap(({ to }) => {
          const [one, other] = [folderOf(path), folderOf(to)]
          return one === null || other === null || one === other ? [] : [`${one} → ${other}`]
        }),
      ),
    )
    const isMutual = (pair: string): boolean => {
      const [one = '', other = ''] = pair.split(' → ')
      // a lifecycle and its rooms are one house, whose doors another check guards
      const isHouse =
        one.startsWith('machines/') && (one.startsWith(`${other}/`) || other.startsWith(`${one}/`))
      return pairs.has(`${other} → ${one}`) && !isHouse
    }
    const mutual = [...pairs].filter(isMutual)
    expect(pairs.size).toBeGreaterThan(20)
    expect(mutual).toEqual([])
  })

  test('has at most 20 files in a folder', () => {
    const folders = repeated(sources, ({ path }) => dirname(path))
    expect(Math.max(...folders.map(({ length }) => length))).toBeGreaterThan(10)
    const full = folders.filter(({ length }) => length > 20)
    expect(
      full.map(([file, ...others]) => `${dirname(file?.path ?? '')} ${others.length + 1}`),
    ).toEqual([])
  })

  test('gives no file name twice, but to what every room of a machine may have', () => {
    const named = sources
      .map(({ path }) => path)
      .filter((path) => !SET_PIECES.includes(basename(path, '.ts')))
    const twice = repeated(named, (path) => `${path.split('/')[0]} ${basename(path)}`)
    expect(named.length).toBeGreaterThan(100)
    expect(twice).toEqual([])
  })

  test('declares no name of a type in two files', () => {
    const types = sources.flatMap(({ path, types }) => types.map((name) => ({ path, name })))
    const twice = repeated(types, ({ name }) => name).map((all) =>
      all.map(({ path, name }) => `${name} ${path}`),
    )
    expect(types.length).toBeGreaterThan(200)
    expect(twice).toEqual([])
  })

  test('has no import cycle', () => {
    expect(inCycles()).toEqual([])
  })

  test('has a comment on everything it exports', () => {
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

  test('reads nothing next to the repository: only `npm run samples` does', () => {
    const others = filesIn('test').filter((path) => {
      if (path.startsWith('test/samples/') || !path.endsWith('.ts')) return false
      const texts = [...readFileSync(path, 'utf8').matchAll(/['"`]((?:\.\.\/)+[^'"`\n]*)['"`]/g)]
      return texts.some(([, to = '']) => normalize(join(dirname(path), to)).startsWith('..'))
    })
    expect(others).toEqual([])
  })

  test('mentions only itself', () => {
    const pages = [
      ...filesIn('docs'),
      ...filesIn('test'),
      'README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'SECURITY.md',
    ]
    const texts = [
      ...sources.map(({ path }) => path),
      ...pages.filter((path) => path !== 'test/tidy.test.ts'),
    ]
    const wrong = texts.filter((path) =>
      /(?<![.\w])\/root\b|\/work\/|registry\.npmjs/.test(readFileSync(path, 'utf8')),
    )
    expect(wrong).toEqual([])
    const locks = ['package-lock.json', ...pages.filter((path) => path.endsWith('-lock.json'))]
    expect(locks.length).toBeGreaterThan(1)
    for (const lock of locks) {
      expect(readFileSync(lock, 'utf8')).not.toMatch(/"resolved": "http/)
    }
  })
})
