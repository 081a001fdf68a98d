/** Decodes stored events with the codecs of the known event types. */
import * as E from '#fp-ts/Either'
import { attempt } from '../words/data/attempt.ts'
import { ownFields } from '../words/data/codec.ts'
import { type IsExact, isExact, isOpen, type Shown } from '../words/data/exact-match.ts'
import { isShallow, SHALLOW } from '../words/data/limits.ts'
import { isFixed, isObject } from '../words/data/plain-data.ts'
import { firstProblem, type Unreadable, unreadable } from '../words/data/unreadable-input.ts'
import type { DomainEvent } from './envelope.ts'
import type { Lifecycle } from './lifecycle.ts'
import {
  asStored,
  type BadUpcasters,
  type Form,
  type StoredEvent,
  type Upcast,
  type Upcaster,
  upcasting,
} from './upcast.ts'

/** Without `__proto__` and inherited fields, as deep as an object in the data. */
const owned = (value: unknown, depth = 2): unknown => {
  const kept = ownFields(value)
  if (depth === 0 || !isObject(kept)) return kept
  const cleaned = Object.entries(kept).flatMap(([name, inner]) => {
    const clean = owned(inner, depth - 1)
    return clean === inner ? [] : [[name, clean] as const]
  })
  return cleaned.length === 0 ? kept : { ...kept, ...Object.fromEntries(cleaned) }
}

const isStored = (value: unknown): value is StoredEvent =>
  isObject(value) &&
  typeof value['type'] === 'string' &&
  isObject(value['data']) &&
  isObject(value['metadata'])

/** Decodes one stored event. */
export type DecodeEvent = (input: unknown) => E.Either<Unreadable, DomainEvent>

/** Decodes stored events of some types. */
export interface Decoding {
  /** The known event types. */
  readonly lifecycle: Lifecycle
  /** Decodes an event in today's form; one that was decoded before is not looked through again. */
  readonly decode: DecodeEvent
  /** Decodes stored events in today's form, or in an older form that `upcast` brings up to date. */
  readonly decoder: (upcast: Upcast) => DecodeEvent
  /** Chains the steps from older forms to today's forms, or returns why they cannot be chained. */
  readonly upcasts: (upcasters: readonly Upcaster[]) => E.Either<BadUpcasters | Unreadable, Upcast>
}

/** Prepares to decode stored events of these types. */
export const decoding = (lifecycle: Lifecycle): Decoding => {
  const isToday = ({ type, schema }: Form): boolean =>
    Object.hasOwn(lifecycle, type) && schema === 1
  /** A fast check for every event type: whether an event already has exactly today's form. */
  const quick: ReadonlyMap<unknown, IsExact> = new Map(
    Object.entries(lifecycle).map(([type, { codec }]) => {
      const isOurs = isExact(codec)
      const isAny = isOpen(codec as unknown as Shown)
      return [type, isAny ? (value) => isOurs(value) && isShallow(value) : isOurs]
    }),
  )
  const isEvent = (input: unknown): input is DomainEvent =>
    typeof input === 'object' &&
    input !== null &&
    'type' in input &&
    quick.get(input.type)?.(input) === true
  /** Events that were decoded here and stay as they are; no copy of one is among them. */
  const known = new WeakSet<object>()
  const isDecoded = (input: unknown): input is DomainEvent => {
    if (typeof input !== 'object' || input === null) return false
    if (known.has(input)) return true
    if (!isEvent(input)) return false
    if (isFixed(input)) known.add(input)
    return true
  }
  const noEvent = (input: unknown) => E.left(unreadable('event', 'an event', input))
  const decoded = (upcast: Upcast, input: unknown): ReturnType<DecodeEvent> => {
    // an event in today's form needs no step
    if (isDecoded(input)) return E.right(input)
    const stored = owned(input)
    if (!isStored(stored)) return noEvent(input)
    const now = upcast(stored)
    const kind = Object.hasOwn(lifecycle, now.type) ? lifecycle[now.type] : undefined
    if (kind === undefined) return E.left(unreadable('event.type', 'a known event', now.type))
    const event = E.mapLeft(firstProblem)(kind.codec.decode(now))
    return E.isLeft(event) || isShallow(event.right)
      ? event
      : E.left(unreadable('event', SHALLOW, input))
  }
  const decoder =
    (upcast: Upcast): DecodeEvent =>
    (input) =>
      attempt(
        () => decoded(upcast, input),
        () => noEvent(input),
      )
  return { lifecycle, decoder, decode: decoder(asStored), upcasts: upcasting(isToday) }
}
