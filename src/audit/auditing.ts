/** The options of an audit. */
import type { Upcast } from '../event/upcast.ts'
import type { Instant } from '../words/time/instant.ts'
import type { MessageReport } from './messages/message-audit.ts'
import type { PublishedHead } from './reading/heads.ts'
import type { KnownAt } from './reading/known-at.ts'
import type { Waiver } from './report/waivers.ts'

/** The options of an audit. */
export interface Auditing {
  readonly heads?: readonly PublishedHead[]
  /** What is not a `Waiver`, or no good one, is a finding: the list may come from a file. */
  readonly waivers?: readonly Waiver[]
  /** The time of the audit, by which waivers expire; without it, one with a last day covers nothing. */
  readonly waiversAsOf?: Instant
  /** Converts events of older forms to today's. */
  readonly upcast?: Upcast
  /** Ignores events that occurred after this time, and says what is overdue by it. */
  readonly occurred?: Instant
  /** The time by which something is overdue; by default the latest `recordedAt` in the log. */
  readonly now?: Instant
  /**
   * Judges what the log knew: its first entries of this number, or what each stream had by this time.
   * The report says by what the entries were left out, and how many were. @spec decisions#62
   */
  readonly known?: KnownAt
}

/** The options of a merge: also what was found in the stored messages, if they were compared. */
export interface Merging extends Auditing {
  readonly messages?: MessageReport
}

/** The options of an audit of single streams; the merge takes the same, with the waivers. */
export type AuditingParts = Omit<Auditing, 'now' | 'waivers' | 'waiversAsOf'>
