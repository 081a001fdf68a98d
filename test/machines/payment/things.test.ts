/** Which capture, refund or taking each message of a payment is about, by ids and never by likeness. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { fold } from '../../../src/fold/fold.ts'
import { reported } from '../../given.ts'

const of =
  (type: string, on = '2026-03-05T10:00:00Z') =>
  (id: string, data: object, at: string | null = on) =>
    reported(
      type,
      { paymentId: 'pay_1', ...data },
      { id, at, recordedAt: at ?? '2026-03-09T10:00:00Z' },
    )
const pending = of('payment_pending', '2026-03-01T10:00:00Z')('p', { amount: 1000 })
const captured = of('payment_captured', '2026-03-02T10:00:00Z')
const requested = (id: string, commandId: string, data: object = {}): DomainEvent =>
  reported(
    'refund_requested',
    { paymentId: 'pay_1', amount: 300, commandId, ...data },
    { id, at: '2026-03-05T10:00:00Z', source: 'request' },
  )
const answered = of('refund_requested')
const refunded = of('payment_refunded')
const taken = of('payment_chargeback')
const disputed = (id: string, data: object, at?: string) =>
  taken(id, { reportedAs: 'dispute', disputeStatus: 'received', ...data }, at)
const back = of('chargeback_reversed', '2026-04-02T10:00:00Z')

/**
 * What each event is about, by the event's id; null if it is of no thing, or counts for nothing. The
 * same in any order.
 */
const things = (...events: readonly DomainEvent[]) => {
  const read = (all: readonly DomainEvent[]) =>
    Object.fromEntries(
      fold(sepaPayment)(all).occurrences.flatMap(({ disposition, entityId, events: reports }) =>
        reports.map(({ metadata }) => [
          metadata.eventId,
          disposition === 'chart' ? entityId : null,
        ]),
      ),
    )
  const found = read(events)
  expect(read(events.toReversed())).toEqual(found)
  return found
}
const codes = (...events: readonly DomainEvent[]) =>
  fold(sepaPayment)(events).findings.map(({ code }) => code)

describe('a capture', () => {
  const first = captured('a', { actionId: 'act_1', amount: 1000 })

  test('is of its own if its action is another, and of the only one without an action', () => {
    const second = captured('b', { actionId: 'act_2', amount: 1000 }, '2026-03-03T10:00:00Z')
    const nameless = captured('c', { amount: 1000 })
    expect(things(pending, first, second)).toMatchObject({ a: '', b: 'act_2' })
    expect(things(pending, first, nameless)).toMatchObject({ a: '', c: '' })
  })

  test('without an action says nothing where several are known', () => {
    const second = captured('b', { actionId: 'act_2', amount: 1000 }, '2026-03-03T10:00:00Z')
    expect(things(pending, first, second, captured('c', { amount: 1 }))['c']).toBeNull()
  })
})

