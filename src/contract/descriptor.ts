/** The descriptor of everything that can be found: a broken rule, a finding, a parked occurrence, a fault of a log. */
import type { Severity } from '../words/severity.ts'
import type { Instant } from '../words/time/instant.ts'
import type { Occurrence } from './occurrence.ts'

/** What a look-up requests: the entity itself, or the list of all actions on the entity. */
export type LookUp = 'entity' | 'actions'

/**
 * What to do next. `reported`: about what has happened already, for the auditor who finds it. `asked`:
 * before a step, for the engineer whose command is refused; absent if no command is refused for it.
 */
export interface Remedy {
  readonly reported: string
  readonly asked?: string
}

/** A state, as far as evidence is looked for in it. */
export interface WithOccurrences {
  readonly occurrences: readonly Occurrence[]
}

/** All that is said about what can be found under one name. `F` is what is found. */
export interface Descriptor<F extends object = object> {
  /** What is wrong, in a few words. */
  readonly title: string
  /** Explains what was found, in one sentence for a person. */
  explain(found: F): string
  readonly severity: Severity
  readonly source: string
  readonly remedy: Remedy
  /**
   * What to look up for its question: null if no look-up shows it, and a person settles it; absent if
   * it raises no question.
   */
  readonly lookUp?: LookUp | null
  /** The look-up that it `asks` for, if that is about another entity than the stream's. */
  request?(found: F): {
    readonly endpoint: string
    readonly params: Readonly<Record<string, string>>
    readonly from: Instant
  }
  /** It happens in the course of business: an audit counts it, and it is no finding there. */
  readonly isFact?: true
  /**
   * The types of the events that no command may cause while it is open, or what else waits: it is a doubt.
   * Empty: it is none, and only a rule of its machine looks at it.
   */
  readonly holds?: readonly string[]
  /** How much money hangs on it, in minor units, if that is not the greatest amount that an event it rests on names. */
  stake?(found: F): number
  /** The ids of the events that it rests on, if those are neither its `events` nor those with its key. */
  evidence?(found: F, state: WithOccurrences): readonly string[]
}
