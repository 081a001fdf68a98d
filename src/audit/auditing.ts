/** The options of an audit. */
import * as E from '#fp-ts/Either'
import type { Upcast } from '../event/upcast.ts'
import { tryOr } from '../words/data/attempt.ts'
import { isList } from '../words/data/plain-data.ts'
import { Instant } from '../words/time/instant.ts'
import type { MessageReport } from './messages/message-audit.ts'
import { type PublishedHead, readHead } from './reading/heads.ts'
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

/** What somebody gave as a list; if it is none, a list of it. */
const listed = <A>(given: readonly A[]): readonly A[] =>
  tryOr<readonly A[], readonly A[]>([given as A], () => (isList(given) ? given : [given as A]))

const rootIn = (given: unknown): string =>
  tryOr('', () => {
    const { root } = given as { readonly root: unknown }
    return typeof root === 'string' ? root : ''
  })

const headIn = (given: unknown): PublishedHead =>
  E.getOrElse((): PublishedHead => ({ root: rootIn(given) }))(readHead(given))

/**
 * Reads options that may come from outside. Of a head that cannot be read only the root counts, and without
 * one it differs from every log; options that cannot be looked into are one such head. A waiver that cannot
 * be read is a finding, and an unreadable time of the audit says nothing of when it was made.
 */
export const readAuditing = (given: Auditing): Auditing =>
  tryOr<Auditing, Auditing>({ heads: [headIn(null)] }, () => {
    const { heads, waivers, waiversAsOf, ...others } = { ...given }
    return {
      ...others,
      ...(heads === undefined ? {} : { heads: listed(heads).map(headIn) }),
      ...(waivers === undefined ? {} : { waivers: listed(waivers) }),
      ...(Instant.is(waiversAsOf) ? { waiversAsOf } : {}),
    }
  })
