/** The package in a browser: bundled by its own conditions, without a module of Node.js or a shim. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../src/audit/audit.ts'
import { lines } from '../audit/examples.ts'
import { machines } from '../given.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browser-'))
  if (!existsSync(join(root, 'dist'))) {
    await promisify(execFile)('npm', ['run', 'build'], { cwd: root })
  }
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

test('audits there as it does here, by a hash of its own', async () => {
  const entry = join(root, 'dist/src/index.js')
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      lib: { entry, formats: ['es'], fileName: 'payfold' },
      minify: false,
      target: 'es2022',
    },
  })
  const bundle = join(folder, 'payfold.js')
  const code = await readFile(bundle, 'utf8')
  expect(code).not.toMatch(/["'`]node:|\bcreateHash\b|\bprocess\./)
  const there = (await import(pathToFileURL(bundle).href)) as { audit: typeof audit }
  const log = lines.map((line) => `${line}\n`)
  expect(there.audit(machines)(log)).toEqual(audit(machines)(log))
})
