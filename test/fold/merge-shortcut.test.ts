/** Which streams the shortcut of merging takes, and which it leaves to merging at length. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { mergingAtLength } from '../../src/fold/merge.ts'
import { mergeShortcut } from '../../src/fold/merge-shortcut.ts'
import type { Stream } from '../../src/words/stream.ts'
import { reported } from '../given.ts'
import { defaultPolicy } from '../root.ts'

const stream = 'payment-pay_1' as Stream
const at = '2026-03-02T10:00:00Z'
const shortcut = mergeShortcut(sepaPayment)
const atLength = mergingAtLength(sepaPayment, defaultPolicy)

const event = (
  type: string,
  data: object = {},
  stamp: Parameters<typeof reported>[2] = {},
): DomainEvent =>
  reported(type, { paymentId: 'pay_1', ...data }, { at, id: `evt_${type}`, ...stamp })

const captured = event('payment_captured', { amount: 1000 })
const refunded = (index: number, data: object = {}) =>
  event('payment_refunded', { actionId: `act_${index}`, ...data }, { id: `evt_${index}` })
const refunds = (count: number) => Array.from({ length: count }, (_, index) => refunded(index))

const keyed = (all: readonly { readonly key: string }[]) =>
  all.toSorted((a, b) => (a.key < b.key ? -1 : 1))

describe('the shortcut takes', () => {
  const TAKEN: readonly (readonly [string, readonly DomainEvent[]])[] = [
    ['no event', []],
    ['events that name their own things', [captured, refunded(1), refunded(2)]],
    ['a response', [event('payment_captured', {}, { source: 'response' })]],
    [
      'two stages of one thing',
      [refunded(1), event('payment_refund_pending', { actionId: 'act_1' })],
    ],
    [
      'the same source twice',
      [captured, refunded(1)].map((each) => ({
        ...each,
        data: { ...each.data, sourceId: 'src_1' },
      })),
    ],
    ['32 events', refunds(32)],
  ]

  test.each(TAKEN)('%s, as merging at length does', (_, events) => {
    const { occurrences, findings, parked } = atLength(events, stream)
    const taken = shortcut(events, stream)
    expect(JSON.stringify(keyed(taken ?? []))).toBe(JSON.stringify(keyed(occurrences)))
    expect(taken).not.toBe(null)
    expect([findings, parked]).toEqual([[], []])
  })
})

describe('the shortcut declines', () => {
  const claimedAt = '2027-03-02T10:00:00Z'
  const DECLINED: readonly (readonly [string, readonly DomainEvent[]])[] = [
    ['33 events', refunds(33)],
    ['a request of ours', [event('payment_captured', {}, { source: 'request' })]],
    ['an event that names a command', [refunded(1, { commandId: 'c-1' })]],
    ['an unsigned event', [event('payment_captured', {}, { source: 'unsigned' })]],
    ['an inferred event', [event('payment_captured', {}, { source: 'inferred' })]],
    [
      'a snapshot',
      [captured, event('state_observed', { status: 'captured' }, { source: 'response' })],
    ],
    ['a list of actions', [event('actions_listed', { askedAt: at, actions: [], unread: 0 })]],
    ['a review', [event('reviewed', { finding: 'x', events: [], as: 'counts', by: ['p-1'] })]],
    ['a message that nobody can read', [event('unrecognised', { name: 'payment_teleported' })]],
    ['an event of another lifecycle', [event('payment_expired')]],
    ['an event without a time', [event('payment_captured', {}, { at: null })]],
    [
      'an event whose processing time is not believed',
      [{ ...captured, metadata: { ...captured.metadata, claimedAt } } as DomainEvent],
    ],
    ['a refund that names no action', [event('payment_refunded')]],
    ['a refund whose action has an empty id', [event('payment_refunded', { actionId: '' })]],
    [
      'a chargeback, which may be the same as another',
      [event('payment_chargeback', { disputeId: 'dsp_1' })],
    ],
    [
      'two reports of one thing',
      [captured, { ...captured, metadata: { ...captured.metadata, eventId: 'evt_2' as never } }],
    ],
    ['one event twice', [refunded(1), { ...refunded(2), metadata: refunded(1).metadata }]],
    ['another subject', [captured, refunded(1, { paymentId: 'pay_2' })]],
    ['two sources', [refunded(1, { sourceId: 'src_1' }), refunded(2, { sourceId: 'src_2' })]],
  ]

  test.each(DECLINED)('%s', (_, events) => {
    expect(shortcut(events, stream)).toBe(null)
  })

  test('two subjects in a stream without a name', () => {
    expect(shortcut([captured, refunded(1)], null)).toHaveLength(2)
    expect(shortcut([captured, refunded(1, { paymentId: 'pay_2' })], null)).toBe(null)
  })

  test('a snapshot that a lifecycle has as an event of its own', () => {
    const { payment_captured: kind } = sepaPayment.events
    const events = { ...sepaPayment.events, state_observed: kind, own_event: kind }
    const own = mergeShortcut({ ...sepaPayment, events })
    expect(own([event('own_event')], stream)).toHaveLength(1)
    expect(own([event('state_observed')], stream)).toBe(null)
  })
})
