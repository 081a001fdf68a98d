/** What the log is asked: how a stream stands, what may be done, what is open. */
import {
  allowed,
  at,
  explain,
  explainFinding,
  headOf,
  machineOf,
  questions,
  RULES,
  tipOf,
  windows,
} from 'payfold'
import { eventsIn, folded, MACHINES } from './intake.js'

/**
 * @typedef {object} Asked
 * @property {import('payfold').Stream} stream
 * @property {readonly import('payfold').Entry[]} entries all of the stream's
 * @property {import('payfold').Instant} now the moment that is asked about
 */

/** @typedef {any} Any a machine and a state of its own: which, `machineOf` and the state say themselves */

/** @param {Asked} asked */
const seen = ({ stream, entries, now }) => {
  const events = eventsIn(entries)
  /** @type {Any} */
  const machine = machineOf(MACHINES, stream, events)
  /** @type {Any} */
  const state = folded(stream, events)
  const open = machine === null ? [] : windows(machine)(state, now)
  return { machine, state, open }
}

/** @param {Asked} asked */
export const streamView = (asked) => {
  const { machine, state, open } = seen(asked)
  const { stream, entries, now } = asked
  const then = machine === null ? state : at(machine)(state, now)
  const tip = tipOf(stream, entries)
  return {
    stream,
    machine: then.machine,
    status: then.status,
    revision: tip.revision,
    head: headOf([tip]),
    sums: machine?.sums?.(then.context) ?? null,
    findings: then.findings.map((/** @type {import('payfold').Finding} */ finding) => ({
      code: finding.code,
      key: finding.key,
      at: finding.at,
      sentence: explainFinding(finding),
    })),
    parked: then.parked,
    windows: open.map(({ name, about, opensAt, closesAt, isOpen, allows }) => ({
      name,
      about,
      opensAt,
      closesAt,
      isOpen,
      allows,
    })),
  }
}

/** @param {Asked} asked */
export const allowedView = (asked) => {
  const { machine, state } = seen(asked)
  const all = machine === null ? [] : allowed(machine)(state, asked.now)
  return {
    stream: asked.stream,
    machine: state.machine,
    at: asked.now,
    commands: all.map(({ command, isAllowed, amount, until, refusals, inDoubt }) => ({
      command,
      isAllowed,
      amount,
      until,
      refusals: refusals.map((refusal) => ({
        rule: refusal.rule,
        sentence: explain(refusal),
        remedy: RULES[refusal.rule].remedy,
        source: RULES[refusal.rule].source,
      })),
      inDoubt: inDoubt === null ? null : { commandId: inDoubt.commandId, since: inDoubt.since },
    })),
  }
}

/** @param {Asked} asked */
export const questionsView = (asked) => {
  const { state, open } = seen(asked)
  return { stream: asked.stream, at: asked.now, questions: questions(state, open) }
}
