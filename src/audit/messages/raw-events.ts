/** Finds what a stored message reports, by id and by kind, at a cost that its length does not raise. */
import { addTo } from '../../words/data/lists.ts'
import type { NamingEntry, RawMessage, ReportedEvent } from './raw-messages.ts'

const MADE = /^made_/

type EventName = Pick<ReportedEvent | NamingEntry, 'stream' | 'eventId'>

/** An event's id in its stream; null if the id is made from the content, which it then names. */
export const idIn = ({ stream, eventId }: EventName): string | null =>
  MADE.test(eventId) ? null : `${eventId} ${stream}`

/** The events that a message reports: each list is made once, and is the same for all who ask. */
export interface EventsOf {
  /** Those with this id. */
  readonly withId: (eventId: string) => readonly ReportedEvent[]
  /** Whether one of those with this id is in the log. */
  readonly hasLogged: (eventId: string) => boolean
  /** Those with this id in its stream, as `idIn` names it. */
  readonly withIdIn: (id: string) => readonly ReportedEvent[]
  /** Those not in the log that an entry may have been, if ids are made from contents. */
  readonly alike: (entry: NamingEntry) => readonly ReportedEvent[]
}

const NONE: readonly ReportedEvent[] = []

const kindOf = ({ type, stream }: Pick<ReportedEvent, 'type' | 'stream'>): string =>
  `${type} ${stream}`

/** Prepares to search one message. */
const searched = ({ events }: RawMessage, logged: ReadonlySet<string>): EventsOf => {
  const byId = new Map<string, ReportedEvent[]>()
  const byIdIn = new Map<string, ReportedEvent[]>()
  const byKind = new Map<string, ReportedEvent[]>()
  const loggedIds = new Set<string>()
  for (const event of events.values()) {
    const id = idIn(event)
    const isLogged = logged.has(event.content)
    addTo(byId, event.eventId, event)
    if (id !== null) addTo(byIdIn, id, event)
    else if (!isLogged) addTo(byKind, kindOf(event), event)
    if (isLogged) loggedIds.add(event.eventId)
  }
  return {
    withId: (eventId) => byId.get(eventId) ?? NONE,
    hasLogged: (eventId) => loggedIds.has(eventId),
    withIdIn: (id) => byIdIn.get(id) ?? NONE,
    alike: (entry) => (idIn(entry) === null ? (byKind.get(kindOf(entry)) ?? NONE) : NONE),
  }
}

/** Searches messages, each prepared when it is first asked for. */
export const eventsIn = (logged: ReadonlySet<string>): ((message: RawMessage) => EventsOf) => {
  const known = new Map<RawMessage, EventsOf>()
  return (message) => {
    const found = known.get(message) ?? searched(message, logged)
    known.set(message, found)
    return found
  }
}
