/** Explains refusals, findings, parked occurrences, windows and errors to a person. */
import { type Described, descriptorsOf } from '../contract/descriptors.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { BadUpcasters } from '../event/upcast.ts'
import type { Stale } from '../fold/resume.ts'
import type { RevisionConflict } from '../log/append.ts'
import type { Altered, NotCanonical } from '../log/line.ts'
import { attempt } from '../words/data/attempt.ts'
import { explainUnreadable, type Unreadable } from '../words/data/unreadable-input.ts'
import { UNREADABLE_POLICY } from '../words/policy.ts'
import type { Severity } from '../words/severity.ts'
import type { OtherSubject } from '../words/stream.ts'
import { formatted } from '../words/time/instant.ts'
import type { Ended, InDoubt, KeyReused } from './known-command.ts'
import type { Refused } from './validate.ts'
import { explainWindow } from './window-text.ts'
import type { WindowAt } from './windows.ts'

/** An error value that a method of the root returns. */
type RootError =
  | Unreadable
  | Refused
  | InDoubt
  | KeyReused
  | Ended
  | Stale
  | RevisionConflict
  | OtherSubject
  | Altered
  | Pick<NotCanonical, 'error'>
  | BadUpcasters
  | { readonly error: 'Unassigned' }

/** A finding of an audit, which has its sentence with it. */
interface InReport {
  readonly because: string
  readonly severity: Severity
}

/**
 * Everything that can be explained: a refusal, a finding, a parked occurrence, a finding of an audit, a
 * window, an error.
 */
export type Explained = Described | InReport | WindowAt | RootError

/** The sentence for any other value. */
const NOTHING = 'This is not a refusal, a finding, a parked occurrence, a window or an error.'

const UPCASTERS = {
  twice: 'Two steps start from this schema, or the code already reads this schema without a step.',
  gap: 'No step leads from this schema to a schema that the code reads today.',
  cycle: 'The steps from this schema lead back to it.',
} as const

/** How a command ended, in words. */
const ENDED = { refused: 'was refused by the provider', ended: 'was not carried out' } as const

const explainDoubt = ({ event, since, askFrom }: InDoubt): string => {
  const asked = `${event} was requested at ${formatted(since)}, and nobody knows whether the provider carried it out. It must not be sent again`
  return askFrom === null
    ? `${asked}: a person has to find out.`
    : `${asked}: from ${formatted(askFrom)} on, a look-up or a person ends the doubt.`
}

/**
 * Makes the function that explains a value, with the sentences of the machines' own descriptors.
 */
export const explainer = (machines: readonly AnyMachine[]) => {
  const { explain } = descriptorsOf(machines)
  const explainError = (problem: RootError): string => {
    switch (problem.error) {
      case 'Unreadable':
        return explainUnreadable(problem)
      case 'Refused':
        return problem.refusals.map(explain).join(' ')
      case 'InDoubt':
        return explainDoubt(problem)
      case 'KeyReused':
        return `Command ${problem.commandId} was recorded with another ${problem.differs.join(' and ')}: use a new id.`
      case 'Ended':
        return `Command ${problem.commandId} is over: it ${ENDED[problem.how]}. To command the step again, use a new id.`
      case 'Stale':
        if (problem.differs === 'content') {
          return 'The state is not what its events fold to: fold its stream again.'
        }
        if (problem.differs === 'tip') {
          return `The state was folded up to ${problem.actual}, but its stream is at ${problem.expected}: fold its stream again.`
        }
        return problem.expected === UNREADABLE_POLICY
          ? 'The policy lacks a value or has an invalid value, so nothing is judged: read the policy with readPolicy.'
          : `The state was folded with a different ${problem.differs}: fold its stream again.`
      case 'RevisionConflict':
        return `${problem.stream} ends at revision ${problem.actual}, not at ${problem.expected}: read the stream again and decide again.`
      case 'OtherSubject':
        return `What was given belongs to ${problem.belongsTo}, not to ${problem.stream}.`
      case 'Altered':
        return 'The line does not match its hash.'
      case 'NotCanonical':
        return 'The line is not in canonical form, or it contains more than the entry.'
      case 'BadUpcasters':
        return `The steps from ${problem.type} of schema ${problem.schema} cannot be used. ${UPCASTERS[problem.because]}`
      case 'Unassigned':
        return 'No machine is known for the stream yet.'
    }
  }
  const sentence = (what: Explained): string => {
    if ('error' in what) return explainError(what)
    if ('isOpen' in what) return explainWindow(what)
    return 'severity' in what ? what.because : explain(what)
  }
  return (what: Explained): string => {
    const text: unknown = attempt(
      () => sentence(what),
      () => NOTHING,
    )
    return typeof text === 'string' ? text : NOTHING
  }
}
