/** A stream of a log, folded: its state, the lines of its entries, and its consequences. */
import type { AnyMachine, Sums } from '../../contract/machine-record.ts'
import type { State } from '../../contract/state.ts'
import { contentHash } from '../../event/content-hash.ts'
import { type DomainEvent, dataIn, snapshotIdIn } from '../../event/envelope.ts'
import { impliedBy } from '../../fold/consequences.ts'
import { addTo, compare, joined, listsOf, NONE } from '../../words/data/lists.ts'
import { rememberingOf } from '../../words/data/result-cache.ts'
import { Currency } from '../../words/money.ts'
import type { Stream } from '../../words/stream.ts'
import {
  type ChainedEntry,
  type EvidentEntry,
  evidenceIn,
  evidenceOfLine,
} from '../reading/log-lines.ts'
import type { Stake } from './report.ts'
import { type NamedAmount, wholeStake } from './stake.ts'

/** A folded stream, and a way to find its occurrences in the log. */
export interface AuditedStream {
  readonly stream: Stream
  readonly state: State
  /** The number of its own entries, without consequences from other streams. */
  readonly entries: number
  /** The first entry that reports an occurrence, given its key. */
  locationOf(key: string): EvidentEntry
  /** The first entry of an event: of several with its id, one that has its content. */
  entryOf(event: DomainEvent): EventEntry | undefined
  /** The entries of events of an occurrence, given their ids and its key, in the order of the log. */
  entriesOf(ids: readonly string[], key: string): readonly EventEntry[]
  /** The money of the other stream whose consequence an event is, given its id. */
  stakeOf(id: string): Stake | null
}

interface EventEntry extends NamedAmount {
  readonly event: DomainEvent
  readonly entry: EvidentEntry
}

/** A consequence of one stream for another, with the location of the entry that causes it. */
export interface ReceivedConsequence {
  readonly from: Stream
  /** Whether the stream that has it is valid. */
  readonly isValid: boolean
  readonly stream: Stream
  readonly event: DomainEvent
  readonly at: EvidentEntry
  /** The most money that hangs on the stream that has it; null if no message names an amount. */
  readonly stake: Stake | null
}

/** The amount that the message of an event names. */
export const amountOf = (event: DomainEvent): number | null => {
  const { amount } = dataIn(event)
  return typeof amount === 'number' ? amount : null
}

/** The currency that the message of an event names. */
export const currencyOf = (event: DomainEvent): Currency | null => {
  const { currency } = dataIn(event)
  return Currency.is(currency) ? currency : null
}

const byLine = ({ entry: a }: EventEntry, { entry: b }: EventEntry): number =>
  a.line - b.line || compare(a.hash ?? '', b.hash ?? '')

/** Of events with one id, an occurrence has its own and those that none has; of consequences, the last. */
const entriesById = (
  { occurrences }: State,
  entries: readonly ChainedEntry[],
  received: readonly ReceivedConsequence[],
) => {
  const byId = new Map<string, EventEntry[]>()
  const put = (event: DomainEvent, entry: EvidentEntry): void => {
    const [amount, currency] = [amountOf(event), currencyOf(event)]
    addTo(byId, idOf(event), { event, entry, amount, currency })
  }
  for (const { entry, line } of entries) put(entry.event, evidenceIn(entry, line))
  for (const { event, at } of received.toReversed()) put(event, at)
  const keys = new Map<string, string>()
  for (const { key, events } of occurrences) {
    for (const event of events) {
      if ((byId.get(idOf(event)) ?? NONE).length > 1) keys.set(contentHash(event), key)
    }
  }
  const byKey = rememberingOf((sharing: readonly EventEntry[]) =>
    listsOf(sharing.map((each) => [keys.get(contentHash(each.event)), each])),
  )
  return (id: string, key?: string): readonly EventEntry[] => {
    const all = byId.get(id) ?? NONE
    const own = all.length < 2 || key === undefined ? undefined : byKey(all).get(key)
    if (own === undefined) return all
    const others = byKey(all).get(undefined)
    return others === undefined ? own : [...own, ...others].sort(byLine)
  }
}

