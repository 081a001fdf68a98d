/** Laws of the windows of a SEPA payment, with Temporal as the reference for its days. */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { WindowAt } from '../../src/judge/windows.ts'
import { payfold } from '../../src/payfold.ts'
import type { Stream } from '../../src/words/stream.ts'
import { isBankDay } from '../../src/words/time/bank-days.ts'
import type { CivilDate } from '../../src/words/time/calendar.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import type { Length } from '../../src/words/time/length.ts'
import { logOf, type OnStream } from '../audit/given.ts'
import { forAll } from '../for-all.ts'
import { instantOf, pay, reported, right } from '../given.ts'
import { audit, defaultPolicy, machines, type Policy, readPolicy } from '../root.ts'

const RUNS = { numRuns: Number(process.env['RUNS'] ?? 12) }
const ZONE = 'Europe/Brussels'
const STREAM = 'payment-pay_1' as Stream

type Day = Temporal.PlainDate

// the reference: days by Temporal --------------------------------------------
const bankDayFrom = (day: Day): Day =>
  isBankDay(day.toString() as CivilDate) ? day : bankDayFrom(day.add({ days: 1 }))

const bankDaysAfter = (day: Day, count: number): Day =>
  count === 0 ? day : bankDaysAfter(bankDayFrom(day.add({ days: 1 })), count - 1)

const ended = (day: Day, length: Length): Day =>
  'bankDays' in length ? bankDaysAfter(day, length.bankDays) : day.add(length)

const dayOf = (at: string): Day => Temporal.Instant.from(at).toZonedDateTimeISO(ZONE).toPlainDate()

const closing = (day: Day): string =>
  day.add({ days: 1 }).toZonedDateTime(ZONE).toInstant().toString({ fractionalSecondDigits: 7 })

const latest = (...days: readonly Day[]): Day =>
  days.reduce((a, b) => (Temporal.PlainDate.compare(a, b) > 0 ? a : b))
const earliest = (...days: readonly Day[]): Day =>
  days.reduce((a, b) => (Temporal.PlainDate.compare(a, b) < 0 ? a : b))

// what messages say ----------------------------------------------------------
const lengths: fc.Arbitrary<Length> = fc.oneof(
  fc.record({ days: fc.nat({ max: 90 }) }),
  fc.record({ weeks: fc.nat({ max: 60 }) }),
  fc.record({ months: fc.nat({ max: 40 }) }),
  fc.record({ bankDays: fc.nat({ max: 60 }) }),
)
const exposed = fc
  .tuple(lengths, fc.record({ enquiry: lengths, processing: lengths }, { requiredKeys: [] }))
  .map(([length, more]) => ({ ...length, ...more }))

const captureTimes = fc
  .integer({ min: Date.parse('2015-01-01'), max: Date.parse('2035-01-01') })
  .map((at) => new Date(at).toISOString())

/** A capture with value dates near its day, and far from it. */
const told = fc.record({
  at: captureTimes,
  values: fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 3 }),
})

const eventsOf = ({ at, values }: { at: string; values: readonly number[] }) => {
  const presented = reported(
    'payment_pending',
    { ...pay, amount: 1000, sourceId: 'src_1', method: 'sepa' },
    { at },
  )
  const dates = values.map((days) => dayOf(at).add({ days }).toString())
  const captures = (dates.length === 0 ? [undefined] : dates).map((debitDate, index) =>
    reported(
      'payment_captured',
      { ...pay, amount: 1000, ...(debitDate === undefined ? {} : { debitDate }) },
      { at, id: `evt_c${index}` },
    ),
  )
  return [presented, ...captures]
}

const windowsOn = (
  policy: Policy,
  events: readonly DomainEvent[],
  now: Instant,
  stream: Stream = STREAM,
): readonly WindowAt[] => {
  const pf = payfold(machines, { policy })
  return right(pf.windows(pf.fold(stream, events), now))
}

