/** What look-ups and persons settle about one thing, of which messages say different values. */
import { contentHash } from '../../src/event/content-hash.ts'
import { type DomainEvent, dataIn, receivedAt } from '../../src/event/envelope.ts'
import { askedAtIn, INFORMATIONAL, spokenFor } from '../../src/event/informational-events.ts'
import { sortedBy } from '../../src/words/data/lists.ts'
import { earlier, type Instant, shift, type TimeText } from '../../src/words/time/instant.ts'

interface Spoken {
  readonly event: DomainEvent
  readonly asOf: Instant
  readonly data: Readonly<Record<string, unknown>>
}

/** A word as if it had been received as of the time for which it is true: all was so by then. */
export const asOfWord = ({ event, asOf }: Pick<Spoken, 'event' | 'asOf'>): DomainEvent => {
  const { after: _, ...metadata } = event.metadata
  return { ...event, metadata: { ...metadata, recordedAt: asOf as string as TimeText } }
}

/** The words of one or two persons each, which state something that is wanted: anything by default. */
export const spokenIn = (
  events: readonly DomainEvent[],
  isWanted: (data: Spoken['data']) => boolean = () => true,
): readonly Spoken[] =>
  events.flatMap((event) => {
    const [asOf, data] = [spokenFor(event), dataIn(event)]
    return asOf === null || !isWanted(data) ? [] : { event, asOf, data }
  })

/** The word that counts: the one as of the latest time, and of several of these the last received; a yes before a no. */
export const lastSpoken = (
  events: readonly DomainEvent[],
  isWanted: (data: Spoken['data']) => boolean,
): Spoken | undefined =>
  sortedBy(
    spokenIn(events, isWanted),
    ({ asOf, event, data }) =>
      `${asOf} ${receivedAt(event)} ${data['usable'] === false} ${event.metadata.eventId} ${contentHash(event)}`,
  ).at(-1)

/** From when on messages name two values; null while they name one. */
export const differSince = (
  namings: readonly (readonly [value: unknown, at: Instant])[],
): Instant | null => {
  const first = new Map<unknown, Instant>()
  for (const [value, at] of namings) first.set(value, earlier(at, first.get(value) ?? at))
  return [...first.values()].sort()[1] ?? null
}

/** What a message says of the thing: empty if it says that nothing is known of it yet. */
export interface Said {
  readonly event: DomainEvent
  readonly received: Instant
  readonly askedAt: Instant | null
  readonly value: string
}

/** Reads what a message says of a thing. */
export const said = (event: DomainEvent, value: string): Said => {
  const askedAt = event.type === INFORMATIONAL.snapshot ? askedAtIn(event) : null
  return { event, received: receivedAt(event), askedAt, value }
}

const lookUpsIn = (all: readonly Said[]): readonly Said[] =>
  sortedBy(
    all.filter(({ askedAt }) => askedAt !== null),
    ({ askedAt, received, event, value }) =>
      `${askedAt} ${received} ${event.metadata.eventId} ${value}`,
  )

const covers = (lookUp: Said | undefined, time: Instant, lagSeconds: number): boolean =>
  lookUp !== undefined && lookUp.askedAt !== null && time <= shift(lookUp.askedAt, -lagSeconds)

/** What a person states, and the value of it, if the word names one. */
export interface ValueWord extends Pick<Spoken, 'event' | 'asOf'> {
  readonly value: string | null
}

/** Whether a person, or the last of some look-ups, has settled what was received by a time. */
export const settledUntil = (
  all: readonly Said[],
  word: ValueWord | undefined,
  lagSeconds: number,
): ((received: Instant) => boolean) => {
  const last = lookUpsIn(all).at(-1)
  return (received) =>
    covers(last, received, lagSeconds) || (word !== undefined && received <= word.asOf)
}

/** What is left: the messages that count, those that count for nothing, and what is in doubt. */
export interface LeftValues {
  readonly counts: readonly Said[]
  readonly overruled: readonly Said[]
  /** No look-ups bear out the last one, or messages after a word that names no value name a new one. */
  readonly isContradicted: boolean
}

type Agrees = (a: string, b: string) => boolean

/**
 * The last look-up replaces the messages that it covers, if one of them says the same; otherwise it
 * replaces those that an earlier look-up covers, if that one was asked for at least the lag before, and
 * all since then say the same. Every other message is added.
 */
const byLookUps = (all: readonly Said[], agrees: Agrees, lagSeconds: number): LeftValues => {
  const lookUps = lookUpsIn(all)
  const last = lookUps.at(-1)
  if (last === undefined) return { counts: all, overruled: [], isContradicted: false }
  const isCovered = ({ received }: Said): boolean => covers(last, received, lagSeconds)
  const covered = all.filter((each) => each !== last && each.value !== '' && isCovered(each))
  // an earlier look-up is no report that bears the last one out
  const isBorneOut = covered.some(({ askedAt, value }) => askedAt === null && value === last.value)
  const since = lookUps
    .slice(lookUps.findLastIndex(({ value }) => value !== last.value) + 1)
    .findLast(
      (each) => each !== last && each.askedAt !== null && covers(last, each.askedAt, lagSeconds),
    )
  const differing = covered.filter(({ value }) => !agrees(value, last.value))
  const overruled = differing.filter(
    ({ received }) => isBorneOut || covers(since, received, lagSeconds),
  )
  const counts = all.filter((each) => !overruled.includes(each))
  return { counts, overruled, isContradicted: overruled.length < differing.length }
}

/** A person's word replaces what was received by its time; look-ups settle the rest. @spec decisions#42 */
export const settledBy = (
  all: readonly Said[],
  word: ValueWord | undefined,
  lagSeconds: number,
  agrees: Agrees = (a, b) => a === b,
): LeftValues => {
  if (word === undefined) return byLookUps(all, agrees, lagSeconds)
  const { event, asOf, value } = word
  const isOld = ({ received }: Said): boolean => received <= asOf
  const old = byLookUps(all.filter(isOld), agrees, lagSeconds)
  const fresh = all.filter((each) => !isOld(each))
  if (value === null) {
    const counts = [...old.counts, ...fresh]
    const known = new Set(all.filter(isOld).map((each) => each.value))
    const isContradicted = fresh.some((each) => !known.has(each.value))
    return { counts, overruled: old.overruled, isContradicted }
  }
  const isReplaced = (each: Said): boolean =>
    isOld(each) && each.value !== '' && !agrees(each.value, value)
  return {
    counts: [
      { event, received: asOf, askedAt: null, value },
      ...all.filter((each) => !isReplaced(each)),
    ],
    overruled: all.filter(isReplaced),
    isContradicted: false,
  }
}
