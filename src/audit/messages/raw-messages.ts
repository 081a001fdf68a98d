/** What entries name and what stored messages report, and how these are compared, both ways. */
import * as E from '#fp-ts/Either'
import { contentHash } from '../../event/content-hash.ts'
import { type DomainEvent, isUnsigned } from '../../event/envelope.ts'
import { INFORMATIONAL } from '../../event/informational-events.ts'
import { asStored } from '../../event/upcast.ts'
import { logDecoder, type Root } from '../../fold/root.ts'
import type { Entry } from '../../log/entry.ts'
import { amongTimes } from '../../merge/distinct-events.ts'
import { streamFor } from '../../merge/stream-subject.ts'
import { addAll, addTo, NONE } from '../../words/data/lists.ts'
import { remembering, rememberingOf } from '../../words/data/result-cache.ts'
import { prefixOf, type Stream, UNKNOWN } from '../../words/stream.ts'
import { type Instant, toInstant } from '../../words/time/instant.ts'
import { type MessageFinding, messageFinding } from './message-finding.ts'

/** An event that a message reports, and its stream. */
export interface Reported {
  readonly stream: Stream
  readonly event: DomainEvent
}

/** An event that a stored message or an entry reports: only what is compared. */
interface ReportedEvent {
  /** The event and its stream, as text that is equal exactly if both are, receipt and message apart. */
  readonly content: string
  readonly stream: Stream
  readonly eventId: string
  readonly type: string
  /** Its type in its stream if it is unsigned: a log has one such event until somebody looks. */
  readonly nudge: string | null
  readonly occurredAt: string | null
  readonly recordedAt: Instant
}

const comparedIn = (stream: Stream, event: DomainEvent): ReportedEvent => ({
  content: `${contentHash(event)} ${stream}`,
  stream,
  eventId: event.metadata.eventId,
  type: event.type,
  nudge: isUnsigned(event) ? `${stream} ${event.type}` : null,
  occurredAt: event.metadata.occurredAt,
  recordedAt: toInstant(event.metadata.recordedAt),
})

interface NamingEntry extends ReportedEvent {
  readonly line: number
  readonly revision: number
  readonly message: string | null
  /** Whether it is a step of ours: it may come from no message. */
  readonly isOurs: boolean
}

/** What persons decide, and what is recorded before a request leaves. */
const OUR_TYPES = (['sent', 'review', 'givenUp', 'answer'] as const).map(
  (each): string => INFORMATIONAL[each],
)

/** A step is ours only if we can make its type: what only the provider reports is not ours as it says so. */
export const namingIn = ({ machines }: Root) => {
  const commanded = machines.flatMap(({ commands }) =>
    Object.values(commands).map(({ event }) => event),
  )
  const ours = new Set([...OUR_TYPES, ...commanded])
  return (line: number, { stream, revision, event }: Entry): NamingEntry => {
    const { message = null, source } = event.metadata
    const isOurs = source === 'request' && ours.has(event.type)
    return { ...comparedIn(stream, event), line, revision, message, isOurs }
  }
}

/** A stored message, of which copies may report different events: one may be signed, another not. */
export interface RawMessage {
  readonly message: string
  /** The position of its first copy, from 1. */
  readonly number: number
  copies: number
  /** By content. */
  readonly events: Map<string, ReportedEvent>
}

/** Everything that is held, before anything is read; it grows while a log and a store are read. */
export const nothingRaw = () => ({
  entries: [] as NamingEntry[],
  /** By digest. */
  messages: new Map<string, RawMessage>(),
  /** What is derived, by content. */
  derived: new Map<string, ReportedEvent>(),
  /** The positions of stored messages without a digest. */
  without: [] as number[],
  ...{ lines: 0, unreadLines: 0, stored: 0, unread: 0 },
})

/** Everything that is held. */
export type Raw = ReturnType<typeof nothingRaw>

