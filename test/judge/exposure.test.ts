/** What may still be taken back, and what closes when, over many streams. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import ICAL from 'ical.js'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { calendarOf, csvOf, type Deadline, mergeDeadlines } from '../../src/judge/deadlines.ts'
import { type Exposure, mergeExposures } from '../../src/judge/exposure.ts'
import type { AnyState } from '../../src/judge/state-owner.ts'
import type { Currency } from '../../src/words/money.ts'
import type { Stream } from '../../src/words/stream.ts'
import { forAll } from '../for-all.ts'
import { instantOf, reported, right } from '../given.ts'
import { root } from '../root.ts'

/** A SEPA payment that was captured on a day, with more events. */
const payment = (
  id: string,
  day: string,
  amount: number | undefined,
  ...more: readonly [type: string, data: object, day: string][]
) => {
  const of = (type: string, data: object, on: string): DomainEvent =>
    reported(
      type,
      { paymentId: id, ...data },
      { at: `${on}T10:00:00Z`, id: `evt_${id}${type}${on}` },
    )
  return root.fold(`payment-${id}` as Stream, [
    of('payment_pending', { method: 'sepa', sourceId: 'src_1', ...(amount && { amount }) }, day),
    of('payment_captured', amount === undefined ? {} : { amount }, day),
    ...more.map(([type, data, on]) => of(type, data, on)),
  ])
}

const NOW = instantOf('2026-03-10T00:00:00Z')
const exposureOf = (states: Iterable<AnyState>, now = NOW): Exposure =>
  right(root.exposure(states, now))

