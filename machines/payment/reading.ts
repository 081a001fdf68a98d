/** Reads all messages of a payment about its money. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import { INFORMATIONAL } from '../../src/event/informational.ts'
import { impliedEvent } from '../../src/fold/infer.ts'
import type { Currency } from '../../src/words/money.ts'
import { inTime, listOf, lookUpOf, statedOf } from './look-ups.ts'
import type { PaymentPolicy } from './policy.ts'
import {
  covers,
  type List,
  lastWhole,
  type Report,
  type Reports,
  type Row,
  report,
  type Step,
} from './reports.ts'
import { ENDS, inferPayment } from './snapshot.ts'

const STEPS: Readonly<Record<string, Step>> = {
  payment_refund_pending: 'open',
  payment_refunded: 'done',
  payment_refund_declined: 'failed',
}

/** The rows of all lists, by their roles. */
const rowsOf = (lists: readonly List[], policy: PaymentPolicy): readonly Row[] => {
  const last = lastWhole({ lists })
  return lists.flatMap((list) => {
    if (list === last) return list.rows.map((row) => ({ ...row, role: 'row' as const }))
    if (!covers(last, list.received, policy)) return list.rows
    return list.rows.map((row) => ({ ...row, role: 'past' as const }))
  })
}

/** Reads the messages of a payment. */
export const reportsIn = (
  events: readonly DomainEvent[],
  isOfLifecycle: (type: string) => boolean,
  currency: Currency,
  policy: PaymentPolicy,
): Reports => {
  const snapshots = events.filter(({ type }) => type === INFORMATIONAL.snapshot)
  const lists = events
    .flatMap((event) => (event.type === INFORMATIONAL.actions ? listOf(event, currency) : []))
    .sort(inTime)
  const rows = rowsOf(lists, policy)
  const current = rows.filter(({ role }) => role !== 'past')
  const implied = inferPayment(snapshots, events).map(impliedEvent)
  const reported = events.filter(({ type }) => isOfLifecycle(type))
  const all = [...reported, ...implied.filter(({ type }) => isOfLifecycle(type))]
  const of = (isOf: (type: string) => boolean, step: (type: string) => Step = () => 'done') =>
    all.flatMap((event) => (isOf(event.type) ? [report(event, step(event.type), currency)] : []))
  // the answer to a request is a report like any other
  const asked = of((type) => type === 'refund_requested').map((each) => ({
    ...each,
    step: 'open' as const,
  }))
  const isOurs = ({ event }: Report): boolean => event.metadata.source === 'request'
  const pending = of((type) => type === 'payment_pending')
  const named = pending.flatMap(({ amount }) => amount ?? [])
  return {
    currency,
    amount: named.length === 0 ? null : Math.max(...named),
    captures: of((type) => type === 'payment_captured'),
    refunds: [
      ...of(
        (type) => Object.hasOwn(STEPS, type),
        (type) => STEPS[type] ?? 'open',
      ),
      ...asked.filter((each) => !isOurs(each)),
    ],
    requests: asked.filter(isOurs),
    takings: of((type) => type === 'payment_chargeback' || type === 'chargeback_reversed'),
    pending,
    ends: [...of((type) => ENDS.has(type)), ...current.filter(({ event }) => ENDS.has(event.type))],
    rows,
    lists,
    lookUps: snapshots.flatMap((event) => lookUpOf(event, currency)).sort(inTime),
    stated: events.flatMap((event) => (event.type === INFORMATIONAL.review ? statedOf(event) : [])),
    all: [...all, ...current.flatMap(({ event }) => (isOfLifecycle(event.type) ? event : []))],
  }
}
