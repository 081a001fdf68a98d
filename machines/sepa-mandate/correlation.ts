/**
 * Finds the payment that a mandate's event concerns: by its payment id or, until a response names
 * the payment, by its command id.
 */
import { byCommand, type Correlation } from '../../src/fold/correlate.ts'

/**
 * A collection is identified by the id of its payment. @spec delivery#from-events-to-occurrences
 */
export const correlation = {
  collection: (events) => byCommand(events, 'paymentId'),
} as const satisfies Correlation
