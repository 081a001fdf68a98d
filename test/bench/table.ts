/** The result of a benchmark: a table for people, and ratios by name. */
import type { Outcome } from './rounds.ts'

/** A part of the result: its title, its table, its ratios. */
export interface Part {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly ratios: Readonly<Record<string, number>>
}

/** Rounds to three significant digits. */
export const digits = (value: number): string => {
  if (!Number.isFinite(value)) return String(value)
  return value >= 1000 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3)
}

/**
 * Rivals as rows: time per unit, units per second, the spread of the rounds, the ratio to the last.
 */
export const rowsOf = (outcomes: readonly Outcome[]): readonly (readonly string[])[] => {
  const slowest = outcomes.at(-1)?.median ?? Number.NaN
  return outcomes.map(({ name, median, low, high }) => [
    name,
    `${digits(median)} ns`,
    digits(1e9 / median),
    `${digits(((high - low) / median) * 100)} %`,
    `${digits(slowest / median)} ×`,
  ])
}

/** The head of these rows. */
export const HEAD = ['', 'each', 'a second', 'spread', 'as fast as the last'] as const

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Writes a part as Markdown. */
export const printed = ({ title, head, rows }: Part): string =>
  [`### ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n')
