/** The sentence for every finding. */
import { describe, expect, test } from 'vitest'
import type { FindingOf } from '../../src/fold/state.ts'
import type { Currency } from '../../src/words/money.ts'
import { instantOf } from '../given.ts'
import { explainFinding, type machines } from '../root.ts'

const at = instantOf('2026-03-02T10:00:00.0000000Z')
const key = 'payment_refunded:act_1'
const EUR = 'EUR' as Currency

const FINDINGS: readonly (readonly [FindingOf<(typeof machines)[number]>, string])[] = [
  [
    { code: 'ClockSkew', key, at, claimedAt: at },
    'The message claims a processing time of 2026-03-02T10:00:00Z, long after the time of the message itself.',
  ],
  [
    { code: 'ConflictingDuplicate', key, at, eventId: 'evt_1' },
    'Two messages share the id evt_1 but differ in content; both are kept.',
  ],
  [
    { code: 'Disagreement', key, at, field: 'amount' },
    'Messages disagree on the amount of payment_refunded:act_1; the value from the strongest source counts.',
  ],
  [
    { code: 'Contradiction', key: 'session_declined', at, outcome: 'approved' },
    'session_declined was reported, but the session already has the outcome approved.',
  ],
  [
    { code: 'Superseded', key, at, event: 'payment_declined', capturedAt: at },
    'payment_declined was reported although the money was captured at 2026-03-02T10:00:00Z.',
  ],
  [
    { code: 'RefundReversed', key, at, events: [], refund: 'act_1' },
    'The refund act_1 failed after it had succeeded.',
  ],
  [
    { code: 'NegativeNet', key, at, net: -150, currency: EUR },
    '1.50 EUR more went back than came in.',
  ],
  [
    { code: 'BalanceMismatch', key, at, what: 'refunded', theirs: 500, ours: 0, currency: EUR },
    'The provider counts 5.00 EUR refunded, but its messages add up to 0.00 EUR.',
  ],
  [
    { code: 'SnapshotContradicts', key, at, shown: 'declined', known: 'captured' },
    'A snapshot shows declined, which contradicts captured.',
  ],
  [
    { code: 'OtherSource', key, at, field: 'sourceId', believed: 'src_1', other: 'src_2' },
    'A message names the source src_2, but the strongest one names src_1.',
  ],
  [
    { code: 'OtherSource', key, at, field: 'customerId', believed: 'cus_1', other: 'cus_2' },
    'A message names the customer cus_2, but the strongest one names cus_1.',
  ],
  [
    { code: 'notHosted', key, at, refusal: { rule: 'notHosted' } },
    'The session is hosted: the service collects channel data itself.',
  ],
]

describe('a finding', () => {
  test.each(FINDINGS.map(([finding, sentence]) => [finding.code, finding, sentence] as const))(
    '%s has its own sentence',
    (_, finding, sentence) => {
      expect(explainFinding(finding)).toBe(sentence)
    },
  )
})
