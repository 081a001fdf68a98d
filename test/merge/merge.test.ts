/**
 * What happened according to a set of events: each occurrence once, with the fields of all its
 * messages.
 */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import { contentHash } from '../../src/event/content-hash.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { type MergedEvents, merging } from '../../src/merge/merge.ts'
import { machines, pay, reported } from '../given.ts'
import { defaultPolicy } from '../root.ts'

const at = '2026-03-02T10:00:00Z'
const instantAt = '2026-03-02T10:00:00.0000000Z'
const captured = (id: string, data: object, stamp: Parameters<typeof reported>[2] = {}) =>
  reported('payment_captured', { ...pay, ...data }, { id, at, ...stamp })
const refund = (
  id: string,
  type: string,
  data: object,
  stamp: Parameters<typeof reported>[2] = {},
) => reported(type, { ...pay, ...data }, { id, at, ...stamp })

/** What was merged, in an order of its own: merging itself puts nothing in order. */
const byKey = (all: MergedEvents): MergedEvents => ({
  ...all,
  occurrences: all.occurrences.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
})

/** The merged events; the same for the reversed list. */
const merged = (...events: readonly DomainEvent[]): MergedEvents => {
  const merge = merging(sepaPayment, defaultPolicy)
  const one = byKey(merge(events))
  expect(byKey(merge([...events].reverse()))).toEqual(one)
  return one
}
const occurrenceOf = (key: string, { occurrences }: MergedEvents) =>
  occurrences.find((occurred) => occurred.key === key)
/** What merging itself has found; doubts about the money are the machine's. */
const codes = ({ findings }: MergedEvents) =>
  findings.flatMap((finding) => {
    if ('asks' in finding) return []
    return 'field' in finding ? `${finding.code} ${finding.field}` : finding.code
  })

describe('events that report one occurrence', () => {
  test.each([8, 9])('are one in a list of %i', (count) => {
    const others = Array.from({ length: count - 2 }, (_, index) =>
      refund(`evt_${index}`, 'payment_refund_pending', { actionId: `act_${index}`, amount: 1 }),
    )
    const again = captured('evt_b', {}, { at: '2026-03-02T10:00:01Z' })
    const all = merged(captured('evt_a', {}), again, ...others)
    expect(all.occurrences).toHaveLength(count - 1)
    expect(occurrenceOf('payment_captured', all)?.events).toHaveLength(2)
  })

  test('are one, with the fields of all of them, the strongest first', () => {
    const report = captured('evt_r', { amount: 1000 }, { source: 'report' })
    const answer = captured('evt_a', { amount: 900, reference: 'order-1' }, { source: 'response' })
    const asked = captured(
      'evt_q',
      { reference: 'order-2', customerId: 'cus_1' },
      { source: 'request' },
    )
    expect(occurrenceOf('payment_captured', merged(asked, answer, report))).toEqual({
      key: 'payment_captured',
      type: 'payment_captured',
      entityId: '',
      disposition: 'chart',
      at: instantAt,
      timed: true,
      reportedAt: instantAt,
      data: { paymentId: 'pay_1', amount: 1000, reference: 'order-1', customerId: 'cus_1' },
      events: [report, answer, asked],
    })
  })

  test('from one source are merged earliest first, those without a time last', () => {
    const late = captured('evt_a', { reference: 'b' }, { at: '2026-03-02T10:00:01Z' })
    const early = captured('evt_b', { reference: 'a' })
    const on = { at: null, recordedAt: '2026-03-01T10:00:00Z' }
    const never = captured('evt_0', { reference: 'c' }, on)
    const found = occurrenceOf('payment_captured', merged(never, late, early))
    expect(found).toMatchObject({ at: instantAt, data: { reference: 'a' } })
    expect(found?.events).toEqual([early, late, never])
  })

  test('from one source at one time are merged with the smaller content hash first', () => {
    const pair = [captured('evt_a', { amount: 1 }), captured('evt_b', { amount: 2 })]
    const sorted = [...pair].sort((a, b) => (contentHash(a) < contentHash(b) ? -1 : 1))
    expect(occurrenceOf('payment_captured', merged(...pair))?.events).toEqual(sorted)
  })

  test('have the time of the strongest that has one, even if a weaker one is earlier', () => {
    const report = captured('evt_r', {}, { at: '2026-03-02T12:00:00Z' })
    const silent = captured('evt_s', {}, { at: null, recordedAt: '2026-03-02T09:00:00Z' })
    const answer = captured('evt_a', {}, { source: 'response' })
    expect(occurrenceOf('payment_captured', merged(report, silent, answer))).toMatchObject({
      at: '2026-03-02T12:00:00.0000000Z',
      timed: true,
    })
    expect(occurrenceOf('payment_captured', merged(silent, answer))).toMatchObject({
      at: instantAt,
      timed: true,
    })
  })

  test('have the earliest time of receipt if none has a provider’s time', () => {
    const untimed = (id: string, on: string) => captured(id, {}, { at: null, recordedAt: on })
    const [early, late] = ['2026-03-02T09:00:00Z', '2026-03-02T11:00:00Z']
    for (const [a, b] of [
      [early, late],
      [late, early],
    ] as const) {
      expect(
        occurrenceOf('payment_captured', merged(untimed('a', a), untimed('b', b))),
      ).toMatchObject({
        at: '2026-03-02T09:00:00.0000000Z',
        timed: false,
      })
    }
  })

  test('are separated by their entities', () => {
    const { occurrences } = merged(
      refund('a', 'payment_refunded', { actionId: 'act_1' }),
      refund('b', 'payment_refunded', { actionId: 'act_2' }),
      refund('c', 'payment_refund_pending', { actionId: 'act_1' }),
      refund('d', 'payment_refunded', { actionId: 'act_1' }, { source: 'response' }),
    )
    expect(occurrences.map(({ key, events }) => `${key} ${events.length}`).sort()).toEqual([
      'payment_refund_pending:act_1 1',
      'payment_refunded:act_1 2',
      'payment_refunded:act_2 1',
    ])
  })
})

