/** Every event there is, and how a stored one becomes an event again. */
import * as E from 'fp-ts/lib/Either.js'
import type { Json } from '../words/canonical.ts'
import { firstProblem, type Unreadable, unreadable } from '../words/unreadable.ts'
import { besideEvents } from './beside.ts'
import type { Event } from './envelope.ts'
import type { Lifecycle } from './lifecycle.ts'
import { sepaMandateEvents } from './sepa-mandate.ts'
import { sepaPaymentEvents } from './sepa-payment.ts'
import { sessionEvents } from './session.ts'
import { ticketPaymentEvents } from './ticket-payment.ts'
import { STEPS, type StoredEvent, upcast } from './upcast.ts'

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

const isStored = (value: unknown): value is StoredEvent =>
  isObject(value) &&
  typeof value['type'] === 'string' &&
  isObject(value['data']) &&
  isObject(value['metadata'])

/** Reads a stored event of any released form. */
export const decodeEvent = (stored: unknown): E.Either<Unreadable, Event> => {
  if (!isStored(stored)) return E.left(unreadable('event', 'an event', stored))
  const kind = Object.hasOwn(everyEvent, stored.type) ? everyEvent[stored.type] : undefined
  if (kind === undefined) return E.left(unreadable('event.type', 'a known event', stored.type))
  return E.mapLeft(firstProblem)(kind.codec.decode(upcast(STEPS)(stored)))
}
