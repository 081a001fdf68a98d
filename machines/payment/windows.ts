/** What payments of every method expect: an outcome, and the end of each refund. */
import type { WindowDefinition } from '../../src/contract/machine-record.ts'
import { type Span, spanOfDays } from '../../src/contract/window.ts'
import type { Policy } from '../../src/words/policy.ts'
import { civilDate, type Zone } from '../../src/words/time/calendar.ts'
import type { Dated } from '../../src/words/time/dated-values.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { lastDayExpected, onDay } from '../../src/words/time/last-day.ts'
import type { Rolling } from '../../src/words/time/length.ts'
import type { Payment } from './memory.ts'
import { refundStatus } from './sums.ts'

/** The span in which something is expected: a length of days from the day of its beginning on. */
export const spanExpected = (since: Instant, length: Dated<Rolling>, zone: Zone): Span => {
  const from = civilDate(since, zone)
  return spanOfDays(since, from, lastDayExpected(onDay(from), length), zone)
}

/** The windows of refunds that were requested or have begun, and are still open. */
export const refundProcessing = <
  S extends string,
  P extends Policy & { readonly refundProcessing: Dated<Rolling> },
>(
  zoneIn: (policy: P) => Zone,
): WindowDefinition<Payment, S, P> => ({
  of: ({ context: { refunds } }, policy) =>
    Object.entries(refunds).flatMap(([entityId, refund]) => {
      const begun = refund.asked ?? refund.pending
      if (begun === null || refundStatus(refund) !== 'open') return []
      return [{ ...spanExpected(begun.at, policy.refundProcessing, zoneIn(policy)), entityId }]
    }),
  kind: 'expectation',
  allows: 'The provider should carry out the refund.',
  countedFrom: 'the request',
  lengths: ['refundProcessing'],
  source: 'interface#refund-processing-time; decisions#40',
  lookUp: 'actions',
})
