/** What a person's word replaces: everything that was received by then about what it states. */
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { compare } from '../../../src/words/data/lists.ts'
import type { Instant } from '../../../src/words/time/instant.ts'
import { askList, askPerson, idOf } from '../doubts.ts'
import { currenciesIn, wordAgainst } from './compared.ts'
import { isCovered } from './lists.ts'
import type { Settling, Stated } from './money-messages.ts'
import { type MoneyReport, overrule, type Thing } from './reports.ts'

/** The number that a person has stated for a part of the money, as of a time. */
export interface AmountWord {
  readonly event: DomainEvent
  readonly asOf: Instant
  readonly amount: number
}

/** The parts of the money of which a person states the numbers. */
type Part = 'captured' | 'refunded' | 'chargedBack'

/**
 * The number that counts for a part: the one stated as of the latest time, of these the last, and of
 * these the one by which less is left.
 */
export const lastWord = ({ stated }: Settling, part: Part): AmountWord | null => {
  if (stated.length === 0) return null
  const sign = part === 'captured' ? -1 : 1
  const amountOf = (each: Stated): number => each[part] ?? 0
  const [word] = stated
    .filter((each) => each[part] !== null)
    .sort(
      (a, b) =>
        compare(b.asOf, a.asOf) ||
        compare(b.received, a.received) ||
        sign * (amountOf(b) - amountOf(a)) ||
        compare(b.event.metadata.eventId, a.event.metadata.eventId),
    )
  return word === undefined ? null : { event: word.event, asOf: word.asOf, amount: amountOf(word) }
}

/** Whether a person's word settles a message: it was received by then. */
export const isSettledBy = (
  word: AmountWord | null,
  { received }: Pick<MoneyReport, 'received'>,
): boolean => word !== null && received <= word.asOf

/** What the things of a part differ in after a person's word. */
interface Reviewing {
  /** Whether a thing of which nothing was known by then is new. */
  readonly isNew?: (thing: Thing, later: readonly MoneyReport[]) => boolean
  /** Whether a message says something new of a thing that was known by then, whatever it repeats. */
  readonly isAnew?: (report: MoneyReport, known: readonly MoneyReport[]) => boolean
}

/** Whether the number holds what a message says of a thing of which others were received before. */
const saysNoMore = (
  report: MoneyReport,
  known: readonly MoneyReport[],
  stated: number | null,
): boolean =>
  known.some(
    ({ step, amount, isForeign }) =>
      (step === report.step || report.step === 'open') &&
      isForeign === report.isForeign &&
      (report.amount === null || report.amount === amount || report.amount === stated),
  )

/**
 * The things that count after a person's word. The number holds a thing of which something was
 * received by then. A new one adds; any other may be in the number already, and is in doubt.
 */
export const afterWord = <T extends Thing>(
  settling: Settling,
  word: AmountWord | null,
  things: readonly T[],
  keyOf: (id: string) => string,
  { isNew = () => false, isAnew = () => false }: Reviewing = {},
): readonly T[] => {
  if (word === null) return things
  const isKnown = (report: MoneyReport): boolean => isSettledBy(word, report)
  const isOnly = things.filter(({ about }) => about.some(isKnown)).length === 1
  return things.filter((thing) => {
    const { id, about } = thing
    const known = about.filter(isKnown)
    const later = about.filter((each) => !isKnown(each) && each.role !== 'past')
    if (known.length === 0 && isNew(thing, later)) return true
    overrule(about)
    const stated = isOnly ? word.amount : null
    if (later.some((each) => !saysNoMore(each, known, stated) || isAnew(each, known))) {
      const compared = wordAgainst(settling, word, later)
      askPerson(settling, { code: 'AfterReview', key: keyOf(id), compared }, about)
    }
    return false
  })
}

/** Whether a thing happened after a person's word: some time is known, a command's or another, and none is before it. */
export const happenedAfter = ({ asOf }: AmountWord, reports: readonly MoneyReport[]): boolean => {
  const timed = reports.filter(({ isTimed, about }) => isTimed || about === 'requests')
  return timed.length > 0 && timed.every(({ happened }) => happened > asOf)
}

/**
 * Raises that messages name another currency, for each that nothing has settled since; of messages with
 * one id, once.
 */
export const doubtCurrency = (
  settling: Settling,
  word: AmountWord | null,
  keyOf: (each: MoneyReport) => string,
  reports: readonly MoneyReport[],
): void => {
  const raised = new Set<string>()
  for (const each of reports) {
    if (!each.isForeign || isCovered(settling, each) || isSettledBy(word, each)) continue
    const [key, compared] = [keyOf(each), currenciesIn(settling, [each])]
    const name = `${key} ${compared['named']} ${idOf(each.event)}`
    if (raised.has(name)) continue
    raised.add(name)
    askList(settling, { code: 'OtherCurrency', key, compared }, [each])
  }
}
