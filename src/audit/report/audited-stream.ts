/** A stream of a log, folded: its state, the lines of its entries, and its consequences. */
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { State } from '../../contract/state.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import { snapshotIdIn } from '../../event/inferred.ts'
import { withoutOthers } from '../../merge/stream-subject.ts'
import type { Stream } from '../../words/stream.ts'
import type { ChainedEntry } from '../reading/chain.ts'
import type { LogLocation } from '../reading/log-finding.ts'

/** A folded stream, and a way to find its occurrences in the log. */
export interface AuditedStream {
  readonly stream: Stream
  readonly state: State
  /** The number of its own entries, without consequences from other streams. */
  readonly entries: number
  /** The first entry that reports an occurrence, given its key, or an event, given its id. */
  locationOf(key: string): LogLocation
}

/** The events of a stream, and the location of each event id. */
interface Held {
  readonly events: readonly DomainEvent[]
  readonly locations: ReadonlyMap<string, LogLocation>
}

/** The same, while the log is being read: new entries are added. */
export interface Growing {
  readonly events: DomainEvent[]
  readonly locations: Map<string, LogLocation>
}

/** A stream without events. */
export const nothing = (): Growing => ({ events: [], locations: new Map() })

/** Adds an entry. If two entries have the same event id, the first gives the location. */
export const hold = ({ events, locations }: Growing, { entry, line }: ChainedEntry): void => {
  const { stream, revision, event } = entry
  events.push(event)
  const id = idOf(event)
  if (!locations.has(id)) locations.set(id, { line, stream, revision })
}

/** A consequence of one stream for another, with the location of the entry that causes it. */
export interface LocatedConsequence {
  readonly from: Stream
  readonly stream: Stream
  readonly event: DomainEvent
  readonly at: LogLocation
}

/** The first entry that reports each occurrence, by key: made once, however many are looked up. */
const firstOf = ({ occurrences }: State, locationOf: (id: string) => LogLocation | undefined) => {
  const first = new Map<string, LogLocation>()
  for (const { key, events } of occurrences) {
    for (const id of [key, ...events.map(idOf)]) {
      const at = locationOf(id)
      const known = first.get(key)
      if (at !== undefined && (known === undefined || at.line < known.line)) first.set(key, at)
    }
  }
  return first
}

const locationIn = (stream: Stream, state: State, locations: Held['locations']) => {
  const ofId = (id: string) => locations.get(id) ?? locations.get(snapshotIdIn(id) ?? '')
  let first: ReadonlyMap<string, LogLocation> | null = null
  return (key: string): LogLocation => {
    first ??= firstOf(state, ofId)
    const [start] = locations.values()
    return first.get(key) ?? ofId(key) ?? start ?? { line: 0, stream, revision: null }
  }
}

/** Returns the consequences of a folded stream for other streams. */
export const consequencesOf = (
  machines: readonly AnyMachine[],
  { stream: from, state, locationOf }: AuditedStream,
): readonly LocatedConsequence[] => {
  const { consequences } = machines.find(({ id }) => id === state.machine) ?? {}
  if (consequences === undefined || consequences === null) return []
  return consequences
    .of(withoutOthers(state))
    .map(({ stream, event, key }) => ({ from, stream, event, at: locationOf(key) }))
}

/** Adds the consequences of other streams to a stream's own events, without duplicates. */
export const unitedWith = (
  { events, locations }: Held,
  received: readonly LocatedConsequence[],
): Held => {
  const more = received.filter(({ event }) => !locations.has(idOf(event)))
  if (more.length === 0) return { events, locations }
  return {
    events: [...events, ...more.map(({ event }) => event)],
    locations: new Map([...locations, ...more.map(({ event, at }) => [idOf(event), at] as const)]),
  }
}

/** Folds the events of a stream; `entries` counts only its own. */
export const foldedOf = (
  stream: Stream,
  { events, locations }: Held,
  entries: number,
  fold: (stream: Stream, events: readonly DomainEvent[]) => State,
): AuditedStream => {
  const state = fold(stream, events)
  return { stream, state, entries, locationOf: locationIn(stream, state, locations) }
}

const idOf = ({ metadata }: DomainEvent): string => metadata.eventId
