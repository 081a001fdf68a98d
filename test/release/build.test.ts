/** The build: whoever loads `dist` while it runs finds every file, and a build that fails changes nothing. */
import { execFile, spawn } from 'node:child_process'
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
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

let folder = ''
const at = (path: string): string => join(folder, path)

/** Starts a build; resolves with its exit code. */
const build = (): Promise<number | null> =>
  new Promise((resolve) => {
    const env = { ...process.env, BUILT: undefined }
    spawn(process.execPath, [at('.ci/build.js')], { env, stdio: 'ignore' }).on('close', resolve)
  })

const LOADS = "const { payfold } = await import('payfold'); process.stdout.write(typeof payfold)"

/** Loads the package in another process. */
const loaded = async (): Promise<string> => {
  const args = ['--input-type=module', '-e', LOADS]
  const { stdout } = await run(process.execPath, args, { cwd: folder }).catch((error) => ({
    stdout: String(error.stderr),
  }))
  return stdout
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-'))
  await mkdir(at('.ci'))
  for (const path of ['src', 'machines', 'package.json', 'tsconfig.json', '.ci/build.js'])
    await cp(join(root, path), at(path), { recursive: true })
  await symlink(join(root, 'node_modules'), at('node_modules'))
  expect(await build()).toBe(0)
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

test('a process that loads the package while it is built finds all of it', async () => {
  await writeFile(at('src/words/version.ts'), "/** A new one. */\nexport const VERSION = '9.9.9'\n")
  let isOver = false
  const building = build().finally(() => {
    isOver = true
  })
  const found: string[] = []
  while (!isOver) found.push(await loaded())
  expect(await building).toBe(0)
  expect(found.length).toBeGreaterThan(1)
  expect(new Set(found)).toEqual(new Set(['function']))
  expect(await readFile(at('dist/src/words/version.js'), 'utf8')).toContain('9.9.9')
}, 120_000)

test('a build removes what no source makes any more, and leaves the rest as it was', async () => {
  await writeFile(at('dist/src/gone.js'), '')
  const before = await stat(at('dist/src/index.js'))
  expect(await build()).toBe(0)
  const after = await readdir(at('dist/src'))
  expect([after.includes('gone.js'), after.includes('index.js')]).toEqual([false, true])
  expect((await stat(at('dist/src/index.js'))).ino).toBe(before.ino)
  expect((await readdir(folder)).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
}, 120_000)

test('a build that fails leaves everything as it was', async () => {
  await writeFile(at('src/words/version.ts'), 'export const VERSION: number = ""\n')
  expect(await build()).not.toBe(0)
  expect(await readFile(at('dist/src/words/version.js'), 'utf8')).toContain('9.9.9')
  expect((await readdir(folder)).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
}, 120_000)