describe('a refund', () => {
  const paid = [pending, captured('c', { amount: 1000 })]

  test('is known by its command until a message names both ids', () => {
    const asked = requested('a', 'c-1')
    expect(things(...paid, asked)['a']).toBe('command:c-1')
    const named = { amount: 300, commandId: 'c-1', actionId: 'act_1' }
    for (const message of [answered('b', named), refunded('b', named)]) {
      expect(things(...paid, asked, message)).toMatchObject({ a: 'act_1', b: 'act_1' })
    }
  })

  test('is named by the id of its command as the reference, and not by the reference of an order', () => {
    const done = (reference: string) => refunded('b', { amount: 300, actionId: 'act_1', reference })
    for (const data of [{}, { reference: 'ORD-7' }]) {
      const asked = requested('a', 'c-1', data)
      expect(things(...paid, asked, done('c-1'))['a']).toBe('act_1')
      expect(things(...paid, asked, done('ORD-7'))['a']).toBe('command:c-1')
    }
  })

  test('of another command keeps its own id', () => {
    const answer = answered('b', { amount: 300, commandId: 'c-1', actionId: 'act_1' })
    expect(things(...paid, answer, requested('a', 'c-2'))).toMatchObject({
      a: 'command:c-2',
      b: 'act_1',
    })
  })

  test('of a command that got two actions is two; the command is the smaller one', () => {
    const both = ['act_2', 'act_1'].map((actionId, index) =>
      refunded(`r${index}`, { amount: 300, commandId: 'c-1', actionId }),
    )
    expect(things(...paid, requested('a', 'c-1'), ...both)).toMatchObject({
      a: 'act_1',
      r0: 'act_2',
      r1: 'act_1',
    })
  })

  test('of such a command, which names neither action, is one of its own', () => {
    const recorded = requested('q', 'refund-1')
    const [first, second] = ['act_1', 'act_2'].map((actionId, index) =>
      refunded(`r${index}`, { actionId, commandId: 'refund-1', amount: 300 }),
    ) as [DomainEvent, DomainEvent]
    const nameless = refunded('n', { commandId: 'refund-1', amount: 300 })
    expect(things(pending, recorded, first, nameless)).toMatchObject({ q: 'act_1', n: 'act_1' })
    expect(things(pending, recorded, first, second, nameless)).toMatchObject({
      q: 'act_1',
      n: 'command:refund-1',
    })
  })

  test('without any id is of none, whatever its amount', () => {
    const named = refunded('a', { actionId: 'act_1', amount: 300 })
    for (const data of [{ amount: 300 }, { amount: 299 }, {}]) {
      const nameless = of('payment_refund_pending')('b', data)
      expect(things(...paid, named, nameless)).toMatchObject({ a: 'act_1', b: null })
      expect(things(...paid, requested('d', 'c-1'), nameless)['b']).toBeNull()
      expect(codes(...paid, named, nameless)).toContain('Unbound')
    }
  })
})

describe('a taking', () => {
  const paid = [pending, captured('c', { amount: 1000, actionId: 'act_c' })]

  test('is its dispute, whatever action its messages name', () => {
    const all = [
      taken('a', { disputeId: 'dsp_1', actionId: 'act_1', amount: 300 }),
      disputed('b', { disputeId: 'dsp_1', actionId: 'act_c', amount: 300 }),
    ]
    expect(things(...paid, ...all)).toMatchObject({ a: 'dsp_1', b: 'dsp_1' })
  })

  test('is else its action, or the only dispute that is named with that', () => {
    const own = taken('a', { actionId: 'act_1', amount: 300 })
    expect(things(...paid, own)['a']).toBe('act_1')
    const one = taken('b', { actionId: 'act_1', disputeId: 'dsp_1', amount: 300 })
    expect(things(...paid, own, one)['a']).toBe('dsp_1')
    const two = taken('d', { actionId: 'act_1', disputeId: 'dsp_2', amount: 300 })
    expect(things(...paid, own, one, two)['a']).toBe('act_1')
  })

  test('is else itself: the action of a dispute is that of the capture', () => {
    expect(things(...paid, taken('a', { amount: 300 }))['a']).toBe('event:a')
    expect(things(...paid, disputed('a', { actionId: 'act_c', amount: 300 }))['a']).toBe('event:a')
    const both = [taken('a', { amount: 300 }), taken('b', { amount: 300 })]
    expect(things(...paid, ...both)).toMatchObject({ a: 'event:a', b: 'event:b' })
  })

  test('of more than half is one with an earlier one of its amount: a collection is taken back once', () => {
    const of = (amount: number) => [
      taken('a', { actionId: 'act_x', amount }),
      disputed('b', { disputeId: 'dsp_1', amount }, '2026-03-06T10:00:00Z'),
    ]
    expect(things(...paid, ...of(501))).toMatchObject({ a: 'act_x', b: 'act_x' })
    expect(codes(...paid, ...of(501))).not.toContain('OneOrTwo')
    expect(things(...paid, ...of(500))).toMatchObject({ a: 'act_x', b: 'dsp_1' })
    expect(codes(...paid, ...of(500))).toContain('OneOrTwo')
  })

  test('is another one if the earlier had been given back before, or both are disputes', () => {
    const first = taken('a', { actionId: 'act_x', amount: 1000 })
    const undone = back('r', { actionId: 'act_x' }, '2026-03-06T10:00:00Z')
    const at = (on: string) => disputed('b', { disputeId: 'dsp_1', amount: 1000 }, on)
    expect(things(...paid, first, undone, at('2026-03-06T10:00:00Z'))['b']).toBe('dsp_1')
    expect(things(...paid, first, undone, at('2026-03-06T09:59:59.9999999Z'))['b']).toBe('act_x')
    const disputes = ['dsp_1', 'dsp_2'].map((disputeId) =>
      disputed(disputeId, { disputeId, amount: 1000 }),
    )
    expect(things(...paid, ...disputes)).toMatchObject({ dsp_1: 'dsp_1', dsp_2: 'dsp_2' })
  })
})

