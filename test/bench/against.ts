/** `-- against PATH`: this build and another `dist`, in turns, as ratios: a busy machine slows both alike. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { median } from './rounds.ts'
import { digits, type Part } from './table.ts'

const TURNS = fileURLToPath(new URL('turns.js', import.meta.url))

/** What a process measures: the other build, this one and, warm, JSON.parse and SHA-256 of each line. */
interface Turns {
  readonly cold: readonly [number, number]
  readonly warm: readonly [number, number, number]
}

const measured = (options: readonly string[], path: string, first: string): Turns =>
  JSON.parse(
    spawnSync(process.execPath, [...options, TURNS, path, first], { encoding: 'utf8' }).stdout,
  )

/** With Node's own young space and with one of 64 MB, each build first as often as the other. */
export const againstPart = (path: string): Part => {
  const rows: string[][] = []
  const ratios: Record<string, number> = {}
  for (const [space, options] of [
    ['young space of Node.js', []],
    ['young space of 64 MB', ['--max-semi-space-size=64']],
  ] as const) {
    const runs = ['other', 'this', 'other', 'this'].map((first) => measured(options, path, first))
    const of = (pick: (turns: Turns) => number): number => median(runs.map(pick))
    // a build is cold only where it comes first
    const cold = [0, 1].map((build) =>
      median([0, 2].map((at) => runs[at + build]?.cold[build] ?? 0)),
    )
    const warm = of(({ warm: [other, own] }) => other / own)
    const share = of(({ warm: [, own, reference] }) => reference / own)
    rows.push(
      ['first 4,000 entries', space, ...cold.map((each) => `${digits(each / 1000)} µs`), '', ''],
      [
        'later ones',
        space,
        `${digits(of((turns) => turns.warm[0]) / 1000)} µs`,
        `${digits(of((turns) => turns.warm[1]) / 1000)} µs`,
        `${digits(warm)} ×`,
        digits(share),
      ],
    )
    ratios[`against, ${space}: times as fast`] = warm
    ratios[`against, ${space}: of JSON.parse and SHA-256`] = share
  }
  return {
    title: 'Audit, against another build',
    head: ['', '', 'an entry, other', 'an entry, this', 'as fast', 'of JSON.parse and SHA-256'],
    rows,
    ratios,
  }
}
