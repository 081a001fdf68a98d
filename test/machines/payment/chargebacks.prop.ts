/** What reports of chargebacks can mean, compared with every reading that the rules permit. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentSums, sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { given, reported } from '../../given.ts'

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
    minute: fc.constantFrom(0, 1, 2, 5 * DAY, 10 * DAY, 10 * DAY + 1, 21 * DAY),
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

/** Whether two reports are certainly of two chargebacks. */
const areApart = (a: Report, b: Report): boolean =>
  (a.dispute !== null && b.dispute !== null && a.dispute !== b.dispute) ||
  (a.voice === b.voice && a.action !== null && b.action !== null && a.action !== b.action) ||
  Math.abs(a.minute - b.minute) > 10 * DAY

/**
 * What reports of one chargeback have in common. A list of actions reports as a return what a
 * webhook reports as a chargeback.
 */
const likenessOf = ({ voice, action, amount }: Report): string =>
  `${voice !== 'dispute' && action !== null ? '' : voice} ${action} ${amount}`

/** Groups of reports that are certainly of one chargeback. */
const unitedIn = (reports: readonly Report[]): readonly (readonly Report[])[] => {
  const groups: Report[][] = []
  const byTime = reports.toSorted((a, b) => a.minute - b.minute)
  const anchors = new Map<string, Report[]>()
  for (const each of byTime) {
    const key = likenessOf(each)
    const near = (anchors.get(key) ?? []).find((anchor) => each.minute - anchor.minute <= 1)
    const disputes = groups.filter((group) =>
      group.some(({ dispute }) => each.dispute !== null && dispute === each.dispute),
    )
    const alike = near === undefined ? undefined : groups.find((group) => group.includes(near))
    if (near === undefined) anchors.set(key, [...(anchors.get(key) ?? []), each])
    const [known = each.dispute === null ? alike : undefined] = disputes
    if (known === undefined) groups.push([each])
    else known.push(each)
  }
  return groups
}

/** Every way to map groups to chargebacks of one amount, without uniting what is apart. */
const readings = function* (
  groups: readonly (readonly Report[])[],
  entries: readonly (readonly Report[])[] = [],
): Generator<readonly (readonly Report[])[]> {
  const [first, ...rest] = groups
  if (first === undefined) {
    yield entries
    return
  }
  yield* readings(rest, [...entries, first])
  for (const [index, entry] of entries.entries()) {
    const fits = first.every((a) => entry.every((b) => a.amount === b.amount && !areApart(a, b)))
    if (fits) yield* readings(rest, entries.with(index, [...entry, ...first]))
  }
}

const sumOf = (entries: readonly (readonly Report[])[]): number =>
  entries.reduce((sum, [first]) => sum + (first?.amount ?? 0), 0)

test(
  'reports of chargebacks are believed to be the fewest that they can be, and at worst the most',
  () => {
    const seen = { sure: 0, doubtful: 0 }
    fc.assert(
      fc.property(fc.array(report, { minLength: 1, maxLength: 5 }), (reports) => {
        // where a report with a dispute is like one without, the two may be united in two ways
        const isNear = (a: Report, b: Report) => Math.abs(a.minute - b.minute) <= 2
        fc.pre(
          !reports.some((a) =>
            reports.some(
              (b) =>
                (a.dispute === null) !== (b.dispute === null) &&
                likenessOf(a) === likenessOf(b) &&
                isNear(a, b),
            ),
          ),
        )
        const sums = [...readings(unitedIn(reports))].map(sumOf)
        const [least, greatest] = [Math.min(...sums), Math.max(...sums)]
        const { context } = given(sepaPayment, ...paid, ...reports.map(eventOf))
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