test.each(machines)(
  'what happens once is one occurrence, no matter how many messages report it',
  (own) => {
    const machine = own as unknown as AnyMachine
    const once = Object.entries(machine.events).filter(([, { identity }]) => identity === 'once')
    expect(once.length).toBeGreaterThan(1)
    for (const [type] of once) {
      const twice = ['a', 'b'].map((id) => reported(type, { reference: id }, { id, at }))
      const { occurrences } = merging(machine, defaultPolicy)(twice)
      expect(occurrences.map(({ key, events }) => [key, events.length])).toEqual([[type, 2]])
    }
  },
)

describe('fields that differ', () => {
  test('are named, each with the occurrence; what money differs in is a doubt of its own', () => {
    const all = merged(
      captured('evt_a', { amount: 1000, reference: 'order-1', responseCode: '1' }),
      captured('evt_b', { amount: 900, reference: 'order-2', responseCode: '2' }),
    )
    const where = { key: 'payment_captured', at: instantAt }
    expect(all.findings).toEqual([
      {
        ...where,
        ...{ code: 'Disagreement', asks: 'getPaymentActions', events: ['evt_a', 'evt_b'] },
        compared: { named: 'done 1000, done 900', by: 100, currency: 'EUR' },
      },
      {
        ...where,
        code: 'FieldDiffers',
        field: 'reference',
        compared: { counts: '"order-2"', other: '"order-1"' },
      },
      {
        ...where,
        code: 'FieldDiffers',
        field: 'responseCode',
        compared: { counts: '"2"', other: '"1"' },
      },
    ])
  })

  test('are not those that only one of them has', () => {
    const named = captured('evt_a', { reference: 'order-1' })
    expect(codes(merged(named, captured('evt_b', {})))).toEqual([])
  })

  test('are not the times or the sources', () => {
    const late = captured('evt_b', {}, { at: '2026-03-09T10:00:00Z', source: 'response' })
    expect(codes(merged(captured('evt_a', {}), late))).toEqual([])
  })

  test('that hold only for a while have the latest value, whichever message is stronger', () => {
    const shown = (id: string, expires: string, on: string, source: 'report' | 'response') =>
      captured(id, { ticketExpiresAt: expires }, { at: on, source })
    const of = (...events: readonly DomainEvent[]) =>
      occurrenceOf('payment_captured', merged(...events))?.data['ticketExpiresAt']
    const first = shown('evt_a', '2026-03-05', '2026-03-02T10:00:00Z', 'report')
    const same = shown('evt_b', '2026-03-06', '2026-03-02T10:00:00Z', 'response')
    const later = shown('evt_c', '2026-03-07', '2026-03-02T10:00:00.0000001Z', 'response')
    expect([of(first, same), of(same, first)]).toEqual(['2026-03-05', '2026-03-05'])
    expect([of(first, later), of(later, first)]).toEqual(['2026-03-07', '2026-03-07'])
  })

  test('are not those that hold only for a while', () => {
    const time = (refunded: number, expires: string) => ({
      balances: { captured: 1000, refunded },
      ticketExpiresAt: expires,
    })
    const both = [captured('evt_a', time(0, at)), captured('evt_b', time(5, '2026-03-05'))]
    expect(codes(merged(...both))).toEqual([])
    expect(codes(merging(ticketPayment, defaultPolicy)(both))).toEqual([])
    const created = (id: string, nextActions: readonly string[]) =>
      reported('session_created', { sessionId: 'sid_1', nextActions }, { id, at })
    const twice = [created('evt_a', []), created('evt_b', ['complete'])]
    expect(codes(merging(session, defaultPolicy)(twice))).toEqual([])
  })

  test('are not reported again if the two share an id, which is a conflict already', () => {
    const all = merged(captured('evt_a', { reference: '1' }), captured('evt_a', { reference: '2' }))
    expect(codes(all)).toEqual(['ConflictingDuplicate'])
  })

  test('are reported for a third message with another id', () => {
    const all = merged(
      captured('evt_a', { reference: '1' }),
      captured('evt_a', { reference: '2' }),
      captured('evt_b', { reference: '1' }, { source: 'response' }),
      captured('evt_c', { reference: '3' }, { source: 'response' }),
    )
    expect(codes(all)).toEqual(['ConflictingDuplicate', 'FieldDiffers reference'])
  })

  test('are never those of inferred events', () => {
    const snapshot = reported(
      'state_observed',
      { ...pay, status: 'pending', amount: 900, currency: 'EUR' },
      { id: 'evt_s', at, source: 'response' },
    )
    const pending = reported('payment_pending', { ...pay, amount: 1000 }, { id: 'evt_p', at })
    const all = merged(snapshot, pending)
    expect(codes(all)).toEqual([])
    expect(occurrenceOf('payment_pending', all)?.data).toEqual({
      paymentId: 'pay_1',
      amount: 1000,
      currency: 'EUR',
    })
  })
})