/** Prepares to compare events as the log would have them: each in its own stream, as it is read. */
export const asLogged = ({ machines }: Root) => {
  const decode = logDecoder(machines, asStored)
  const ownStream = streamFor(machines)
  return (events: readonly Reported[]): readonly ReportedEvent[] =>
    events.map(({ stream, event }) => {
      const decoded = E.getOrElse(() => event)(decode(event))
      return comparedIn(ownStream(stream, decoded), decoded)
    })
}

/** The message with a digest; a new one if it is the first copy. */
export const copyOf = ({ messages, stored }: Raw, message: string): RawMessage => {
  const known = messages.get(message)
  if (known !== undefined) return known
  const made = { message, number: stored, copies: 0, events: new Map() }
  messages.set(message, made)
  return made
}

/** Keeps what is reported by content; of copies, the one that was received first. */
export const keepFirst = (
  known: Map<string, ReportedEvent>,
  events: readonly ReportedEvent[],
): void => {
  for (const event of events) {
    const { recordedAt = event.recordedAt } = known.get(event.content) ?? {}
    if (event.recordedAt <= recordedAt) known.set(event.content, event)
  }
}

const MADE = /^made_/

/** An event's id in its stream; null if the id is made from the content, which it then names. */
const idIn = ({ stream, eventId }: ReportedEvent): string | null =>
  MADE.test(eventId) ? null : `${eventId} ${stream}`

const kindOf = ({ type, stream }: Pick<ReportedEvent, 'type' | 'stream'>): string =>
  `${type} ${stream}`

const isUnread = ({ type }: ReportedEvent): boolean => type === INFORMATIONAL.unrecognised

/** What an event replaces that an older release did not recognise: one of its id, signed or not as it is. */
const replacedBy = ({ eventId, nudge }: ReportedEvent, stream: string): string =>
  `${eventId} ${stream} ${nudge === null ? '' : 'unsigned'}`

/** The events that a message reports: each list is made once, and is the same for all who ask. */
const searched = ({ events }: RawMessage, logged: ReadonlySet<string>) => {
  const byId = new Map<string, ReportedEvent[]>()
  /** By the id in its stream, as `idIn` names it. */
  const byIdIn = new Map<string, ReportedEvent[]>()
  /** Those not in the log whose ids are made from contents. */
  const byKind = new Map<string, ReportedEvent[]>()
  /** The times of those in the log, by what they replace; what was not recognised may have had no stream. */
  const times = new Map<string, (string | null)[]>()
  for (const event of events.values()) {
    const id = idIn(event)
    const isLogged = logged.has(event.content)
    addTo(byId, event.eventId, event)
    if (id !== null) addTo(byIdIn, id, event)
    else if (!isLogged) addTo(byKind, kindOf(event), event)
    if (!isLogged || isUnread(event)) continue
    for (const at of ['', event.stream]) addTo(times, replacedBy(event, at), event.occurredAt)
  }
  const amongTimesOf = remembering((replaced: string) => amongTimes(times.get(replaced) ?? NONE))
  /** Whether the fold drops an entry, because the log has its message as it was read later. */
  const isReplaced = (entry: ReportedEvent): boolean => {
    const stream = prefixOf(entry.stream) === UNKNOWN ? '' : entry.stream
    return isUnread(entry) && amongTimesOf(replacedBy(entry, stream))(entry.occurredAt)
  }
  return { byId, byIdIn, byKind, isReplaced }
}

const storeOf = ({ entries, messages, derived }: Raw) => {
  const named = new Set(entries.map(({ message }) => message))
  /** The messages that no entry names, by what they report: a content, or an id in a stream. */
  const unnamed = new Map<string, RawMessage[]>()
  const reported = new Map(derived)
  for (const each of messages.values()) {
    keepFirst(reported, [...each.events.values()])
    for (const event of each.events.values()) {
      if (named.has(each.message)) continue
      addTo(unnamed, event.content, each)
      const id = idIn(event)
      if (id !== null) addTo(unnamed, id, each)
    }
  }
  const logged = new Set(entries.map(({ content }) => content))
  /** The types of unsigned events in the log, by stream: of several, it has perhaps one only. */
  const nudges = new Set(entries.map(({ nudge }) => nudge))
  const eventsOf = rememberingOf((message: RawMessage) => searched(message, logged))
  return { messages, reported, unnamed, logged, nudges, eventsOf }
}

