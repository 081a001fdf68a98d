/**
 * Finds the refund of an event: by action id, by command id until the response, otherwise by
 * amount.
 */
import { byAmount, byCommand, type Correlation } from '../../src/fold/correlate.ts'

/**
 * The correlation that SEPA and ticket payments share. @spec delivery#from-events-to-occurrences
 */
export const refundCorrelation = {
  refund: (events, _, policy) => byAmount(byCommand(events, 'actionId'), policy),
} as const satisfies Correlation
