/** Parked occurrences: they are recorded and shown, but the chart does not take them. */
import type { Descriptor } from './descriptor.ts'

/** The descriptor of every reason. */
export const PARKED = {
  Unsigned: {
    title: 'Unsigned message, which counts for nothing',
    isFact: true,
    explain: ({ key }) =>
      `${key} was in a message that anyone may have sent, so it counts for nothing.`,
    severity: 'notice',
    source: 'decisions#54',
    remedy: { reported: 'Ask the provider: the response to your own request says what happened.' },
    lookUp: 'entity',
  },
  OtherSubject: {
    title: 'About another subject',
    explain: ({ key }) =>
      `${key} is about another subject than this stream, so it counts for nothing here.`,
    severity: 'error',
    source: 'decisions#47',
    remedy: {
      reported: 'Find out who appended it, and append it to the stream of its own subject.',
    },
  },
  SubjectUnknown: {
    title: 'Several subjects in one stream',
    explain: ({ key }) =>
      `${key} counts for nothing: no stream was given, and the events name several subjects.`,
    severity: 'error',
    source: 'decisions#47',
    remedy: { reported: 'Fold the events of each subject by themselves, and name their stream.' },
  },
  NotOfThisLifecycle: {
    title: 'Event of another lifecycle',
    explain: ({ key }) => `${key} is not part of any lifecycle that this stream can have.`,
    // a shop may get every message about a payment by card
    severity: 'notice',
    source: 'delivery#what-becomes-of-what-does-not-fit',
    remedy: { reported: 'None needed for a payment by card. Else look at the message.' },
  },
  NotOfTheseMachines: {
    title: 'Event of no machine in the list',
    explain: ({ key }) => `${key} is an event that no machine in the list defines.`,
    severity: 'notice',
    source: 'delivery#what-becomes-of-what-does-not-fit',
    remedy: { reported: 'Add the machine that defines the event to the list.' },
  },
  NoEntity: {
    title: 'Entity not known',
    explain: ({ key }) => `${key} matches no known entity, or more than one.`,
    severity: 'notice',
    source: 'delivery#from-events-to-occurrences',
    remedy: { reported: 'None needed: where money is in doubt, a finding says so.' },
  },
  NoTransition: {
    title: 'Not possible after earlier events',
    explain: ({ key }) => `${key} is not possible in the state that the earlier events lead to.`,
    severity: 'warning',
    source: 'delivery#what-becomes-of-what-does-not-fit',
    remedy: { reported: 'Ask the provider for the history.' },
    lookUp: 'actions',
  },
  Unassigned: {
    title: 'Payment method not known',
    explain: ({ key }) => `${key} waits until a message names the payment method.`,
    severity: 'notice',
    source: 'interface#payment-methods',
    remedy: {
      reported: 'Ask the provider for the payment: the response names its payment method.',
    },
    lookUp: 'entity',
  },
} as const satisfies Readonly<Record<string, Descriptor<{ readonly key: string }>>>

/** Why an occurrence is parked. */
export type ParkedReason = keyof typeof PARKED

/** An occurrence that the chart did not take. */
export interface Parked {
  readonly key: string
  readonly reason: ParkedReason
}
