/** Which entity an event belongs to if it names the entity by another id, or by none. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, ticketPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { bind } from '../../src/fold/correlate.ts'
import { reported } from '../given.ts'
import { defaultPolicy } from '../root.ts'

const event = (
  id: string,
  type: string,
  data: object,
  at: string | null = '2026-03-02T10:00:00Z',
) =>
  reported(
    type,
    { paymentId: 'pay_1', ...data },
    { id, at, recordedAt: at ?? '2026-03-09T10:00:00Z' },
  )

/** The entity of each event, by its id; the same for the reversed list. */
const abouts = (...events: readonly DomainEvent[]) => {
  const read = (all: readonly DomainEvent[], policy = defaultPolicy) =>
    Object.fromEntries(
      bind(sepaPayment, all, policy).map(({ event, entityId }) => [
        event.metadata.eventId,
        entityId,
      ]),
    )
  expect(read([...events].reverse())).toEqual(read(events))
  return read(events)
}

const requested = (id: string, data: object) => event(id, 'refund_requested', data)
const refunded = (id: string, data: object) => event(id, 'payment_refunded', data)
const chargeback = (id: string, data: object, at?: string | null) =>
  event(id, 'payment_chargeback', data, at)
const reversed = (id: string, data: object, at: string | null = '2026-04-02T10:00:00Z') =>
  event(id, 'chargeback_reversed', data, at)

describe('an event', () => {
  test('that happens once has no entity', () => {
    expect(abouts(event('a', 'payment_captured', { actionId: 'act_1' }))).toEqual({ a: '' })
  })

  test('of no lifecycle here is its own entity', () => {
    expect(abouts(event('a', 'payment_expired', {}), event('b', 'constructor', {}))).toEqual({
      a: 'a',
      b: 'b',
    })
  })

  test('appears once, whatever it is', () => {
    const events = [
      event('a', 'payment_pending', {}),
      event('b', 'unrecognised', {}),
      refunded('c', { actionId: 'act_1' }),
      chargeback('d', { actionId: 'act_2' }),
      reversed('e', { actionId: 'act_2' }),
    ]
    expect(bind(sepaPayment, events, defaultPolicy).map(({ event: each }) => each)).toEqual(events)
  })
})

