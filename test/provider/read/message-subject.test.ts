/** Which stream a message of unknown type belongs to. */
import { describe, expect, test } from 'vitest'
import { payfold } from '../../../src/payfold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { machines } from '../../given.ts'
import { newer, older, readEvents, webhook } from './given.ts'

const pf = payfold(machines)

const streamOf = (data: object, more: object = {}): string | undefined =>
  readEvents(webhook(older('something_new', data, more)))[0]?.stream

describe('a message of unknown type', () => {
  test.each([
    [{ id: 'pay_1' }, 'payment-pay_1'],
    [{ id: 'sid_1' }, 'session-sid_1'],
    [{ id: 'src_1' }, 'mandate-src_1'],
    [{ payment_id: 'pay_1' }, 'payment-pay_1'],
    [{ session_id: 'sid_1' }, 'session-sid_1'],
    [{ source_id: 'src_1' }, 'mandate-src_1'],
    [{ id: 'dsp_1', payment_id: 'pay_1' }, 'payment-pay_1'],
    [{ id: 'pay_1', session_id: 'sid_1' }, 'payment-pay_1'],
    [{ payment_id: 'pay_1', session_id: 'sid_1' }, 'session-sid_1'],
    [{ payment_id: 'pay_1', source_id: 'src_1' }, 'payment-pay_1'],
    [{ id: 7, session_id: null, payment_id: {}, source_id: 'src_1' }, 'mandate-src_1'],
    [{ id: 'dsp_1' }, 'unknown-evt_1'],
    [{ id: 'pay_', payment_id: 'pay_no spaces' }, 'unknown-evt_1'],
    [{}, 'unknown-evt_1'],
  ])('about %j belongs to the stream %s', (data, stream) => {
    expect(streamOf(data)).toBe(stream)
  })

  test('about an authentication belongs to the session that it names, if it names one', () => {
    const paused = (data: object) =>
      readEvents(webhook(older('authentication_paused', data)))[0]?.stream
    expect(paused({ id: 'pay_1', session_id: 'sid_1' })).toBe('session-sid_1')
    expect(paused({ id: 'pay_1', session_id: 'none' })).toBe('payment-pay_1')
    expect(paused({ id: 'pay_1' })).toBe('payment-pay_1')
    const named = older('gateway.authentication_paused', { id: 'pay_1', session_id: 'sid_1' })
    expect(readEvents(webhook(named))[0]?.stream).toBe('session-sid_1')
  })

  test('without any id, not even its own, has a separate stream, the same each time', () => {
    const own = streamOf({}, { id: null })
    expect(own).toMatch(/^unknown-made_[g-v]{32}$/)
    expect(streamOf({}, { id: '' })).toBe(own)
    expect(streamOf({}, { id: null, created_on: '2026-03-02T10:00:06Z' })).not.toBe(own)
  })

  test.each([
    [{ source: { type: 'card' } }, 'other'],
    [{ source: { integration_type: 'direct' }, currency: 'ARS' }, 'ticket'],
    [{ source: { integration_type: 'direct' } }, undefined],
    [{ source: 'card' }, undefined],
    [{}, undefined],
  ])('with %j shows the method %j', (data, method) => {
    const [first] = readEvents(webhook(newer('payment_approved', { id: 'pay_1', ...data })))
    expect(first?.event.data).toEqual({
      name: 'payment_approved',
      ...(method === undefined ? {} : { method }),
    })
  })

  test.each([
    ['Gateway.Payment-Approved', 'payment_approved'],
    [' gateway.payment_paid', 'payment_paid'],
    ['dispute.dispute_arbitration_sent_to_scheme', 'dispute_arbitration_sent_to_scheme'],
    ['issuing.payment_paid', 'issuing.payment_paid'],
  ])('of the type %j keeps the name, without that of the service', (type, name) => {
    const [first] = readEvents(webhook(older(type, { id: 'pay_1' })))
    expect([first?.stream, first?.event.data]).toEqual(['payment-pay_1', { name }])
  })

  test('of a service means what it means without the name of that service', () => {
    const paid = { id: 'pay_1', amount: 1000, currency: 'EUR', source: { type: 'sepa' } }
    const findings = (type: string) => {
      const read = [older('payment_captured', paid), older(type, paid, { id: 'evt_2' })]
      const events = read.flatMap((body) => readEvents(webhook(body)))
      const own = events.map(({ event }) => event)
      const { findings } = pf.fold('payment-pay_1' as Stream, own)
      return findings.map(({ code }) => code)
    }
    for (const type of ['payment_approved', 'payment_retrieval', 'fraud_reported']) {
      expect(findings(`gateway.${type}`)).not.toContain('MoneyNotUnderstood')
    }
    expect(findings('gateway.payment_teleported')).toContain('MoneyNotUnderstood')
  })

  test('about an authentication that shows no outcome is named without its service, too', () => {
    const body = older('gateway.authentication_failed', { session_id: 'sid_1' })
    expect(readEvents(webhook(body))[0]?.event.data).toEqual({ name: 'authentication_failed' })
  })

  test('makes no id of a name with blanks in it', () => {
    const stream = (type: string) =>
      readEvents(webhook({ type, data: {}, created_on: '2026-03-02T10:00:00Z' })).map(
        ({ stream: own, event }) => [own, event.metadata.eventId],
      )
    expect(stream('Ada Lovelace')).toEqual(stream('Grace Hopper'))
    expect(stream('one_thing')).not.toEqual(stream('another_thing'))
  })

  test('keeps no name with blanks, because people’s names have them', () => {
    expect(readEvents(webhook(older('Ada Lovelace', { id: 'pay_1' })))[0]?.event.data).toEqual({
      name: 'other',
    })
  })
})
