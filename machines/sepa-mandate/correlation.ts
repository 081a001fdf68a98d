/** Finds the payment of a mandate's event: by payment id, or by command id until the response. */
import { byCommand, type Correlation } from '../../src/fold/correlate.ts'

/**
 * A collection is identified by the id of its payment. @spec delivery#from-events-to-occurrences
 */
export const correlation = {
  collection: (events) => byCommand(events, 'paymentId'),
} as const satisfies Correlation
