/** Judging: views of a state, events added to a state, entries added to a log. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import { ownLoop } from '../../src/judge/own-loop.ts'
import { emptyTip, type Tip } from '../../src/log/tip.ts'
import type { Stream } from '../../src/words/stream.ts'
import { pay, reported } from '../given.ts'
import { allowed, decide, folder, type Instant, sepaPayment, validate } from './payfold.ts'
import { latencies } from './rounds.ts'
import { digits, type Part } from './table.ts'
import { root } from './work.ts'

const { appendAll } = ownLoop(root)
const { fold, evolve } = folder(sepaPayment)

const now = '2026-03-20T10:00:00.0000000Z' as Instant

const at = (minute: number): string =>
  new Date(Date.UTC(2026, 2, 4) + minute * 60_000).toISOString()

const refund = (index: number): readonly DomainEvent[] => {
  const entityId = { ...pay, actionId: `act_${index}`, amount: 1 }
  return [
    reported('payment_refund_pending', entityId, { at: at(index * 2), id: `evt_p${index}` }),
    reported('payment_refunded', entityId, { at: at(index * 2 + 1), id: `evt_r${index}` }),
  ]
}

/** A payment with this many events: captured, then refunded in small parts. */
const payment = (count: number): readonly DomainEvent[] => {
  const refunds = Array.from({ length: count / 2 - 1 }, (_, index) => refund(index))
  const begun = { ...pay, amount: 1_000_000, currency: 'EUR', sourceId: 'src_1' }
  return [
    reported('payment_pending', begun, { at: '2026-03-02T10:00:00Z' }),
    reported('payment_captured', { ...pay, amount: 1_000_000 }, { at: '2026-03-03T10:00:00Z' }),
    ...refunds.flat(),
  ]
}

const asked = { ...pay, amount: 100, commandId: 'c-1' }
const attempt = reported('refund_requested', asked, { at: now, source: 'request' })

const command = {
  type: 'requestRefund',
  data: { ...pay, amount: 100, currency: 'EUR' },
  metadata: { commandId: 'c-1', now },
}

/** The tips of a log with this many entries, three in each stream. */
const tipsOf = (entries: number): ReadonlyMap<Stream, Tip> =>
  new Map(
    Array.from({ length: Math.ceil(entries / 3) }, (_, index) => {
      const stream = `payment-pay_${index}` as Stream
      const hash = '0'.repeat(64)
      const known = Object.fromEntries([1, 2, 3].map((id) => [`evt_${index}_${id}`, [hash]]))
      return [stream, { stream, revision: 2, hash, known, nudges: {}, lookedUpAt: null }] as const
    }),
  )

/** Measures everything, call by call. */
export const judgePart = (): Part => {
  const rows: string[][] = []
  const medians: Record<string, number> = {}
  const row = (name: string, run: () => unknown, calls: number): void => {
    latencies(run, calls)
    const [median, most] = latencies(run, calls)
    medians[name] = median
    rows.push([name, `${digits(median)} µs`, `${digits(most)} µs`, digits(1e6 / median)])
  }
  const state = fold(payment(10))
  const judge = validate(sepaPayment)
  row('validate', () => judge(state, attempt), 4000)
  const decideOn = decide(sepaPayment)
  row('decide', () => decideOn(state, command), 4000)
  const allowedOn = allowed(sepaPayment)
  row('allowed, every command', () => allowedOn(state, now), 2000)
  for (const [count, calls] of [
    [10, 2000],
    [1000, 25],
  ] as const) {
    const events = payment(count)
    const [late, last] = [events[1], events.at(-1)]
    if (late === undefined || last === undefined) continue
    const [most, others] = [fold(events.slice(0, -1)), fold(events.filter((each) => each !== late))]
    row(`evolve, stream of ${count}, in order`, () => evolve(most, last), calls)
    row(`evolve, stream of ${count}, late`, () => evolve(others, late), calls)
  }
  const stream = 'payment-pay_1' as Stream
  for (const entries of [10, 1_000_000]) {
    const tips = tipsOf(entries)
    const event = reported('payment_captured', { ...pay, amount: 1000 })
    const name = `append, log of ${digits(entries)} entries`
    row(name, () => appendAll(tips, [{ stream, event }]), 4000)
  }
  const apart = () => appendAll(new Map([[stream, emptyTip(stream)]]), [{ stream, event: attempt }])
  row('append, a separate stream', apart, 4000)
  const of = (name: string): number => medians[name] ?? Number.NaN
  return {
    title: 'Judging',
    head: ['', 'half within', '99 of 100 within', 'a second'],
    rows,
    ratios: {
      'append: log of 1,000,000 entries by log of 10':
        of('append, log of 1,000,000 entries') / of('append, log of 10.0 entries'),
      'evolve: stream of 1,000 by stream of 10, in order':
        of('evolve, stream of 1000, in order') / of('evolve, stream of 10, in order'),
    },
  }
}
