/** Refusals: the sentences that no page shows, also of findings, and the order of precedence. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { descriptorsOf } from '../../src/contract/descriptors.ts'
import { ENGINE_RULES, inPrecedence, type Refusal } from '../../src/contract/refusal.ts'
import type { FindingOf, RefusalOf } from '../../src/contract/state.ts'
import type { Currency } from '../../src/words/money.ts'
import type { CivilDate, Zone } from '../../src/words/time/calendar.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { forAll } from '../for-all.ts'
import { explain, machines, RULES } from '../root.ts'

const EUR = 'EUR' as Currency
const NOON = '2024-02-28T12:00:00.0000000Z' as Instant
const CLOSED = '2024-02-27T23:00:00.0000000Z' as Instant
const EARLY = '2024-02-26T12:00:00.0000000Z' as Instant
const LATE = '2024-02-28T12:00:00.0500000Z' as Instant
const window = {
  from: '2024-01-02' as CivilDate,
  lastDay: '2024-02-27' as CivilDate,
  length: '8 weeks',
  closedOn: '2024-02-27' as CivilDate,
  zone: 'Europe/Brussels' as Zone,
  opensAt: '2024-01-02T10:00:00.0000000Z' as Instant,
  closedAt: CLOSED,
  at: NOON,
}

type Machine = (typeof machines)[number]
const key = 'session_approved'

/** The sentences that the pages on refusals and audits do not show: of what has several. */
const SENTENCES: readonly (readonly [RefusalOf<Machine> | FindingOf<Machine>, string])[] = [
  [
    { code: 'Contradiction', key, at: NOON, outcomes: ['approved'] },
    'Messages report that the session is approved, and a look-up shows no outcome.',
  ],
  [
    { code: 'Unbound', key: 'evt_1', at: NOON, events: [], asks: null },
    'evt_1 gives money back, and does not say of which chargeback.',
  ],
  [
    { code: 'MoreThanCaptured', key, at: NOON, events: [], asks: null },
    'Banks took back more than was captured.',
  ],
  [
    { rule: 'missingPredecessor', event: 'collection_presented', missing: 'mandate src_1' },
    'The log has no entry that creates mandate src_1.',
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
    'This step has to wait until what is in doubt is settled: Currencies disagree (by getPaymentActions), One chargeback or two (by a person).',
  ],
  [
    { rule: 'outcomeKnown', at: CLOSED, outcomeAt: NOON },
    'A session is completed after its outcome: that came at 2024-02-28T12:00:00Z, 13 hours after 2024-02-27T23:00:00Z.',
  ],
  [
    { rule: 'withinRefundWindow', ...window, lastDay: '2024-02-23' as CivilDate, at: LATE },
    'The refund window (8 weeks), counted from the debit on 2024-01-02, closed at the end of 2024-02-27 in Europe/Brussels (2024-02-27T23:00:00Z), which is 2024-02-23 and the time for processing; this step came at 2024-02-28T12:00:00.05Z, 13 hours 1 second too late.',
  ],
  [
    { rule: 'withinRefundWindow', ...window, at: CLOSED },
    'The refund window (8 weeks), counted from the debit on 2024-01-02, closed at the end of 2024-02-27 in Europe/Brussels (2024-02-27T23:00:00Z); this step came at 2024-02-27T23:00:00Z, just too late.',
  ],
  [
    { rule: 'withinRefundWindow', ...window, opensAt: CLOSED, at: EARLY },
    'The refund window (8 weeks), counted from the debit on 2024-01-02, opens at 2024-02-27T23:00:00Z; this step came at 2024-02-26T12:00:00Z, 1 day 11 hours too early.',
  ],
  [
    {
      rule: 'withinChargebackWindow',
      ...window,
      reasonCodes: ['MD06'],
      length: '8 weeks, then 2 bank days of processing; each end moves to a bank day',
    },
    'The chargeback window of reason MD06 (8 weeks, then 2 bank days of processing; each end moves to a bank day), counted from the later of debit and capture on 2024-01-02, closed at the end of 2024-02-27 in Europe/Brussels (2024-02-27T23:00:00Z); this step came at 2024-02-28T12:00:00Z, 13 hours too late.',
  ],
  [
    { rule: 'withinNet', wanted: 6001, available: -500, currency: null },
    'Nothing is left that could be refunded.',
  ],
  [
    { rule: 'withinNet', wanted: 1, available: 0, currency: EUR },
    'Nothing is left that could be refunded.',
  ],
  [
    { rule: 'withinNet', wanted: 0, available: 0, currency: EUR },
    'Nothing is left that could be refunded.',
  ],
  [
    { rule: 'mandateUsable', because: 'cancelled', since: CLOSED },
    'The mandate accepts no payments: it has been cancelled since 2024-02-27T23:00:00Z.',
  ],
  [
    { rule: 'mandateUsable', because: 'consumed', since: null },
    'The mandate accepts no payments: it is consumed.',
  ],
]

const refusals = Object.keys(RULES).map((rule) => ({ rule }) as Refusal)

describe('a refusal', () => {
  test.each([':drawn:made_lgjh:payment_captured', ':unsigned:made_lgjh', ''])(
    'or finding names what happened, and no key that was made: %s',
    (made) => {
      const parked = { reason: 'Unassigned', key: `payment_captured${made}` }
      expect(explain(parked as never)).toBe(
        'payment_captured waits until a message names the payment method.',
      )
    },
  )

  test.each(SENTENCES)('or finding is explained in one sentence: %j', (found, sentence) => {
    expect(explain(found)).toBe(sentence)
  })

  test('has a descriptor in the order of precedence', () => {
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

  test.each(Object.entries(RULES))('%s has an error code that web frameworks know', (_, card) => {
    expect([409, 410, 422]).toContain(card.errorCode)
  })
})

describe('refusals together', () => {
  const rank = refusals.map((refusal) => refusal.rule)

  test('are sorted by precedence, in whatever order they were found', () => {
    forAll({}, [fc.shuffledSubarray(refusals)], (found) => {
      const before = [...found]
      const sorted = inPrecedence(RULES, found)
      const ranks = sorted.map(({ rule }) => rank.indexOf(rule))
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      expect(new Set(sorted)).toEqual(new Set(found))
      expect(found).toEqual(before)
    })
  })

  test('of one rule keep the order in which they were found', () => {
    const [first, second] = [{ rule: 'withinNet' }, { rule: 'withinNet' }] as [Refusal, Refusal]
    expect(inPrecedence(RULES, [second, first])[0]).toBe(second)
    expect(inPrecedence(RULES, [first, second])[0]).toBe(first)
  })
})
