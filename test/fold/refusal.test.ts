/** Refusals: one sentence for every rule, in order of precedence. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { descriptorsOf } from '../../src/fold/descriptors.ts'
import { ENGINE_RULES, inPrecedence, type Refusal } from '../../src/fold/refusal.ts'
import type { RefusalOf } from '../../src/fold/state.ts'
import type { CivilDate, Zone } from '../../src/words/calendar.ts'
import type { Instant } from '../../src/words/instant.ts'
import type { Currency } from '../../src/words/money.ts'
import { explain, machines, RULES } from '../root.ts'

const EUR = 'EUR' as Currency
const ARS = 'ARS' as Currency
const NOON = '2024-02-28T12:00:00.0000000Z' as Instant
const CLOSED = '2024-02-27T23:00:00.0000000Z' as Instant
const EARLY = '2024-02-26T12:00:00.0000000Z' as Instant
const LATE = '2024-02-28T12:00:00.0500000Z' as Instant
const window = {
  from: '2024-01-02' as CivilDate,
  lastDay: '2024-02-27' as CivilDate,
  closedOn: '2024-02-27' as CivilDate,
  zone: 'Europe/Brussels' as Zone,
  opensAt: '2024-01-02T10:00:00.0000000Z' as Instant,
  closedAt: CLOSED,
  at: NOON,
}

/** Every rule in order of precedence, with the sentence for each way to break it. */
const SENTENCES: readonly (readonly [RefusalOf<(typeof machines)[number]>, string])[] = [
  [
    { rule: 'otherSubject', subject: 'pay_1', named: 'pay_2' },
    'This step names pay_2, but the stream is about pay_1.',
  ],
  [
    { rule: 'otherSubject', subject: null, named: 'pay_1' },
    'The events name several subjects, and no stream was given: so no step is possible.',
  ],
  [
    { rule: 'noSuchStep', event: 'payment_captured', status: 'declined' },
    'payment_captured is not possible while the status is declined.',
  ],
  [
    { rule: 'notKnown', what: 'captured amount' },
    'This step depends on the captured amount, which no message has reported.',
  ],
  [
    { rule: 'missingPredecessor', event: 'payment_refunded' },
    'payment_refunded was reported, but an event that must precede it was not.',
  ],
  [
    {
      rule: 'notInDoubt',
      doubts: [
        { code: 'OtherCurrency', asks: 'getPaymentActions', events: ['evt_1'] },
        { code: 'OneOrTwo', asks: null, events: ['evt_2'] },
        { code: 'OneOrTwo', asks: null, events: ['evt_3'] },
      ],
    },
    'This step has to wait until what is in doubt is settled: OtherCurrency (by getPaymentActions), OneOrTwo (by a person).',
  ],
  [{ rule: 'notHosted' }, 'The session is hosted: the service collects channel data itself.'],
  [
    { rule: 'channelDataFirst' },
    'The session has an outcome although no channel data were submitted.',
  ],
  [
    { rule: 'outcomeKnown', at: CLOSED, outcomeAt: NOON },
    'The outcome came at 2024-02-28T12:00:00Z, 13 hours after the session was completed at 2024-02-27T23:00:00Z.',
  ],
  [
    { rule: 'outcomeKnown', at: CLOSED, outcomeAt: null },
    'The session was completed at 2024-02-27T23:00:00Z, before any outcome was known.',
  ],
  [{ rule: 'sameCurrency', expected: EUR, actual: ARS }, 'The payment is in EUR, not in ARS.'],
  [
    { rule: 'withinRefundWindow', ...window },
    'The refund window, counted from the debit on 2024-01-02, closed at the end of 2024-02-27 in Europe/Brussels (2024-02-27T23:00:00Z); this step came at 2024-02-28T12:00:00Z, 13 hours too late.',
  ],
  [
    { rule: 'withinRefundWindow', ...window, lastDay: '2024-02-23' as CivilDate, at: LATE },
    'The refund window, counted from the debit on 2024-01-02, closed at the end of 2024-02-27 in Europe/Brussels (2024-02-27T23:00:00Z), which is 2024-02-23 and the time for processing; this step came at 2024-02-28T12:00:00.05Z, 13 hours 1 second too late.',
  ],
  [
    { rule: 'withinRefundWindow', ...window, at: CLOSED },
    'The refund window, counted from the debit on 2024-01-02, closed at the end of 2024-02-27 in Europe/Brussels (2024-02-27T23:00:00Z); this step came at 2024-02-27T23:00:00Z, just too late.',
  ],
  [
    { rule: 'withinRefundWindow', ...window, opensAt: CLOSED, at: EARLY },
    'The refund window, counted from the debit on 2024-01-02, opens at 2024-02-27T23:00:00Z; this step came at 2024-02-26T12:00:00Z, 1 day 11 hours too early.',
  ],
  [
    { rule: 'withinChargebackWindow', ...window, reasonCodes: ['MD06'] },
    'The chargeback window of reason MD06, counted from the later of debit and capture on 2024-01-02, closed at the end of 2024-02-27 in Europe/Brussels (2024-02-27T23:00:00Z); this step came at 2024-02-28T12:00:00Z, 13 hours too late.',
  ],
  [
    { rule: 'withinChargebackWindow', ...window, reasonCodes: [] },
    'The chargeback window, counted from the later of debit and capture on 2024-01-02, closed at the end of 2024-02-27 in Europe/Brussels (2024-02-27T23:00:00Z); this step came at 2024-02-28T12:00:00Z, 13 hours too late.',
  ],
  [
    { rule: 'withinCaptured', wanted: 6001, available: 6000, currency: EUR },
    '60.01 EUR is 0.01 EUR more than the 60.00 EUR available.',
  ],
  [
    { rule: 'withinNet', wanted: 6001, available: -500, currency: null },
    '6001 minor units is 6501 minor units more than the -500 minor units available.',
  ],
  [
    { rule: 'withinNet', wanted: 1, available: 0, currency: EUR },
    '0.01 EUR is 0.01 EUR more than the 0.00 EUR available.',
  ],
  [
    { rule: 'withinNet', wanted: 0, available: 6000, currency: EUR },
    'A refund of 0.00 EUR is not possible: the amount must be above zero.',
  ],
  [
    { rule: 'withinNet', wanted: 0, available: 0, currency: EUR },
    'Nothing is left that could be refunded.',
  ],
  [
    { rule: 'moneyAfterEnd', at: NOON, endedAt: CLOSED },
    'The money arrived at 2024-02-28T12:00:00Z, 13 hours after the payment had ended at 2024-02-27T23:00:00Z.',
  ],
  [
    { rule: 'mandateUsable', because: 'cancelled', since: CLOSED },
    'The mandate accepts no payments: it has been cancelled since 2024-02-27T23:00:00Z.',
  ],
  [
    { rule: 'mandateUsable', because: 'consumed', since: null },
    'The mandate accepts no payments: it is consumed.',
  ],
  [
    { rule: 'sameCustomer', expected: 'cus_1', actual: 'cus_2' },
    'The mandate belongs to cus_1, not to cus_2.',
  ],
  [{ rule: 'notOfTickets' }, 'A ticket is paid in cash, which no bank can take back.'],
  [
    { rule: 'lateCapture', at: NOON, expiredAt: CLOSED },
    'The ticket was paid at 2024-02-28T12:00:00Z, 13 hours after it had expired at 2024-02-27T23:00:00Z.',
  ],
]