type RawStore = ReturnType<typeof storeOf>

interface Wrong {
  readonly finding: MessageFinding
  readonly explains: readonly ReportedEvent[]
}

const wrong = (
  code: MessageFinding['code'],
  { line, stream, revision, message }: NamingEntry,
  number: number | null,
  explains: Wrong['explains'] = NONE,
): Wrong => ({
  finding: messageFinding(code, { line, stream, revision, message, number }),
  explains,
})

/** An entry whose message is not in the store: perhaps the message was changed there. */
const missing = (entry: NamingEntry, { unnamed, eventsOf }: RawStore): Wrong => {
  const id = idIn(entry)
  const other = unnamed.get(entry.content)?.[0] ?? unnamed.get(id ?? '')?.[0]
  if (other === undefined) return wrong('MessageMissing', entry, null)
  const explains = eventsOf(other).byIdIn.get(id ?? '') ?? NONE
  return wrong('MessageAltered', entry, other.number, explains)
}

/** An entry whose message is in the store, but does not report it. */
const other = (entry: NamingEntry, message: RawMessage, { eventsOf }: RawStore): Wrong | null => {
  const events = eventsOf(message)
  if (events.isReplaced(entry)) return null
  // an id that is made from the content changes with it
  const alike = idIn(entry) === null ? events.byKind.get(kindOf(entry)) : undefined
  const explains = events.byId.get(entry.eventId) ?? alike ?? NONE
  const code = message.events.size === 0 || explains.length > 0 ? 'ReadOtherwise' : 'NotInMessage'
  return wrong(code, entry, message.number, explains)
}

const judged = (entry: NamingEntry, store: RawStore): Wrong | null => {
  const { content, isOurs, message, recordedAt } = entry
  /** Nothing is recorded before it is received: an earlier time would settle what came later. */
  const isIn = (reported: ReadonlyMap<string, ReportedEvent>): boolean => {
    const known = reported.get(content)
    return known !== undefined && known.recordedAt <= recordedAt
  }
  if (message === null) {
    return isOurs || isIn(store.reported) ? null : wrong('NoMessage', entry, null)
  }
  const named = store.messages.get(message)
  if (named === undefined) return missing(entry, store)
  return isIn(named.events) ? null : other(entry, named, store)
}

const notLogged = (
  { message, number, events }: RawMessage,
  { logged, nudges }: RawStore,
  explained: ReadonlySet<ReportedEvent>,
): readonly MessageFinding[] =>
  [...events.values()]
    .filter((event) => !logged.has(event.content) && !explained.has(event))
    .filter(({ nudge }) => nudge === null || !nudges.has(nudge))
    .map(({ stream }) =>
      messageFinding('NotLogged', { line: null, stream, revision: null, message, number }),
    )

const ABSENT: ReadonlySet<string> = new Set(['MessageMissing', 'NoMessage'])

/** Compares every entry with its message, and every message with the log; `storedSince` excuses older entries. */
export const compareRaw = (raw: Raw, storedSince: Instant | null) => {
  const store = storeOf(raw)
  const explained = new Set<ReportedEvent>()
  const lists = new Set<Wrong['explains']>()
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
    if (lists.has(found.explains)) continue
    lists.add(found.explains)
    for (const event of found.explains) explained.add(event)
  }
  for (const each of raw.messages.values()) addAll(findings, notLogged(each, store, explained))
  for (const number of raw.without) {
    const nowhere = { line: null, stream: null, revision: null, message: null, number }
    findings.push(messageFinding('NoDigest', nowhere))
  }
  return { findings, unchecked }
}
