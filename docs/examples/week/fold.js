// @ts-check
/** From the logs to what is true: every stream folded, payments before the mandates they used. */
import { consequences, foldStream } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

/**
 * @typedef {import('payfold').Stream} Stream
 * @typedef {import('./logs.js').Logs} Logs
 * @typedef {ReturnType<typeof folded>} Folded a state, whichever of the machines made it
 */

const folded = foldStream([session, sepaPayment, sepaMandate, ticketPayment])

/**
 * Folds every stream. What a SEPA payment means for its mandate goes into the mandate's log before the
 * mandate is folded.
 *
 * @param {Logs} logs
 * @returns {Map<Stream, Folded>}
 */
export const foldAll = (logs) => {
  const states = new Map(
    logs.streams().map((stream) => [stream, folded(stream, logs.eventsOf(stream))]),
  )
  const told = [...states.values()].flatMap(consequences)
  logs.add(told)
  for (const stream of new Set(told.map((each) => each.stream))) {
    states.set(stream, folded(stream, logs.eventsOf(stream)))
  }
  return states
}
