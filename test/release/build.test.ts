/** The build: whoever loads `dist` while it runs finds every file, and a build that fails changes nothing. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const NAMES = Array.from({ length: 100 }, (_, index) => `file-${index}`)

let folder = ''
const at = (path: string): string => join(folder, path)

/** A small package, all of whose files export one text. */
const says = (text: string) =>
  Promise.all(
    NAMES.map((name) => writeFile(at(`src/${name}.ts`), `export const text = '${text}'\n`)),
  )

/** Starts a build; resolves with its exit code. */
const build = (): Promise<number | null> =>
  new Promise((resolve) => {
    const env = { ...process.env, BUILT: undefined }
    spawn(process.execPath, [at('.ci/build.js')], { env, stdio: 'ignore' }).on('close', resolve)
  })

/** What a process that loads every file finds in each; a file that is missing reads as none. */
const found = (): readonly string[] =>
  NAMES.map((name) => {
    try {
      // every file names its source and its source map
      return readFileSync(at(`dist/src/${name}.js`), 'utf8').replaceAll(name, 'file')
    } catch {
      return 'none'
    }
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-'))
  await Promise.all([mkdir(at('.ci')), mkdir(at('src')), mkdir(at('machines'))])
  for (const path of ['tsconfig.json', '.ci/build.js', '.ci/bundle.js'])
    await cp(join(root, path), at(path))
  const exports = Object.fromEntries(NAMES.map((name) => [`./${name}`, `./dist/src/${name}.js`]))
  await writeFile(at('package.json'), JSON.stringify({ type: 'module', exports }))
  await symlink(join(root, 'node_modules'), at('node_modules'))
  const { compilerOptions, ...rest } = JSON.parse(await readFile(at('tsconfig.json'), 'utf8'))
  const { paths: _, ...options } = compilerOptions
  await writeFile(at('tsconfig.json'), JSON.stringify({ ...rest, compilerOptions: options }))
  await says('old')
  expect(await build()).toBe(0)
})
afterAll(() => rm(folder, { recursive: true }))

test('a process that loads the package while it is built finds all of it', async () => {
  const [old = ''] = found()
  await says('new')
  let isOver = false
  const building = build().finally(() => {
    isOver = true
  })
  const texts = new Set<string>()
  while (!isOver) {
    for (const text of found()) texts.add(text)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await building).toBe(0)
  const made = old.replace('old', 'new')
  expect(new Set(found())).toEqual(new Set([made]))
  expect(new Set([...texts, made])).toEqual(new Set([old, made]))
})

test('a build removes what no source makes any more, and leaves the rest as it was', async () => {
  await writeFile(at('dist/src/gone.js'), '')
  const before = await stat(at('dist/src/file-1.js'))
  expect(await build()).toBe(0)
  const after = await readdir(at('dist/src'))
  expect([after.includes('gone.js'), after.includes('file-1.js')]).toEqual([false, true])
  expect((await stat(at('dist/src/file-1.js'))).ino).toBe(before.ino)
  expect((await readdir(folder)).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
})

test('a build that fails leaves everything as it was', async () => {
  const before = found()
  await writeFile(at('src/file-1.ts'), 'export const text: number = ""\n')
  expect(await build()).not.toBe(0)
  expect(found()).toEqual(before)
  expect((await readdir(folder)).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
})