describe('a refund', () => {
  test('is known by its command until an event names both ids', () => {
    const asked = requested('a', { commandId: 'c-1', amount: 300 })
    expect(abouts(asked)).toEqual({ a: 'command:c-1' })
    const answer = requested('b', { commandId: 'c-1', actionId: 'act_1', amount: 300 })
    expect(abouts(asked, answer)).toEqual({ a: 'act_1', b: 'act_1' })
  })

  test('is linked by any stage that names both ids, not by the request alone', () => {
    const asked = requested('a', { commandId: 'c-1' })
    const done = refunded('b', { commandId: 'c-1', actionId: 'act_1' })
    expect(abouts(asked, done)).toEqual({ a: 'act_1', b: 'act_1' })
  })

  test('of another command keeps its own id', () => {
    const answer = requested('a', { commandId: 'c-1', actionId: 'act_1' })
    expect(abouts(answer, requested('b', { commandId: 'c-2' }))).toEqual({
      a: 'act_1',
      b: 'command:c-2',
    })
  })

  test('whose command got two ids in responses has the smaller; each response has its own', () => {
    const answers = [
      requested('a', { commandId: 'c-1', actionId: 'act_2' }),
      requested('b', { commandId: 'c-1', actionId: 'act_1' }),
      requested('c', { commandId: 'c-1' }),
    ]
    expect(abouts(...answers)).toEqual({ a: 'act_2', b: 'act_1', c: 'act_1' })
  })

  test('without an id belongs to the only refund with its amount', () => {
    const known = [
      requested('a', { actionId: 'act_1', amount: 300 }),
      requested('b', { actionId: 'act_2', amount: 200 }),
    ]
    expect(abouts(...known, refunded('c', { amount: 300 }))['c']).toBe('act_1')
    expect(abouts(...known, refunded('c', { amount: 200 }))['c']).toBe('act_2')
    expect(abouts(...known, refunded('c', { amount: 100 }))['c']).toBe(null)
  })

  test('without an id belongs to none of several with its amount', () => {
    const known = [
      requested('a', { actionId: 'act_1', amount: 300 }),
      requested('b', { actionId: 'act_2', amount: 300 }),
    ]
    expect(abouts(...known, refunded('c', { amount: 300 }))['c']).toBe(null)
  })

  test('without an id and without another known refund belongs to none', () => {
    expect(abouts(refunded('a', { amount: 300 }))).toEqual({ a: null })
    expect(abouts(refunded('a', {}))).toEqual({ a: null })
    expect(abouts(refunded('a', { amount: 300 }), refunded('b', { amount: 300 }))).toEqual({
      a: null,
      b: null,
    })
  })

  test('without id and amount belongs to the only refund, and to none of two', () => {
    const one = requested('a', { actionId: 'act_1', amount: 300 })
    const two = requested('b', { actionId: 'act_2', amount: 200 })
    expect(abouts(one, refunded('c', {}))['c']).toBe('act_1')
    expect(abouts(one, two, refunded('c', {}))['c']).toBe(null)
  })

  test('without an id may belong to the only refund whose amount is unknown', () => {
    const unnamed = requested('a', { actionId: 'act_1' })
    expect(abouts(unnamed, refunded('c', { amount: 300 }))['c']).toBe('act_1')
    const named = refunded('b', { actionId: 'act_1', amount: 200 })
    expect(abouts(unnamed, named, refunded('c', { amount: 300 }))['c']).toBe(null)
    expect(abouts(unnamed, named, refunded('c', { amount: 200 }))['c']).toBe('act_1')
  })

  test('without an id may belong to one that is known by its command', () => {
    const asked = requested('a', { commandId: 'c-1', amount: 300 })
    expect(abouts(asked, refunded('b', { amount: 300 }))['b']).toBe('command:c-1')
  })

  test('is never taken for a chargeback with its amount', () => {
    const lost = chargeback('a', { actionId: 'act_1', amount: 300 })
    expect(abouts(lost, refunded('b', { amount: 300 }))).toEqual({ a: 'act_1', b: null })
  })
})

describe('every stage of a refund', () => {
  test.each([
    'refund_requested',
    'payment_refund_pending',
    'payment_refunded',
    'payment_refund_declined',
  ])('is known by its command until another id is: %s', (type) => {
    const stage = event('a', type, { commandId: 'c-1', amount: 5 })
    for (const machine of [sepaPayment, ticketPayment]) {
      expect(bind(machine, [stage], defaultPolicy).map(({ entityId }) => entityId)).toEqual([
        'command:c-1',
      ])
    }
  })
})

describe('a chargeback', () => {
  test('is known by its dispute, whatever action its events name', () => {
    const disputed = chargeback('a', { disputeId: 'dsp_1' })
    expect(abouts(disputed)).toEqual({ a: 'dsp_1' })
    const both = chargeback('b', { disputeId: 'dsp_1', actionId: 'act_1' })
    expect(abouts(disputed, both)).toEqual({ a: 'dsp_1', b: 'dsp_1' })
  })

  test('is not united with another by a reversal that names an id of each', () => {
    const events = [
      chargeback('a', { disputeId: 'dsp_1' }),
      chargeback('b', { actionId: 'act_1' }),
      reversed('c', { disputeId: 'dsp_1', actionId: 'act_1' }),
    ]
    expect(abouts(...events)).toEqual({ a: 'dsp_1', b: 'act_1', c: 'dsp_1' })
  })

  test('without an id is known by its first event, and united with those near it', () => {
    const at = (time: string) => `2026-03-02T${time}Z`
    const first = chargeback('b', { amount: 300 }, at('10:00:00'))
    const near = chargeback('a', { amount: 300 }, at('10:01:00'))
    const far = chargeback('c', { amount: 300 }, at('10:01:00.0000001'))
    expect(abouts(first, near)).toEqual({ a: 'event:b', b: 'event:b' })
    expect(abouts(first, near, far)).toEqual({ a: 'event:b', b: 'event:b', c: 'event:c' })
    const known = chargeback('a', { actionId: 'act_1', amount: 300 })
    expect(abouts(known, chargeback('b', { amount: 300 }))['b']).toBe('event:b')
  })

  test('of another kind of message is united by its dispute, and as a return by its action', () => {
    const own = chargeback('a', { actionId: 'act_1', amount: 300 })
    const listed = chargeback('b', { actionId: 'act_1', amount: 300, reportedAs: 'return' })
    expect(abouts(own, listed)).toEqual({ a: 'act_1', b: 'act_1' })
    const apart = chargeback('b', { actionId: 'act_1', amount: 300, reportedAs: 'dispute' })
    expect(abouts(own, apart)).toEqual({ a: 'act_1', b: 'event:b' })
    const disputed = chargeback('a', { disputeId: 'dsp_1', amount: 300 })
    const disputeReport = chargeback('b', {
      disputeId: 'dsp_1',
      amount: 300,
      reportedAs: 'dispute',
    })
    expect(abouts(disputed, disputeReport)).toEqual({ a: 'dsp_1', b: 'dsp_1' })
  })
})