describe('the exposure', () => {
  test('leaves out a stream of which only refused requests are known', () => {
    const refusal = reported('request_refused', { httpStatus: 422 }, { id: 'evt_refused' })
    const strange = reported('unrecognised', { name: 'payment_teleported' }, { id: 'evt_strange' })
    const stream = 'unknown-made_1' as Stream
    expect(exposureOf([root.fold(stream, [refusal])])).toEqual({ until: [], unknown: [] })
    expect(exposureOf([root.fold(stream, [refusal, strange])])).toEqual({
      until: [],
      unknown: [stream],
    })
  })
  test('is what was captured and not charged back, in the month of its last window', () => {
    const states = [
      // thirteen months, thirty days and two bank days: 7 April 2027
      payment('pay_1', '2026-02-05', 1000),
      payment('pay_2', '2026-02-06', 500, [
        'payment_chargeback',
        { amount: 200, disputeId: 'dsp_1' },
        '2026-02-20',
      ]),
      // 3 May 2027
      payment('pay_3', '2026-03-01', 70),
    ]
    expect(exposureOf(states)).toEqual({
      until: [
        { currency: 'EUR', month: '2027-04', amount: 1300, streams: 2 },
        { currency: 'EUR', month: '2027-05', amount: 70, streams: 1 },
      ],
      unknown: [],
    })
  })

  test('is not lowered by a refund: banks take back what was refunded, too', () => {
    const refunded = payment('pay_1', '2026-02-05', 1000, [
      'payment_refunded',
      { amount: 1000, actionId: 'act_1' },
      '2026-02-10',
    ])
    expect(exposureOf([refunded]).until).toMatchObject([{ amount: 1000 }])
  })

  test('counts what the sums count: the greater of two amounts, and both of two chargebacks', () => {
    const twice = payment(
      'pay_1',
      '2026-02-05',
      1000,
      ['payment_captured', { amount: 1200 }, '2026-02-06'],
      ['payment_chargeback', { amount: 100 }, '2026-02-20'],
      ['payment_chargeback', { amount: 100 }, '2026-02-21'],
    )
    expect(exposureOf([twice]).until).toMatchObject([{ amount: 1000 }])
  })

  test('ends with the last window, at its last instant', () => {
    const state = payment('pay_1', '2026-02-05', 1000)
    expect(exposureOf([state], instantOf('2027-04-07T21:59:59.9999999Z')).until).toHaveLength(1)
    const over = exposureOf([state], instantOf('2027-04-07T22:00:00Z'))
    expect(over).toEqual({ until: [], unknown: [] })
  })

  test('of all that was charged back is nothing, and comes back with a reversal', () => {
    const lost = ['payment_chargeback', { disputeId: 'dsp_1', amount: 1000 }, '2026-02-20'] as const
    expect(exposureOf([payment('pay_1', '2026-02-05', 1000, [...lost])])).toEqual({
      until: [],
      unknown: [],
    })
    const won = ['chargeback_reversed', { disputeId: 'dsp_1', amount: 1000 }, '2026-02-25'] as const
    expect(
      exposureOf([payment('pay_1', '2026-02-05', 1000, [...lost], [...won])]).until,
    ).toMatchObject([{ amount: 1000 }])
  })

  test('names the streams of which nobody knows it, and leaves out what nobody takes back', () => {
    const nameless = payment('pay_1', '2026-02-05', undefined)
    const unassigned = root.fold('payment-pay_2' as Stream, [
      reported('payment_captured', { paymentId: 'pay_2', amount: 1 }),
    ])
    const session = root.fold('session-sid_1' as Stream, [
      reported('session_created', { sessionId: 'sid_1' }),
    ])
    const pending = root.fold('payment-pay_3' as Stream, [
      reported('payment_pending', { paymentId: 'pay_3', method: 'sepa', amount: 5 }),
    ])
    expect(exposureOf([unassigned, session, nameless, pending])).toEqual({
      until: [],
      unknown: ['payment-pay_1', 'payment-pay_2'],
    })
  })

  test('names the stream of a message that may be a capture, until a list settles it', () => {
    const unread = { paymentId: 'pay_1', name: 'payment_captured', path: 'data.amount' }
    const pending = ['payment_pending', { method: 'sepa', amount: 1000, currency: 'EUR' }] as const
    const of = (...more: readonly (readonly [string, object, string])[]) => {
      const all = [[...pending, '2026-02-01'] as const, ...more].map(([type, data, day], index) =>
        reported(
          type,
          { paymentId: 'pay_1', ...data },
          { at: `${day}T10:00:00Z`, id: `evt_${index}`, recordedAt: `${day}T10:00:00Z` },
        ),
      )
      return exposureOf([root.fold('payment-pay_1' as Stream, all)])
    }
    const doubted = ['unrecognised', unread, '2026-02-05'] as const
    const listed = (actions: readonly object[]) =>
      [
        'actions_listed',
        { askedAt: '2026-02-06T10:00:00Z', actions, unread: 0 },
        '2026-02-06',
      ] as const
    const capture = { id: 'act_1', kind: 'capture', amount: 1000, approved: true }
    expect(of()).toEqual({ until: [], unknown: [] })
    expect(of(doubted)).toEqual({ until: [], unknown: ['payment-pay_1'] })
    expect(of(doubted, listed([]))).toEqual({ until: [], unknown: [] })
    expect(of(doubted, listed([capture]))).toMatchObject({ until: [{ amount: 1000 }], unknown: [] })
    // one whose type moves no money in is in no doubt
    const notice = ['unrecognised', { name: 'payment_teleported' }, '2026-02-05'] as const
    expect(of(notice)).toEqual({ until: [], unknown: [] })
  })

  test('of a state that cannot be judged, or at no time, is why', () => {
    const stale = { ...payment('pay_1', '2026-02-05', 1), fingerprint: 'other' }
    expect(root.exposure([stale], NOW)).toMatchObject(E.left({ error: 'Stale' }))
    expect(root.exposure([], 'soon' as never)).toMatchObject(E.left({ path: 'now' }))
    expect(root.exposure(null as never, NOW)).toMatchObject(E.left({ path: 'states' }))
    expect(root.exposure([null] as never, NOW)).toMatchObject(E.left({ error: 'Unreadable' }))
    expect(root.deadlines([stale], NOW, NOW)).toMatchObject(E.left({ error: 'Stale' }))
    expect(root.deadlines([], NOW, 'soon' as never)).toMatchObject(E.left({ path: 'to' }))
    expect(root.deadlines([], 'soon' as never, NOW)).toMatchObject(E.left({ path: 'from' }))
    expect(root.deadlines(7 as never, NOW, NOW)).toMatchObject(E.left({ path: 'states' }))
  })

  test('is null beyond what a number holds, in whatever parts', () => {
    const most = Number.MAX_SAFE_INTEGER - 1
    const of = (amount: number): Exposure => ({
      until: [{ currency: 'EUR' as Currency, month: '2027-04', amount, streams: 1 }],
      unknown: [],
    })
    const amounts = (...parts: readonly Exposure[]) =>
      mergeExposures(parts).until.map(({ amount, streams }) => [amount, streams])
    expect(amounts(of(most - 1), of(1))).toEqual([[most, 2]])
    expect(amounts(of(most), of(1))).toEqual([[null, 2]])
    expect(amounts(mergeExposures([of(most), of(1)]), of(1))).toEqual([[null, 3]])
    const capped = payment('pay_1', '2026-02-05', Number.MAX_SAFE_INTEGER)
    expect(exposureOf([capped]).until).toMatchObject([{ amount: null, streams: 1 }])
  })

  test('names as many streams as there are', () => {
    const stream = 'payment-pay_1' as Stream
    const part = { until: [], unknown: Array.from({ length: 300_000 }, () => stream) }
    expect(mergeExposures([part, part]).unknown).toHaveLength(600_000)
  })

  test('takes one state at a time', () => {
    let held = 0
    function* states() {
      for (let count = 0; count < 100; count += 1) {
        held += 1
        yield payment(`pay_${count}`, '2026-02-05', 10)
      }
    }
    expect(exposureOf(states()).until).toMatchObject([{ amount: 1000, streams: 100 }])
    expect(held).toBe(100)
  })
})

