/** The refunds that snapshots show and that no report explains. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { FoldedStream } from '../../src/fold/machine.ts'
import { type Occurrence, saidAt } from '../../src/fold/occurrence.ts'
import type { Instant } from '../../src/words/instant.ts'
import { total } from '../../src/words/money.ts'
import type { PaymentCaptured } from './events.ts'
import type { Payment, Refund } from './memory.ts'
import { isGone, refundAmount, refundStatus } from './refunds.ts'
import { isSurelyLater } from './shown.ts'
import { capturedOf } from './totals.ts'

type Folded = FoldedStream<Payment, string>

/**
 * A snapshot that shows more refunded than reports explain; in minor units. `known` is what they
 * explain, and `missing` what they do not: null if nobody knows how much that is.
 */
interface Unexplained {
  readonly at: Instant
  readonly known: number
  readonly missing: number | null
}

/** Whether a refund ever succeeded: a snapshot may show it, even if it failed later. */
export const hasSucceeded = ({ refunded }: Refund): boolean => refunded !== null

/** Whether a refund ever succeeded, or still may. */
export const maySucceed = (refund: Refund): boolean =>
  hasSucceeded(refund) || refundStatus(refund) === 'open'

/**
 * What the refunds that `counts` accepts add up to, as far as a message may show them. The provider
 * may count chargebacks as refunded.
 */
const explained = (
  { context, occurrences }: Folded,
  event: DomainEvent,
  toleranceSeconds: number,
  counts: (refund: Refund) => boolean,
): number => {
  const at = saidAt(event)
  const shown = { since: at, until: at }
  const isShown = (each: Occurrence): boolean => !isSurelyLater(each, shown, toleranceSeconds)
  const inTime = new Set(
    occurrences
      .filter((each) => isGone(each.type) && isShown(each))
      .map(({ entityId }) => entityId),
  )
  const known = Object.entries(context.refunds).filter(
    ([id, refund]) => inTime.has(id) && counts(refund),
  )
  const unnamed = capturedOf(context) ?? 0
  const refunded = known.map(([, refund]) => refundAmount(refund) ?? unnamed)
  return total([
    ...refunded,
    everChargedBack({ occurrences: occurrences.filter(isShown) }, unnamed),
  ])
}

/** What chargebacks ever took. */
export const everChargedBack = (
  { occurrences }: Pick<Folded, 'occurrences'>,
  unnamed: number,
): number =>
  total(
    occurrences
      .filter(({ type, disposition }) => type === 'payment_chargeback' && disposition === 'chart')
      .map(({ data }) => (typeof data['amount'] === 'number' ? data['amount'] : unnamed)),
  )

/** What a snapshot leaves unexplained; null if nothing. */
const missingIn = (
  event: PaymentCaptured,
  known: number,
  captured: number | null,
): Unexplained | null => {
  const { partlyRefundedSeen: isPart, fullyRefundedSeen: isAll } = event.data
  const at = saidAt(event)
  if (isAll === true && captured === null) return { at, known, missing: null }
  if (isAll === true && captured !== null && known < captured) {
    return { at, known, missing: captured - known }
  }
  return isPart === true && known === 0 ? { at, known, missing: null } : null
}

/** Whether an event is of a snapshot that shows refunds by its status. */
const showsRefunds = ({ data }: PaymentCaptured): boolean =>
  data.partlyRefundedSeen === true || data.fullyRefundedSeen === true

/**
 * The snapshots whose status shows more refunded than the refunds that `counts` accepts. A refund
 * that is later than a snapshot does not explain it. @spec decisions#4
 */
export const unexplainedIn = (
  whole: Folded,
  toleranceSeconds: number,
  counts: (refund: Refund) => boolean,
): readonly Unexplained[] => {
  const seen: PaymentCaptured[] = []
  for (const { type, events } of whole.occurrences) {
    if (type !== 'payment_captured') continue
    for (const event of events as readonly PaymentCaptured[]) {
      if (showsRefunds(event)) seen.push(event)
    }
  }
  if (seen.length === 0) return []
  const captured = capturedOf(whole.context)
  return seen.flatMap((event) => {
    const known = explained(whole, event, toleranceSeconds, counts)
    return missingIn(event, known, captured) ?? []
  })
}