/** The first entry that reports each occurrence, by key: made once, however many are looked up. */
const firstOf = (
  { occurrences }: State,
  entriesOf: (id: string, key: string) => readonly EventEntry[],
) => {
  const first = new Map<string, EvidentEntry>()
  for (const { key, events } of occurrences) {
    for (const id of [key, ...events.map(idOf)]) {
      const at = entriesOf(id, key)[0]?.entry
      const known = first.get(key)
      if (at !== undefined && (known === undefined || at.line < known.line)) first.set(key, at)
    }
  }
  return first
}

/** Nothing is looked through before the first is asked for. */
const locating = (
  stream: Stream,
  state: State,
  entries: readonly ChainedEntry[],
  received: readonly ReceivedConsequence[],
): Pick<AuditedStream, 'locationOf' | 'entryOf' | 'entriesOf'> => {
  let byId: ReturnType<typeof entriesById> | null = null
  let first: ReturnType<typeof firstOf> | null = null
  const known = (id: string, key?: string): readonly EventEntry[] => {
    byId ??= entriesById(state, entries, received)
    return byId(id, key)
  }
  const ofId = (id: string, key?: string): readonly EventEntry[] => {
    const own = known(id, key)
    return own.length > 0 ? own : known(snapshotIdIn(id) ?? '', key)
  }
  return {
    locationOf: (key) => {
      first ??= firstOf(state, ofId)
      const start = entries[0]?.entry.event ?? received[0]?.event
      const [at = start && ofId(idOf(start))[0]] = ofId(key)
      return (
        first.get(key) ?? at?.entry ?? evidenceOfLine({ line: 0, stream, revision: null }, null)
      )
    },
    entryOf: (event) => {
      const all = known(idOf(event))
      if (all.length < 2) return all[0]
      const content = contentHash(event)
      return all.find((each) => contentHash(each.event) === content) ?? all[0]
    },
    entriesOf: (ids, key) => {
      const found = ids.flatMap((id) => ofId(id, key))
      const all = new Map(found.map((each) => [each.entry.hash, each]))
      return [...all.values()].sort(byLine)
    },
  }
}

/** Returns the consequences of a folded stream, which has these sums, for other streams. */
export const consequencesOf = (
  machines: readonly AnyMachine[],
  { stream: from, state, locationOf }: AuditedStream,
  sums: Sums | null,
  isValid: boolean,
): readonly ReceivedConsequence[] => {
  const stake = wholeStake(from, sums)
  return impliedBy(machines, state).map(({ stream, event, key }) => ({
    ...{ stream, from, isValid, event, stake },
    at: locationOf(key),
  }))
}

/** Without those that the stream has: an entry that has only the id of one takes nothing away. */
const withoutOwn = (entries: readonly ChainedEntry[], received: readonly ReceivedConsequence[]) => {
  const ids = new Set(received.map(({ event }) => idOf(event)))
  const own = entries.flatMap(({ entry: { event } }) => (ids.has(idOf(event)) ? event : []))
  if (own.length === 0) return received
  const contents = new Set(own.map(contentHash))
  return received.filter(({ event }) => !contents.has(contentHash(event)))
}

/** Folds the entries of a stream together with the consequences that others have for it. */
export const foldedOf = (
  stream: Stream,
  entries: readonly ChainedEntry[],
  received: readonly ReceivedConsequence[],
  fold: (stream: Stream, events: readonly DomainEvent[]) => State,
): AuditedStream => {
  const more = withoutOwn(entries, received)
  const own = entries.map(({ entry }) => entry.event)
  const implied = more.map(({ event }) => event)
  const state = fold(stream, joined(own, implied))
  const stakes = new Map(received.map(({ event, stake }) => [idOf(event), stake]))
  const stakeOf = (id: string): Stake | null => stakes.get(id) ?? null
  const located = locating(stream, state, entries, more)
  return { stream, state, entries: entries.length, ...located, stakeOf }
}

const idOf = ({ metadata }: DomainEvent): string => metadata.eventId
