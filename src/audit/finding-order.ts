/** Findings in the order of a report, each with its waiver. */
import type { Root } from '../fold/root.ts'
import { compare } from '../words/data/lists.ts'
import { hash } from '../words/hash/hash.ts'
import { SEVERITIES } from '../words/severity.ts'
import type { Instant } from '../words/time/instant.ts'
import type { Found } from './report/report.ts'
import { finder } from './report/summary.ts'
import { waiving } from './report/waivers.ts'

/** The order of findings at one line: about the line, about the log, then in events. */
export const [OF_LINE, OF_SEQUENCE, OF_LOG, OF_EVENTS] = [0, 1, 2, 3]

/** A finding with its place in the report. */
export interface PlacedFinding {
  readonly found: Found
  readonly rank: number
  readonly teller: string
}

/** Waived findings come last: nobody has to act on them. */
const weightOf = ({ waived, severity }: Found): number =>
  waived === null ? SEVERITIES.indexOf(severity) : -1

/** Worst first, then by the money that hangs on it, then as in the log. */
export const inOrder = (
  { found: a, ...one }: PlacedFinding,
  { found: b, ...other }: PlacedFinding,
): number =>
  weightOf(b) - weightOf(a) ||
  (b.stake?.amount ?? 0) - (a.stake?.amount ?? 0) ||
  a.line - b.line ||
  one.rank - other.rank ||
  compare(one.teller, other.teller)

/**
 * Gives each of several findings with one id an id of its own, in the order of their lines, so that a
 * waiver of those that are known covers none that comes later.
 */
const apart = (all: readonly PlacedFinding[]): readonly PlacedFinding[] => {
  const times = new Map<string, number>()
  for (const { found } of all) times.set(found.id, (times.get(found.id) ?? 0) + 1)
  if (times.size === all.length) return all
  const before = new Map<string, number>()
  return all
    .toSorted((a, b) => a.found.line - b.found.line)
    .map((each) => {
      const { id } = each.found
      const number = before.get(id) ?? 0
      before.set(id, number + 1)
      return number === 0 ? each : { ...each, found: { ...each.found, id: nextId(id, number) } }
    })
}

const nextId = (id: string, number: number): string => hash(`${id} ${number}`).slice(0, id.length)

/** Applies waivers to what was found, and adds what is wrong with them. */
export const covered = (
  root: Root,
  placed: readonly PlacedFinding[],
  waivers: readonly unknown[],
  asOf: Instant | null,
): PlacedFinding[] => {
  const found = finder(root.machines)
  const all = apart(placed)
  const { waived, more } = waiving(
    waivers,
    all.map((each) => each.found),
    asOf,
  )
  const others = all.map((each): PlacedFinding => {
    const waiver = waived.get(each.found.id)
    return waiver === undefined ? each : { ...each, found: { ...each.found, waived: waiver } }
  })
  const wrong = more.map((each) => ({ found: found(each, each), rank: OF_LOG, teller: '' }))
  return [...others, ...wrong]
}
