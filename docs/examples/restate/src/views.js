/** Views of the log: the state of a stream, its commands, its open questions. */
import { getOrElseW } from 'fp-ts/lib/Either.js'
import { pf } from './payfold.js'

/**
 * @typedef {import('./stream-log.js').Log} Log
 * @typedef {import('payfold').Instant} Instant
 */

/** The view of a stream that has no machine yet. */
const [none, nothing] = [getOrElseW(() => []), getOrElseW(() => null)]

/** @param {Log} log @param {Instant} now */
export const streamView = ({ tip, state }, now) => {
  const then = getOrElseW(() => state)(pf.at(state, now))
  return {
    stream: tip.stream,
    machine: then.machine,
    status: then.status,
    revision: tip.revision,
    hash: tip.hash,
    sums: nothing(pf.sums(then)),
    findings: then.findings.map((finding) => ({
      code: finding.code,
      sentence: pf.explain(finding),
    })),
    parked: then.parked,
  }
}

/** @param {Log} log @param {Instant} now */
export const allowedView = ({ tip, state }, now) => ({
  stream: tip.stream,
  at: now,
  commands: none(pf.allowed(state, now)).map(
    ({ command, isAllowed, amount, until, refusals, inDoubt }) => ({
      command,
      isAllowed,
      amount,
      until,
      sentences: refusals.map(pf.explain),
      inDoubt: inDoubt === null ? null : { commandId: inDoubt.commandId, since: inDoubt.since },
    }),
  ),
})

/** @param {Log} log @param {Instant} now */
export const questionsView = ({ tip, state }, now) => ({
  stream: tip.stream,
  at: now,
  questions: none(pf.questions(state, now)),
})
