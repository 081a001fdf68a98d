/** What the log is asked: how a stream stands, what may be done, what is open. */
import { allowed, at, explain, explainFinding, headOf, questions, windows } from 'payfold'

/**
 * @typedef {import('./stream-log.js').Log} Log
 * @typedef {import('payfold').Instant} Instant
 */

/** @param {Log} log @param {Instant} now */
export const streamView = ({ tip, machine, state }, now) => {
  const then = machine === null ? state : at(machine)(state, now)
  return {
    stream: tip.stream,
    machine: then.machine,
    status: then.status,
    revision: tip.revision,
    head: headOf([tip]),
    sums: machine?.sums?.(then.context) ?? null,
    findings: then.findings.map((/** @type {import('payfold').Finding} */ finding) => ({
      code: finding.code,
      sentence: explainFinding(finding),
    })),
    parked: then.parked,
  }
}

/** @param {Log} log @param {Instant} now */
export const allowedView = ({ tip, machine, state }, now) => ({
  stream: tip.stream,
  at: now,
  commands: (machine === null ? [] : allowed(machine)(state, now)).map(
    ({ command, isAllowed, amount, until, refusals, inDoubt }) => ({
      command,
      isAllowed,
      amount,
      until,
      sentences: refusals.map(explain),
      inDoubt: inDoubt === null ? null : { commandId: inDoubt.commandId, since: inDoubt.since },
    }),
  ),
})

/** @param {Log} log @param {Instant} now */
export const questionsView = ({ tip, machine, state }, now) => ({
  stream: tip.stream,
  at: now,
  questions: questions(state, machine === null ? [] : windows(machine)(state, now)),
})