const changed = (changes: Parameters<typeof readPolicy>[0]): Policy => right(readPolicy(changes))

const closesOf = (all: readonly WindowAt[], name: string): string | undefined =>
  all.find((each) => each.name === name)?.closesAt

describe('whatever messages say of the debit,', () => {
  const NOW = instantOf('2014-01-01T00:00:00Z')
  const readingsOf = ({ at, values }: { at: string; values: readonly number[] }) => {
    const near = values.filter((days) => Math.abs(days) <= 5)
    const own = dayOf(at)
    return near.length === 0 ? [own] : near.map((days) => own.add({ days }))
  }

  test('a right never closes later than by any reading, and closes by one of them', () => {
    forAll(RUNS, [told, lengths], (capture, refundWindow) => {
      const policy = changed({ refundWindow })
      const closes = closesOf(windowsOn(policy, eventsOf(capture), NOW), 'refund')
      const byReading = readingsOf(capture).map((day) => ended(day, refundWindow))
      expect(closes).toBe(closing(earliest(...byReading)))
    })
  })

  test('an exposure never closes earlier than by any reading, rolled or not', () => {
    forAll(RUNS, [told, exposed], (capture, chargebackWindow) => {
      const policy = changed({ chargebackWindow })
      const closes = closesOf(windowsOn(policy, eventsOf(capture), NOW), 'chargeback') ?? ''
      const { enquiry, processing, ...length } = chargebackWindow
      const steps = [length as Length, enquiry, processing].filter((each) => each !== undefined)
      const starts = [...readingsOf(capture), dayOf(capture.at)]
      const byReading = starts.flatMap((day) => [
        steps.reduce(ended, day),
        steps.reduce((each, step) => bankDayFrom(ended(each, step)), day),
      ])
      for (const end of byReading) expect(closes >= closing(end)).toBe(true)
      // nor later than if everything begins on a bank day
      const last = steps.reduce(
        (each, step) => bankDayFrom(ended(each, step)),
        bankDayFrom(latest(...starts)),
      )
      expect(closes <= closing(last)).toBe(true)
    })
  })

  test('without rolling, it ends on the day that its lengths say', () => {
    forAll(RUNS, [captureTimes, fc.nat({ max: 40 })], (at, months) => {
      const policy = changed({ chargebackWindow: { months, rolls: false } })
      const closes = closesOf(windowsOn(policy, eventsOf({ at, values: [] }), NOW), 'chargeback')
      expect(closes).toBe(closing(dayOf(at).add({ months })))
    })
  })

  test('an expectation ends on a bank day, at most ten days after its length', () => {
    forAll(RUNS, [captureTimes, lengths], (at, debitWithin) => {
      const [pending] = eventsOf({ at, values: [] })
      const closes = closesOf(
        windowsOn(changed({ debitWithin }), pending === undefined ? [] : [pending], NOW),
        'debit',
      )
      expect(closes).toBe(closing(bankDayFrom(ended(dayOf(at), debitWithin))))
    })
  })
})

