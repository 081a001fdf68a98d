// @ts-check
/** From the logs to what is true: every stream folded, payments before the mandates they used. */
import { pf } from '../payfold.js'

/**
 * @typedef {import('payfold').Stream} Stream
 * @typedef {import('./logs.js').Logs} Logs
 * @typedef {ReturnType<typeof pf.fold>} Folded a state, whichever of the machines made it
 */

/** @param {Folded} state */
const consequencesOf = (state) => {
  const consequences = pf.consequences(state)
  return consequences._tag === 'Right' ? consequences.right : []
}

/**
 * Folds every stream. What a SEPA payment means for its mandate goes into the mandate's log before the
 * mandate is folded.
 *
 * @param {Logs} logs
 * @returns {Map<Stream, Folded>}
 */
export const foldAll = (logs) => {
  const states = new Map(
    logs.streams().map((stream) => [stream, pf.fold(stream, logs.eventsOf(stream))]),
  )
  const consequences = [...states.values()].flatMap(consequencesOf)
  logs.add(consequences)
  for (const stream of new Set(consequences.map((each) => each.stream))) {
    states.set(stream, pf.fold(stream, logs.eventsOf(stream)))
  }
  return states
}
