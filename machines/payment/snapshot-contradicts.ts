/** Finds snapshots of a payment that contradict what has been reported of it. */
import type { Judge } from '../../src/fold/definition.ts'
import type { FindingDefinition, FoldedStream } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { type SnapshotContradicts, snapshotContradicts } from '../observed/findings.ts'
import type { Payment } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'
import { isSurelyShown, shownTimeOf } from './shown.ts'
import { ENDS, impliedByPayment } from './snapshot.ts'

type Folded = FoldedStream<Payment, string>

const howOf = (type: string): string => type.replace('payment_', '')

/** The capture and the ends of a payment. */
const reachedIn = ({ occurrences }: Folded): readonly Occurrence[] =>
  occurrences.filter(
    ({ disposition, type }) =>
      disposition === 'chart' && (ENDS.has(type) || type === 'payment_captured'),
  )

/** The capture or the ends of a payment that a snapshot must have shown: they were reported before. */
const reachedBefore = (
  reached: readonly Occurrence[],
  snapshot: Occurrence,
  { policy, toleranceSeconds }: Judge<PaymentPolicy>,
): readonly string[] => {
  const [event] = snapshot.events
  if (event === undefined) return []
  const shown = shownTimeOf(event, policy)
  const types = reached
    .filter((each) => isSurelyShown(each, shown, toleranceSeconds))
    .map(({ type }) => type)
  return types.includes('payment_captured') ? ['payment_captured'] : types
}

/**
 * A snapshot contradicts the payment if it shows another amount; an end, or `pending`, although it
 * must show the capture; or another end, or `pending`, although it must show an end.
 * @spec decisions#48
 */
const contradicted = (
  { amount }: Payment,
  reached: readonly Occurrence[],
  snapshot: Occurrence,
  judge: Judge<PaymentPolicy>,
): readonly SnapshotContradicts[] => {
  const { status, amount: shownAmount } = snapshot.data
  const { key, at } = snapshot
  const code = 'SnapshotContradicts' as const
  if (typeof shownAmount === 'number' && amount !== null && shownAmount !== amount) {
    return [{ code, key, at, shown: 'another amount', known: 'the amount of the payment' }]
  }
  if (typeof status !== 'string') return []
  const shown = impliedByPayment(status).at(-1)
  if (shown === 'payment_captured' || (shown === 'payment_pending' && status !== 'pending')) {
    return []
  }
  const before = reachedBefore(reached, snapshot, judge)
  const [first] = before
  if (first === undefined || (shown !== undefined && before.includes(shown))) return []
  return [{ code, key, at, shown: status, known: howOf(first) }]
}

/** Finds every snapshot that contradicts the payment. */
export const paymentContradicted: FindingDefinition<
  Payment,
  string,
  SnapshotContradicts,
  PaymentPolicy
> = {
  ...snapshotContradicts,
  causes: ['state_observed'],
  readings: ['captured', 'ended'],
  find: (whole, judge) => {
    const snapshots = whole.occurrences.filter(({ type }) => type === 'state_observed')
    if (snapshots.length === 0) return []
    const reached = reachedIn(whole)
    return snapshots.flatMap((each) => contradicted(whole.context, reached, each, judge))
  },
}
