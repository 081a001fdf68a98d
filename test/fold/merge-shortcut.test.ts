/** Which streams the shortcut of merging takes, and which it leaves to merging at length. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { merging, mergingAtLength } from '../../src/fold/merge.ts'
import { mergeShortcut } from '../../src/fold/merge-shortcut.ts'
import type { Stream } from '../../src/words/stream.ts'
import { reported } from '../given.ts'
import { defaultPolicy } from '../root.ts'

const stream = 'mandate-src_1' as Stream
const at = '2026-03-02T10:00:00Z'
const shortcut = mergeShortcut(sepaMandate)
const atLength = mergingAtLength(sepaMandate, defaultPolicy)

const event = (
  type: string,
  data: object = {},
  stamp: Parameters<typeof reported>[2] = {},
): DomainEvent =>
  reported(type, { sourceId: 'src_1', ...data }, { at, id: `evt_${type}`, ...stamp })

const created = event('mandate_created')
const presented = (index: number, data: object = {}) =>
  event('collection_presented', { paymentId: `pay_${index}`, ...data }, { id: `evt_${index}` })
const collections = (count: number) => Array.from({ length: count }, (_, index) => presented(index))

const keyed = (all: readonly { readonly key: string }[]) =>
  all.toSorted((a, b) => (a.key < b.key ? -1 : 1))

describe('the shortcut takes', () => {
  const TAKEN: readonly (readonly [string, readonly DomainEvent[]])[] = [
    ['no event', []],
    ['events that name their own things', [created, presented(1), presented(2)]],
    ['a response', [event('mandate_created', {}, { source: 'response' })]],
    ['two stages of one thing', [presented(1), event('collection_ended', { paymentId: 'pay_1' })]],
    [
      'the same customer twice',
      [created, presented(1)].map((each) => ({
        ...each,
        data: { ...each.data, customerId: 'cus_1' },
      })),
    ],
    ['32 events', collections(32)],
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
    ['33 events', collections(33)],
    ['a request of ours', [event('mandate_created', {}, { source: 'request' })]],
    ['an event that names a command', [presented(1, { commandId: 'c-1' })]],
    ['an unsigned event', [event('mandate_created', {}, { source: 'unsigned' })]],
    ['an inferred event', [event('mandate_created', {}, { source: 'inferred' })]],
    [
      'a snapshot',
      [created, event('state_observed', { status: 'active' }, { source: 'response' })],
    ],
    ['a list of actions', [event('actions_listed', { askedAt: at, actions: [], unread: 0 })]],
    ['a review', [event('reviewed', { asOf: at, usable: true, by: ['p-1'] })]],
    ['a message that nobody can read', [event('unrecognised', { name: 'payment_teleported' })]],
    ['an event of another lifecycle', [event('payment_expired')]],
    ['an event without a time', [event('mandate_created', {}, { at: null })]],
    [
      'an event whose processing time is not believed',
      [{ ...created, metadata: { ...created.metadata, claimedAt } } as DomainEvent],
    ],
    ['a collection that names no payment', [event('collection_presented')]],
    [
      'a collection whose payment has an empty id',
      [event('collection_presented', { paymentId: '' })],
    ],
    [
      'two reports of one thing',
      [created, { ...created, metadata: { ...created.metadata, eventId: 'evt_2' as never } }],
    ],
    ['one event twice', [presented(1), { ...presented(2), metadata: presented(1).metadata }]],
    ['another subject', [created, presented(1, { sourceId: 'src_2' })]],
  ]

  test.each(DECLINED)('%s', (_, events) => {
    expect(shortcut(events, stream)).toBe(null)
  })

  test('two subjects in a stream without a name', () => {
    expect(shortcut([created, presented(1)], null)).toHaveLength(2)
    expect(shortcut([created, presented(1, { sourceId: 'src_2' })], null)).toBe(null)
  })

  test('what has a field that is the same in the whole stream', () => {
    const own = mergeShortcut({ ...sepaMandate, constant: ['customerId'] })
    expect(own([created], stream)).toBe(null)
  })

  test('what a machine settles: one message may be in doubt', () => {
    const payment = mergeShortcut(sepaPayment)
    const pending = reported('payment_pending', { paymentId: 'pay_1', currency: 'USD' }, { at })
    expect(payment([pending], 'payment-pay_1' as Stream)).toBe(null)
    const { findings } = merging(sepaPayment, defaultPolicy)([pending])
    expect(findings.map(({ code }) => code)).toEqual(['OtherCurrency'])
  })

  test('a snapshot that a lifecycle has as an event of its own', () => {
    const { mandate_created: kind } = sepaMandate.events
    const events = { ...sepaMandate.events, state_observed: kind, own_event: kind }
    const own = mergeShortcut({ ...sepaMandate, events })
    expect(own([event('own_event')], stream)).toHaveLength(1)
    expect(own([event('state_observed')], stream)).toBe(null)
  })
})
