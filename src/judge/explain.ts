/** Explains refusals, findings, parked occurrences, windows and errors to a person. */
import { commandNamed } from '../contract/command.ts'
import { type Described, descriptorsOf } from '../contract/descriptors.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { BadUpcasters } from '../event/upcast.ts'
import type { Stale } from '../fold/resume.ts'
import type { RevisionConflict } from '../log/append.ts'
import type { Altered, NotCanonical } from '../log/line.ts'
import { tryOr } from '../words/data/attempt.ts'
import { explainUnreadable } from '../words/data/unreadable-input.ts'
import {
  type BadSignature,
  explainBadSignature,
  explainUnsendable,
  type Unsendable,
} from '../words/message-errors.ts'
import { UNREADABLE_POLICY } from '../words/policy.ts'
import type { OtherSubject } from '../words/stream.ts'
import { formatted } from '../words/time/instant.ts'
import type { Undecided } from './decide.ts'
import { soonerIn } from './known-command.ts'
import type { WindowAt } from './windows.ts'
import { explainWindow } from './windows.ts'

type RootError =
  | Undecided
  | Stale
  | RevisionConflict
  | OtherSubject
  | Altered
  | Pick<NotCanonical, 'error'>
  | BadUpcasters
  | { readonly error: 'Unassigned' }
  | BadSignature
  | Unsendable

/** What has its sentence with it: a finding of an audit, a question, what authorizes a payment. */
interface Reasoned {
  readonly because: string
}

/**
 * Everything that can be explained: a refusal, a finding, a parked occurrence, a finding of an audit, a
 * question, a window, an error.
 */
export type Explained = Described | Reasoned | WindowAt | RootError

const NOTHING = 'This is not a refusal, a finding, a parked occurrence, a window or an error.'

const UPCASTERS = {
  twice: 'Two steps start from this schema, or the code already reads this schema without a step.',
  gap: 'No step leads from this schema to a schema that the code reads today.',
  cycle: 'The steps from this schema lead back to it.',
} as const

const ENDED = { refused: 'was refused by the provider', ended: 'was not carried out' } as const

const explainStale = ({ differs, actual, expected }: Stale): string => {
  if (differs === 'content')
    return 'The state is not what its events fold to: fold its stream again.'
  if (differs === 'tip') {
    return `The state was folded up to ${actual}, but its stream is at ${expected}: fold its stream again.`
  }
  return expected === UNREADABLE_POLICY
    ? 'The policy lacks a value or has an invalid value, or what was given as a machine is none, so nothing is judged: read the policy with readPolicy.'
    : `The state was folded with a different ${differs}: fold its stream again.`
}

type ErrorSentences = {
  readonly [Name in RootError['error']]: (
    problem: Extract<RootError, { readonly error: Name }>,
  ) => string
}

const errorSentences = (
  machines: readonly AnyMachine[],
  explain: (what: Described) => string,
): ErrorSentences => ({
  Unreadable: explainUnreadable,
  Refused: ({ refusals }) => refusals.map(explain).join(' '),
  InDoubt: ({ event, since, sendBy, askFrom }) => {
    const asked = `${commandNamed(machines, event)} was requested at ${formatted(since)}, and nobody knows whether the provider carried it out. It must not be sent again`
    return askFrom === null
      ? `${asked}: a person has to find out.`
      : `${asked}: from ${formatted(askFrom)} on, a look-up or a person ends the doubt.${soonerIn({ sendBy, askFrom })}`
  },
  KeyReused: ({ commandId, differs }) =>
    differs.length === 0
      ? `The id ${commandId} is the reference of a step that was taken without this command: use a new id.`
      : `Command ${commandId} was recorded with another ${differs.join(' and ')}: use a new id.`,
  Ended: ({ commandId, how }) =>
    `Command ${commandId} is over: it ${ENDED[how]}. To command the step again, use a new id.`,
  Stale: explainStale,
  RevisionConflict: ({ stream, actual, expected }) =>
    `${stream} ends at revision ${actual}, not at ${expected}: read the stream again and decide again.`,
  OtherSubject: ({ belongsTo, stream }) =>
    `What was given belongs to ${belongsTo}, not to ${stream}.`,
  Altered: () => 'The line does not match its hash.',
  NotCanonical: () => 'The line is not in canonical form, or it contains more than the entry.',
  BadUpcasters: ({ type, schema, because }) =>
    `The steps from ${type} of schema ${schema} cannot be used. ${UPCASTERS[because]}`,
  Unassigned: () => 'No machine is known for the stream yet.',
  BadSignature: explainBadSignature,
  Unsendable: (unsendable) => explainUnsendable(unsendable).join(' '),
})

/** Makes the function that explains a value, with the machines' own sentences. */
export const explainer = (machines: readonly AnyMachine[]) => {
  const { explain } = descriptorsOf(machines)
  const sentences = errorSentences(machines, explain)
  const sentence = (what: Explained): string => {
    if ('error' in what) return sentences[what.error](what as never)
    if ('isOpen' in what) return explainWindow(what)
    return 'because' in what && !('rule' in what) ? what.because : explain(what as Described)
  }
  return (what: Explained): string => {
    const text: unknown = tryOr(NOTHING, () => sentence(what))
    return typeof text === 'string' ? text : NOTHING
  }
}
