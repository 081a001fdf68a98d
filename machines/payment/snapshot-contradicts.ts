/** Finds snapshots of a payment that contradict what has been reported of it. */
import type { Timestamp } from '../../src/event/timestamp.ts'
import type { Judge } from '../../src/fold/definition.ts'
import type { FindingDefinition, FoldedStream } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { type Instant, isAfter, shift } from '../../src/words/instant.ts'
import { type SnapshotContradicts, snapshotContradicts } from '../observed/findings.ts'
import type { Payment } from './memory.ts'
import { impliedByPayment } from './snapshot.ts'

/** The capture or end of a payment by a timestamp; one without a provider's time counts as well. */
const reachedBy = ({ captured, ended }: Payment, by: Instant) => {
  const had = ({ timed, at }: Timestamp): boolean => !timed || at <= by
  if (captured !== null && had(captured)) return { ...captured, how: 'captured' }
  return ended !== null && had(ended) ? ended : null
}

/**
 * A snapshot contradicts the payment if it shows another amount, an end although money was
 * captured, a different end, or `pending` long after a capture or an end.
 */
const contradicted = (
  { context }: FoldedStream<Payment, string>,
  snapshot: Occurrence,
  { toleranceSeconds }: Judge,
): readonly SnapshotContradicts[] => {
  const { amount } = context
  const { status, amount: shownAmount } = snapshot.data
  const { key, at } = snapshot
  const code = 'SnapshotContradicts' as const
  if (typeof shownAmount === 'number' && amount !== null && shownAmount !== amount) {
    return [{ code, key, at, shown: 'another amount', known: 'the amount of the payment' }]
  }
  if (typeof status !== 'string') return []
  const reached = reachedBy(context, shift(at, toleranceSeconds))
  if (reached === null) return []
  const shown = impliedByPayment(status)
    .map((type) => type.replace('payment_', ''))
    .at(-1)
  const long = reached.timed && isAfter(at, reached.at, toleranceSeconds)
  const differs = shown === 'pending' ? status === 'pending' && long : shown !== reached.how
  const isAhead = shown === 'captured'
  return differs && !isAhead ? [{ code, key, at, shown: status, known: reached.how }] : []
}

/** Finds every snapshot that contradicts the payment. */
export const paymentContradicted: FindingDefinition<Payment, string, SnapshotContradicts> = {
  ...snapshotContradicts,
  find: (whole, judge) =>
    whole.occurrences.flatMap((each) =>
      each.type === 'state_observed' ? contradicted(whole, each, judge) : [],
    ),
}
