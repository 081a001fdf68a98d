/**
 * Settles a payment's messages: reports add up to one ledger, the provider's last statement settles
 * what was received before it, a person's word settles the rest, and what comes later is added.
 */
import { type DomainEvent, occurredAt, receivedAt } from '../../src/event/envelope.ts'
import { INFORMATIONAL } from '../../src/event/informational.ts'
import type { Lifecycle } from '../../src/event/lifecycle.ts'
import { impliedEvent } from '../../src/fold/infer.ts'
import type { Settle } from '../../src/fold/machine.ts'
import { earlier, type Instant, shift, type TimeText } from '../../src/words/instant.ts'
import { type Currency, total } from '../../src/words/money.ts'
import { type Captures, capturesOf } from './captures.ts'
import { askList, type Doubt } from './doubt.ts'
import { STATED } from './names.ts'
import type { PaymentPolicy } from './policy.ts'
import { reportsIn } from './reading.ts'
import { type Refund, type Refunds, refundedTooMuch, refundsOf } from './refunds.ts'
import { covers, dataOf, idOf, isRow, lastWhole, type Reports } from './reports.ts'
import { isSettledBy, lastWord, type Word } from './review.ts'
import { impliedByPayment } from './snapshot.ts'
import { amountsIn, most, type Settling, settlingOf } from './statements.ts'
import { takingsOf } from './takings.ts'
import { mayHaveMoved } from './understood.ts'

/** Rows of a list, or fields of messages, could not be read, and no list was asked for later. */
const unread = (
  { reports, policy }: Settling,
  word: Word | null,
  events: readonly DomainEvent[],
): readonly Doubt[] => {
  const last = lastWhole(reports)
  const messages = events
    .filter((event) => event.type === INFORMATIONAL.unrecognised && mayHaveMoved(dataOf(event)))
    .map((event) => ({ event, received: receivedAt(event) }))
    .filter((each) => !isSettledBy(word, each) && !covers(last, each.received, policy))
    .flatMap(({ event, received }) =>
      askList(idOf(event), [{ event, happened: received }], { Unread: true }),
    )
  const lists = reports.lists
    .filter((each) => each.isUnread && !isSettledBy(word, each))
    .filter(({ askedAt }) => last === undefined || last.askedAt <= askedAt)
    .flatMap(({ event, received }) =>
      askList(idOf(event), [{ event, happened: received }], { Unread: true }),
    )
  return [...lists, ...messages]
}

/** When a refund was begun: its command was recorded, or it happened, or a list was asked that shows it. */
const begunAt = ({ about, requests }: Refund): Instant =>
  [
    ...about.map((each) => (isRow(each) ? each.askedAt : each.happened)),
    ...requests.map(({ received }) => received),
  ].reduce(earlier)

/** The most and the least that had been refunded at a time, as a look-up of the payment may show it. */
const refundedBy = (
  { policy }: Settling,
  { things, word }: Refunds,
  at: Instant,
): { readonly upTo: number; readonly least: number } => {
  const by = shift(at, -policy.readLagSeconds)
  const isDoneBy = ({ about, left, step }: Refund): boolean =>
    step === 'done' &&
    [...left.kept, ...about.filter(isRow)].some(
      (each) => each.step === 'done' && each.received <= by,
    )
  const mostOf = ({ left, requests }: Refund): number =>
    most([...amountsIn(left.kept), ...amountsIn(requests)]) ?? 0
  const stated = word !== null && word.asOf <= at ? word.amount : 0
  return {
    upTo: total([stated, ...things.filter((each) => begunAt(each) <= at).map(mostOf)]),
    least: total(things.filter(isDoneBy).map(({ amount }) => amount ?? 0)),
  }
}

