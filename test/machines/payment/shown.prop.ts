/**
 * A legal history has no finding about what snapshots and balances show, though steps are booked
 * back, webhooks are late, look-ups are stale, and providers count refunds differently.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { shift } from '../../../src/words/instant.ts'
import { given, instantOf, reported } from '../../given.ts'

const RUNS = Number(process.env['RUNS'] ?? 300)
const START = instantOf('2026-03-02T10:00:00Z')
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const pay = { paymentId: 'pay_1' }
const AMOUNT = 60

/** A step of the provider: when it happened, by how much it was booked back, when it was reported. */
interface Step {
  readonly type: string
  readonly data: object
  readonly at: number
  readonly bookedBack: number
  readonly delay: number
}

const bookedBack = fc.constantFrom(0, 0, HOUR, 3 * DAY)
const delay = fc.constantFrom(3, 3, HOUR, 2 * DAY, 31 * DAY)
const gap = fc.constantFrom(MINUTE, 10 * MINUTE, HOUR, DAY, 5 * DAY)
const when = fc.record({ gap, bookedBack, delay })

const refund = fc.record({
  amount: fc.constantFrom(10, 10, 20),
  stages: fc.constantFrom(
    ['payment_refund_pending'],
    ['payment_refund_pending', 'payment_refunded'],
    ['payment_refunded'],
    ['payment_refund_pending', 'payment_refund_declined'],
    ['payment_refunded', 'payment_refund_declined'],
  ),
  times: fc.tuple(when, when),
})

/** How a provider counts what was refunded. */
const provider = fc.record({
  countsPending: fc.boolean(),
  countsFailed: fc.boolean(),
  countsChargebacks: fc.boolean(),
})
type Provider = typeof provider extends fc.Arbitrary<infer P> ? P : never

const history = fc
  .record({
    captured: when,
    refunds: fc.array(refund, { maxLength: 3 }),
    chargeback: fc.option(when),
  })
  .map(({ captured, refunds, chargeback }): readonly Step[] => {
    const capturedAt = captured.gap
    const back = refunds.flatMap(({ amount, stages, times }, index) => {
      let at = capturedAt
      return stages.map((type, stage) => {
        const { gap: after, ...rest } = times[stage === 0 ? 0 : 1]
        at += after
        return { type, data: { ...pay, actionId: `act_${index}`, amount }, at, ...rest }
      })
    })
    const lost =
      chargeback === null
        ? []
        : [
            {
              type: 'payment_chargeback',
              data: { ...pay, disputeId: 'dsp_1', amount: 10 },
              at: capturedAt + chargeback.gap,
              bookedBack: chargeback.bookedBack,
              delay: chargeback.delay,
            },
          ]
    const first = {
      type: 'payment_captured',
      data: { ...pay, amount: AMOUNT },
      at: capturedAt,
      bookedBack: captured.bookedBack,
      delay: captured.delay,
    }
    return [first, ...back, ...lost]
  })

const amountOf = ({ data }: Step): number => (data as { readonly amount: number }).amount

/** What the provider shows as of a time. */
const ledgerAt = (steps: readonly Step[], provider: Provider, time: number) => {
  const known = steps.filter(({ at }) => at <= time)
  const isCaptured = known.some(({ type }) => type === 'payment_captured')
  const refunds = new Map<string, { amount: number; types: string[] }>()
  for (const step of known) {
    const { actionId } = step.data as { readonly actionId?: string }
    if (actionId === undefined) continue
    const types = [...(refunds.get(actionId)?.types ?? []), step.type]
    refunds.set(actionId, { amount: amountOf(step), types })
  }
  const counts = (types: readonly string[]): boolean => {
    const isDone = types.includes('payment_refunded')
    if (types.includes('payment_refund_declined')) return isDone && provider.countsFailed
    return isDone || provider.countsPending
  }
  let refunded = 0
  for (const { amount, types } of refunds.values()) if (counts(types)) refunded += amount
  const lost = known.filter(({ type }) => type === 'payment_chargeback').map(amountOf)
  if (provider.countsChargebacks) for (const amount of lost) refunded += amount
  return {
    status: isCaptured ? 'captured' : 'pending',
    balances: { captured: isCaptured ? AMOUNT : 0, refunded },
  }
}

const reportOf = (step: Step, index: number, balances: object | null): DomainEvent =>
  reported(
    step.type,
    { ...step.data, ...(balances === null ? {} : { balances }) },
    {
      id: `evt_${index}`,
      at: shift(START, step.at - step.bookedBack),
      recordedAt: shift(START, step.at + step.delay),
    },
  )

const pending = reported(
  'payment_pending',
  { ...pay, amount: AMOUNT, currency: 'EUR', sourceId: 'src_1' },
  { id: 'evt_p', at: shift(START, -4 * DAY) },
)

const lookUp = fc.record({
  at: fc.oneof(gap, gap, fc.nat(12 * DAY)),
  stale: fc.constantFrom(0, 0, 60, 300),
})

const codes = (...events: readonly DomainEvent[]) =>
  given(sepaPayment, ...events)
    .findings.map(({ code }) => code)
    .filter((code) => code === 'BalanceMismatch' || code === 'SnapshotContradicts')

describe('a legal history', () => {
  test('has no finding about its snapshots and balances', () => {
    const story = fc.record({
      steps: history,
      provider,
      lookUps: fc.array(lookUp, { maxLength: 4 }),
      withBalances: fc.boolean(),
    })
    fc.assert(
      fc.property(story, ({ steps, provider, lookUps, withBalances }) => {
        const webhooks = steps.map((step, index) =>
          reportOf(step, index, withBalances ? ledgerAt(steps, provider, step.at).balances : null),
        )
        const snapshots = lookUps.map(({ at, stale }, index) =>
          reported(
            'state_observed',
            { ...pay, ...ledgerAt(steps, provider, at - stale) },
            { id: `evt_s${index}`, at: null, recordedAt: shift(START, at), source: 'response' },
          ),
        )
        expect(codes(pending, ...webhooks, ...snapshots)).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })

  test('that a provider counts wrongly, and reports at once, has one', () => {
    fc.assert(
      fc.property(history, provider, fc.constantFrom(-1, 1), (steps, provider, wrong) => {
        const prompt = steps.map((step) => ({ ...step, delay: 3, bookedBack: 0 }))
        const last = Math.max(...prompt.map(({ at }) => at)) + DAY
        const { status, balances } = ledgerAt(prompt, provider, last)
        const seen = reported(
          'state_observed',
          { ...pay, status, balances: { ...balances, captured: balances.captured + wrong } },
          { id: 'evt_s', at: null, recordedAt: shift(START, last), source: 'response' },
        )
        const webhooks = prompt.map((step, index) => reportOf(step, index, null))
        expect(codes(pending, ...webhooks, seen)).toEqual(['BalanceMismatch'])
      }),
      { numRuns: RUNS },
    )
  })
})
