/** Reads all that the messages of a payment say about its money: every event once. */
import { type DomainEvent, dataIn, receivedAt } from '../../../src/event/envelope.ts'
import { askedAtIn, INFORMATIONAL } from '../../../src/event/informational-events.ts'
import type { Lifecycle } from '../../../src/event/lifecycle.ts'
import { impliedEvent } from '../../../src/merge/inferred-events.ts'
import { compare, NONE, sortedBy } from '../../../src/words/data/lists.ts'
import { isSame } from '../../../src/words/data/plain-data.ts'
import type { Currency } from '../../../src/words/money.ts'
import { type Instant, shift, type TimeText } from '../../../src/words/time/instant.ts'
import { spokenIn } from '../../observed/value-statements.ts'
import type { Doubt } from '../doubts.ts'
import type { PaymentPolicy } from '../policy.ts'
import { inferPayment, known } from '../snapshot.ts'
import { mayHaveMoved } from '../understood.ts'
import {
  type About,
  bearsOut,
  type Fields,
  type MoneyReport,
  type MoneyStep,
  mostOf,
  reportOf,
  textOf,
} from './reports.ts'

interface Asked {
  readonly event: DomainEvent
  readonly askedAt: Instant
  readonly received: Instant
  readonly happened: Instant
}

/**
 * A list without the time for which it was asked counts from its receipt, and settles nothing; nor does one
 * with rows that `isUnread`. It `covers` what was received by a time: it was certainly asked for later.
 * One with an action of another kind that may move money, such as a payout, `isStrange`: it may be any of them.
 */
export interface List extends Asked {
  readonly rows: readonly MoneyReport[]
  readonly isStrange: boolean
  readonly isUnread: boolean
  readonly isWhole: boolean
  readonly covers: Instant
}

/** What the last look-up of the payment itself showed. */
export interface PaymentLookUp extends Asked {
  readonly status: string
  readonly refunded: number | null
}

/** The number that a person has stated for a part of the money, as of a time, and what was stated before. */
export interface AmountWord {
  readonly event: DomainEvent
  readonly asOf: Instant
  readonly amount: number
  readonly before: AmountWord | null
}

/** The parts of the money, each with a number of its own. */
export const PARTS = ['captured', 'refunded', 'chargedBack'] as const

/** The parts of the money of which a person states the numbers. */
export type Part = (typeof PARTS)[number]

interface MethodMoney {
  readonly lifecycle: Lifecycle
  readonly currency: Currency
  readonly mayCostFee: boolean
}

const nothingRead = (method: MethodMoney, policy: PaymentPolicy) => ({
  method,
  policy,
  amount: null as number | null,
  pending: [] as MoneyReport[],
  captures: [] as MoneyReport[],
  requests: [] as MoneyReport[],
  refunds: [] as MoneyReport[],
  takings: [] as MoneyReport[],
  ends: [] as MoneyReport[],
  others: [] as MoneyReport[],
  /** By the time for which they were asked; `last` is the last that is whole. */
  lists: [] as List[],
  last: null as List | null,
  lookUp: null as PaymentLookUp | null,
  words: { captured: null, refunded: null, chargedBack: null } as Record<Part, AmountWord | null>,
  /** Messages that could not be read, and may say that money is gone. */
  unread: [] as MoneyReport[],
  /** Every event of the lifecycle: what was reported, and what look-ups and rows imply. */
  all: [] as MoneyReport[],
  doubts: [] as Doubt[],
})

/** Everything that the messages of a payment say about its money, and the doubts about it. */
export type Settling = ReturnType<typeof nothingRead>

const EVENTS: Readonly<Record<string, Pick<MoneyReport, 'about' | 'step'>>> = {
  payment_pending: { about: 'pending', step: 'done' },
  payment_captured: { about: 'captures', step: 'done' },
  payment_declined: { about: 'ends', step: 'done' },
  payment_canceled: { about: 'ends', step: 'done' },
  payment_expired: { about: 'ends', step: 'done' },
  refund_requested: { about: 'requests', step: 'open' },
  payment_refund_pending: { about: 'refunds', step: 'open' },
  payment_refunded: { about: 'refunds', step: 'done' },
  payment_refund_declined: { about: 'refunds', step: 'failed' },
  payment_chargeback: { about: 'takings', step: 'done' },
  chargeback_reversed: { about: 'takings', step: 'done' },
}

const OTHERS = { about: 'others', step: 'done' } as const

const unreadOf = ({ name }: Fields): Pick<MoneyReport, 'about' | 'step'> =>
  /^(dispute_|payment_(chargeback|returned)$)/.test(String(name))
    ? { about: 'takings', step: 'done' }
    : OTHERS

const NOTHING = 'nothing'

