/** Audits a store of raw messages against the log: each must say what the other says. */
import * as E from '#fp-ts/Either'
import { MessageDigest } from '../../event/message-digest.ts'
import { asStored, type Upcast } from '../../event/upcast.ts'
import { logDecoder, logOf, type Root } from '../../fold/root.ts'
import { entryIn, lineReader } from '../../log/line.ts'
import { tryOr } from '../../words/data/attempt.ts'
import type { Instant } from '../../words/time/instant.ts'
import { linesIn } from '../reading/lines.ts'
import type { MessageFinding } from './message-finding.ts'
import {
  asLogged,
  compareRaw,
  copyOf,
  keepFirst,
  namingIn,
  nothingRaw,
  type Raw,
  type RawMessage,
  type Reported,
} from './raw-messages.ts'

/** How stored messages are read: exactly as the backend reads them when they arrive. */
export interface MessageAuditing<M> {
  /** The digest of a message's bytes: `({ raw }) => messageDigest(raw, { messageKey })`. */
  readonly digestOf: (message: M) => E.Either<unknown, string>
  /** The events of a message. Verify its signature here, too: then one that somebody made up reports nothing. */
  readonly read: (message: M) => E.Either<unknown, readonly Reported[]>
  /** Converts events of older forms to today's. */
  readonly upcast?: Upcast
  /**
   * The store has all messages received since this time, but perhaps not those from before. Entries
   * recorded earlier, whose message is not there, are counted as unchecked. That number must never
   * grow: if it does, somebody has appended an entry with an earlier time.
   */
  readonly storedSince?: Instant
}

/** The result of an audit of raw messages. */
export interface MessageReport {
  readonly form: 1
  readonly lines: number
  /** Lines that are no entries: the audit of the log says what is wrong with them. */
  readonly unreadLines: number
  /** Entries that were recorded before messages were stored, and could not be checked. */
  readonly unchecked: number
  /** Stored messages, every copy counted. */
  readonly stored: number
  /** Stored messages, each counted once, however often it is stored. */
  readonly messages: number
  /** Stored messages that today's reader cannot read: they report nothing. */
  readonly unread: number
  /** The message that is stored most often, if any is stored more than once. */
  readonly mostCopies: {
    readonly message: string
    readonly number: number
    readonly copies: number
  } | null
  /** First the findings at entries, in the order of the log, then those of stored messages. */
  readonly findings: readonly MessageFinding[]
}

/**
 * An audit in progress. Entries and messages may be passed in any order, also by turns. It holds,
 * of each entry, a hash, its ids and its place, and of each different message its digest and the
 * same of its events; it holds no body.
 */
export interface MessageAuditor<M> {
  line(text: string): void
  message(stored: M): void
  /** Takes events that the backend derived and appended, such as consequences: no message reports them. */
  derived(events: readonly Reported[]): void
  /** Returns the report; call it after the last line and the last message. */
  report(): MessageReport
}

const FAILED: E.Either<unknown, never> = E.left(null)

const mostOf = (messages: Raw['messages']): MessageReport['mostCopies'] => {
  let most: RawMessage | null = null
  for (const each of messages.values()) {
    if (each.copies > 1 && each.copies > (most?.copies ?? 0)) most = each
  }
  return most === null ? null : { message: most.message, number: most.number, copies: most.copies }
}

/** Starts an audit of raw messages under the machines of a root. @spec decisions#63 */
export const messageAuditor = <M>(
  root: Root,
  { digestOf, read, upcast = asStored, storedSince }: MessageAuditing<M>,
): MessageAuditor<M> => {
  const { machines } = root
  const raw = nothingRaw()
  const readLine = lineReader(logDecoder(machines, upcast), logOf(machines))
  const [logged, named] = [asLogged(root), namingIn(root)]

  return {
    line: (text) => {
      raw.lines += 1
      const entry = entryIn(readLine(text))
      if (entry === null) raw.unreadLines += 1
      else raw.entries.push(named(raw.lines, entry))
    },
    message: (stored) => {
      raw.stored += 1
      const digest = tryOr(FAILED, () =>
        E.filterOrElse(MessageDigest.is, () => null as unknown)(digestOf(stored)),
      )
      if (E.isLeft(digest)) {
        raw.without.push(raw.stored)
        return
      }
      const own = copyOf(raw, digest.right)
      own.copies += 1
      const events = tryOr(FAILED, () => E.map(logged)(read(stored)))
      if (E.isLeft(events)) raw.unread += 1
      else keepFirst(own.events, events.right)
    },
    derived: (events) => {
      keepFirst(
        raw.derived,
        tryOr([], () => logged(events)),
      )
    },
    report: () => {
      const { lines, unreadLines, stored, messages, unread } = raw
      const counted = { lines, unreadLines, stored, messages: messages.size, unread }
      const compared = compareRaw(raw, storedSince ?? null)
      return { form: 1, ...counted, mostCopies: mostOf(messages), ...compared }
    },
  }
}

/**
 * Compares a log with a store of raw messages. An entry that somebody made up is visible at once,
 * before the next head: it names a message that the store does not have, or that does not report it.
 * A log with consequences, as a desk appends them, needs `derived` of a `messageAuditor`.
 */
export const auditMessages =
  <M>(root: Root, auditing: MessageAuditing<M>) =>
  (chunks: Iterable<string | Uint8Array>, messages: Iterable<M>): MessageReport => {
    const under = messageAuditor(root, auditing)
    for (const line of linesIn(chunks)) under.line(line)
    for (const message of messages) under.message(message)
    return under.report()
  }