const refusals = SENTENCES.map(([refusal]) => refusal)

describe('a refusal', () => {
  test.each(SENTENCES)('$rule is explained in one sentence', (refusal, sentence) => {
    expect(explain(refusal)).toBe(sentence)
  })

  test('never contains undefined, null or an object', () => {
    const formatted = refusals
      .map(explain)
      .filter((text) => /undefined|null|NaN|\[object/.test(text))
    expect(formatted).toEqual([])
  })

  test('has a descriptor in the order of precedence', () => {
    const named = [...new Set(refusals.map(({ rule }) => rule))]
    expect(Object.keys(RULES)).toEqual(named)
    for (const machine of machines) {
      const own = Object.keys(descriptorsOf([machine]).rules)
      expect(own).toEqual([
        ...Object.keys(ENGINE_RULES),
        ...Object.keys(machine.definition.rules).filter(
          (rule) => own.includes(rule) && !Object.hasOwn(ENGINE_RULES, rule),
        ),
      ])
    }
  })

  test('has an error code that web frameworks know', () => {
    const codes = Object.entries(RULES).map(([rule, { errorCode }]) => `${rule} ${errorCode}`)
    expect(codes).toEqual([
      'otherSubject 422',
      'noSuchStep 409',
      'notKnown 409',
      'missingPredecessor 409',
      'notInDoubt 409',
      'notHosted 409',
      'channelDataFirst 409',
      'outcomeKnown 409',
      'sameCurrency 422',
      'withinRefundWindow 410',
      'withinChargebackWindow 410',
      'withinCaptured 422',
      'withinNet 422',
      'moneyAfterEnd 409',
      'mandateUsable 409',
      'sameCustomer 422',
      'notOfTickets 409',
      'lateCapture 409',
    ])
  })

  test.each(Object.entries(RULES))('%s states its source and the remedy', (_, card) => {
    expect(card.source).toMatch(/^(interface|decisions|sources)#\S/)
    expect(card.remedy).toMatch(/^[A-Z].*\.$/)
  })
})

describe('refusals together', () => {
  const rank = refusals.map((refusal) => refusal.rule)

  test('are sorted by precedence, in whatever order they were found', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(refusals), (found) => {
        const before = [...found]
        const sorted = inPrecedence(RULES, found)
        const ranks = sorted.map(({ rule }) => rank.indexOf(rule))
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
        expect(new Set(sorted)).toEqual(new Set(found))
        expect(found).toEqual(before)
      }),
    )
  })

  test('of one rule keep the order in which they were found', () => {
    const [first, second] = [refusals[8], refusals[9]] as [Refusal, Refusal]
    expect(inPrecedence(RULES, [second, first])).toEqual([second, first])
    expect(inPrecedence(RULES, [first, second])).toEqual([first, second])
  })
})
