/** Which takings are one, which of them each giving back is of, and whether the money of each is gone. */
import { compare } from '../../../src/words/data/lists.ts'
import type { Instant } from '../../../src/words/time/instant.ts'
import { askPerson, idOf } from '../doubts.ts'
import { isRow, listed, type MoneyReport, type Settling, type Thing } from '../statements/index.ts'
import { disputeOf, saysOf } from './taking-messages.ts'

/** A taking: what counts of it, all that is about it, and what gave it back. */
export interface SettledTaking extends Thing {
  readonly counts: readonly MoneyReport[]
  readonly backs: readonly MoneyReport[]
  /** In minor units; of an unknown amount, all that was captured. Null if that is unknown too. */
  readonly amount: number | null
  readonly isNamed: boolean
  readonly isSure: boolean
  readonly at: Instant
  readonly disputes: readonly string[]
  readonly kinds: readonly string[]
}

/** Whether a taking was given back by a time; after lost arbitration it is not. */
const wasGivenBack = ({ backs, counts }: SettledTaking, by: Instant): boolean =>
  backs.some(({ happened }) => happened <= by) &&
  !counts.some((each) => saysOf(each) === 'arbitrationLost' && each.happened <= by)

/** Whether a taking is of more than half of what was captured: then it may be one with another. */
const isOfMost = ({ amount, isSure }: SettledTaking, whole: number | null): boolean =>
  isSure && (whole === null || (amount ?? whole) > whole / 2)

/** Whether two such takings are one, as one collection is taken back once. */
const areOne = (first: SettledTaking, later: SettledTaking): boolean =>
  first.isSure &&
  first.amount === later.amount &&
  (first.disputes.length === 0 || later.disputes.length === 0) &&
  !wasGivenBack(first, later.at) &&
  !wasGivenBack(later, later.at)

const joined = (first: SettledTaking, later: SettledTaking): SettledTaking => ({
  ...first,
  counts: [...first.counts, ...later.counts],
  about: [...first.about, ...later.about],
  backs: [...first.backs, ...later.backs],
  isNamed: first.isNamed && later.isNamed,
  disputes: [...first.disputes, ...later.disputes],
  kinds: [...first.kinds, ...later.kinds],
})

/** Whether a giving back that names no taking may be of this one, which happened before it. */
const mayBeOf = (back: MoneyReport, taking: SettledTaking): boolean => {
  const dispute = disputeOf(back)
  return (
    !wasGivenBack(taking, back.happened) &&
    (back.amount === null || back.amount === taking.amount) &&
    (dispute === null || taking.disputes.every((each) => each === dispute))
  )
}

/** A taking to which nothing is added, and whether its money is gone. */
export interface JudgedTaking extends SettledTaking {
  readonly isGone: boolean
  /** Whether the messages contradict themselves about that. */
  readonly differs: boolean
}

/** Whether a taking says otherwise than what gave it back: it was taken anew, or is of another amount. */
const isOtherwise = ({ counts, backs, amount, at }: SettledTaking): boolean => {
  const isAnew = counts.some(
    (each) =>
      !isRow(each) &&
      saysOf(each) === 'taken' &&
      backs.some(
        ({ happened }) => happened < each.happened || (happened === each.happened && happened > at),
      ),
  )
  return isAnew || backs.some((back) => back.amount !== null && back.amount !== amount)
}

const settled = (taking: SettledTaking): JudgedTaking => {
  const { counts, backs } = taking
  const says = new Set([...counts, ...backs].map(saysOf))
  const isWon = says.has('arbitrationWon')
  const isLost = says.has('arbitrationLost')
  const isEnded = !isWon && !isLost && says.has('ended')
  const isBack = backs.length > 0
  const differs =
    says.has('resolved') || (isWon && isLost) || (isBack && (isEnded || isOtherwise(taking)))
  return { ...taking, isGone: differs || !isBack || isLost, differs }
}

/** The order in which givings back are placed. */
const byHappened = (a: MoneyReport, b: MoneyReport): number =>
  compare(a.happened, b.happened) ||
  compare(a.received, b.received) ||
  compare(a.event.metadata.eventId, b.event.metadata.eventId)

/**
 * Unites takings in the order of time, at one time after what gives back: each with the earliest that it
 * is one with. A giving back that names no taking is of the only one that it fits: in doubt if it names
 * another dispute, unless that is one of most of the money. `unbound` are those that fit none.
 */
export const united = (
  settling: Settling,
  takings: readonly SettledTaking[],
  backs: readonly MoneyReport[],
  whole: number | null,
): { readonly takings: readonly JudgedTaking[]; readonly unbound: readonly MoneyReport[] } => {
  const found: SettledTaking[] = []
  const unbound: MoneyReport[] = []
  const place = (back: MoneyReport): void => {
    const fits = found.filter((each) => mayBeOf(back, each))
    const [only, another] = fits
    // its own dispute may not have been received yet
    const isUnsure = only !== undefined && disputeOf(back) !== null && !isOfMost(only, whole)
    if (isUnsure || another !== undefined) {
      const all = [back, ...fits.flatMap(({ about }) => about)]
      const compared = { amount: back.amount, chargebacks: listed(fits.map(({ id }) => id)) }
      askPerson(settling, { code: 'Unbound', key: idOf(back.event), compared }, all)
    } else if (only === undefined) unbound.push(back)
    else found[found.indexOf(only)] = { ...only, backs: [...only.backs, back] }
  }
  const waiting = [...backs].sort(byHappened)
  for (const taking of [...takings].sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id))) {
    while (waiting[0] !== undefined && waiting[0].happened <= taking.at) {
      place(waiting.shift() as MoneyReport)
    }
    const index = isOfMost(taking, whole) ? found.findIndex((each) => areOne(each, taking)) : -1
    const first = found[index]
    if (first === undefined) found.push(taking)
    else found[index] = joined(first, taking)
  }
  for (const back of waiting) place(back)
  return { takings: found.map(settled), unbound }
}

/** Whether two takings may be one, although nothing unites them. */
export const mayBeOne = (first: SettledTaking, later: SettledTaking): boolean =>
  (first.amount === later.amount || !first.isNamed || !later.isNamed) &&
  !(first.disputes.length > 0 && later.disputes.length > 0) &&
  !first.kinds.some((kind) => later.kinds.includes(kind)) &&
  !wasGivenBack(first, later.at) &&
  !wasGivenBack(later, first.at)
