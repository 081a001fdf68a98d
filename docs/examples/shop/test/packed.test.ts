/**
 * The shop as somebody builds it who has only the package: packed, installed into an empty folder,
 * compiled strictly, and run. It needs the registry, so it has a command of its own.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { story } from './story.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const example = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = ['shop.ts', 'store.ts']

/** The lines of a program, and the names that it imports. */
const measured = (text: string) => ({
  lines: text.trim().split('\n').length,
  names: [...text.matchAll(/^import (?:type )?(?:\{(.+)\}|(\w+))/gm)].flatMap(([, many, one]) =>
    (many ?? one ?? '').split(',').map((name) => name.trim()),
  ),
})

test.runIf(process.env['PACKED'] !== undefined)('the packed shop', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'))
  try {
    const run = (command: string, ...args: readonly string[]) =>
      execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] }).toString()
    const [packed] = JSON.parse(run('npm', 'pack', root, '--json', '--ignore-scripts'))
    mkdirSync(join(folder, 'src'))
    for (const file of [...SOURCES, 'tsconfig.json']) {
      copyFileSync(join(example, 'src', file), join(folder, 'src', file))
    }
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(example, 'package.json'), 'utf8'),
    )
    const own = { ...dependencies, payfold: `file:${packed.filename}` }
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ type: 'module', dependencies: own, devDependencies }),
    )
    run('npm', 'install', '--no-audit', '--no-fund')
    run('npx', 'tsc', '--project', 'src/tsconfig.json')
    const { lines } = await story(folder)
    const [shop, store] = SOURCES.map((file) => readFileSync(join(example, 'src', file), 'utf8'))
    const [of, below] = [measured(shop ?? ''), measured(store ?? '')]
    const names = new Set([...of.names, ...below.names])
    console.log(lines.join('\n'))
    console.log(
      `${of.lines} lines, a store of ${below.lines}, ${names.size} names: ${[...names].join(' ')}`,
    )
    expect(of.lines).toBeLessThanOrEqual(60)
    expect(below.lines).toBeLessThanOrEqual(50)
    expect(names.size).toBeLessThanOrEqual(12)
    expect(`${shop}${store}`).not.toMatch(/fp-ts| as [A-Z]|\bas any\b/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
