/** Compares the entries of a log with a store of raw messages, both ways. */
import { INFORMATIONAL } from '../event/informational.ts'
import type { Instant } from '../words/instant.ts'
import { addTo } from '../words/lists.ts'
import type { Severity } from '../words/severity.ts'
import { type MessageFinding, messageFinding } from './message-finding.ts'
import type { NamingEntry, Raw, RawMessage, ReportedEvent } from './raw.ts'

const MADE = /^made_/

/** The messages of a store, for looking them up. */
interface Store {
  readonly messages: Raw['messages']
  /** Everything that some message reports, or that the backend derived. */
  readonly reported: ReadonlySet<string>
  /** The messages that no entry names, by what they report: a content, or an id in a stream. */
  readonly unnamed: ReadonlyMap<string, readonly RawMessage[]>
  /** The contents in the log. */
  readonly logged: ReadonlySet<string>
}

/** An event's id in its stream; null if the id is made from the content, which it then names. */
const idIn = ({ stream, eventId }: ReportedEvent | NamingEntry): string | null =>
  MADE.test(eventId) ? null : `${eventId} ${stream}`

const storeOf = ({ entries, messages, derived }: Raw): Store => {
  const named = new Set(entries.map(({ message }) => message))
  const unnamed = new Map<string, RawMessage[]>()
  const reported = new Set(derived)
  for (const each of messages.values()) {
    for (const event of each.events.values()) {
      reported.add(event.content)
      if (named.has(each.message)) continue
      addTo(unnamed, event.content, each)
      const id = idIn(event)
      if (id !== null) addTo(unnamed, id, each)
    }
  }
  return { messages, reported, unnamed, logged: new Set(entries.map(({ content }) => content)) }
}

/** What is wrong with an entry, and the reported events that this explains. */
interface Wrong {
  readonly finding: MessageFinding
  readonly explains: readonly ReportedEvent[]
}

const none: readonly ReportedEvent[] = []

const wrong = (
  code: MessageFinding['code'],
  { line, stream, revision, message }: NamingEntry,
  number: number | null,
  explains = none,
): Wrong => ({
  finding: messageFinding(code, { line, stream, revision, message, number }),
  explains,
})

/** An entry whose message is not in the store: perhaps the message was changed there. */
const missing = (entry: NamingEntry, { unnamed }: Store): Wrong => {
  const id = idIn(entry)
  const other = [entry.content, id ?? ''].flatMap((each) => unnamed.get(each) ?? [])[0]
  if (other === undefined) return wrong('MessageMissing', entry, null)
  const explains = [...other.events.values()].filter((event) => id !== null && idIn(event) === id)
  return wrong('MessageAltered', entry, other.number, explains)
}

/** An entry whose message is in the store, but does not report it. */
const other = (
  entry: NamingEntry,
  { events, number }: RawMessage,
  { logged }: Store,
): Wrong | null => {
  const all = [...events.values()]
  const same = all.filter(({ eventId }) => eventId === entry.eventId)
  const isSuperseded =
    entry.type === INFORMATIONAL.unrecognised && same.some(({ content }) => logged.has(content))
  if (isSuperseded) return null
  // an id that is made from the content changes with it
  const alike = all.filter(
    ({ content, eventId, stream, type }) =>
      MADE.test(eventId) &&
      MADE.test(entry.eventId) &&
      stream === entry.stream &&
      type === entry.type &&
      !logged.has(content),
  )
  const explains = same.length > 0 ? same : alike
  const code = all.length === 0 || explains.length > 0 ? 'ReadOtherwise' : 'NotInMessage'
  return wrong(code, entry, number, explains)
}

/** What is wrong with an entry; null if a message reports it. */
const judged = (entry: NamingEntry, store: Store): Wrong | null => {
  const { content, isOurs, message } = entry
  if (message === null) {
    return isOurs || store.reported.has(content) ? null : wrong('NoMessage', entry, null)
  }
  const named = store.messages.get(message)
  if (named === undefined) return missing(entry, store)
  return named.events.has(content) ? null : other(entry, named, store)
}

/** The events that a stored message reports and the log does not have, as one finding. */
const notLogged = (
  { message, number, events }: RawMessage,
  { logged }: Store,
  explained: ReadonlySet<ReportedEvent>,
): readonly MessageFinding[] =>
  [...events.values()]
    .filter((event) => !logged.has(event.content) && !explained.has(event))
    .map(({ stream }) =>
      messageFinding('NotLogged', { line: null, stream, revision: null, message, number }),
    )

/** The result of comparing: the findings, and how many entries could not be checked. */
interface Compared {
  readonly findings: readonly MessageFinding[]
  readonly unchecked: number
}

const ABSENT: ReadonlySet<string> = new Set(['MessageMissing', 'NoMessage'])

/**
 * Compares both ways: first every entry with the message it names, in the order of the log, then
 * every message with the log, in the order of the store. Entries recorded before `storedSince` may
 * name messages that are not stored.
 */
export const compareRaw = (raw: Raw, storedSince: Instant | null): Compared => {
  const store = storeOf(raw)
  const explained = new Set<ReportedEvent>()
  const findings: MessageFinding[] = []
  let unchecked = 0
  for (const entry of raw.entries) {
    const found = judged(entry, store)
    if (found === null) continue
    if (storedSince !== null && entry.recordedAt < storedSince && ABSENT.has(found.finding.code)) {
      unchecked += 1
      continue
    }
    findings.push(found.finding)
    for (const event of found.explains) explained.add(event)
  }
  for (const each of raw.messages.values()) findings.push(...notLogged(each, store, explained))
  for (const number of raw.without) {
    const nowhere = { line: null, stream: null, revision: null, message: null, number }
    findings.push(messageFinding('NoDigest', nowhere))
  }
  return { findings, unchecked }
}

/** How many findings have each severity. */
export const severitiesOf = (
  findings: readonly MessageFinding[],
): Readonly<Record<Severity, number>> => {
  const counts = { notice: 0, warning: 0, error: 0, fatal: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}
