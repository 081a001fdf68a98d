/** The doubts that hold refunds of a payment back, and how much each of them holds. */
import type { Hold } from '../../src/fold/definition.ts'
import { evidenceOf } from '../../src/fold/holds.ts'
import type { Doubtful } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { isAfter } from '../../src/words/instant.ts'
import { total } from '../../src/words/money.ts'
import type { BalanceMismatch } from './balances.ts'
import type { Superseded } from './findings.ts'
import type { Payment } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'
import { everRefunded, refundAmount, refundStatus } from './refunds.ts'
import { ENDS, impliedByPayment } from './snapshot.ts'
import { capturedOf } from './sums.ts'

type Whole = Doubtful<Payment>
type Doubt = Whole['findings'][number]

const BINDS = ['refund_requested']

const statusOf = ({ type, data: { status } }: Occurrence): string | undefined =>
  type === 'state_observed' && typeof status === 'string' ? status : undefined

/** Whether a snapshot shows that the payment ended without money. */
const showsEnd = (occurrence: Occurrence): boolean => {
  const status = statusOf(occurrence)
  return status !== undefined && impliedByPayment(status).some((type) => ENDS.has(type))
}

/** Whether a snapshot shows that the payment was captured. */
const showsCapture = (occurrence: Occurrence): boolean => {
  const status = statusOf(occurrence)
  return status !== undefined && impliedByPayment(status).includes('payment_captured')
}

/** An end after the capture holds everything until a later look-up shows the capture. */
const ofEnd = ({ occurrences }: Whole, { at }: Superseded, toleranceSeconds: number) =>
  occurrences.some(
    (each) => showsCapture(each) && at !== null && isAfter(each.at, at, toleranceSeconds),
  )
    ? 0
    : null

/** The provider's balances hold what they show to be gone beyond our sums. */
const ofBalance = ({ what, theirs, ours }: BalanceMismatch): number =>
  Math.max(0, what === 'refunded' ? theirs - ours : ours - theirs)

/** A look-up that shows an end holds everything once a second one, some time later, shows one. */
const ofSnapshot = ({ occurrences }: Whole, { at, key }: Doubt, lagSeconds: number) => {
  const shown = occurrences.find((each) => each.key === key)
  if (shown === undefined || at === null || !showsEnd(shown)) return 0
  const isSecond = occurrences.some(
    (each) => showsEnd(each) && each.key !== key && isAfter(at, each.at, lagSeconds),
  )
  const isOver = occurrences.some((each) => showsCapture(each) && each.at > at)
  return isSecond && !isOver ? null : 0
}

/** How much of the money a finding holds: null if all of it. */
const heldBy = (whole: Whole, finding: Doubt, policy: PaymentPolicy): number | null => {
  switch (finding.code) {
    case 'Superseded':
      return ofEnd(whole, finding as Superseded, policy.clockToleranceSeconds)
    case 'SnapshotContradicts':
      return ofSnapshot(whole, finding, policy.readLagSeconds)
    case 'BalanceMismatch':
      return ofBalance(finding as BalanceMismatch)
    case 'OtherCurrency':
    case 'UnreadAction':
      return null
    default:
      return 0
  }
}

const GONE: ReadonlySet<string> = new Set([
  'refund_requested',
  'payment_refund_pending',
  'payment_refunded',
])

/** What a parked message holds: null if it may be any amount. */
const heldAside = (whole: Whole): readonly Omit<Hold, 'binds' | 'liftedBy'>[] => {
  const unbound = new Set(
    whole.parked.flatMap(({ key, reason }) => (reason === 'Unbound' ? key : [])),
  )
  return whole.occurrences.flatMap((occurrence) => {
    const { key, type, data } = occurrence
    const events = evidenceOf(whole.occurrences, { key })
    if (!unbound.has(key) || !GONE.has(type)) return []
    const isForeign = (data['currency'] ?? whole.context.currency) !== whole.context.currency
    const amount = typeof data['amount'] === 'number' && !isForeign ? data['amount'] : null
    return [{ code: 'Unbound', events, amount }]
  })
}

/** Refunds that only the status of a snapshot shows hold what no report explains. */
const heldBySnapshots = ({
  context,
  openItems,
}: Whole): readonly Omit<Hold, 'binds' | 'liftedBy'>[] => {
  const [item] = openItems.filter(({ lookUp }) => lookUp === 'actions')
  if (item === undefined) return []
  const { fullyRefundedSeen, partlyRefundedSeen, refunds } = context
  const captured = capturedOf(context)
  const open = total(
    Object.values(refunds).map((each) =>
      refundStatus(each) === 'open' ? (refundAmount(each) ?? captured ?? 0) : 0,
    ),
  )
  const known = everRefunded(context, captured) + open
  const isPart = partlyRefundedSeen && !fullyRefundedSeen && known === 0
  const missing = fullyRefundedSeen && captured !== null ? Math.max(0, captured - known) : 0
  const amount = isPart || (fullyRefundedSeen && captured === null) ? null : missing
  return amount === 0 ? [] : [{ code: 'NotReported', events: item.events, amount }]
}

/** The doubts that a review settles by saying whether the payment was captured or has ended. */
const OF_ENDS: ReadonlySet<string> = new Set(['Superseded', 'SnapshotContradicts'])

/** Of several balances that show more money gone, the one that shows most counts. */
const groupOf = (finding: Doubt): Pick<Hold, 'group'> =>
  finding.code === 'BalanceMismatch' ? { group: (finding as BalanceMismatch).what } : {}

/** The doubts that hold refunds back. @spec decisions#46 */
export const paymentHolds = (whole: Whole, policy: PaymentPolicy): readonly Hold[] => {
  const found = whole.findings.flatMap((finding) => {
    const amount = heldBy(whole, finding, policy)
    const events = evidenceOf(whole.occurrences, finding)
    return amount === 0 ? [] : [{ code: finding.code, events, amount, ...groupOf(finding) }]
  })
  return [...found, ...heldAside(whole), ...heldBySnapshots(whole)].map((hold) => ({
    ...hold,
    binds: BINDS,
    liftedBy: OF_ENDS.has(hold.code) ? 'captured' : 'countsNot',
  }))
}
