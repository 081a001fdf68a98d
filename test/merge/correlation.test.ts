/** Which entity an event belongs to if it names the entity by another id, or by none. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, session } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { bind, byCommand } from '../../src/merge/correlation.ts'
import { reported } from '../given.ts'

/** The entity of each event, by its id; the same for the reversed list. */
const entities = (machine: Parameters<typeof bind>[0], ...events: readonly DomainEvent[]) => {
  const read = (all: readonly DomainEvent[]) =>
    Object.fromEntries(
      bind(machine, all).map(({ event, entityId }) => [event.metadata.eventId, entityId]),
    )
  expect(read(events.toReversed())).toEqual(read(events))
  return read(events)
}
const collection = (id: string, type: string, data: object) =>
  reported(type, { sourceId: 'src_1', ...data }, { id })

describe('an event', () => {
  test('that happens once has no entity', () => {
    expect(entities(session, reported('session_created', {}, { id: 'a' }))).toEqual({ a: '' })
  })

  test('of no lifecycle here is its own entity', () => {
    const strange = ['payment_expired', 'constructor'].map((type) =>
      reported(type, {}, { id: type }),
    )
    expect(entities(session, ...strange)).toEqual({
      payment_expired: 'payment_expired',
      constructor: 'constructor',
    })
  })

  test('appears once, whatever it is', () => {
    const events = [
      collection('a', 'mandate_created', {}),
      collection('b', 'unrecognised', {}),
      collection('c', 'collection_presented', { paymentId: 'pay_1' }),
      collection('d', 'collection_ended', {}),
    ]
    expect(bind(sepaMandate, events).map(({ event }) => event)).toEqual(events)
  })
})

describe('a collection', () => {
  const presented = collection('a', 'collection_presented', { commandId: 'c-1' })

  test('is known by its payment, or by its command until one event names both', () => {
    expect(entities(sepaMandate, presented)).toEqual({ a: 'command:c-1' })
    const ended = collection('b', 'collection_ended', { commandId: 'c-1', paymentId: 'pay_1' })
    expect(entities(sepaMandate, presented, ended)).toEqual({ a: 'pay_1', b: 'pay_1' })
  })

  test('of another command keeps its own id', () => {
    const other = collection('b', 'collection_presented', { commandId: 'c-2', paymentId: 'pay_1' })
    expect(entities(sepaMandate, presented, other)).toEqual({ a: 'command:c-1', b: 'pay_1' })
  })

  test('whose command got two payments is the smaller; each response has its own', () => {
    const both = ['pay_2', 'pay_1'].map((paymentId) =>
      collection(paymentId, 'collection_presented', { commandId: 'c-1', paymentId }),
    )
    expect(entities(sepaMandate, presented, ...both)).toEqual({
      a: 'pay_1',
      pay_1: 'pay_1',
      pay_2: 'pay_2',
    })
  })

  test('is the payment that its command became, where no message names both', () => {
    const commands = new Map([['c-1', { entityId: 'pay_7' }]])
    expect(byCommand([presented], 'paymentId', commands)).toEqual([
      { event: presented, entityId: 'pay_7' },
    ])
  })

  test('that names neither belongs to none, even if there is only one', () => {
    const named = collection('b', 'collection_presented', { paymentId: 'pay_1', amount: 100 })
    const nameless = collection('c', 'collection_ended', { amount: 100 })
    expect(entities(sepaMandate, named, nameless)).toEqual({ b: 'pay_1', c: null })
  })
})
