/** Views of the log: the state of a stream, its commands, its open questions. */
import { getOrElseW } from 'fp-ts/lib/Either.js'
import { tipOf } from 'payfold/machine'
import { pf } from './payfold.js'

/**
 * @typedef {object} Asked
 * @property {import('payfold').Stream} stream
 * @property {readonly import('payfold').Entry[]} entries all entries of the stream
 * @property {import('payfold').Instant} now the time of the view
 */

/** The view of a stream that has no machine yet. */
const [none, nothing] = [getOrElseW(() => []), getOrElseW(() => null)]

/** @param {Asked} asked */
export const streamView = ({ stream, entries, now }) => {
  const state = pf.fold(stream, entries)
  const then = getOrElseW(() => state)(pf.at(state, now))
  const tip = tipOf(stream, entries)
  return {
    stream,
    machine: then.machine,
    status: then.status,
    revision: tip.revision,
    hash: tip.hash,
    sums: nothing(pf.sums(then)),
    findings: then.findings.map((finding) => ({
      code: finding.code,
      key: finding.key,
      at: finding.at,
      sentence: pf.explain(finding),
    })),
    parked: then.parked,
    windows: none(pf.windows(state, now)).map(
      ({ name, entityId, opensAt, closesAt, isOpen, allows }) => ({
        name,
        entityId,
        opensAt,
        closesAt,
        isOpen,
        allows,
      }),
    ),
  }
}

/** @param {Asked} asked */
export const allowedView = ({ stream, entries, now }) => {
  const state = pf.fold(stream, entries)
  return {
    stream,
    machine: state.machine,
    at: now,
    commands: none(pf.allowed(state, now)).map(
      ({ command, isAllowed, amount, until, refusals, inDoubt }) => ({
        command,
        isAllowed,
        amount,
        until,
        refusals: refusals.map((refusal) => {
          const { remedy, source = '' } = pf.rules[refusal.rule] ?? {}
          return {
            rule: refusal.rule,
            sentence: pf.explain(refusal),
            remedy: remedy?.asked ?? '',
            source,
          }
        }),
        inDoubt: inDoubt === null ? null : { commandId: inDoubt.commandId, since: inDoubt.since },
      }),
    ),
  }
}

/** @param {Asked} asked */
export const questionsView = ({ stream, entries, now }) => ({
  stream,
  at: now,
  questions: none(pf.questions(pf.fold(stream, entries), now)),
})
