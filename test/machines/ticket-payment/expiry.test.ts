/** The expiry that a ticket's messages show: which of several counts, and that the change is shown. */
import { describe, expect, test } from 'vitest'
import { ticketPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { fold } from '../../../src/fold/fold.ts'
import { payfold, readPolicy } from '../../../src/payfold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { given, machines, pay, reported, right } from '../../given.ts'

const pf = payfold(machines)
const ticket = (ticketExpiresAt: string, more: object = {}) =>
  reported(
    'payment_pending',
    { ...pay, amount: 1000, currency: 'ARS', method: 'ticket', ticketExpiresAt },
    { id: 'evt_p', at: '2026-03-01T10:00:00Z', ...more },
  )
const shown = (id: string, ticketExpiresAt: string, recordedAt: string) =>
  reported(
    'state_observed',
    { ...pay, status: 'pending', requestedAt: '2026-03-01T10:00:00Z', ticketExpiresAt },
    { id, at: null, recordedAt, source: 'response' },
  )
const outcomeOf = (...events: readonly DomainEvent[]) => {
  const { context, findings } = given(ticketPayment, ...events)
  return [context.ticketExpiresAt, ...findings.map(({ code }) => code)]
}

const FIRST = '2026-03-05T23:59:00'
const SECOND = '2026-03-09T23:59:00'

describe('the expiry of a ticket', () => {
  test('is that of the later of two snapshots, whatever their contents are', () => {
    const [early, late] = ['2026-03-02T10:00:00Z', '2026-03-02T10:00:00.0000001Z']
    expect(outcomeOf(shown('evt_a', FIRST, early), shown('evt_b', SECOND, late))).toEqual([
      SECOND,
      'ExpiryChanged',
    ])
    expect(outcomeOf(shown('evt_a', FIRST, late), shown('evt_b', SECOND, early))).toEqual([
      FIRST,
      'ExpiryChanged',
    ])
  })

  test('is that of a later snapshot even where a webhook shows another', () => {
    expect(outcomeOf(ticket(FIRST), shown('evt_b', SECOND, '2026-03-02T10:00:00Z'))).toEqual([
      SECOND,
      'ExpiryChanged',
    ])
  })

  test('is that of a snapshot even if a webhook of an earlier time arrives after it', () => {
    const late = ticket(FIRST, { recordedAt: '2026-04-01T10:00:00Z' })
    expect(outcomeOf(late, shown('evt_b', SECOND, '2026-03-02T10:00:00Z'))).toEqual([
      SECOND,
      'ExpiryChanged',
    ])
  })

  test('is the time that the finding of a late capture names, also where there is a grace', () => {
    const policy = { ...payfold(machines).policy, ticketGrace: { minutes: 60 } }
    const findings = (at: string) =>
      fold(ticketPayment, { policy })([
        ticket(FIRST),
        reported('payment_captured', { ...pay, amount: 1000 }, { id: 'evt_c', at }),
      ]).findings
    // a minute more for clocks
    expect(findings('2026-03-06T04:00:00Z')).toEqual([])
    expect(findings('2026-03-06T04:00:00.0000001Z')).toMatchObject([
      { code: 'lateCapture', refusal: { expiredAt: '2026-03-06T02:59:00.0000000Z' } },
    ])
  })

  test('did not change if it is only written differently', () => {
    const same = shown('evt_b', '2026-03-06T02:59:00Z', '2026-03-02T10:00:00Z')
    expect(outcomeOf(ticket(FIRST), same)).toEqual(['2026-03-06T02:59:00Z'])
    expect(outcomeOf(ticket(FIRST))).toEqual([FIRST])
  })

  test('that changed is shown with both times', () => {
    const later = shown('evt_b', SECOND, '2026-03-02T10:00:00Z')
    const { findings } = given(ticketPayment, ticket(FIRST), later)
    expect(findings.map(pf.explain)).toEqual([
      'The ticket expires at 2026-03-10T02:59:00Z, and no longer at 2026-03-06T02:59:00Z.',
    ])
  })
})

test('a ticket has no last day that its zone leaves out', () => {
  const lastDays = (expiry: string) => {
    const policy = right(readPolicy(machines)({ ticketZone: 'Pacific/Apia' }))
    const state = payfold(machines, { policy }).fold('payment-pay_1' as Stream, [ticket(expiry)])
    const windows = payfold(machines, { policy }).windows(state, '2011-12-02T00:00:00Z')
    return right(windows).map(({ lastDay }) => lastDay)
  }
  // no clock in Samoa showed 30 December 2011
  expect(lastDays('2011-12-28')).toEqual(['2011-12-28'])
  expect(lastDays('2011-12-29')).toEqual(['2011-12-29'])
  expect(lastDays('2011-12-31')).toEqual(['2011-12-31'])
})

describe('a ticket paid after its expiry, without a report that it expired', () => {
  const captured = (at: string | null, recordedAt = at ?? '') =>
    reported('payment_captured', { ...pay, amount: 1000 }, { id: 'evt_c', at, recordedAt })
  const codes = (...events: readonly DomainEvent[]) => outcomeOf(ticket(FIRST), ...events).slice(1)

  test('was captured late, by more than the tolerance, in the zone of the policy', () => {
    expect(codes(captured('2026-03-06T03:00:00Z'))).toEqual([])
    expect(codes(captured('2026-03-06T03:00:00.0000001Z'))).toEqual(['lateCapture'])
    const [found] = given(ticketPayment, ticket(FIRST), captured('2026-05-06T02:59:00Z')).findings
    expect(found === undefined ? '' : pf.explain(found)).toBe(
      'The ticket was paid at 2026-05-06T02:59:00Z, 61 days after it had expired at 2026-03-06T02:59:00Z.',
    )
  })

  test('was paid in time if its capture began in time', () => {
    const begun = (at: string) => reported('payment_capture_pending', pay, { id: 'evt_b', at })
    const late = captured('2026-03-09T10:00:00Z')
    expect(codes(begun('2026-03-06T03:00:00Z'), late)).toEqual([])
    expect(codes(begun('2026-03-06T03:00:00.0000001Z'), late)).toEqual(['lateCapture'])
  })

  test('is not judged if its capture has no time and was received after the expiry', () => {
    expect(codes(captured(null, '2026-05-06T10:00:00Z'))).toEqual([])
  })

  test('has one finding if its expiry was reported, too', () => {
    const expired = reported('payment_expired', pay, { id: 'evt_x', at: '2026-03-06T03:00:00Z' })
    const begun = reported('payment_capture_pending', pay, {
      id: 'evt_b',
      at: '2026-03-07T03:00:00Z',
    })
    const late = captured('2026-03-09T10:00:00Z')
    expect(codes(expired, late)).toEqual(['lateCapture'])
    expect(codes(expired, begun, late)).toEqual(['lateCapture'])
  })

  test('counts by the expiry that was shown last', () => {
    const longer = shown('evt_s', SECOND, '2026-03-02T10:00:00Z')
    expect(codes(longer, captured('2026-03-09T10:00:00Z'))).toEqual(['ExpiryChanged'])
  })
})