describe('a giving back', () => {
  const paid = [pending, captured('c', { amount: 1000, actionId: 'act_c' })]
  const one = taken('a', { actionId: 'act_1', amount: 300 })
  const other = taken('b', { actionId: 'act_2', amount: 200 })
  const dispute = disputed('d', { disputeId: 'dsp_1', amount: 100 })

  test('is of the taking with its dispute, else with its action; before that it is a doubt', () => {
    const all = [...paid, one, other, dispute]
    expect(things(...all, back('r', { actionId: 'act_2' }))['r']).toBe('act_2')
    const early = back('r', { actionId: 'act_2' }, '2026-03-03T10:00:00Z')
    expect(codes(...all, early)).toContain('DisputeDiffers')
    expect(things(...all, back('r', { disputeId: 'dsp_1', actionId: 'act_2' }))['r']).toBe('dsp_1')
  })

  test('is else of the only one of its amount, if it names one', () => {
    expect(things(...paid, one, back('r', {}))['r']).toBe('act_1')
    expect(things(...paid, one, other, back('r', { amount: 200 }))['r']).toBe('act_2')
    expect(things(...paid, one, back('r', { amount: 299 }))['r']).toBeNull()
  })

  test('that fits several is of none, and a doubt; one that fits none counts nothing', () => {
    const two = [...paid, one, other, back('r', {})]
    expect([things(...two)['r'], codes(...two).includes('Unbound')]).toEqual([null, true])
    const none = [...paid, back('r', {})]
    expect([things(...none)['r'], codes(...none).includes('Unbound')]).toEqual([null, false])
  })

  test('of an unknown dispute is of one of more than half, of any other a person is asked', () => {
    const unknown = back('r', { disputeId: 'dsp_9' })
    const most = taken('m', { actionId: 'act_3', amount: 501 })
    expect(things(...paid, most, unknown)['r']).toBe('act_3')
    expect(things(...paid, dispute, most, unknown)['r']).toBe('act_3')
    expect(things(...paid, one, unknown)['r']).toBeNull()
    expect(codes(...paid, one, unknown)).toContain('Unbound')
    // never of another dispute
    expect(things(...paid, dispute, unknown)['r']).toBeNull()
    expect(codes(...paid, dispute, unknown)).not.toContain('Unbound')
  })

  test('is of one that was taken before it, to the tick', () => {
    const at = (on: string) => things(...paid, one, back('r', {}, on))['r']
    expect(at('2026-03-05T10:00:00Z')).toBeNull()
    expect(at('2026-03-05T10:00:00.0000001Z')).toBe('act_1')
  })

  test('without an id is not of one that was given back already', () => {
    const first = back('q', { actionId: 'act_1' })
    const second = back('r', {}, '2026-04-03T10:00:00Z')
    expect(things(...paid, one, first, second)).toMatchObject({ q: 'act_1', r: null })
    expect(things(...paid, one, other, first, second)).toMatchObject({ q: 'act_1', r: 'act_2' })
  })
})