const ROWS: Readonly<
  Record<string, { readonly about: About } & { readonly [S in MoneyStep]?: string }>
> = {
  capture: { about: 'captures', done: 'payment_captured' },
  refund: {
    about: 'refunds',
    open: 'payment_refund_pending',
    done: 'payment_refunded',
    failed: 'payment_refund_declined',
  },
  return: { about: 'takings', open: 'payment_chargeback', done: 'payment_chargeback' },
  void: { about: 'ends', done: 'payment_canceled' },
}

/** Kinds of actions that move no money. */
const MOVE_NOTHING = /^(authori[sz]ation|card.?verification)$/i

const isStrange = ({ kind }: Fields): boolean =>
  !MOVE_NOTHING.test(String(kind)) && !Object.hasOwn(ROWS, String(kind).toLowerCase())

/** Null for a row that is about no money of a payment. */
const rowOf = (
  snapshot: DomainEvent,
  row: Fields,
  own: Currency,
  list: MoneyReport['list'],
): MoneyReport | null => {
  const kind = textOf(row['kind'])?.toLowerCase() ?? ''
  const part = textOf(row['id'])
  const reads = Object.hasOwn(ROWS, kind) ? ROWS[kind] : undefined
  if (part === null || reads === undefined) return null
  const { amount, reference, responseCode, approved } = row
  const step = approved === true ? 'done' : approved === false ? 'failed' : 'open'
  const { paymentId } = dataIn(snapshot)
  const reportedAs = kind === 'return' ? kind : undefined
  const event = impliedEvent({
    snapshot,
    type: reads[step] ?? NOTHING,
    data: known({ paymentId, actionId: part, amount, reference, responseCode, reportedAs }),
    occurredAt: textOf(row['occurredAt']) as TimeText | null,
    part,
  })
  return reportOf(event, { about: reads.about, step }, own, list)
}

/** The rows, without those that say the same as the first one with their id. */
const distinctRows = (rows: readonly Fields[]): readonly Fields[] => {
  const first = new Map<unknown, Fields>()
  return rows.filter((row) => {
    const known = first.get(row['id'])
    if (known === undefined) first.set(row['id'], row)
    return known === undefined || !isSame(known, row)
  })
}

const addList = (found: Settling, event: DomainEvent): void => {
  const { actions, unread, reference } = dataIn(event)
  if (!Array.isArray(actions) || reference !== undefined) return
  const received = receivedAt(event)
  const asked = askedAtIn(event)
  const list = { askedAt: asked ?? received, isWhole: asked !== null }
  const all = distinctRows(actions)
  const read = all.flatMap((row) => rowOf(event, row, found.method.currency, list) ?? [])
  const isCaptured = read.some(({ about, step }) => about === 'captures' && step === 'done')
  // of a captured payment, a void ends only what was not captured
  const rows = read.filter(({ about }) => about !== 'ends' || !isCaptured)
  const isUnread =
    unread !== 0 || new Set(rows.map(({ actionId }) => actionId)).size !== rows.length
  list.isWhole &&= !isUnread
  const covers = shift(list.askedAt, -found.policy.readLagSeconds)
  const shown = { rows, isStrange: all.some(isStrange) }
  found.lists.push({ event, ...list, ...shown, received, happened: received, isUnread, covers })
}

const turnOf = (event: DomainEvent): string =>
  `${askedAtIn(event) ?? receivedAt(event)} ${receivedAt(event)} ${event.metadata.eventId}`

const addLookUp = (found: Settling, event: DomainEvent): void => {
  const { status, balances, currency = found.method.currency } = dataIn(event)
  const [askedAt, received] = [askedAtIn(event), receivedAt(event)]
  if (askedAt === null) return
  const shown = currency === found.method.currency ? Object(balances).refunded : null
  const refunded = typeof shown === 'number' ? shown : null
  const text = textOf(status) ?? ''
  const look = { event, askedAt, received, happened: received, status: text, refunded }
  if (found.lookUp === null || turnOf(found.lookUp.event) < turnOf(event)) found.lookUp = look
}

/** Whether a person's word settles what was received by its time. */
export const isStated = (
  word: AmountWord | null,
  { received }: Pick<MoneyReport, 'received'>,
): boolean => word !== null && received <= word.asOf

/** The number that counts is as of the latest time, was stated last, or leaves least. */
const wordOn = (part: Part, words: readonly DomainEvent[]): AmountWord | null => {
  const all = spokenIn(words).flatMap(({ event, asOf, data: { [part]: amount } }) =>
    typeof amount === 'number' ? { event, asOf, amount, before: null } : [],
  )
  const lessFirst = part === 'captured' ? -1 : 1
  const order = (a: AmountWord, b: AmountWord): number =>
    compare(a.asOf, b.asOf) ||
    compare(receivedAt(a.event), receivedAt(b.event)) ||
    lessFirst * (a.amount - b.amount) ||
    compare(a.event.metadata.eventId, b.event.metadata.eventId)
  return all.sort(order).reduce<AmountWord | null>((before, each) => ({ ...each, before }), null)
}

