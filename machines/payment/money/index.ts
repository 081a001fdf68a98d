/**
 * Settles a payment's messages: reports add up to one ledger, the provider's last statement settles
 * what was received before it, a person's word settles the rest, and what comes later is added.
 */
import type { Bound, Settle } from '../../../src/contract/machine-record.ts'
import type { Lifecycle } from '../../../src/event/lifecycle.ts'
import { joined, NONE } from '../../../src/words/data/lists.ts'
import { type Currency, total } from '../../../src/words/money.ts'
import { earlier, type Instant, shift } from '../../../src/words/time/instant.ts'
import { askList, askPerson, idOf } from '../doubts.ts'
import type { PaymentPolicy } from '../policy.ts'
import { impliedByPayment } from '../snapshot.ts'
import { type Captures, capturesOf } from './captures.ts'
import {
  type AmountWord,
  isStated,
  type List,
  PARTS,
  type PaymentLookUp,
  type Settling,
  settlingOf,
} from './money-messages.ts'
import { doubtExcess, refundsOf, type SettledRefund } from './refunds.ts'
import { isDone, isRow, type MoneyReport, mostOf } from './reports.ts'
import { statedEvents } from './stated-sums.ts'
import { settleTakings } from './takings.ts'
import { currenciesIn } from './thing-doubts.ts'

const doubtUnread = (settling: Settling): void => {
  const { lists, last, unread, words } = settling
  const raise = (each: List | MoneyReport): void =>
    askList(settling, { code: 'Unread', key: idOf(each.event) }, [each])
  const open = lists.filter((list) => list.isUnread && !isStated(words.refunded, list))
  const latest = joined(last === null ? NONE : [last], open).map(({ askedAt }) => askedAt)
  for (const list of open) if (latest.every((askedAt) => askedAt <= list.askedAt)) raise(list)
  for (const each of unread) {
    const what = { code: 'Unread', key: idOf(each.event) } as const
    // no list says enough about what banks take back
    if (each.about === 'takings' && !each.isSettled) askPerson(settling, what, [each])
    else if ((!each.isCovered || last?.isStrange) && !each.isSettled) raise(each)
  }
}

/** Raises each other currency that nothing has settled since; of messages with one id, one doubt. */
const doubtCurrency = (settling: Settling, reports: readonly MoneyReport[]): void => {
  const raised = new Set<string>()
  for (const each of reports) {
    if (!each.isForeign || each.isCovered || each.isSettled) continue
    const [key, compared] = [each.event.type, currenciesIn(settling, [each])]
    const name = `${key} ${compared['named']} ${idOf(each.event)}`
    if (!raised.has(name)) askList(settling, { code: 'OtherCurrency', key, compared }, [each])
    raised.add(name)
  }
}

const begunAt = ({ about, requests }: SettledRefund): Instant => {
  const shown = about.map(({ list, happened }) => list?.askedAt ?? happened)
  return [...shown, ...requests.map(({ received }) => received)].reduce(earlier)
}

/** How much the ledger has refunded by a look-up: at least what was done, at most what had begun. */
const refundedBy = (
  word: AmountWord | null,
  refunds: readonly SettledRefund[],
  { by, askedAt }: { readonly by: Instant; readonly askedAt: Instant },
) => {
  const stated = word !== null && word.asOf <= askedAt ? word.amount : 0
  const isDoneBy = ({ about, left, step }: SettledRefund): boolean =>
    step === 'done' &&
    [...left.kept, ...about.filter(isRow)].some((each) => isDone(each) && each.received <= by)
  const begun = refunds.filter((each) => begunAt(each) <= askedAt)
  const most = begun.map(({ left, requests }) => mostOf([...left.kept, ...requests]) ?? 0)
  const least = total(refunds.filter(isDoneBy).map(({ amount }) => amount ?? 0))
  return { upTo: total([stated, ...most]), least }
}

/** Whether a look-up shows other refunds than the ledger has by then. */
const showsOtherRefunds = (
  { status, refunded }: PaymentLookUp,
  { upTo, least }: ReturnType<typeof refundedBy>,
  captured: number,
): boolean => {
  const isLess = status === 'refunded' && upTo < captured
  const isNone = (status === 'refunded' || status === 'partially_refunded') && upTo === 0
  const isOther = refunded !== null && (refunded > upTo || refunded < least)
  return isLess || isNone || isOther
}

/** Raises that the last look-up of the payment may contradict the ledger. It settles nothing. */
const doubtLookUp = (
  settling: Settling,
  { total: captured, since }: Captures,
  refunds: readonly SettledRefund[],
): void => {
  const { last, lookUp, policy, words } = settling
  if (lookUp === null || isStated(words.refunded, lookUp)) return
  const { askedAt, event, status, refunded } = lookUp
  if (last !== null && last.askedAt >= askedAt) return
  const by = shift(askedAt, -policy.readLagSeconds)
  const ledger = refundedBy(words.refunded, refunds, { by, askedAt })
  const isUncaptured = status !== '' && !impliedByPayment(status).includes('payment_captured')
  const isBefore = since !== null && since <= by && isUncaptured
  if (!isBefore && !showsOtherRefunds(lookUp, ledger, captured)) return
  const shown = { status, captured, shownRefunded: refunded }
  const compared = { ...shown, refunded: ledger.upTo, refundedLeast: ledger.least }
  askList(settling, { code: 'StatementDiffers', key: idOf(event), compared }, [lookUp])
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
    const { pending, ends, all, doubts } = settling
    doubtCurrency(settling, joined(captures.silent, pending, ends))
    doubtUnread(settling)
    const overruled = all.filter(({ isOverruled }) => isOverruled).map(({ event }) => event)
    const counting = overruled.length === 0 ? all : all.filter(({ isOverruled }) => !isOverruled)
    return {
      bounds: joined<Bound>(counting, ...PARTS.map((part) => statedEvents(settling, part))),
      overruled,
      findings: doubts,
    }
  }
}