describe('a policy', () => {
  const streams = fc.constantFrom(
    ['payment-pay_1', eventsOf({ at: '2026-03-02T10:00:00Z', values: [1] })] as const,
    ['payment-pay_1', eventsOf({ at: '2026-03-02T10:00:00Z', values: [] }).slice(0, 1)] as const,
    [
      'payment-pay_1',
      [
        ...eventsOf({ at: '2026-03-02T10:00:00Z', values: [] }),
        reported(
          'refund_requested',
          { ...pay, amount: 1, commandId: 'c-1' },
          { at: '2026-03-03T10:00:00Z', source: 'request' },
        ),
      ],
    ] as const,
    [
      'mandate-src_1',
      [
        reported(
          'mandate_created',
          { sourceId: 'src_1', mandateType: 'single' },
          { at: '2026-03-02T10:00:00Z' },
        ),
      ],
    ] as const,
    ['session-sid_1', [reported('session_created', { sessionId: 'sid_1' })]] as const,
    [
      'payment-pay_2',
      [
        reported('payment_pending', {
          paymentId: 'pay_2',
          method: 'ticket',
          ticketExpiresAt: '2026-04-01',
        }),
      ],
    ] as const,
    [
      'payment-pay_3',
      [reported('payment_pending', { paymentId: 'pay_3', method: 'ticket' })],
    ] as const,
  )
  const fields = Object.entries(
    Object.assign({}, ...machines.map(({ definition }) => definition.policy)) as Record<
      string,
      { readonly isDated?: true }
    >,
  ).flatMap(([name, { isDated }]) => (isDated === true ? [name] : []))
  const named = Object.assign(
    {},
    ...[session, sepaPayment, sepaMandate, ticketPayment].map(({ windows }) => windows),
  ) as Record<string, { readonly lengths: readonly string[] }>

  test('has a window for every length', () => {
    const all = Object.values(named).flatMap((each) => each.lengths)
    expect([...new Set(all)].toSorted()).toEqual(fields.toSorted())
  })

  test('that differs in one length differs in the windows that name it, and in nothing else', () => {
    forAll(
      RUNS,
      [streams, fc.constantFrom(...fields), fc.integer({ min: 1, max: 500 })],
      ([stream, events], name, count) => {
        const isElapsed = name === 'sessionWindow' || name === 'ticketGrace'
        const policy = changed({ [name]: { [isElapsed ? 'minutes' : 'days']: count } })
        const now = instantOf('2026-03-04T10:00:00Z')
        const others = (under: Policy) =>
          windowsOn(under, events, now, stream as Stream)
            .filter((each) => !each.lengths.includes(name))
            .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        expect(others(policy)).toEqual(others(defaultPolicy))
        const closes = (under: Policy) =>
          windowsOn(under, events, now, stream as Stream)
            .filter((each) => each.lengths.includes(name))
            .map(({ opensAt, closesAt }) => `${opensAt} ${closesAt}`)
        // a ticket closes by its expiry and the grace, or else, if it shows none, by `overdueAfter`
        const isIdle =
          (stream === 'payment-pay_2' && name === 'overdueAfter') ||
          (stream === 'payment-pay_3' && name === 'ticketGrace')
        if (count > 450 && !isIdle && closes(policy).length > 0) {
          expect(closes(policy)).not.toEqual(closes(defaultPolicy))
        }
      },
    )
  })
})

