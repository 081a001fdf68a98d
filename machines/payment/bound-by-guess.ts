/** Finds messages that do not name the refund or chargeback that they are taken to be about. */
import type { FindingBase } from '../../src/fold/finding.ts'
import type { FoldedStream } from '../../src/fold/machine.ts'
import { total } from '../../src/words/money.ts'
import { ownAt } from '../../src/words/plain.ts'
import { givenBackBy } from './chargebacks.ts'
import { type Definition, REVIEW } from './differing.ts'
import type { Payment } from './memory.ts'
import { amountNamed, isGone, refundAmount, refundStatus } from './refunds.ts'
import { capturedOf } from './sums.ts'

/** Messages, by the ids of their events, that may be about another refund or chargeback. */
export interface BoundByGuess extends FindingBase {
  readonly code: 'BoundByGuess'
  readonly events: readonly string[]
}

/** Finds each occurrence that is reported by messages that do not name it. */
export const boundByGuess: Definition<BoundByGuess> = {
  find: ({ occurrences }) =>
    occurrences.flatMap(({ key, at, guessed, disposition }) =>
      guessed === undefined || disposition !== 'chart'
        ? []
        : [{ code: 'BoundByGuess', key, at, events: guessed }],
    ),
  explain: ({ key }) =>
    `A message is taken as a report of ${key}, but does not name it: it may be about another.`,
  severity: 'warning',
  source: 'decisions#46',
  remedy: REVIEW,
  lookUp: null,
}

/** What an occurrence freed that only guesses report: a refund that failed, a reversal. */
const freedBy = (context: Payment, entityId: string): number | null => {
  const refund = ownAt(context.refunds, entityId)
  if (refund !== undefined) {
    return refundStatus(refund) === 'declined' ? refundAmount(refund, 'atWorst') : 0
  }
  const chargeback = ownAt(context.chargebacks, entityId)
  return chargeback === undefined ? 0 : givenBackBy(chargeback, capturedOf(context) ?? 0)
}

/**
 * How much a guess holds, in minor units: what is gone if the message is about another refund, or
 * is not free if it is about another chargeback. Null if nobody knows how much.
 */
export const heldByGuess = (
  { context, occurrences }: FoldedStream<Payment, string>,
  { key, events }: BoundByGuess,
): number | null => {
  const occurrence = occurrences.find((each) => each.key === key)
  if (occurrence === undefined) return 0
  const guessed = occurrence.events.filter(({ metadata }) => events.includes(metadata.eventId))
  if (!isGone(key)) {
    const isCertain = guessed.length < occurrence.events.length
    return isCertain ? 0 : freedBy(context, occurrence.entityId)
  }
  const amounts = guessed.map(({ data }) => amountNamed(data, context))
  return amounts.includes(null) ? null : total(amounts.map((amount) => amount ?? 0))
}