const LONG = [instantOf('2026-01-01T00:00:00Z'), instantOf('2030-01-01T00:00:00Z')] as const
const deadlinesOf = (states: Iterable<AnyState>, from = LONG[0], to = LONG[1]) =>
  right(root.deadlines(states, from, to))

describe('deadlines', () => {
  const one = payment('pay_1', '2026-02-05', 1000)

  test('are the windows that close from one time on and before another, in order', () => {
    expect(
      deadlinesOf([one]).map(({ name, closesAt }) => `${name} ${closesAt.slice(0, 16)}`),
    ).toEqual([
      'bankReturn 2026-02-16T23:00',
      'refund 2026-04-02T22:00',
      'payerRefund 2026-04-08T22:00',
      'chargeback 2027-04-07T22:00',
    ])
    const names = (from: string, to: string) =>
      deadlinesOf([one], instantOf(from), instantOf(to)).map(({ name }) => name)
    expect(names('2026-04-02T22:00:00Z', '2026-04-08T22:00:00Z')).toEqual(['refund'])
    expect(names('2026-04-02T22:00:00.0000001Z', '2026-04-08T22:00:00.0000001Z')).toEqual([
      'payerRefund',
    ])
    expect(names('2026-04-09T00:00:00Z', '2026-04-09T00:00:00Z')).toEqual([])
  })

  test('say what closes, when, and from which day it is counted', () => {
    expect(deadlinesOf([one])[1]).toEqual({
      stream: 'payment-pay_1',
      name: 'refund',
      entityId: '',
      kind: 'right',
      opensAt: '2026-02-05T10:00:00.0000000Z',
      closesAt: '2026-04-02T22:00:00.0000000Z',
      lastDay: '2026-04-02',
      zone: 'Europe/Brussels',
      source: 'interface#refund-window; sources#psd2-77; decisions#40',
      text: 'Not yet: you may request a refund from 2026-02-05T10:00:00Z until the end of 2026-04-02 in Europe/Brussels (before 2026-04-02T22:00:00Z). The end is counted from 2026-02-05: the debit.',
    })
  })

  test('as iCalendar are read by somebody else’s parser, one event each', () => {
    const ticket = root.fold('payment-pay_9' as Stream, [
      reported('payment_pending', {
        paymentId: 'pay_9',
        method: 'ticket',
        ticketExpiresAt: '2026-04-01T20:00:00',
      }),
    ])
    const session = root.fold('session-sid_1' as Stream, [
      reported('session_created', { sessionId: 'sid_1' }, { at: '2026-03-02T10:00:00Z' }),
    ])
    const all = deadlinesOf([one, ticket, session])
    const calendar = calendarOf(all, NOW)
    expect(calendar.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(calendar.endsWith('END:VCALENDAR\r\n')).toBe(true)
    const events = new ICAL.Component(ICAL.parse(calendar))
      .getAllSubcomponents('vevent')
      .map((each) => new ICAL.Event(each))
    expect(events.map(({ description }) => description)).toEqual(all.map(({ text }) => text))
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(all.length)
    expect(events.map(({ summary, startDate }) => [summary, startDate.toString()])).toEqual([
      ['payment-pay_1 bankReturn', '2026-02-16'],
      ['session-sid_1 session', '2026-03-02T10:15:00Z'],
      ['payment-pay_9 ticket', '2026-04-01T23:00:00Z'],
      ['payment-pay_1 refund', '2026-04-02'],
      ['payment-pay_1 payerRefund', '2026-04-08'],
      ['payment-pay_1 chargeback', '2027-04-07'],
    ])
    expect(events[3]?.endDate.toString()).toBe('2026-04-03')
    expect(calendar).toContain('DTSTAMP:20260310T000000Z')
  })

  const texts = fc.string({ unit: 'grapheme', maxLength: 200 })
  const strange: fc.Arbitrary<Deadline> = texts.chain((text) =>
    texts.map((name) => ({
      stream: 'payment-pay_1' as Stream,
      name,
      entityId: '=1+1',
      kind: 'right' as const,
      opensAt: NOW,
      closesAt: NOW,
      lastDay: null,
      zone: null,
      source: '"',
      text,
    })),
  )

  test('keep any text, in iCalendar and in CSV, and no text becomes a formula', () => {
    forAll({}, [fc.array(strange, { maxLength: 4 })], (all) => {
      const lines = (text: string) => text.replace(/\r\n|\r/g, '\n')
      const calendar = calendarOf(all, NOW)
      expect(calendar.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
      const read = new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent')
      expect(read.map((each) => new ICAL.Event(each).description)).toEqual(
        all.map(({ text }) => lines(text)),
      )
      const { data, errors } = Papa.parse<Record<string, string>>(csvOf(all), {
        header: true,
        skipEmptyLines: true,
      })
      expect(errors).toEqual([])
      expect(data).toHaveLength(all.length)
      for (const [index, { text = '' }] of all.entries()) {
        // as it is, or as a text that a spreadsheet takes for nothing else
        expect([text, `'${text}`]).toContain(data[index]?.['text'])
      }
      for (const row of data) {
        for (const value of Object.values(row)) expect(value).not.toMatch(/^\s*[=+\-@]|^[\t\r]/)
      }
    })
  })
})

describe('parts of the streams', () => {
  const days = fc.constantFrom('2026-01-30', '2026-02-05', '2026-02-27', '2025-12-31')
  const states = fc.array(
    fc.record({
      day: days,
      amount: fc.option(fc.constantFrom(1, 500, Number.MAX_SAFE_INTEGER), { nil: undefined }),
      part: fc.nat({ max: 3 }),
      taken: fc.boolean(),
    }),
    { maxLength: 12 },
  )

  test('add up to the exposure and the deadlines of the whole, in any order', () => {
    forAll(60, [states, fc.boolean()], (all, isTurned) => {
      const folded = all.map(({ day, amount, part, taken }, index) => ({
        part,
        state: payment(
          `pay_${index}`,
          day,
          amount,
          ...(taken
            ? [['payment_chargeback', { amount: 1, disputeId: 'dsp_1' }, '2026-03-01'] as const]
            : []
          ).map(([type, data, on]): [string, object, string] => [type, data, on]),
        ),
      }))
      const parts = [0, 1, 2, 3].map((own) =>
        folded.filter(({ part }) => part === own).map(({ state }) => state),
      )
      const ordered = isTurned ? parts.toReversed() : parts
      const whole = folded.map(({ state }) => state)
      expect(mergeExposures(ordered.map((part) => exposureOf(part)))).toEqual(exposureOf(whole))
      expect(mergeDeadlines(ordered.map((part) => deadlinesOf(part)))).toEqual(deadlinesOf(whole))
    })
  })
})

describe('texts of deadlines', () => {
  const [deadline] = deadlinesOf([payment('pay_1', '2026-02-05', 1000)])
  const strangely = (more: object): Deadline => ({ ...deadline, ...more }) as Deadline

  test('keep out what iCalendar does not allow, and what is no text', () => {
    const text = 'a\u0000b\u000b\u000c\u007f\nc'
    const calendar = calendarOf([strangely({ text, kind: 'right\nBEGIN:VEVENT' })], NOW)
    const isControl = (each: string) => each < ' ' || each === '\u007f'
    expect([...calendar.replaceAll('\r\n', '')].filter(isControl)).toEqual([])
    expect(calendar.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
    expect(calendarOf([strangely({ text: null, lastDay: 'zz' })], NOW)).toContain('DTSTART:2026')
    expect(csvOf([strangely({ text: 7, name: {} })])).toContain('"7"')
  })

  test.each(['=1', ' =1', '\n=1', '\ufeff+1', '\u200b@a', '＝1', '－1', '\ta'])(
    'begin with an apostrophe instead of %j',
    (text) => {
      expect(csvOf([strangely({ text })])).toContain(`"'${text}"`)
    },
  )
})
