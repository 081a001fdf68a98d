/** Every event there is, and how a stored one becomes an event again. */
import * as E from 'fp-ts/lib/Either.js'
import type { Json } from '../words/canonical.ts'
import { type Fits, fits } from '../words/fits.ts'
import { own } from '../words/own.ts'
import { firstProblem, type Unreadable, unreadable } from '../words/unreadable.ts'
import { besideEvents } from './beside.ts'
import type { Event } from './envelope.ts'
import type { Lifecycle } from './lifecycle.ts'
import { sepaMandateEvents } from './sepa-mandate.ts'
import { sepaPaymentEvents } from './sepa-payment.ts'
import { sessionEvents } from './session.ts'
import { ticketPaymentEvents } from './ticket-payment.ts'
import {
  asStored,
  type BadUpcasters,
  type Form,
  type StoredEvent,
  type Upcast,
  type Upcaster,
  upcasting,
} from './upcast.ts'

/** Every event type by name, with its codec. */
export const everyEvent: Lifecycle = {
  ...sessionEvents,
  ...sepaPaymentEvents,
  ...ticketPaymentEvents,
  ...sepaMandateEvents,
  ...besideEvents,
}

const isObject = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A stored event without what is not its own: in itself, in what it tells, and in what that counts. */
const owned = (value: unknown, depth = 2): unknown => {
  const kept = own(value)
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

/** Whether a form is one that is read today. */
const isToday = ({ type, schema }: Form): boolean => Object.hasOwn(everyEvent, type) && schema === 1

/** Chains steps from forms of your own past to those that are read today, or says why they lead nowhere. */
export const upcastToday: (upcasters: readonly Upcaster[]) => E.Either<BadUpcasters, Upcast> =
  upcasting(isToday)

/** The quick way in to every event. */
const quick: ReadonlyMap<unknown, Fits> = new Map(
  Object.entries(everyEvent).map(([type, { codec }]) => [type, fits(codec)]),
)

/** Whether a stored event is one of today's as it stands. */
const isEvent = (input: unknown): input is Event =>
  typeof input === 'object' &&
  input !== null &&
  'type' in input &&
  quick.get(input.type)?.(input) === true

/** Reads stored events: of today's form, or of an older one that the steps bring there. */
export const eventDecoder =
  (upcast: Upcast) =>
  (input: unknown): E.Either<Unreadable, Event> => {
    // no step begins at a form of today
    if (isEvent(input)) return E.right(input)
    const stored = owned(input)
    if (!isStored(stored)) return E.left(unreadable('event', 'an event', input))
    const now = upcast(stored)
    const kind = Object.hasOwn(everyEvent, now.type) ? everyEvent[now.type] : undefined
    if (kind === undefined) return E.left(unreadable('event.type', 'a known event', now.type))
    return E.mapLeft(firstProblem)(kind.codec.decode(now))
  }

/** Reads a stored event of any released form. */
export const decodeEvent: (input: unknown) => E.Either<Unreadable, Event> = eventDecoder(asStored)