test('a clock that cannot be right is reported where the time was claimed, on the chart and off it', () => {
  const claimed = '2026-03-02T11:00:00Z'
  const all = merged(
    captured('evt_a', { amount: 1000 }, { claimed }),
    reported('action_observed', pay, { id: 'evt_o', at, claimed }),
    reported('payment_capture_pending', pay, { id: 'evt_x', at, claimed }),
  )
  const skew = (key: string) => ({
    code: 'ClockSkew',
    key,
    at: instantAt,
    claimedAt: '2026-03-02T11:00:00.0000000Z',
    compared: { messageAt: instantAt },
  })
  expect(all.findings).toEqual([
    skew('payment_captured'),
    skew('payment_capture_pending:evt_x'),
    skew('action_observed:evt_o'),
  ])
})

describe('a refused request', () => {
  const asked = refund(
    'q',
    'refund_requested',
    { commandId: 'c-1', amount: 300 },
    { source: 'request' },
  )
  const refusal = reported(
    'request_refused',
    { ...pay, commandId: 'c-1', attempt: 1 },
    { id: 'x', at },
  )
  const dispositions = (...events: readonly DomainEvent[]) =>
    Object.fromEntries(
      merged(...events).occurrences.map(({ key, disposition }) => [key, disposition]),
    )

  test('removes what only that command reports', () => {
    expect(dispositions(asked)).toEqual({ 'refund_requested:command:c-1': 'chart' })
    expect(dispositions(asked, refusal)).toEqual({
      'refund_requested:q': 'refused',
      'request_refused:x': 'informational',
    })
  })

  test('keeps what another event reports for the same command', () => {
    const answer = refund(
      'a',
      'refund_requested',
      { commandId: 'c-1', actionId: 'act_1' },
      { source: 'response' },
    )
    expect(dispositions(asked, refusal, answer)).toEqual({
      'refund_requested:act_1': 'chart',
      'request_refused:x': 'informational',
    })
    const done = refund('d', 'payment_refunded', { commandId: 'c-1', actionId: 'act_1' })
    expect(dispositions(asked, refusal, done)).toMatchObject({ 'refund_requested:act_1': 'chart' })
  })

  test('keeps what another command requested, and what only its response reported', () => {
    const other = refund('o', 'refund_requested', { commandId: 'c-2' }, { source: 'request' })
    expect(dispositions(other, refusal)).toMatchObject({ 'refund_requested:command:c-2': 'chart' })
    const nameless = refund('n', 'payment_canceled', {}, { source: 'request' })
    expect(dispositions(nameless, refusal)).toMatchObject({ payment_canceled: 'chart' })
    const answer = refund('a', 'refund_requested', { commandId: 'c-1' }, { source: 'response' })
    expect(dispositions(answer, refusal)).toMatchObject({ 'refund_requested:command:c-1': 'chart' })
  })

  test('removes its request even if another event of it has a response under another command', () => {
    const other = refund(
      'o',
      'refund_requested',
      { commandId: 'c-2', actionId: 'act_2' },
      { source: 'response' },
    )
    expect(dispositions(asked, refusal, other)).toMatchObject({
      'refund_requested:q': 'refused',
      'refund_requested:act_2': 'chart',
    })
  })

  test('does not affect snapshots', () => {
    const ended = refund('q', 'payment_canceled', { commandId: 'c-1' }, { source: 'request' })
    const shown = reported('state_observed', { ...pay, status: 'declined' }, { id: 's', at })
    expect(dispositions(ended, shown)).toEqual({
      payment_canceled: 'chart',
      payment_pending: 'chart',
      'state_observed:s': 'informational',
    })
    expect(dispositions(ended, shown, refusal)).toMatchObject({ payment_declined: 'chart' })
  })

  test('removes it whatever their order: another try is another command', () => {
    const key = 'refund_requested:command:c-1'
    for (const on of ['2026-03-02T09:59:00Z', at, '2026-03-02T10:05:00Z']) {
      const refused = reported('request_refused', { ...pay, commandId: 'c-1' }, { id: 'x', at: on })
      expect(dispositions(asked, refused)).not.toHaveProperty([key])
    }
  })

  test('that names no command removes nothing', () => {
    const nameless = reported('request_refused', pay, { id: 'x', at })
    expect(dispositions(asked, nameless)).toMatchObject({ 'refund_requested:command:c-1': 'chart' })
  })
})

