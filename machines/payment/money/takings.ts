/** Money that a bank took: chargebacks, returns and disputes, and what was given back. */
import { addTo, least, NONE, sortedBy } from '../../../src/words/data/lists.ts'
import { ownAt } from '../../../src/words/data/plain-data.ts'
import { total } from '../../../src/words/money.ts'
import { earlier, type Instant, shift } from '../../../src/words/time/instant.ts'
import { askPerson, idOf } from '../doubts.ts'
import type { PaymentPolicy } from '../policy.ts'
import { allLeft, settle } from './lists.ts'
import type { AmountWord, Settling } from './money-messages.ts'
import {
  amountsOf,
  differ,
  firstOf,
  isOfLast,
  isRow,
  type MoneyReport,
  mostOf,
  overrule,
  ownNames,
  type Thing,
  textOf,
  thingsIn,
  valuesBy,
} from './reports.ts'
import { afterWord, currenciesIn, doubtThing, doubtWord, listed, moreThan } from './thing-doubts.ts'

// what messages say ----------------------------------------------------------
/** The provider's words for a dispute, and what each says of a taking. `ended`: the bank keeps the money. */
const WORDS = {
  received: 'taken',
  arbitration_lost: 'arbitrationLost',
  arbitration_won: 'arbitrationWon',
  lost: 'ended',
  accepted: 'ended',
  expired: 'ended',
  resolved: 'resolved',
  evidence_required: 'told',
  evidence_submitted: 'told',
  won: 'back',
  canceled: 'back',
  cancelled: 'back',
} as const

type TakingWord = (typeof WORDS)[keyof typeof WORDS]

const saysOf = ({ event, data }: MoneyReport): TakingWord => {
  const named = textOf(data['disputeStatus'])
  const says = named === null ? undefined : ownAt<TakingWord>(WORDS, named)
  if (says !== undefined) return says
  if (event.type === 'chargeback_reversed') return 'back'
  return data['movesNothing'] === true ? 'told' : 'taken'
}

const isBack = (report: MoneyReport): boolean => ['back', 'arbitrationWon'].includes(saysOf(report))

const hasTaken = ({ step }: MoneyReport): boolean => step !== 'failed'

const disputeOf = ({ data }: MoneyReport): string | null => textOf(data['disputeId'])

/** The action of a taking; a dispute message names that of the capture. */
const actionOf = ({ actionId, data }: MoneyReport): string | null =>
  data['disputeStatus'] !== undefined || data['reportedAs'] === 'dispute' ? null : actionId

/** The kind of message: of two kinds, each may report one taking. */
const kindOf = (each: MoneyReport): string =>
  isRow(each) ? 'row' : (textOf(each.data['reportedAs']) ?? 'chargeback')

const agree = (one: MoneyReport, other: MoneyReport, ...fields: readonly string[]): boolean =>
  fields.every((field) => one.data[field] === other.data[field])

/** Names the taking of each message: its dispute, else its action or the only dispute named with it, else itself. */
const takingNames = (messages: readonly MoneyReport[]) => {
  const disputes = valuesBy(messages, actionOf, disputeOf)
  const nameOf = ownNames(messages)
  return (each: MoneyReport): string => {
    const [action, dispute] = [actionOf(each), disputeOf(each)]
    if (dispute !== null) return dispute
    if (action === null) return nameOf(each)
    const [only, another] = disputes(action)
    return another === undefined ? (only ?? action) : action
  }
}