const reportIn = ({ method }: Settling, event: DomainEvent): MoneyReport => {
  const { about, step } = EVENTS[event.type] ?? OTHERS
  // the answer to a request is a report like any other
  const isAnswer = about === 'requests' && event.metadata.source !== 'request'
  return reportOf(event, { about: isAnswer ? 'refunds' : about, step }, method.currency)
}

const addEvent = (found: Settling, event: DomainEvent): void => {
  const report = reportIn(found, event)
  found.all.push(report)
  found[report.about].push(report)
}

const isOwn = ({ method }: Settling, { type }: { readonly type: string }): boolean =>
  Object.hasOwn(method.lifecycle, type)

/** Whether a row of the last list says what an earlier one says, or how it went on: then only that counts. */
const isReplaced = ({ last, method }: Settling, earlier: MoneyReport): boolean =>
  last?.rows.some(
    (row) =>
      row.about === earlier.about &&
      row.actionId === earlier.actionId &&
      (row.amount !== null || earlier.amount === null) &&
      bearsOut(row, [earlier], method.mayCostFee),
  ) === true

/** A row that one of the last list replaces says nothing, nor does an end that the list covers. */
const addRow = (found: Settling, row: MoneyReport, isPast: boolean): void => {
  if (row.about !== 'ends' || (!isPast && row.step === 'done')) found[row.about].push(row)
  if (!isPast && isOwn(found, row.event)) found.all.push(row)
}

const addRows = (found: Settling): void => {
  const last = found.lists.findLast(({ isWhole }) => isWhole) ?? null
  found.last = last
  for (const list of found.lists) {
    const isCovered = list !== last && last !== null && list.received <= last.covers
    for (const row of list.rows) {
      const isPast = isCovered && (row.about === 'ends' || isReplaced(found, row))
      if (list === last) row.role = 'row'
      else if (isPast) row.role = 'past'
      addRow(found, row, isPast)
    }
  }
}

const PART_OF: Readonly<Record<About, Part>> = {
  pending: 'captured',
  captures: 'captured',
  ends: 'captured',
  requests: 'refunded',
  refunds: 'refunded',
  others: 'refunded',
  takings: 'chargedBack',
}

const markSettled = ({ last, words, ...found }: Settling): void => {
  const { pending, captures, requests, refunds, takings, ends, unread } = found
  for (const reports of [pending, captures, requests, refunds, takings, ends, unread]) {
    for (const each of reports) {
      each.isCovered = last !== null && each.received <= last.covers
      each.isSettled = isStated(words[PART_OF[each.about]], each)
    }
  }
}

/** Look-ups and persons' words are read after everything else. */
const addEvents = (found: Settling, events: readonly DomainEvent[]) => {
  const snapshots: DomainEvent[] = []
  const reviews: DomainEvent[] = []
  const lists: DomainEvent[] = []
  for (const event of events) {
    if (isOwn(found, event)) addEvent(found, event)
    // an end that only payments of the other method have: the chart does not take it
    else if (EVENTS[event.type]?.about === 'ends') found.ends.push(reportIn(found, event))
    else if (event.type === INFORMATIONAL.snapshot) snapshots.push(event)
    else if (event.type === INFORMATIONAL.review) reviews.push(event)
    else if (event.type === INFORMATIONAL.actions) lists.push(event)
    // a message that could not be read whole, and may say that money is gone
    else if (event.type === INFORMATIONAL.unrecognised && mayHaveMoved(dataIn(event)))
      found.unread.push(reportOf(event, unreadOf(dataIn(event)), found.method.currency))
  }
  for (const event of sortedBy(lists, turnOf)) addList(found, event)
  return { snapshots, reviews }
}

/** Reads the messages of a payment. */
export const settlingOf = (
  method: MethodMoney,
  events: readonly DomainEvent[],
  policy: PaymentPolicy,
): Settling => {
  const found = nothingRead(method, policy)
  const { snapshots, reviews } = addEvents(found, events)
  const implied = snapshots.length === 0 ? NONE : inferPayment(snapshots, events)
  for (const each of implied) if (isOwn(found, each)) addEvent(found, impliedEvent(each))
  for (const snapshot of snapshots) addLookUp(found, snapshot)
  if (found.lists.length > 0) addRows(found)
  for (const part of reviews.length > 0 ? PARTS : NONE) found.words[part] = wordOn(part, reviews)
  if (found.last !== null || reviews.length > 0) markSettled(found)
  found.amount = mostOf(found.pending)
  return found
}