test('what is not on the chart belongs to no lifecycle here, or to no entity or several', () => {
  const all = merged(
    refund('a', 'payment_refunded', { amount: 5 }),
    refund('b', 'payment_expired', {}),
    reported('unrecognised', { name: 'payment_approved' }, { id: 'c', at }),
  )
  expect(all.parked).toEqual([
    { key: 'payment_refunded:a', reason: 'NoEntity' },
    { key: 'payment_expired:b', reason: 'NotOfThisLifecycle' },
  ])
  expect(all.occurrences.map(({ key, disposition }) => `${key} ${disposition}`)).toEqual([
    'payment_expired:b parked',
    'payment_refunded:a parked',
    'unrecognised:c informational',
  ])
})

describe('a stage without a time', () => {
  const recordedAt = '2026-03-09T10:00:00Z'
  const untimed = (type: string, actionId = 'act_1') =>
    refund(`u${type}`, type, { actionId }, { at: null, recordedAt, source: 'response' })
  const timed = (type: string, on: string, actionId = 'act_1') =>
    refund(`t${type}${actionId}`, type, { actionId }, { at: on })

  test('is not later than the earliest timed stage that followed it', () => {
    const asked = untimed('refund_requested')
    const begun = timed('payment_refund_pending', '2026-03-04T10:00:00Z')
    const done = timed('payment_refunded', '2026-03-05T10:00:00Z')
    expect(occurrenceOf('refund_requested:act_1', merged(asked, begun, done))).toMatchObject({
      at: '2026-03-04T10:00:00.0000000Z',
      timed: false,
    })
    expect(occurrenceOf('refund_requested:act_1', merged(asked, done))).toMatchObject({
      at: '2026-03-05T10:00:00.0000000Z',
    })
  })

  test('keeps the time of receipt if that is earlier, or if the next stage has no time', () => {
    const asked = untimed('refund_requested')
    const later = timed('payment_refunded', '2026-03-10T10:00:00Z')
    const receivedAt = { at: '2026-03-09T10:00:00.0000000Z', timed: false }
    expect(occurrenceOf('refund_requested:act_1', merged(asked, later))).toMatchObject(receivedAt)
    const alsoUntimed = refund(
      'v',
      'payment_refunded',
      { actionId: 'act_1' },
      { at: null, recordedAt: '2026-03-05T10:00:00Z' },
    )
    expect(occurrenceOf('refund_requested:act_1', merged(asked, alsoUntimed))).toMatchObject(
      receivedAt,
    )
  })

  test('is not moved by an earlier stage, nor by another refund', () => {
    const done = untimed('payment_refunded')
    const before = timed('refund_requested', '2026-03-04T10:00:00Z')
    const strange = timed('payment_refund_declined', '2026-03-04T10:00:00Z', 'act_2')
    const kept = { at: '2026-03-09T10:00:00.0000000Z' }
    expect(occurrenceOf('payment_refunded:act_1', merged(done, before))).toMatchObject(kept)
    expect(occurrenceOf('payment_refunded:act_1', merged(done, strange))).toMatchObject(kept)
  })

  test('is not moved by what else begins under its id', () => {
    const done = untimed('payment_refunded')
    const taken = timed('payment_chargeback', '2026-03-04T10:00:00Z')
    expect(occurrenceOf('payment_refunded:act_1', merged(done, taken))).toMatchObject({
      at: '2026-03-09T10:00:00.0000000Z',
    })
  })

  test('keeps its time if it has one, even if the next stage is earlier', () => {
    const asked = timed('refund_requested', '2026-03-06T10:00:00Z')
    const done = timed('payment_refunded', '2026-03-05T10:00:00Z')
    expect(occurrenceOf('refund_requested:act_1', merged(asked, done))).toMatchObject({
      at: '2026-03-06T10:00:00.0000000Z',
      timed: true,
    })
  })

  test('of what happens once is not moved', () => {
    const pending = reported('payment_pending', pay, { id: 'p', at: null, recordedAt })
    const money = captured('c', {}, { at: '2026-03-04T10:00:00Z' })
    expect(occurrenceOf('payment_pending', merged(pending, money))).toMatchObject({
      at: '2026-03-09T10:00:00.0000000Z',
    })
  })

  test('of a collection is not later than its end', () => {
    const collection = (type: string, stamp: Parameters<typeof reported>[2]) =>
      reported(type, { sourceId: 'src_1', ...pay }, { id: type, ...stamp })
    const events = [
      collection('collection_presented', { at: null, recordedAt }),
      collection('collection_ended', { at: '2026-03-04T10:00:00Z' }),
    ]
    const all = merging(sepaMandate, defaultPolicy)(events)
    expect(occurrenceOf('collection_presented:pay_1', all)).toMatchObject({
      at: '2026-03-04T10:00:00.0000000Z',
    })
  })
})
