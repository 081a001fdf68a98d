/** What reports of chargebacks can mean, compared with every reading that the rules permit. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentSums, sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { given, reported } from '../../given.ts'
import { readingsOf } from '../../model/readings.ts'

const RUNS = Number(process.env['RUNS'] ?? 400)
const PATIENCE = 3_600_000

const pay = { paymentId: 'pay_1' }
const paid = [
  reported(
    'payment_pending',
    { ...pay, amount: 100_000, currency: 'EUR', method: 'sepa' },
    { at: '2026-03-01T10:00:00Z' },
  ),
  reported('payment_captured', { ...pay, amount: 100_000 }, { at: '2026-03-02T10:00:00Z' }),
]

/** One report; `minute` counts from the fifth of March. */
interface Report {
  readonly voice: 'chargeback' | 'return' | 'dispute'
  readonly dispute: string | null
  readonly action: string | null
  readonly amount: number
  readonly minute: number
}

const DAY = 24 * 60
const START = Date.parse('2026-03-05T10:00:00Z')

/** Few ids, amounts and times, so that they collide; a dispute has one amount. */
const report: fc.Arbitrary<Report> = fc
  .record({
    voice: fc.constantFrom<Report['voice']>('chargeback', 'return', 'dispute'),
    dispute: fc.constantFrom(null, null, 'dsp_1', 'dsp_2'),
    action: fc.constantFrom(null, 'act_1', 'act_2'),
    amount: fc.constantFrom(100, 200),
    minute: fc.constantFrom(
      0,
      1,
      2,
      3 * DAY,
      3 * DAY + 1,
      3 * DAY + 2,
      5 * DAY,
      10 * DAY,
      10 * DAY + 1,
      21 * DAY,
    ),
  })
  .map((each) => (each.dispute === null ? each : { ...each, amount: 100 }))

const eventOf = ({ voice, dispute, action, amount, minute }: Report, index: number): DomainEvent =>
  reported(
    'payment_chargeback',
    {
      ...pay,
      amount,
      ...(dispute === null ? {} : { disputeId: dispute }),
      ...(action === null ? {} : { actionId: action }),
      ...(voice === 'chargeback' ? {} : { reportedAs: voice }),
    },
    { at: new Date(START + minute * 60_000).toISOString(), id: `evt_${index}` },
  )

test(
  'reports of chargebacks are believed to be the fewest that they can be, and at worst the most',
  () => {
    const seen = { sure: 0, doubtful: 0 }
    fc.assert(
      fc.property(fc.array(report, { minLength: 1, maxLength: 5 }), (reports) => {
        // a report that is like reports of two chargebacks may be of either
        const isLike = (a: Report, b: Report) => a.action === b.action && a.amount === b.amount
        fc.pre(
          reports.every((a) => {
            const alike = reports.filter((b) => isLike(a, b))
            const others = alike.filter(({ voice }) => a.voice !== voice && voice !== 'dispute')
            const minutes = others.map(({ minute }) => minute)
            const isOfOneTime = minutes.every((one) => minutes.every((two) => one - two <= 1))
            const disputes = new Set(alike.flatMap(({ dispute }) => dispute ?? []))
            const isOfOneDispute = a.dispute !== null || disputes.size < 2
            return isOfOneDispute && (a.voice === 'dispute' || isOfOneTime)
          }),
        )
        const events = [...paid, ...reports.map(eventOf)]
        const sums = readingsOf(events, 'EUR').chargebacks
        const [least, greatest] = [Math.min(...sums), Math.max(...sums)]
        const { context } = given(sepaPayment, ...events)
        const { chargedBack, netAtWorst } = paymentSums(context)
        expect({ chargedBack, netAtWorst }).toEqual({
          chargedBack: least,
          netAtWorst: 100_000 - greatest,
        })
        seen[least === greatest ? 'sure' : 'doubtful'] += 1
      }),
      { numRuns: RUNS },
    )
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(RUNS / 20)
  },
  PATIENCE,
)
