/** The public types of the package: every export of every entry, printed to docs/api. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, inject, test } from 'vitest'
import { readJson, root } from '../installed.ts'
import { expectPage } from '../printed.ts'
import { type Declared, type Surface, surfacesOf } from './declarations.ts'

interface Entry {
  readonly types: string
  readonly default: string
}

const home = join(inject('tested'), 'node_modules/payfold')
const { exports } = readJson<{ readonly exports: Readonly<Record<string, Entry | string>> }>(
  join(home, 'package.json'),
)

/** The entries that have code. */
const ENTRIES = Object.entries(exports).flatMap(([path, entry]) =>
  typeof entry === 'string' ? [] : [{ path, name: path.replace('.', 'payfold'), ...entry }],
)

const surfaces = new Map<string, Surface>()
beforeAll(async () => {
  const entries = await Promise.all(
    ENTRIES.map(async (entry) => {
      const module: object = await import(pathToFileURL(join(home, entry.default)).href)
      return { file: join(home, entry.types), values: new Set(Object.keys(module)) }
    }),
  )
  const found = surfacesOf(entries, join(home, 'dist/'))
  for (const [place, surface] of found.entries()) surfaces.set(ENTRIES[place]?.name ?? '', surface)
})

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Declarations by file, each by its name. */
const blocks = (declared: readonly Declared[]): readonly string[] => {
  const files = [...new Set(declared.map(({ file }) => file))].toSorted(compare)
  return files.flatMap((file) => {
    const own = declared.filter((each) => each.file === file)
    const texts = own.toSorted((a, b) => compare(a.name, b.name)).map(({ text }) => text)
    return [`### ${file}`, '', '```ts', texts.join('\n\n'), '```', '']
  })
}

const reportOf = (name: string): string => {
  const { exported, behind } = surfaces.get(name) ?? { exported: [], behind: [] }
  const rest = behind.length === 0 ? [] : ['## What these are made of', '', ...blocks(behind)]
  return [
    `# ${name}`,
    '',
    'Every export with its type, by the file that declares it; then what these are made of and is not exported',
    'itself. What is gone or changed here, users notice. Printed by `npm run consumers -- --update` from the packed',
    'package.',
    '',
    '## Exports',
    '',
    ...blocks(exported),
    ...rest,
  ].join('\n')
}

test('the code that prints the reports compiles: `npm run types` cannot check it', () => {
  const args = [join(root, 'node_modules/typescript/bin/tsc'), '--project', 'test/package/api']
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect(stdout).toBe('')
})

test('there is a report for every entry', () => {
  expect(ENTRIES.map(({ name }) => name)).toEqual([
    'payfold',
    'payfold/machines',
    'payfold/provider',
    'payfold/desk',
    'payfold/audit',
    'payfold/inspect',
    'payfold/machine',
    'payfold/testing',
  ])
})

test.each(ENTRIES)('docs/api has what $name exports', async ({ name }) => {
  const page = `docs/api/${name.replace('/', '-')}.api.md`
  await expectPage(reportOf(name), page, 'look at what users will notice')
})
