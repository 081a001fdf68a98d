/** Findings: what an auditor should look at in a stream, and the descriptor of each finding. */
import { formatted, type Instant } from '../words/time/instant.ts'
import type { Descriptor } from './descriptor.ts'
import type { ByFields, Refusal } from './refusal.ts'

/**
 * What every finding has: a code, the key of its occurrence (or an event id), and a time. `events` are
 * the ids of the events that it rests on, if these are not only those of its occurrence. `asks` is the
 * look-up that settles it, by endpoint, or null where a person does; absent if its descriptor says it.
 * `compared` are the values that were compared, where its other fields do not hold them; amounts are in
 * minor units.
 */
export interface FindingBase {
  readonly code: string
  readonly key: string
  readonly at: Instant | null
  readonly events?: readonly string[]
  readonly asks?: string | null
  readonly compared?: Readonly<Record<string, string | number | null>>
}

/** Values that were compared, by what they are. */
export type Compared = NonNullable<FindingBase['compared']>

/** A finding. For a broken rule, `code` is the rule's name and `refusal` the values it compared. */
export interface Finding extends FindingBase {
  readonly refusal?: Refusal
}

/** A finding for a broken rule: the provider reported the step although it breaks the rule. */
export interface RuleBroken<R extends Refusal = Refusal> extends FindingBase {
  readonly code: R['rule']
  readonly refusal: R
}

/** A claimed time that cannot be true: an empty date, or one that is too long after the message. */
type ClockSkew = FindingBase & {
  readonly code: 'ClockSkew'
  readonly claimedAt: Instant
}

/** Two messages with the same id but different content. */
export interface ConflictingDuplicate extends FindingBase {
  readonly code: 'ConflictingDuplicate'
  readonly eventId: string
}

/** Messages about one occurrence that differ in a field. */
export interface FieldDiffers extends FindingBase {
  readonly code: 'FieldDiffers'
  readonly field: string
}

/** A command was taken although the provider, a look-up or a person had said that it was not. */
type TakenAfterAll = FindingBase & {
  readonly code: 'TakenAfterAll'
  readonly commandId: string
}

/** One command was carried out twice, or again under another command after it had been denied. */
type PaidTwice = FindingBase & {
  readonly code: 'PaidTwice'
  readonly commandId: string
}

/** The findings that the fold can make in any stream. */
export type EngineFinding = ByFields<
  ClockSkew | ConflictingDuplicate | FieldDiffers | TakenAfterAll | PaidTwice
>

type FindingDescriptors<F extends FindingBase> = {
  readonly [Code in F['code']]: Descriptor<Extract<F, { code: Code }>>
}

/** The descriptors of the fold's own findings. */
export const ENGINE_FINDINGS: FindingDescriptors<EngineFinding> = {
  ClockSkew: {
    title: 'Claimed time not credible',
    explain: ({ claimedAt }) =>
      `The message claims the time ${formatted(claimedAt)}, before the provider existed or long after the message itself.`,
    severity: 'notice',
    source: 'decisions#3',
    remedy: { reported: 'None needed: another time counts.' },
  },
  ConflictingDuplicate: {
    title: 'Two messages with one id',
    explain: ({ eventId }) =>
      `Two messages share the id ${eventId} but differ in content; both are kept.`,
    severity: 'warning',
    source: 'delivery#from-a-message-to-an-event',
    remedy: { reported: 'Ask the provider which of the two messages is correct.' },
  },
  FieldDiffers: {
    title: 'Messages disagree on a field',
    explain: ({ field, key }) =>
      `Messages disagree on the ${field} of ${key}; the value from the strongest source counts.`,
    severity: 'warning',
    source: 'delivery#from-events-to-occurrences',
    remedy: { reported: 'None needed: the value from the strongest source counts.' },
  },
  TakenAfterAll: {
    title: 'Carried out although it had ended',
    explain: ({ commandId }) =>
      `Command ${commandId} was carried out, although it had been refused, not found or given up.`,
    severity: 'warning',
    source: 'commands#the-life',
    remedy: { reported: 'Check whether the same step was commanded again in the meantime.' },
  },
  PaidTwice: {
    title: 'Carried out more than once',
    explain: ({ commandId }) =>
      `What command ${commandId} asked for was carried out more than once.`,
    severity: 'error',
    source: 'commands#the-life',
    remedy: {
      reported:
        'Tell the customer and the provider. If nothing has come back since, the second payment has to be recovered.',
    },
  },
}
