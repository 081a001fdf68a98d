/** Parked occurrences: they are recorded and shown, but the chart does not take them. */
import type { Severity } from '../words/severity.ts'
import type { LookUp } from './look-up.ts'

/** Why an occurrence is parked. */
export type ParkedReason =
  | 'Unsigned'
  | 'OtherSubject'
  | 'SubjectUnknown'
  | 'NotOfThisLifecycle'
  | 'NotOfTheseMachines'
  | 'NoEntity'
  | 'NoTransition'
  | 'Unassigned'

/** An occurrence that the chart did not take. */
export interface Parked {
  readonly key: string
  readonly reason: ParkedReason
}

/** The descriptor of a reason. `says` completes a sentence that starts with an occurrence's key. */
interface ParkedDescriptor {
  readonly says: string
  readonly severity: Severity
  readonly source: string
  readonly remedy: string
  /** What to look up for the occurrence's question; absent if no look-up would show more. */
  readonly lookUp?: LookUp
}

/** The descriptor of every reason. */
export const PARKED: Readonly<Record<ParkedReason, ParkedDescriptor>> = {
  Unsigned: {
    says: 'was in a message that anyone may have sent, so it counts for nothing.',
    severity: 'notice',
    source: 'decisions#54',
    remedy: 'Ask the provider: the response to your own request says what happened.',
    lookUp: 'entity',
  },
  OtherSubject: {
    says: 'is about another subject than this stream, so it counts for nothing here.',
    severity: 'error',
    source: 'decisions#47',
    remedy: 'Find out who appended it, and append it to the stream of its own subject.',
  },
  SubjectUnknown: {
    says: 'counts for nothing: no stream was given, and the events name several subjects.',
    severity: 'error',
    source: 'decisions#47',
    remedy: 'Fold the events of each subject by themselves, and name their stream.',
  },
  NotOfThisLifecycle: {
    says: 'is not part of any lifecycle that this stream can have.',
    severity: 'warning',
    source: 'delivery#what-becomes-of-what-does-not-fit',
    remedy: 'Look at the message: it does not belong to this kind of stream.',
  },
  NotOfTheseMachines: {
    says: 'is an event that no machine in the list defines.',
    severity: 'notice',
    source: 'delivery#what-becomes-of-what-does-not-fit',
    remedy: 'Add the machine that defines the event to the list.',
  },
  NoEntity: {
    says: 'matches no known entity, or more than one.',
    severity: 'notice',
    source: 'delivery#from-events-to-occurrences',
    remedy: 'None needed: where money is in doubt, a finding says so.',
  },
  NoTransition: {
    says: 'is not possible in the state that the earlier events lead to.',
    severity: 'warning',
    source: 'delivery#what-becomes-of-what-does-not-fit',
    remedy: 'Ask the provider for the history.',
    lookUp: 'actions',
  },
  Unassigned: {
    says: 'waits until a message names the payment method.',
    severity: 'notice',
    source: 'interface#payment-methods',
    remedy: 'Ask the provider for the payment: the response names its payment method.',
    lookUp: 'entity',
  },
}

/** Explains in one sentence, for a person, why an occurrence is parked. */
export const explainParked = ({ key, reason }: Parked): string => `${key} ${PARKED[reason].says}`
