// @ts-check
/** Computes the state of every stream; payments are folded before the mandates that they used. */
import { ownLoop } from 'payfold/machine'
import { pf } from '../payfold.js'

/**
 * @typedef {import('payfold').Stream} Stream
 * @typedef {import('./logs.js').Logs} Logs
 * @typedef {ReturnType<typeof pf.fold>} Folded a state of any of the machines
 */

/** @param {Folded} state */
const consequencesOf = (state) => {
  const consequences = ownLoop(pf).consequences(state)
  return consequences._tag === 'Right' ? consequences.right : []
}

/**
 * Folds every stream. The consequences of a SEPA payment go into its mandate's log before the
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
