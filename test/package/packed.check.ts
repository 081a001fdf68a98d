/** The contents of the package: what users need, and nothing else. */
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { askedBy, type Manifest, project, readJson, root } from './installed.ts'

const { files } = inject('packed')

/** The kind of a built file, or the name of any other. */
const kindOf = (path: string): string =>
  path
    .replace(/^dist\/(src|machines)\/.*?(\.d\.ts|\.[a-z.]+)$/, 'dist/$1/*$2')
    .replace(/^schemas\/.*\.json$/, 'schemas/*.json')

test('the package contains code, its types, the schemas, and four files about it', () => {
  expect([...new Set(files.map(({ path }) => kindOf(path)))].toSorted()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/machines/*.d.ts',
    'dist/machines/*.js',
    'dist/src/*.d.ts',
    'dist/src/*.js',
    'package.json',
    'schemas/*.json',
  ])
})

test('every file of code has types, and every source was built', () => {
  const bases = (end: string): readonly string[] =>
    files.flatMap(({ path }) => (path.endsWith(end) ? [path.slice(0, -end.length)] : []))
  expect(bases('.js').toSorted()).toEqual(bases('.d.ts').toSorted())
  expect(bases('.js').length).toBeGreaterThan(150)
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