describe('a reversal', () => {
  const lost = chargeback('a', { actionId: 'act_1', amount: 300 })
  const other = chargeback('b', { actionId: 'act_2', amount: 200 })

  test('belongs to the chargeback with its id, among any number', () => {
    expect(abouts(lost, other, reversed('r', { actionId: 'act_2' }))['r']).toBe('act_2')
  })

  test('belongs to the chargeback with its id even if its time is earlier', () => {
    const early = reversed('r', { actionId: 'act_2' }, '2026-01-01T10:00:00Z')
    expect(abouts(lost, other, early)['r']).toBe('act_2')
  })

  test('with another id, or none, belongs to the only chargeback that is not reversed', () => {
    expect(abouts(lost, reversed('r', { disputeId: 'dsp_9' }))['r']).toBe('act_1')
    expect(abouts(lost, reversed('r', {}))['r']).toBe('act_1')
    const first = reversed('q', { actionId: 'act_1' })
    expect(abouts(lost, other, first, reversed('r', {}, '2026-04-03T10:00:00Z'))).toEqual({
      a: 'act_1',
      b: 'act_2',
      q: 'act_1',
      r: 'act_2',
    })
  })

  test('that matches no chargeback, or several, belongs to none', () => {
    expect(abouts(reversed('r', {}))['r']).toBe(null)
    expect(abouts(lost, other, reversed('r', {}))['r']).toBe(null)
    expect(abouts(lost, other, reversed('r', { disputeId: 'dsp_9' }))['r']).toBe(null)
  })

  test('that names an id without a chargeback belongs to one that is not reported yet', () => {
    expect(abouts(reversed('r', { disputeId: 'dsp_9' }))['r']).toBe('dsp_9')
    expect(abouts(reversed('r', { actionId: 'act_9' }))['r']).toBe('act_9')
    const later = chargeback('a', { actionId: 'act_1' }, '2026-05-02T10:00:00Z')
    expect(abouts(later, reversed('r', { disputeId: 'dsp_9' }))['r']).toBe('dsp_9')
  })

  test('belongs to no other dispute, but may name any action', () => {
    expect(abouts(lost, reversed('r', { actionId: 'act_9' }))['r']).toBe('act_1')
    const disputed = chargeback('a', { actionId: 'act_1', disputeId: 'dsp_1' })
    expect(abouts(disputed, reversed('r', { disputeId: 'dsp_9' }))['r']).toBe('dsp_9')
    expect(abouts(disputed, other, reversed('r', { disputeId: 'dsp_9' }))['r']).toBe('act_2')
    const again = chargeback('b', { actionId: 'act_1' })
    expect(abouts(disputed, again, reversed('r', { disputeId: 'dsp_9' }))['r']).toBe('dsp_9')
  })

  test('may belong to a chargeback that has no id', () => {
    const nameless = chargeback('b', { amount: 999 })
    expect(abouts(lost, nameless, reversed('r', {}))).toEqual({ a: 'act_1', b: 'event:b', r: null })
    expect(abouts(nameless, reversed('r', { disputeId: 'dsp_9' }))).toEqual({
      b: 'event:b',
      r: 'event:b',
    })
  })

  test('of each of two disputes belongs to its own, though both name the capture as their action', () => {
    const first = chargeback('a', { actionId: 'act_1', disputeId: 'dsp_1' })
    const second = chargeback('b', { actionId: 'act_2', disputeId: 'dsp_2' })
    const won = reversed('q', { actionId: 'act_0', disputeId: 'dsp_1' })
    const wonToo = reversed('r', { actionId: 'act_0', disputeId: 'dsp_2' })
    expect(abouts(first, second, won, wonToo)).toEqual({
      a: 'dsp_1',
      b: 'dsp_2',
      q: 'dsp_1',
      r: 'dsp_2',
    })
  })

  test('without an id belongs to the only chargeback with its amount, else to the only one', () => {
    expect(abouts(lost, reversed('r', { amount: 100 }))['r']).toBe('act_1')
    expect(abouts(lost, other, reversed('r', { amount: 200 }))['r']).toBe('act_2')
    expect(abouts(lost, other, reversed('r', { amount: 100 }))['r']).toBe(null)
  })

  test('never belongs to a chargeback that came later, beyond the tolerance', () => {
    const at = '2026-04-02T10:00:00Z'
    const within = chargeback('a', { actionId: 'act_1' }, '2026-04-02T10:01:00Z')
    const beyond = chargeback('c', { actionId: 'act_1' }, '2026-04-02T10:01:00.0000001Z')
    expect(abouts(within, reversed('r', {}, at))['r']).toBe('act_1')
    expect(abouts(beyond, reversed('r', {}, at))['r']).toBe(null)
    expect(abouts(lost, beyond, reversed('r', {}, at))['r']).toBe('act_1')
  })

  test('may belong to a chargeback without a time', () => {
    const reportedLater = chargeback('a', { actionId: 'act_1' }, null)
    expect(abouts(reportedLater, reversed('r', {}, '2026-03-05T10:00:00Z'))['r']).toBe('act_1')
    expect(abouts(reportedLater, reversed('r', {}))['r']).toBe('act_1')
  })

  test('of a chargeback that is reversed already belongs to none', () => {
    const first = reversed('q', { actionId: 'act_1' })
    const second = reversed('r', {}, '2026-04-03T10:00:00Z')
    expect(abouts(lost, first, second)).toEqual({ a: 'act_1', q: 'act_1', r: null })
  })

  test('without an id belongs to the chargeback if it is the earlier of two', () => {
    const first = reversed('z', {}, '2026-04-02T10:00:00Z')
    const second = reversed('r', {}, '2026-04-03T10:00:00Z')
    expect(abouts(lost, first, second)).toEqual({ a: 'act_1', z: 'act_1', r: null })
  })

  test('reported twice for one unknown dispute belongs to one chargeback', () => {
    const both = [reversed('q', { disputeId: 'dsp_9' }), reversed('r', { disputeId: 'dsp_9' })]
    expect(abouts(lost, ...both)).toEqual({ a: 'act_1', q: 'act_1', r: 'act_1' })
    const afterwards = chargeback('b', { actionId: 'act_2' }, '2026-05-02T10:00:00Z')
    expect(abouts(lost, afterwards, ...both)).toMatchObject({ q: 'act_1', r: 'act_1' })
  })

  test('belongs to a chargeback that two messages report', () => {
    const again = chargeback('b', { actionId: 'act_1', amount: 300 })
    expect(abouts(lost, again, reversed('r', {}))['r']).toBe('act_1')
  })
})

describe('a collection', () => {
  const collection = (id: string, type: string, data: object) =>
    reported(type, { sourceId: 'src_1', ...data }, { id })
  const of = (...events: readonly DomainEvent[]) =>
    bind(sepaMandate, events, defaultPolicy).map(({ entityId }) => entityId)

  test('is known by its payment, or by its command until one event names both', () => {
    const presented = collection('a', 'collection_presented', { commandId: 'c-1' })
    expect(of(presented)).toEqual(['command:c-1'])
    const ended = collection('b', 'collection_ended', { commandId: 'c-1', paymentId: 'pay_1' })
    expect(of(presented, ended)).toEqual(['pay_1', 'pay_1'])
  })

  test('that names neither belongs to none, even if there is only one', () => {
    const presented = collection('a', 'collection_presented', { paymentId: 'pay_1', amount: 100 })
    const nameless = collection('b', 'collection_ended', { amount: 100 })
    expect(of(presented, nameless)).toEqual(['pay_1', null])
  })
})
