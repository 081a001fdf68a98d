/** The contents of the package: what users need, and nothing else. */
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { transformSync } from 'rolldown/utils'
import { expect, inject, test } from 'vitest'
import { askedBy, type Manifest, project, readJson, root } from './installed.ts'

const { files } = inject('packed')

/** The kind of a file of which there are many, or the name of any other. */
const kindOf = (path: string): string =>
  path
    .replace(/^(src|machines)\/.*\.ts$/, '$1/*.ts')
    .replace(/^dist\/.*?((?:\.d\.ts|\.js)(?:\.map)?)$/, 'dist/*$1')
    .replace(/^schemas\/.*\.json$/, 'schemas/*.json')

test('the package contains code, its types and sources, the schemas, and four files about it', () => {
  expect([...new Set(files.map(({ path }) => kindOf(path)))].toSorted()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/*.d.ts',
    'dist/*.d.ts.map',
    'dist/*.js',
    'dist/*.js.map',
    'machines/*.ts',
    'package.json',
    'schemas/*.json',
    'src/*.ts',
  ])
})

const endingIn = (end: string): readonly string[] =>
  files.flatMap(({ path }) => (path.endsWith(end) ? [path.slice(0, -end.length)] : []))

test('every source has types, and the code is in a few files', () => {
  const sources = endingIn('.ts').filter((path) => !path.startsWith('dist/'))
  expect(endingIn('.d.ts').toSorted()).toEqual(sources.map((path) => `dist/${path}`).toSorted())
  expect(sources.length).toBeGreaterThan(150)
  expect(endingIn('.js').length).toBeLessThan(20)
})

const home = join(inject('plain'), 'node_modules/payfold')

test('every map leads to sources in the package, the map of an entry to the lines of its names', () => {
  const maps = endingIn('.map')
  const mapped = [
    ...endingIn('.js').map((path) => `${path}.js`),
    ...endingIn('.d.ts').map((path) => `${path}.d.ts`),
  ]
  // an entry that only hands on what others hold has nothing to map
  const bare = mapped.filter((path) => !maps.includes(path))
  expect(bare).toEqual(['dist/src/provider/index.js'])
  for (const path of maps) {
    const { sources } = readJson<{ readonly sources: readonly string[] }>(join(home, `${path}.map`))
    expect(sources.length, path).toBeGreaterThan(0)
    for (const to of sources) expect(existsSync(join(home, path, '..', to)), to).toBe(true)
  }
  const code = 'dist/src/inspect/index.js'
  const lines = readFileSync(join(home, code), 'utf8').split('\n')
  const line = lines.findIndex((text) => text.startsWith('const streamPage ='))
  const map = new SourceMap(readJson(join(home, `${code}.map`)))
  const entry = map.findEntry(line, 6)
  if (!('originalSource' in entry)) throw new Error('the map has no such entry')
  const source = readFileSync(join(home, code, '..', entry.originalSource), 'utf8')
  expect(source.split('\n')[entry.originalLine]).toContain('export const streamPage =')
})

test('no code has syntax from after ES2021', () => {
  for (const path of endingIn('.js')) {
    const text = readFileSync(join(home, `${path}.js`), 'utf8')
    const [plain, older] = ['esnext', 'es2021'].map((target) =>
      transformSync(path, text, { target }),
    )
    expect(older?.code, path).toBe(plain?.code)
  }
})

test('no file is empty', () => {
  expect(files.filter(({ size }) => size === 0)).toEqual([])
})

test('the test project depends on the same packages as the package', () => {
  const of = (folder: string) => askedBy(readJson<Manifest>(join(folder, 'package.json')))
  expect(of(project), 'test/package/package.json has the dependencies of package.json').toEqual(
    of(root),
  )
})

test('it is tested with the lowest release of XState that it allows, and with the latest', () => {
  const { peerDependencies = {} } = readJson<Manifest>(join(root, 'package.json'))
  const release = (name: string) =>
    readJson<{ readonly version: string }>(join(project, 'node_modules', name, 'package.json'))
      .version
  expect(peerDependencies['xstate']).toBe(`^${release('xstate-lowest')}`)
  expect(release('xstate')).toBe(
    readJson<{ readonly version: string }>(join(root, 'node_modules/xstate/package.json')).version,
  )
})
