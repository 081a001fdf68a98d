/**
 * Finds the payment that a mandate's event concerns: by its payment id or, until a message names the
 * payment with the command, by the command's id.
 */
import type { Correlation } from '../../src/contract/machine-record.ts'
import { byCommand } from '../../src/merge/correlation.ts'

/**
 * A collection is identified by the id of its payment. @spec delivery#from-events-to-occurrences
 */
export const correlation = {
  collection: (events, commands) => byCommand(events, 'paymentId', commands),
} as const satisfies Correlation
