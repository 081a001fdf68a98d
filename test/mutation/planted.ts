/** Plants a mistake in a copy of the repository, and runs tests there. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'

/** A mistake, and the tests of which one has to find it. */
interface Planted {
  readonly from: string
  readonly to: string
  readonly tests: readonly string[]
}

/** Reads mistakes: what each is and some names; the code, and what replaces it, which may be nothing. */
export const mistakesIn = (text: string) =>
  text.split(/\n\n(?=.* \| )/).map((lines) => {
    const [head = '', from = '', to = ''] = lines.replace(/^\n/, '').split('\n')
    const [what = '', ...names] = head.split(' | ')
    return { what, names, from: from.replaceAll('⏎', '\n'), to: to.replaceAll('⏎', '\n') }
  })

/** Copies the repository while tests run. */
export const planting = () => {
  const root = process.cwd()
  const copy = mkdtempSync(join(tmpdir(), 'payfold-'))

  /** Runs tests file by file, the quickest first: a mistake that one of them finds needs no other. */
  const isGreen = (tests: readonly string[]): boolean => {
    const { RUNS: _, ...others } = process.env
    const env = { ...others, CASES: '100' }
    return tests.every(
      (file) =>
        spawnSync('npx', ['vitest', 'run', '--bail', '1', file], {
          cwd: copy,
          env,
          stdio: 'ignore',
        }).status === 0,
    )
  }
  beforeAll(() => {
    for (const name of [
      'src',
      'machines',
      'test',
      'package.json',
      'tsconfig.json',
      'vitest.config.ts',
    ]) {
      cpSync(join(root, name), join(copy, name), { recursive: true })
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  const turnsRed = (path: string, { from, to, tests }: Planted): void => {
    const file = join(copy, `${path}.ts`)
    const code = readFileSync(file, 'utf8')
    expect(code).toContain(from)
    writeFileSync(file, code.replace(from, to))
    try {
      expect(isGreen(tests)).toBe(false)
    } finally {
      writeFileSync(file, code)
    }
  }
  return { isGreen, turnsRed }
}
