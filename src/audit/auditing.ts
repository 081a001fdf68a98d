/** The options of an audit. */
import * as t from 'io-ts'
import type { Upcast } from '../event/upcast.ts'
import { tryOr } from '../words/data/attempt.ts'
import { check, fields, fieldsIn, integer, namedField } from '../words/data/codec.ts'
import { isList } from '../words/data/plain-data.ts'
import { type Unreadable, unreadable } from '../words/data/unreadable-input.ts'
import { GivenTime, TIME, type Time } from '../words/time/given-time.ts'
import type { MessageReport } from './messages/message-audit.ts'
import { headIn, type PublishedHead } from './reading/heads.ts'
import type { Waiver } from './report/waivers.ts'

/** The options of an audit; one that cannot be read is a finding. */
export interface Auditing {
  readonly heads?: readonly PublishedHead[]
  /** What is not a `Waiver`, or no good one, is a finding: the list may come from a file. */
  readonly waivers?: readonly Waiver[]
  /** The time of the audit, by which waivers expire; without it, one with a last day covers nothing. */
  readonly waiversAsOf?: Time
  /** Converts events of older forms to today's. */
  readonly upcast?: Upcast
  /** Ignores events that occurred after this time, and says what is overdue by it. */
  readonly occurred?: Time
  /** The time by which something is overdue; by default the latest `recordedAt` in the log. */
  readonly now?: Time
  /**
   * Judges what the log knew: its first entries of this number, or what each stream had by this time.
   * The report says by what the entries were left out, and how many were. @spec decisions#62
   */
  readonly known?: number | Time
}

/** The options of a merge: also what was found in the stored messages, if they were compared. */
export interface Merging extends Auditing {
  readonly messages?: MessageReport
}

/** The options of an audit of single streams; the merge takes the same, with the waivers. */
export type AuditingParts = Omit<Auditing, 'now' | 'waivers' | 'waiversAsOf'>

const Limit = integer('a whole number from 0', 0, Number.MAX_SAFE_INTEGER)

const OPTIONS = {
  ...fields(t.unknown, 'heads', 'waivers'),
  ...fields(GivenTime, 'waiversAsOf', 'occurred', 'now'),
  known: t.union([Limit, GivenTime], `${Limit.name}, or ${TIME}`),
  upcast: check('a function', (input): input is Upcast => typeof input === 'function'),
}

/** With what stands beside them where an audit is kept, merged or compared. */
const NAMES: readonly string[] = [...Object.keys(OPTIONS), 'messages', 'steps', 'root']

/** The first option that no audit has, so that a misspelt head is not left out in silence. */
const strangeIn = (given: unknown): readonly Unreadable[] =>
  tryOr([], () => {
    const strange = Object.keys(Object(given)).find((name) => !NAMES.includes(name))
    if (strange === undefined) return []
    return [unreadable(namedField(strange), `one of ${NAMES.join(', ')}`, Object(given)[strange])]
  })

/** The options of an audit as they were read. */
export interface AskedAudit extends t.TypeOfPartialProps<typeof OPTIONS> {
  readonly heads: readonly PublishedHead[]
  readonly waivers: readonly unknown[]
  /** The options that cannot be read: the audit is made without them. */
  readonly unread: readonly Unreadable[]
  readonly messages?: MessageReport | undefined
}

/** What somebody gave as a list, by its positions alone; if it is none, a list of it. */
const listed = (given: unknown): readonly unknown[] =>
  tryOr([given], () =>
    isList(given) ? Array.from({ length: given.length }, (_, at) => given[at]) : [given],
  )

/**
 * Reads options that may come from outside, each alone. A head counts as far as it can be read; a waiver or
 * another option that cannot be read is a finding.
 */
export const readAuditing = (given: unknown): AskedAudit => {
  const { read, unread } = fieldsIn(OPTIONS, given)
  const { heads = [], waivers = [] } = read
  const wrong = [...unread, ...strangeIn(given)]
  return { ...read, unread: wrong, heads: listed(heads).map(headIn), waivers: listed(waivers) }
}