/** Whether the last look-up of the payment contradicts the ledger. It settles nothing. */
const contradicted = (
  settling: Settling,
  captures: Captures,
  refunds: Refunds,
): readonly Doubt[] => {
  const { reports, policy } = settling
  const look = reports.lookUps.at(-1)
  const list = lastWhole(reports)
  if (look === undefined || isSettledBy(refunds.word, look)) return []
  const { askedAt, event, received, status, refunded } = look
  if (list !== undefined && list.askedAt >= askedAt) return []
  const by = shift(askedAt, -policy.readLagSeconds)
  const { upTo, least } = refundedBy(settling, refunds, askedAt)
  const isCaptured = impliedByPayment(status).includes('payment_captured')
  const isUncaptured = !isCaptured && captures.isKnown && captures.received.some((at) => at <= by)
  const isRefunded = status === 'refunded' || status === 'partially_refunded'
  const differs =
    (status !== '' && isUncaptured) ||
    (status === 'refunded' && upTo < captures.total) ||
    (isRefunded && upTo === 0) ||
    (refunded !== null && (refunded > upTo || refunded < least))
  return askList(idOf(event), [{ event, happened: received }], { StatementDiffers: differs })
}

/** A message about the payment itself names another currency, and nothing has settled it since. */
const inOtherCurrency = ({ reports, isCovered }: Settling): readonly Doubt[] => {
  const word = lastWord(reports.stated, 'captured')
  return [...reports.pending, ...reports.ends]
    .filter((each) => each.isForeign && !isCovered(each) && !isSettledBy(word, each))
    .flatMap((each) => askList(each.event.type, [each], { OtherCurrency: true }))
}

/** What a person's number counts as, for each part of the money. */
const STATED_AS = {
  captured: { type: 'payment_captured', entityId: '' },
  refunded: { type: 'payment_refunded', entityId: STATED },
  chargedBack: { type: 'payment_chargeback', entityId: STATED },
} as const

/** The events that a person's word implies: one for each number, from when what it replaces happened. */
const statedEvents = (
  { stated, all }: Reports,
  overruled: ReadonlySet<DomainEvent>,
): readonly { readonly event: DomainEvent; readonly entityId: string }[] => {
  const [own] = all.flatMap((event) => dataOf(event)['paymentId'] ?? [])
  return (['captured', 'refunded', 'chargedBack'] as const).flatMap((part) => {
    const word = lastWord(stated, part)
    if (word === null || word.amount === 0) return []
    const { paymentId = own } = dataOf(word.event)
    // an event of nobody's payment could not be stored
    if (paymentId === undefined) return []
    const { type, entityId } = STATED_AS[part]
    const replaced = [...overruled].filter((event) => event.type === type)
    const at =
      part === 'refunded' ? [] : replaced.flatMap(({ metadata }) => occurredAt(metadata) ?? [])
    const data = { paymentId, amount: word.amount }
    const first = at.length === 0 ? word.asOf : at.reduce(earlier)
    const occurred = first as string as TimeText
    return [
      { event: impliedEvent({ snapshot: word.event, type, data, occurredAt: occurred }), entityId },
    ]
  })
}

/** How the payments of one method settle: their currency, and whether refunds may cost a fee. */
export const settlePayment =
  (lifecycle: Lifecycle, currency: string, mayCostFee: boolean): Settle =>
  (events, commands, policy) => {
    const money = policy as PaymentPolicy
    const isOfLifecycle = (type: string): boolean => Object.hasOwn(lifecycle, type)
    const reports = reportsIn(events, isOfLifecycle, currency as Currency, money)
    const settling = settlingOf(reports, money, mayCostFee)
    const captures = capturesOf(settling)
    const refunds = refundsOf(settling, commands)
    const takings = takingsOf(settling, captures)
    const parts = [captures, refunds, takings]
    const entities = new Map(parts.flatMap((part) => [...part.entities]))
    const overruled = new Set(parts.flatMap((part) => part.overruled))
    const bounds = reports.all
      .filter((event) => !overruled.has(event))
      .map((event) => ({
        event,
        entityId: entities.has(event) ? (entities.get(event) ?? null) : '',
      }))
    return {
      bounds: [...bounds, ...statedEvents(reports, overruled)],
      overruled: reports.all.filter((event) => overruled.has(event)),
      findings: [
        ...parts.flatMap(({ doubts }) => doubts),
        ...refundedTooMuch(settling, captures, refunds),
        ...contradicted(settling, captures, refunds),
        ...inOtherCurrency(settling),
        ...unread(settling, refunds.word, events),
      ],
    }
  }
