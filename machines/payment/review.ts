/** What a person's word replaces: everything that was received by then about what it states. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Instant } from '../../src/words/instant.ts'
import { compare } from '../../src/words/lists.ts'
import { askPerson, type Doubt } from './doubt.ts'
import type { Report, Stated } from './reports.ts'

/** The number that a person has stated for a part of the money, as of a time. */
export interface Word {
  readonly event: DomainEvent
  readonly asOf: Instant
  readonly amount: number
}

/**
 * The number that counts for a part: the one stated as of the latest time, of these the last, and of
 * these the one by which less is left.
 */
export const lastWord = (
  all: readonly Stated[],
  part: 'captured' | 'refunded' | 'chargedBack',
): Word | null => {
  const words = all.flatMap(({ event, asOf, received, [part]: amount }) =>
    amount === null ? [] : [{ event, asOf, received, amount }],
  )
  const sign = part === 'captured' ? -1 : 1
  words.sort(
    (a, b) =>
      compare(a.asOf, b.asOf) ||
      compare(a.received, b.received) ||
      sign * (a.amount - b.amount) ||
      compare(a.event.metadata.eventId, b.event.metadata.eventId),
  )
  return words.at(-1) ?? null
}

/** Whether a person's word settles a message: it was received by then. */
export const isSettledBy = (word: Word | null, { received }: Pick<Report, 'received'>): boolean =>
  word !== null && received <= word.asOf

/** Everything that is about each capture, refund or taking of a payment, by its id. */
type Things = ReadonlyMap<string, readonly Report[]>

/** What is left of a part after a person's word. */
interface AfterWord {
  readonly counting: Things
  readonly replaced: readonly Report[]
  readonly doubts: readonly Doubt[]
}

/** What the parts of the money differ in after a person's word. */
interface Reviewing {
  /** Whether a thing of which nothing was known by then is new. */
  readonly isNew: (id: string, reports: readonly Report[]) => boolean
  readonly keyOf: (id: string) => string
  /** Whether a message says something new of a thing that was known by then, whatever it repeats. */
  readonly isAnew?: (report: Report, known: readonly Report[]) => boolean
}

/** Whether the number holds what a message says of a thing of which others were received before. */
const saysNoMore = (report: Report, known: readonly Report[], stated: number | null): boolean =>
  known.some(
    ({ step, amount, isForeign }) =>
      (step === report.step || report.step === 'open') &&
      isForeign === report.isForeign &&
      (report.amount === null || report.amount === amount || report.amount === stated),
  )

/**
 * Sorts the things of a part by a person's word. The number holds a thing of which something was
 * received by then. A new one adds; any other may be in the number already, and is in doubt.
 */
export const afterWord = (
  word: Word | null,
  things: Things,
  { isNew, keyOf, isAnew = () => false }: Reviewing,
): AfterWord => {
  if (word === null) return { counting: things, replaced: [], doubts: [] }
  const isKnown = (report: Report): boolean => isSettledBy(word, report)
  const isOnly = [...things.values()].filter((reports) => reports.some(isKnown)).length === 1
  const counting = new Map<string, readonly Report[]>()
  const replaced: Report[] = []
  const doubts: Doubt[] = []
  for (const [id, reports] of things) {
    const known = reports.filter(isKnown)
    const later = reports.filter((each) => !isKnown(each) && each.role !== 'past')
    if (known.length === 0 && isNew(id, later)) {
      counting.set(id, reports)
      continue
    }
    replaced.push(...reports)
    const stated = isOnly ? word.amount : null
    if (later.some((each) => !saysNoMore(each, known, stated) || isAnew(each, known))) {
      doubts.push(...askPerson(keyOf(id), reports, { AfterReview: true }))
    }
  }
  return { counting, replaced, doubts }
}

/** Whether a thing happened after a person's word: some time is known, and none is before it. */
export const happenedAfter = (
  { asOf }: Word,
  reports: readonly Report[],
  commanded: readonly Report[] = [],
): boolean => {
  const times = [...reports.filter(({ timed }) => timed), ...commanded]
  return times.length > 0 && times.every(({ happened }) => happened > asOf)
}
