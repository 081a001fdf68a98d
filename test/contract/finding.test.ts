/** The sentences of findings that the page on refusals does not show. */
import { expect, test } from 'vitest'
import type { FindingOf } from '../../src/contract/state.ts'
import type { Currency } from '../../src/words/money.ts'
import { instantOf } from '../given.ts'
import { explain, type machines } from '../root.ts'

const at = instantOf('2026-03-02T10:00:00.0000000Z')
const key = 'payment_refunded:act_1'
const EUR = 'EUR' as Currency

const FINDINGS: readonly (readonly [FindingOf<(typeof machines)[number]>, string])[] = [
  [
    { code: 'ClockSkew', key, at, claimedAt: at },
    'The message claims the time 2026-03-02T10:00:00Z, before the provider existed or long after the message itself.',
  ],
  [
    { code: 'ConflictingDuplicate', key, at, eventId: 'evt_1' },
    'Two messages share the id evt_1 but differ in content; both are kept.',
  ],
  [
    { code: 'FieldDiffers', key, at, field: 'reference' },
    'Messages disagree on the reference of payment_refunded:act_1; the value from the strongest source counts.',
  ],
  [
    { code: 'Contradiction', key: 'session_approved', at, outcomes: ['approved'] },
    'Messages report that the session is approved, and a look-up shows no outcome.',
  ],
  [
    { code: 'Unbound', key, at, events: [], asks: 'getPaymentActions' },
    'payment_refunded:act_1 does not say which refund it is of, or of how much.',
  ],
  [
    { code: 'Unbound', key: 'evt_1', at, events: [], asks: null },
    'evt_1 gives money back, and does not say of which chargeback.',
  ],
  [
    { code: 'MoreThanCaptured', key, at, events: [], asks: null },
    'Banks took back more than was captured.',
  ],
  [
    { code: 'NegativeNet', key, at, net: -150, currency: EUR },
    '1.50 EUR more went back than came in.',
  ],
]

test.each(FINDINGS.map(([finding, sentence]) => [finding.code, finding, sentence] as const))(
  'a finding %s has its own sentence',
  (_, finding, sentence) => {
    expect(explain(finding)).toBe(sentence)
  },
)
