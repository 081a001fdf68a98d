/** Events that name what they are about: what is known of their types, and what they agree on. */
import type { DomainEvent } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import type { ClockTolerance } from '../event/lifecycle.ts'
import { isSame } from '../words/plain.ts'
import type { Stream } from '../words/stream.ts'
import type { AnyMachine, Subject } from './machine.ts'
import { givenBy, subjectNamedIn } from './subject.ts'

/** What this needs to know of a machine. */
export interface Naming extends Pick<AnyMachine, 'events' | 'constant' | 'names'> {
  readonly subject: Subject | null
}

/** What is known of the events of a type: where they are sorted, and the field that names them. */
export interface NamedKind {
  readonly phase: number
  readonly rank: number
  readonly tolerance: ClockTolerance
  /** The field with the id of the thing; null if the type can happen only once. */
  readonly field: string | null
}

type Fields = Readonly<Record<string, unknown>>

const INTERPRETED: ReadonlySet<string> = new Set(Object.values(INFORMATIONAL))

/** The types whose events name what they are about by one field, or can happen only once. */
export const namedKinds = ({ events, names = {} }: Naming): ReadonlyMap<string, NamedKind> => {
  const kinds = new Map<string, NamedKind>()
  for (const [rank, [type, { identity, phase, clockTolerance }]] of Object.entries(
    events,
  ).entries()) {
    const field = identity === 'once' ? null : names[identity]
    // what the engine interprets may imply more than it names
    const isInterpreted = INTERPRETED.has(type)
    if (field === undefined || isInterpreted) continue
    kinds.set(type, { phase, rank, tolerance: clockTolerance, field })
  }
  return kinds
}

/** The entity that an event names by itself, empty for a type that can happen only once; else null. */
export const entityNamedIn = ({ data, metadata }: DomainEvent, { field }: NamedKind) => {
  const { claimedAt, source } = metadata
  if (claimedAt !== undefined || source === 'unsigned' || source === 'inferred') return null
  if ('commandId' in data) return null
  if (field === null) return ''
  const entityId = (data as Fields)[field]
  return typeof entityId === 'string' && entityId !== '' ? entityId : null
}

/** What the events of a stream have in common, as far as they were read. */
export interface Common {
  own: string | null
  readonly named: unknown[]
}

/** What a stream without events has in common: the subject of its name. */
export const commonOf = ({ subject }: Naming, stream: Stream | null): Common => ({
  own: subject === null ? null : givenBy(subject, stream),
  named: [],
})

/** Whether an event names what those before it named of what is the same in a whole stream. */
const agrees = (constant: readonly string[], named: unknown[], data: Fields): boolean => {
  for (let index = 0; index < constant.length; index += 1) {
    const value = data[constant[index] as string]
    if (value === undefined) continue
    const known = named[index]
    if (known === undefined) named[index] = value
    else if (known !== value && !isSame(known, value)) return false
  }
  return true
}

/** Whether an event is about the subject of all others, and agrees with them; it is read then. */
export const isOfOne = (
  { subject, constant }: Naming,
  common: Common,
  event: DomainEvent,
): boolean => {
  if (subject !== null) {
    const about = (event.data as Fields)[subject.field]
    if (about !== common.own && subjectNamedIn(subject, event) !== null) {
      if (common.own !== null) return false
      common.own = about as string
    }
  }
  return agrees(constant, common.named, event.data as Fields)
}
