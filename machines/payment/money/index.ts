/**
 * Settles a payment's messages: reports add up to one ledger, the provider's last statement settles
 * what was received before it, a person's word settles the rest, and what comes later is added.
 */
import type { Bound, Settle } from '../../../src/contract/machine-record.ts'
import type { Lifecycle } from '../../../src/event/lifecycle.ts'
import { impliedEvent } from '../../../src/merge/inferred-events.ts'
import { joined, NONE } from '../../../src/words/data/lists.ts'
import { type Currency, total } from '../../../src/words/money.ts'
import { earlier, type Instant, shift, type TimeText } from '../../../src/words/time/instant.ts'
import { STATED } from '../../words/payment-names.ts'
import { askList, idOf } from '../doubts.ts'
import type { PaymentPolicy } from '../policy.ts'
import { impliedByPayment } from '../snapshot.ts'
import { type Captures, capturesOf } from './captures.ts'
import { isCovered } from './lists.ts'
import { type List, type Part, type Settling, settlingOf } from './money-messages.ts'
import { doubtExcess, refundsOf, type SettledRefund } from './refunds.ts'
import { firstOf, isDone, isRow, type MoneyReport, mostOf } from './reports.ts'
import { isSettledBy } from './review.ts'
import { settleTakings } from './takings.ts'
import { currenciesIn } from './thing-doubts.ts'

/** Rows of a list, or fields of messages, could not be read, and no list was asked for later. */
const doubtUnread = (settling: Settling): void => {
  const { lists, last, unread, words } = settling
  if (lists.length + unread.length === 0) return
  const isPast = ({ askedAt }: List): boolean => last !== null && last.askedAt > askedAt
  const open = [
    ...lists.filter((list) => list.isUnread && !isPast(list)),
    ...unread.filter((each) => !isCovered(settling, each)),
  ]
  for (const each of open.filter((one) => !isSettledBy(words.refunded, one))) {
    askList(settling, { code: 'Unread', key: idOf(each.event) }, [each])
  }
}

/**
 * Messages name another currency, for each that nothing has settled since; of messages with one id,
 * once.
 */
const doubtCurrency = (settling: Settling, reports: readonly MoneyReport[]): void => {
  const raised = new Set<string>()
  for (const each of reports.filter(({ isForeign }) => isForeign)) {
    if (isCovered(settling, each) || isSettledBy(settling.words.captured, each)) continue
    const [key, compared] = [each.event.type, currenciesIn(settling, [each])]
    const name = `${key} ${compared['named']} ${idOf(each.event)}`
    if (!raised.has(name)) askList(settling, { code: 'OtherCurrency', key, compared }, [each])
    raised.add(name)
  }
}

/** When a refund was begun: its command was recorded, or it happened, or a list was asked that shows it. */
const begunAt = ({ about, requests }: SettledRefund): Instant => {
  const shown = about.map(({ list, happened }) => list?.askedAt ?? happened)
  return [...shown, ...requests.map(({ received }) => received)].reduce(earlier)
}

/** The most and the least that had been refunded at a time, as a look-up of the payment may show it. */
const refundedBy = (
  { words: { refunded: word } }: Settling,
  refunds: readonly SettledRefund[],
  at: Instant,
  by: Instant,
) => {
  const isDoneBy = ({ about, left, step }: SettledRefund): boolean =>
    step === 'done' &&
    [...left.kept, ...about.filter(isRow)].some((each) => isDone(each) && each.received <= by)
  const amountOf = ({ left, requests }: SettledRefund): number =>
    mostOf([...left.kept, ...requests]) ?? 0
  const stated = word !== null && word.asOf <= at ? word.amount : 0
  return {
    upTo: total([stated, ...refunds.filter((each) => begunAt(each) <= at).map(amountOf)]),
    least: total(refunds.filter(isDoneBy).map(({ amount }) => amount ?? 0)),
  }
}

const isShownUncaptured = (status: string, { since }: Captures, by: Instant): boolean =>
  status !== '' &&
  !impliedByPayment(status).includes('payment_captured') &&
  since !== null &&
  since <= by

const refundsDiffer = (status: string, upTo: number, captured: number): boolean =>
  status === 'refunded'
    ? upTo === 0 || upTo < captured
    : status === 'partially_refunded' && upTo === 0

/** The last look-up of the payment may contradict the ledger. It settles nothing. */
const doubtLookUp = (
  settling: Settling,
  captures: Captures,
  refunds: readonly SettledRefund[],
): void => {
  const { last, lookUp, policy, words } = settling
  if (lookUp === null || isSettledBy(words.refunded, lookUp)) return
  const { askedAt, event, status, refunded } = lookUp
  if (last !== null && last.askedAt >= askedAt) return
  const by = shift(askedAt, -policy.readLagSeconds)
  const { upTo, least } = refundedBy(settling, refunds, askedAt, by)
  const differs =
    isShownUncaptured(status, captures, by) ||
    refundsDiffer(status, upTo, captures.total) ||
    (refunded !== null && (refunded > upTo || refunded < least))
  if (!differs) return
  const shown = { status, captured: captures.total, shownRefunded: refunded }
  const compared = { ...shown, refunded: upTo, refundedLeast: least }
  askList(settling, { code: 'StatementDiffers', key: idOf(event), compared }, [lookUp])
}

/** The event that a person's number for a part of the money implies, if the payment is known. */
const statedEvent = (
  { words, all }: Settling,
  part: Part,
  type: string,
  replaced: readonly MoneyReport[],
): readonly Bound[] => {
  const { event: snapshot, asOf, amount } = words[part] ?? {}
  if (snapshot === undefined || asOf === undefined || amount === 0) return NONE
  const named = [snapshot, ...all.map(({ event }) => event)]
  const paymentId = named.map(({ data }) => Object(data).paymentId).find((id) => id !== undefined)
  // an event of nobody's payment could not be stored
  if (paymentId === undefined) return []
  const first = firstOf(
    replaced.flatMap(({ event, isOverruled, isTimed, happened }) =>
      isOverruled && isTimed && event.type === type ? happened : [],
    ),
  )
  const occurredAt = (first ?? asOf) as string as TimeText
  const event = impliedEvent({ snapshot, type, data: { paymentId, amount }, occurredAt })
  return [{ event, entityId: part === 'captured' ? '' : STATED }]
}

/** How the payments of one method settle: their currency, and whether refunds may cost a fee. */
export const settlePayment = (
  lifecycle: Lifecycle,
  currency: string,
  mayCostFee: boolean,
): Settle => {
  const method = { lifecycle, currency: currency as Currency, mayCostFee }
  return (events, commands, policy) => {
    const settling = settlingOf(method, events, policy as PaymentPolicy)
    const captures = capturesOf(settling)
    const captured = captures.since === null ? null : captures.total
    const refunds = refundsOf(settling, commands)
    settleTakings(settling, captured)
    doubtExcess(settling, captured, refunds)
    doubtLookUp(settling, captures, refunds)
    const { pending, ends, all, takings, doubts } = settling
    doubtCurrency(settling, joined(captures.silent, pending, ends))
    doubtUnread(settling)
    const overruled = all.filter(({ isOverruled }) => isOverruled).map(({ event }) => event)
    return {
      bounds: joined<Bound>(
        overruled.length === 0 ? all : all.filter(({ isOverruled }) => !isOverruled),
        statedEvent(settling, 'captured', 'payment_captured', settling.captures),
        statedEvent(settling, 'refunded', 'payment_refunded', []),
        statedEvent(settling, 'chargedBack', 'payment_chargeback', takings),
      ),
      overruled,
      findings: doubts,
    }
  }
}
