/**
 * The package in a browser: bundled by its own conditions, without a module of Node.js or a shim.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as machines from '../../machines/index.ts'
import { audit } from '../../src/audit/index.ts'
import { payfold } from '../../src/payfold.ts'
import { lines } from '../audit/examples.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browser-'))
  if (!existsSync(join(root, 'dist'))) {
    await promisify(execFile)('npm', ['run', 'build'], { cwd: root })
  }
})
afterAll(() => rm(folder, { recursive: true }))

test('audits there as it does here, with its own SHA-256', async () => {
  const entry = join(folder, 'entry.js')
  const entries = ['src/index.js', 'src/audit/index.js', 'machines/index.js']
  const exported = entries.map(
    (path) => `export * from ${JSON.stringify(join(root, 'dist', path))}`,
  )
  await writeFile(entry, exported.join('\n'))
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(folder, 'bundle'),
      lib: { entry, formats: ['es'], fileName: 'payfold' },
      minify: false,
      target: 'es2022',
    },
  })
  const bundle = join(folder, 'bundle/payfold.js')
  const code = await readFile(bundle, 'utf8')
  expect(code).not.toMatch(/["'`]node:|\bcreateHash\b|\bprocess\./)
  const here = { payfold, audit, ...machines }
  const there: typeof here = await import(pathToFileURL(bundle).href)
  const audited = ({
    payfold,
    audit,
    session,
    sepaPayment,
    sepaMandate,
    ticketPayment,
  }: typeof here) =>
    audit(payfold([session, sepaPayment, sepaMandate, ticketPayment]))(
      lines.map((line) => `${line}\n`),
    )
  expect(audited(there)).toEqual(audited(here))
})
