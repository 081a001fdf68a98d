/** The open items that payments of every method can have. */
import type { Judge } from '../../src/fold/definition.ts'
import type { FoldedStream, OpenItem } from '../../src/fold/machine.ts'
import { money } from '../../src/words/money.ts'
import type { Payment } from './memory.ts'
import { everRefunded } from './refunds.ts'
import { everChargedBack, hasSucceeded, unexplainedIn } from './shown-refunds.ts'
import { capturedOf } from './totals.ts'

/** How much money the snapshots showed as refunded, in words. */
const seenRefunded = ({ refundedSeen, fullyRefundedSeen, currency }: Payment): string => {
  if (fullyRefundedSeen) return 'all of the money'
  return refundedSeen === null ? 'part of the money' : money(refundedSeen, currency)
}

/** The former words for it: the ids of stored questions are hashes of them. */
const formerlySeen = ({ refundedSeen, fullyRefundedSeen, currency }: Payment): string => {
  if (fullyRefundedSeen) return 'all of it'
  return refundedSeen === null ? 'a part of it' : money(refundedSeen, currency)
}

/** The types of the events that can show or report refunds. */
const EVIDENCE: ReadonlySet<string> = new Set(['state_observed', 'payment_refunded'])

/** The ids of the events behind the occurrences of some types. */
export const eventIdsOf = (
  { occurrences }: Pick<FoldedStream<Payment, string>, 'occurrences'>,
  isOfIt: (type: string) => boolean,
): readonly string[] =>
  occurrences
    .filter(({ type }) => isOfIt(type))
    .flatMap(({ events }) => events.map(({ metadata }) => metadata.eventId))

/**
 * Opens an item while snapshots show more refunded than the reported refunds add up to.
 * @spec decisions#4
 */
export const paymentOpenItems = (
  whole: FoldedStream<Payment, string>,
  judge: Judge,
): readonly OpenItem[] => {
  const { context } = whole
  const byStatus = unexplainedIn(whole, judge.toleranceSeconds, hasSucceeded)
  if (byStatus.length === 0 && context.refundedSeen === null) return []
  const ever = everRefunded(context, capturedOf(context))
  const explained = ever + everChargedBack(whole, capturedOf(context) ?? 0)
  const isMoreCounted = context.refundedSeen !== null && explained < context.refundedSeen
  if (byStatus.length === 0 && !isMoreCounted) return []
  const known = money(Math.min(ever, ...byStatus.map(({ known }) => known)), context.currency)
  const because =
    `A snapshot showed ${seenRefunded(context)} refunded, ` +
    `but the reported refunds add up to ${known}.`
  const formerKnown = money(ever, context.currency)
  const formerly = `A snapshot showed ${formerlySeen(context)} refunded, refunds are known for ${formerKnown}.`
  const events = eventIdsOf(whole, (type) => EVIDENCE.has(type))
  return [{ because, lookUp: 'actions', events, formerly }]
}