describe('a policy in parts', () => {
  const parts = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 600 }), lengths, exposed), {
      minLength: 1,
      maxLength: 4,
    })
    .map((all) => {
      let day = Temporal.PlainDate.from('2020-01-01')
      return all.map(([days, refundWindow, chargebackWindow]) => {
        day = day.add({ days })
        return { validFrom: day.toString(), refundWindow, chargebackWindow }
      })
    })
  const captures = fc
    .integer({ min: Date.parse('2019-06-01'), max: Date.parse('2026-01-01') })
    .map((at) => new Date(at).toISOString())

  test('judges a right by the part of its day, an exposure by the longest part until now', () => {
    forAll(RUNS, [parts, captures, fc.nat({ max: 2500 })], (all, at, later) => {
      const policy = changed(all)
      const day = dayOf(at)
      const now = instantOf(
        Temporal.Instant.from(at)
          .add({ hours: later * 24 })
          .toString(),
      )
      const today = dayOf(now)
      const inForce = all.findLast(({ validFrom }) => validFrom <= day.toString()) ?? all[0]
      const since = all.filter(
        (part) =>
          part === inForce ||
          (part.validFrom > day.toString() && part.validFrom <= today.toString()),
      )
      const events = eventsOf({ at, values: [] })
      const windows = windowsOn(policy, events, now)
      if (inForce === undefined) throw new Error('no part')
      const alone = ({ refundWindow, chargebackWindow }: (typeof all)[number]) =>
        windowsOn(changed({ refundWindow, chargebackWindow }), events, now)
      expect(closesOf(windows, 'refund')).toBe(closesOf(alone(inForce), 'refund'))
      const longest = since
        .map((part) => closesOf(alone(part), 'chargeback') ?? '')
        .reduce((a, b) => (b > a ? b : a), '')
      expect(closesOf(windows, 'chargeback')).toBe(longest)
    })
  })

  test('judges a stream that lies in one part as that part alone does', () => {
    const first = { validFrom: '2020-01-01', refundWindow: { weeks: 4 }, overdueAfter: { days: 3 } }
    const second = {
      validFrom: '2024-01-01',
      refundWindow: { days: 9 },
      payerRefundWindow: { days: 3 },
    }
    const both = payfold(machines, { policy: changed([first, second]) })
    forAll(
      RUNS,
      [fc.constantFrom(first, second), fc.nat({ max: 1000 }), fc.nat({ max: 80 })],
      (part, days, later) => {
        const { validFrom, ...own } = part
        const at = Temporal.PlainDate.from(validFrom).add({ days: days + 1 })
        const time = `${at}T10:00:00Z`
        const then = `${at.add({ days: later })}T10:00:00Z`
        const events = [
          ...eventsOf({ at: time, values: [] }),
          reported('payment_refunded', { ...pay, amount: 1, actionId: 'act_1' }, { at: then }),
          reported(
            'payment_chargeback',
            { ...pay, amount: 1, disputeId: 'dsp_1', reason: 'MD06' },
            { at: then },
          ),
        ]
        const alone = payfold(machines, { policy: changed(own) })
        const judged = (pf: typeof alone) => {
          const state = pf.fold(STREAM, events)
          const { policy: _, ...known } = state
          const now = instantOf(then)
          return [known, pf.windows(state, now), pf.allowed(state, now), pf.questions(state, now)]
        }
        expect(judged(both)).toEqual(judged(alone))
      },
    )
  })

  test('audits each stream that lies in one part as the audit of that part does, in parts too', () => {
    const first = {
      validFrom: '2020-01-01',
      refundWindow: { weeks: 1 },
      chargebackWindow: { days: 9 },
    }
    const second = {
      validFrom: '2024-01-01',
      refundWindow: { weeks: 3 },
      chargebackWindow: { days: 3 },
    }
    const both = changed([first, second])
    const onStream = (name: string, at: string, after: number): readonly OnStream[] => {
      const then = Temporal.Instant.from(at)
        .add({ hours: after * 24 })
        .toString()
      const own = { paymentId: name }
      const stream = `payment-${name}` as Stream
      const sent = { ...own, amount: 1000, method: 'sepa', sourceId: 'src_1' }
      return [
        [stream, reported('payment_pending', sent, { at })],
        [stream, reported('payment_captured', { ...own, amount: 1000 }, { at })],
        [
          stream,
          reported('refund_requested', { ...own, amount: 1, actionId: 'act_1' }, { at: then }),
        ],
        [stream, reported('payment_chargeback', { ...own, amount: 1 }, { at: then })],
      ]
    }
    forAll(
      60,
      [
        fc.constantFrom(first, second),
        fc.array(fc.tuple(fc.nat({ max: 300 }), fc.nat({ max: 60 })), {
          minLength: 1,
          maxLength: 4,
        }),
      ],
      (part, days) => {
        const { validFrom, ...own } = part
        const begin = Temporal.PlainDate.from(validFrom)
        const log = logOf(
          ...days.flatMap(([day, after], index) =>
            onStream(`pay_${index}`, `${begin.add({ days: day + 1 })}T10:00:00Z`, after),
          ),
        )
        const now = instantOf(`${begin.add({ days: 400 })}T00:00:00Z`)
        const audited = (policy: Policy) => {
          const { streams, findings } = audit(machines, { policy, now })(log)
          return { streams, findings }
        }
        expect(audited(both)).toEqual(audited(changed(own)))
      },
    )
  })
})
