/** The parts of a long stream, by what ties events to them. They change in place. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Made } from './part.ts'
import { type Reach, reaches } from './reach.ts'
import { commandName, type Ties } from './ties.ts'

/** A part of a stream, and all the names and references that tie events to it. */
export interface Part {
  readonly names: Set<string>
  readonly references: Set<string>
  /** The events that joined since it was made. */
  joined: DomainEvent[]
  made: Made | null
}

type Index = Map<string, Set<Part>>

/** All parts of a stream. */
export interface Parts {
  readonly byName: Map<string, Part>
  readonly byReference: Index
  readonly seeking: Index
  readonly showing: Index
  /** The parts of which merging found or parked anything. */
  readonly flawed: Set<Part>
}

/** A stream without parts. */
export const noParts = (): Parts => ({
  byName: new Map(),
  byReference: new Map(),
  seeking: new Map(),
  showing: new Map(),
  flawed: new Set(),
})

const NO_PARTS: ReadonlySet<Part> = new Set()

const addPart = (index: Index, key: string, part: Part): void => {
  const known = index.get(key)
  if (known === undefined) index.set(key, new Set([part]))
  else known.add(part)
}

const removePart = (index: Index, key: string, part: Part): void => {
  const known = index.get(key)
  known?.delete(part)
  if (known?.size === 0) index.delete(key)
}

/** The parts to which the ties of an event lead. */
const tiedTo = (parts: Parts, { names, reference }: Ties): ReadonlySet<Part> => {
  const found = new Set<Part>()
  const add = (name: string): void => {
    const known = parts.byName.get(name)
    if (known !== undefined) found.add(known)
  }
  for (const name of names) {
    add(name)
    for (const each of parts.byReference.get(name) ?? NO_PARTS) found.add(each)
  }
  if (reference !== null) add(commandName(reference))
  return found
}

const setReach = (parts: Parts, part: Part, made: Made | null): void => {
  const { seeks: before, shows: shown } = part.made?.reach ?? NOTHING
  const { seeks, shows } = made?.reach ?? NOTHING
  for (const what of before.keys()) if (!seeks.has(what)) removePart(parts.seeking, what, part)
  for (const what of shown.keys()) if (!shows.has(what)) removePart(parts.showing, what, part)
  for (const what of seeks.keys()) if (!before.has(what)) addPart(parts.seeking, what, part)
  for (const what of shows.keys()) if (!shown.has(what)) addPart(parts.showing, what, part)
}

const NOTHING: Reach = { seeks: new Map(), shows: new Map() }

/** Sets what merging a part resulted in. */
export const setMade = (parts: Parts, part: Part, made: Made): void => {
  setReach(parts, part, made)
  part.made = made
  part.joined = []
  if (made.findings.length + made.parked.length > 0) parts.flawed.add(part)
  else parts.flawed.delete(part)
}

/** Takes a part out of the stream. */
export const leave = (parts: Parts, part: Part): void => {
  setReach(parts, part, null)
  parts.flawed.delete(part)
  for (const name of part.names) parts.byName.delete(name)
}

/** All events of a part. */
export const eventsOfPart = ({ made, joined }: Part): readonly DomainEvent[] =>
  made === null ? joined : [...made.events, ...joined]

/** Joins parts into the one with most names. All the others are then none. */
export const united = (parts: Parts, some: Iterable<Part>): Part => {
  const [largest, ...others] = [...some].sort((a, b) => b.names.size - a.names.size)
  const into = largest ?? {
    names: new Set<string>(),
    references: new Set<string>(),
    joined: [],
    made: null,
  }
  for (const other of others) {
    for (const event of eventsOfPart(other)) into.joined.push(event)
    setReach(parts, other, null)
    parts.flawed.delete(other)
    for (const name of other.names) {
      into.names.add(name)
      parts.byName.set(name, into)
    }
    for (const reference of other.references) {
      removePart(parts.byReference, reference, other)
      into.references.add(reference)
      addPart(parts.byReference, reference, into)
    }
  }
  return into
}

/** Joins an event, and all parts to which it is tied. */
export const join = (
  parts: Parts,
  event: DomainEvent,
  ties: Ties,
): { readonly part: Part; readonly before: readonly Part[] } => {
  const before = [...tiedTo(parts, ties)]
  const part = united(parts, before)
  part.joined.push(event)
  for (const name of ties.names) {
    part.names.add(name)
    parts.byName.set(name, part)
  }
  if (ties.reference !== null) {
    const reference = commandName(ties.reference)
    part.references.add(reference)
    addPart(parts.byReference, reference, part)
  }
  return { part, before }
}

/** The parts that a part is tied to by what it looks for, or shows. */
export const reachedBy = (parts: Parts, part: Part): readonly Part[] => {
  const found = new Set<Part>()
  const { reach } = part.made ?? { reach: NOTHING }
  for (const what of reach.seeks.keys()) {
    for (const other of parts.showing.get(what) ?? NO_PARTS) {
      if (other !== part && reaches(reach, other.made?.reach ?? NOTHING, what)) found.add(other)
    }
  }
  for (const what of reach.shows.keys()) {
    for (const other of parts.seeking.get(what) ?? NO_PARTS) {
      if (other !== part && reaches(other.made?.reach ?? NOTHING, reach, what)) found.add(other)
    }
  }
  return [...found]
}