// which are one --------------------------------------------------------------
interface SettledTaking extends Thing {
  readonly counts: readonly MoneyReport[]
  /** Those that count, and those that a row has replaced and bears out. */
  readonly kept: readonly MoneyReport[]
  readonly backs: readonly MoneyReport[]
  /** Of an unknown amount, all that was captured. */
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

/** Whether that was earlier than a time, not at the time itself: what happened then may be what was given back. */
const wasBackBefore = (taking: SettledTaking, time: Instant): boolean =>
  wasGivenBack(taking, time) && taking.backs.some(({ happened }) => happened < time)

/** More than half of what was captured can be taken only once: two such takings may be one. */
const isOfMost = ({ amount, isSure }: SettledTaking, whole: number | null): boolean =>
  isSure && (whole === null || (amount ?? whole) > whole / 2)

/** Whether two such takings are one, as one collection is taken back once. */
const areOne = (first: SettledTaking, later: SettledTaking): boolean =>
  first.isSure &&
  first.amount === later.amount &&
  (first.disputes.length === 0 || later.disputes.length === 0) &&
  !wasGivenBack(first, later.at) &&
  !wasGivenBack(later, later.at)

const together = (first: SettledTaking, later: SettledTaking): SettledTaking => ({
  ...first,
  counts: [...first.counts, ...later.counts],
  kept: [...first.kept, ...later.kept],
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

/** When that was taken which a giving back names, by its dispute or else by its action; else the first. */
const takenAt = ({ kept, at }: SettledTaking, back: MoneyReport): Instant => {
  const [dispute, action] = [disputeOf(back), actionOf(back)]
  const named = kept.filter((each) =>
    dispute === null ? action !== null && actionOf(each) === action : disputeOf(each) === dispute,
  )
  return firstOf(named.map(({ happened }) => happened)) ?? at
}

/**
 * Whether a taking says otherwise than what gave it back: it was taken anew, or is of another amount. What was
 * given back at a time that nobody names may have been taken anew at any later one. A row without a time
 * takes nothing anew, nor says that nothing was.
 */
const isOtherwise = (taking: SettledTaking, { clockToleranceSeconds }: PaymentPolicy): boolean => {
  const { kept, backs, amount, at } = taking
  const isAnew = ({ happened: again }: MoneyReport): boolean =>
    backs.some((back) =>
      back.isTimed
        ? back.happened < again || (back.happened === again && again > at)
        : shift(takenAt(taking, back), clockToleranceSeconds) < again,
    )
  const taken = kept.filter((each) => saysOf(each) === 'taken' && (!isRow(each) || each.isTimed))
  return taken.some(isAnew) || backs.some((back) => back.amount !== null && back.amount !== amount)
}

type JudgedTaking = ReturnType<typeof judged>

const judged = (taking: SettledTaking, policy: PaymentPolicy) => {
  const { counts, backs } = taking
  const says = new Set([...counts, ...backs].map(saysOf))
  const isWon = says.has('arbitrationWon')
  const isLost = says.has('arbitrationLost')
  const isEnded = !isWon && !isLost && says.has('ended')
  const isBack = backs.length > 0
  const differs =
    says.has('resolved') ||
    (isWon && isLost) ||
    (isBack && (isEnded || isOtherwise(taking, policy)))
  return { ...taking, isGone: differs || !isBack || isLost, differs }
}

/**
 * Unites each taking, in the order of time, with the earliest that it is one with. A giving back that
 * names no taking is of the only one that it fits: in doubt if it names another dispute, unless that is
 * one of most of the money. After a person's word, one that fits none is in doubt.
 */
const united = (
  settling: Settling,
  takings: readonly SettledTaking[],
  backs: readonly MoneyReport[],
  whole: number | null,
): readonly JudgedTaking[] => {
  const found: SettledTaking[] = []
  const add = (taking: SettledTaking): void => {
    const index = isOfMost(taking, whole) ? found.findIndex((each) => areOne(each, taking)) : -1
    const first = found[index]
    if (first === undefined) found.push(taking)
    else found[index] = together(first, taking)
  }
  const giveBack = (back: MoneyReport): void => {
    const fits = found.filter((each) => mayBeOf(back, each))
    const [only, another] = fits
    const key = idOf(back.event)
    // its own dispute may not have been received yet
    const isUnsure = only !== undefined && disputeOf(back) !== null && !isOfMost(only, whole)
    if (isUnsure || another !== undefined) {
      const all = [back, ...fits.flatMap(({ about }) => about)]
      const compared = { amount: back.amount, chargebacks: listed(fits.map(({ id }) => id)) }
      askPerson(settling, { code: 'Unbound', key, compared }, all)
    } else if (only === undefined) doubtWord(settling, 'chargedBack', key, [back])
    else found[found.indexOf(only)] = { ...only, backs: [...only.backs, back] }
  }
  const steps = [
    ...backs.map((back) => {
      const { happened, received, event } = back
      const turn = `${happened} 0 ${received} ${event.metadata.eventId}`
      return { turn, take: () => giveBack(back) }
    }),
    ...takings.map((each) => ({ turn: `${each.at} 1 ${each.id}`, take: () => add(each) })),
  ]
  for (const { take } of sortedBy(steps, ({ turn }) => turn)) take()
  return found.map((each) => judged(each, settling.policy))
}

const mayBeOne = (one: SettledTaking, other: SettledTaking): boolean =>
  (one.amount === other.amount || !one.isNamed || !other.isNamed) &&
  !(one.disputes.length > 0 && other.disputes.length > 0) &&
  !one.kinds.some((kind) => other.kinds.includes(kind)) &&
  !wasBackBefore(one, other.at) &&
  !wasBackBefore(other, one.at)

// settling -------------------------------------------------------------------
const keyOf = (id: string): string => `payment_chargeback:${id}`

const bearsAction = (each: MoneyReport): boolean => actionOf(each) !== null

/**
 * Null for a taking that does not count. Lists say something only of what bears an action id, once they have
 * shown it. `whole` is all that was captured.
 */
const takingOf = (
  settling: Settling,
  { id, about, requests }: Thing,
  backs: readonly MoneyReport[],
  whole: number | null,
): SettledTaking | null => {
  const shown = about.filter(
    (each) => isRow(each) && hasTaken(each) && (each.list?.isWhole || each.role === 'report'),
  )
  const current = about.filter(({ role }) => role !== 'past')
  const listed = current.filter(bearsAction)
  const others = current.filter((each) => !bearsAction(each))
  const isShown = shown.length > 0 || current.some(isOfLast)
  const left = isShown ? settle(settling, listed) : allLeft(listed)
  const counts = [...left.counts, ...others].filter(hasTaken)
  const kept = [...left.kept, ...others].filter(hasTaken)
  const { isContradicted } = left
  const isSure = !differ(counts)
  const [foreign, differing] = [counts.filter(({ isForeign }) => isForeign), isSure ? NONE : counts]
  const found = { key: keyOf(id), about, isContradicted, foreign, differing }
  doubtThing(settling, found, askPerson)
  if (counts.length === 0) return null
  const most = mostOf(counts)
  // a row names no time: it took at the latest when a list first showed it
  const times = kept.some(isRow) ? [...kept, ...shown] : kept
  return {
    id,
    about,
    requests,
    counts,
    kept,
    backs,
    amount: most ?? whole,
    isNamed: most !== null,
    isSure,
    at: times.map(({ happened }) => happened).reduce(earlier),
    disputes: [...new Set(about.flatMap((each) => disputeOf(each) ?? []))],
    kinds: [...new Set(kept.filter(bearsAction).map(kindOf))],
  }
}

const isSaidBy = (known: readonly MoneyReport[], back: MoneyReport): boolean =>
  (disputeOf(back) ?? back.actionId) !== null &&
  known.some((each) =>
    agree(each, back, 'amount', 'currency', 'actionId', 'disputeId', 'disputeStatus'),
  )

const backsOf = (
  settling: Settling,
  things: readonly Thing[],
  givenBack: readonly MoneyReport[],
  nameOf: (each: MoneyReport) => string,
) => {
  const abouts = new Map(things.map(({ id, about }) => [id, about]))
  const named = new Map<string, MoneyReport[]>()
  const strays: MoneyReport[] = []
  const known = givenBack.filter(({ isSettled }) => isSettled)
  for (const back of givenBack) {
    const about = abouts.get(nameOf(back))
    const isKnown = back.isSettled || isSaidBy(known, back)
    const isAfterReview = about?.some(({ isSettled }) => isSettled) === true
    if (isKnown || isAfterReview) overrule([back])
    if (isKnown) continue
    const key = idOf(back.event)
    if (back.isForeign) {
      const compared = currenciesIn(settling, [back])
      askPerson(settling, { code: 'OtherCurrency', key, compared }, [back])
    }
    if (isAfterReview) doubtWord(settling, 'chargedBack', key, [back])
    else if (about === undefined) strays.push(back)
    else addTo(named, nameOf(back), back)
  }
  return { named, strays }
}

/**
 * Finds what is taken anew after a person's word: what was given back, by messages or by a number less than
 * it, but for the same word of before it.
 */
const takenAnew =
  (hasBacks: boolean, { asOf, amount: stated }: AmountWord) =>
  (each: MoneyReport, known: readonly MoneyReport[]): boolean => {
    if (saysOf(each) === 'resolved') return true
    const amounts = amountsOf(known.filter(hasTaken))
    const wasBack = hasBacks || stated < (least(amounts) ?? 1)
    const isOfBefore = each.isTimed && each.happened <= asOf
    const isSaid = (other: MoneyReport): boolean =>
      !isRow(other) && kindOf(each) === kindOf(other) && agree(each, other, 'disputeStatus')
    return wasBack && !isRow(each) && !(isOfBefore && known.some(isSaid))
  }

const doubt = (
  settling: Settling,
  takings: readonly JudgedTaking[],
  captured: number | null,
  sum: number,
): void => {
  const { currency } = settling.method
  for (const { id, about, backs, amount, differs } of takings) {
    if (!differs) continue
    const ends = [...about, ...backs]
    const givenBack = listed(backs.map((each) => each.amount))
    const compared = { messages: listed(ends.map(saysOf)), taken: amount, givenBack, currency }
    askPerson(settling, { code: 'DisputeDiffers', key: keyOf(id), compared }, ends)
  }
  if (captured !== null && sum > captured) {
    const compared = moreThan(settling, captured, { chargedBack: sum })
    const about = takings.flatMap((each) => (each.isGone ? each.about : []))
    askPerson(settling, { code: 'MoreThanCaptured', key: 'payment_chargeback', compared }, about)
  }
  // two disputes are never one
  const undisputed = takings.filter(({ disputes }) => disputes.length === 0)
  const alike = takings.filter((each) =>
    (each.disputes.length > 0 ? undisputed : takings).some(
      (other) => other !== each && mayBeOne(each, other),
    ),
  )
  const last = alike.at(-1)
  if (last === undefined) return
  const { id, amount: named } = last
  const amount = alike.every((each) => each.amount === named) ? named : null
  const compared = { chargebacks: listed(alike.map((each) => each.id)), amount, currency }
  const about = alike.flatMap((each) => each.about)
  askPerson(settling, { code: 'OneOrTwo', key: keyOf(id), compared }, about)
}

/** Settles the takings of a payment. `captured` is the sum of its captures; null if none is known. */
export const settleTakings = (settling: Settling, captured: number | null): void => {
  const { takings: messages, words, amount: own } = settling
  if (messages.length === 0) return
  const nameOf = takingNames(messages)
  const givenBack = messages.filter(isBack)
  const things = thingsIn(
    messages.filter((each) => !isBack(each)),
    nameOf,
  )
  const word = words.chargedBack
  const hasBacks = givenBack.some(({ isSettled }) => isSettled)
  const isAnew = word === null ? undefined : takenAnew(hasBacks, word)
  const counting = afterWord(settling, 'chargedBack', things, keyOf, isAnew)
  const { named, strays } = backsOf(settling, things, givenBack, nameOf)
  const whole = captured ?? own
  const found = counting.flatMap(
    (thing) => takingOf(settling, thing, named.get(thing.id) ?? [], whole) ?? [],
  )
  const takings = united(settling, found, strays, whole)
  for (const each of messages) each.entityId = each.isOverruled ? nameOf(each) : null
  for (const { id, about, backs, isGone } of takings) {
    for (const each of [...about, ...backs]) each.entityId = id
    if (isGone) overrule(backs)
  }
  const amounts = takings.map(({ isGone, amount }) => (isGone ? (amount ?? 0) : 0))
  const sum = total([word?.amount ?? 0, ...amounts])
  doubt(settling, takings, captured, sum)
}
