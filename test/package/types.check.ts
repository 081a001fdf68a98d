/** The package's types in three compilers and with three kinds of module resolution. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { readJson, root, tool } from './installed.ts'

const latest = inject('tested')
const lowest = inject('lowest')

const RESOLUTIONS = {
  node16: { module: 'node16' },
  nodenext: { module: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const

/**
 * The compilers, each with what all programs are compiled under. The older two are slow, so each has one of
 * the two settings that people use; a file that requires the package is tried with everything.
 */
const COMPILERS: Readonly<Record<string, readonly (keyof typeof RESOLUTIONS)[]>> = {
  'typescript-5.9': ['nodenext'],
  'typescript-6': ['bundler'],
  'typescript-7': ['node16', 'nodenext', 'bundler'],
}

/**
 * The options of every compiler: check all declarations, and write the user's own. Neither a
 * browser's types are present nor those of Node.js, only what `environment.d.ts` declares.
 */
const STRICT = {
  target: 'es2022',
  lib: ['es2023'],
  strict: true,
  skipLibCheck: false,
  types: [],
  declaration: true,
  outDir: 'out',
}

const REQUIRING = `import { payfold } from 'payfold'
import machines = require('payfold/machines')
export const status: string = payfold([machines.session]).fold('session-sid_1' as never, []).status
`

/** The compiler's messages about the user's files. */
const saidBy = async (
  compiler: string,
  name: string,
  options: object,
  folder: string = latest,
  include: readonly string[] = ['*.ts'],
): Promise<string> => {
  const config = join(folder, `tsconfig.${name}.json`)
  writeFileSync(config, JSON.stringify({ compilerOptions: options, include }))
  const bin = tool(`${compiler}/bin/tsc`) ?? ''
  const args = [bin, '--project', config, '--pretty', 'false']
  const run = promisify(execFile)(process.execPath, args, { cwd: folder })
  return run.then(
    () => '',
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  )
}

describe.concurrent.each(Object.entries(COMPILERS))('%s', (compiler, names) => {
  test.each(names)('has no error under %s', async (name) => {
    const options = { ...STRICT, ...RESOLUTIONS[name] }
    expect(await saidBy(compiler, `${compiler}.${name}`, options)).toBe('')
  })
})

describe.each(Object.keys(COMPILERS))('%s', (compiler) => {
  test.each([
    ['nodenext', false],
    ['node20', false],
    ['preserve', false],
    ['node16', true],
  ])('compiles a CommonJS file that requires the package, under %s', async (module, isRefused) => {
    writeFileSync(join(latest, 'required.cts'), REQUIRING)
    // the compilations above check the declarations as such
    const options = { ...STRICT, module, skipLibCheck: true }
    const include = ['required.cts', 'environment.d.ts']
    const said = await saidBy(compiler, `${compiler}.${module}.cts`, options, latest, include)
    expect(said.includes('error TS1479'), said).toBe(isRefused)
    if (!isRefused) expect(said).toBe('')
  })
})

test('the lowest release of XState types the charts like the latest', async () => {
  const options = { ...STRICT, ...RESOLUTIONS.nodenext }
  expect(await saidBy('typescript-7', 'lowest', options, lowest)).toBe('')
})

test('the strictest settings find no error in our declarations, whatever they find in others', async () => {
  const { compilerOptions } = readJson<{ readonly compilerOptions: object }>(
    join(root, 'tsconfig.json'),
  )
  const here = { rootDir: '.', skipLibCheck: false, noEmit: true }
  const plain = { allowImportingTsExtensions: false, rewriteRelativeImportExtensions: false }
  const options = { ...compilerOptions, ...here, ...plain }
  const said = await saidBy('typescript-7', 'strictest', options)
  const faults = said.split('\n').filter((line) => line.includes(': error '))
  expect(faults.filter((line) => !/^node_modules\/(?!payfold\/)/.test(line))).toEqual([])
  expect([...new Set(faults.map((line) => line.split('/')[1]))]).toEqual(['xstate'])
})
