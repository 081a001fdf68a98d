/** What is believed by the sums that are kept is what every refund and chargeback adds up to. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../../machines/index.ts'
import type { Payment } from '../../../machines/payment/memory.ts'
import { type Step, shownSums } from '../../../machines/payment/shown-sums.ts'
import { totals } from '../../../machines/payment/sums.ts'
import { totalsAnew } from '../../../machines/payment/totals.ts'
import { folder } from '../../../src/fold/fold.ts'
import { asEvent } from '../../../src/fold/occurrence.ts'
import { lenientJudge } from '../../../src/fold/rules.ts'
import { runner } from '../../../src/fold/runner.ts'
import { eventsOf } from '../../../src/testing/events.ts'
import type { Instant } from '../../../src/words/instant.ts'
import { total } from '../../../src/words/money.ts'
import { longStream, SHAPES, type ShapeName } from '../../generators/long-streams.ts'
import { streamOf, streamsOf } from '../../model/folded.ts'
import { worlds } from '../../model/worlds.ts'
import { root } from '../../root.ts'

const RUNS = Number(process.env['RUNS'] ?? 150)
const { policy } = root

/** Compares both ways on a context, and for each of its refunds left out. */
const compareIn = (context: Payment): void => {
  for (const except of ['', ...Object.keys(context.refunds)]) {
    expect(totals(context, policy, 'believed', except)).toEqual(
      totalsAnew(context, policy, 'believed', except),
    )
  }
}

/** Runs the occurrences of a stream through its chart, and compares after each. */
const compareAlong = (
  machine: typeof sepaPayment | typeof ticketPayment,
  occurrences: ReturnType<ReturnType<typeof folder>['fold']>['occurrences'],
  step = 1,
): void => {
  const runs = runner(machine as typeof sepaPayment, lenientJudge(policy))
  const run = runs.begin(runs.start)
  const taken = occurrences.filter(({ disposition }) => disposition === 'chart')
  for (const [index, occurrence] of taken.entries()) {
    run.take(asEvent(occurrence))
    if (index % step === 0) compareIn(run.position().context as Payment)
  }
}

describe.each([sepaPayment, ticketPayment])('$id', (machine) => {
  const { fold } = folder(machine as typeof sepaPayment, { policy })

  test('after every step of a random stream', () => {
    fc.assert(
      fc.property(eventsOf(machine as never), (events) => {
        compareAlong(machine, fold(events).occurrences)
      }),
      { numRuns: RUNS },
    )
  })

  test('after every step of histories with faults', () => {
    fc.assert(
      fc.property(worlds(machine, 3), ({ history, delivered }) => {
        const stream = streamOf(history)
        compareAlong(machine, fold(streamsOf(delivered).get(stream) ?? [], stream).occurrences)
      }),
      { numRuns: RUNS },
    )
  })
})

test.each(['refunds', 'chargebacks', 'nameless', 'repetitions'] satisfies ShapeName[])(
  'along a long stream of %s',
  (name) => {
    const { fold } = folder(sepaPayment, { policy })
    compareAlong(sepaPayment, fold(longStream(name, 120), SHAPES[name].stream).occurrences, 40)
  },
)

const at = (minute: number): Instant =>
  `2026-03-02T10:${String(minute).padStart(2, '0')}:00.0000000Z` as Instant
const minute = fc.integer({ min: 0, max: 9 }).map(at)
const step: fc.Arbitrary<Step> = fc.record({
  amount: fc.integer({ min: 0, max: 3 }),
  from: fc.option(minute),
  to: fc.option(minute),
  isSure: fc.boolean(),
})

test('the amounts that a message must and may show are those that each of them says', () => {
  fc.assert(
    fc.property(fc.array(step), minute, minute, (steps, one, other) => {
      const [since, until] = one < other ? [one, other] : [other, one]
      const begun = steps.filter(({ from }) => from === null || from <= until)
      const decided = begun.filter(({ to }) => to !== null && to <= since)
      const doubtful = begun
        .filter(({ to, amount }) => amount > 0 && !(to !== null && to <= since))
        .map(({ amount }) => amount)
      const found = shownSums(steps, 4)?.(since, until)
      expect(found?.sure).toBe(total(decided.flatMap((each) => (each.isSure ? each.amount : []))))
      expect(found?.perhaps).toBe(total(doubtful))
      expect(found?.doubtful?.toSorted() ?? null).toEqual(
        doubtful.length > 4 ? null : doubtful.toSorted(),
      )
    }),
    { numRuns: RUNS * 10 },
  )
})
