/** A stream of a log, folded: its state, the lines of its entries, and its consequences. */
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { State } from '../../contract/state.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import { snapshotIdIn } from '../../event/inferred.ts'
import { withoutOthers } from '../../merge/stream-subject.ts'
import { joined, NONE } from '../../words/data/lists.ts'
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

/**
 * The location of each event id. If two entries have the same id, the first gives the location; of
 * consequences, the last.
 */
const locationsIn = (
  entries: readonly ChainedEntry[],
  received: readonly LocatedConsequence[],
): ReadonlyMap<string, LogLocation> => {
  const locations = new Map<string, LogLocation>()
  for (const { entry, line } of entries) {
    const { stream, revision, event } = entry
    const id = idOf(event)
    if (!locations.has(id)) locations.set(id, { line, stream, revision })
  }
  for (const { event, at } of received) locations.set(idOf(event), at)
  return locations
}

/** Finds occurrences in the log. Nothing is looked through before the first is asked for. */
const locating = (
  stream: Stream,
  state: State,
  entries: readonly ChainedEntry[],
  received: readonly LocatedConsequence[],
) => {
  const lookUp = () => {
    const locations = locationsIn(entries, received)
    const ofId = (id: string) => locations.get(id) ?? locations.get(snapshotIdIn(id) ?? '')
    const [start = { line: 0, stream, revision: null }] = locations.values()
    const first = firstOf(state, ofId)
    return (key: string): LogLocation => first.get(key) ?? ofId(key) ?? start
  }
  let found: ReturnType<typeof lookUp> | null = null
  return (key: string): LogLocation => {
    found ??= lookUp()
    return found(key)
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

/** The consequences of other streams whose events a stream does not have itself. */
const withoutOwn = (
  entries: readonly ChainedEntry[],
  received: readonly LocatedConsequence[],
): readonly LocatedConsequence[] => {
  if (received.length === 0) return NONE
  const own = new Set(entries.map(({ entry }) => idOf(entry.event)))
  return received.filter(({ event }) => !own.has(idOf(event)))
}

/** Folds the entries of a stream together with the consequences that others have for it. */
export const foldedOf = (
  stream: Stream,
  entries: readonly ChainedEntry[],
  received: readonly LocatedConsequence[],
  fold: (stream: Stream, events: readonly DomainEvent[]) => State,
): AuditedStream => {
  const more = withoutOwn(entries, received)
  const own = entries.map(({ entry }) => entry.event)
  const state = fold(
    stream,
    joined(
      own,
      more.map(({ event }) => event),
    ),
  )
  const locationOf = locating(stream, state, entries, more)
  return { stream, state, entries: entries.length, locationOf }
}

const idOf = ({ metadata }: DomainEvent): string => metadata.eventId
