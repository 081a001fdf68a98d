/** A refund is allowed exactly from one minor unit up to what is left, calculated independently. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../machines/index.ts'
import { paymentSums } from '../../machines/payment/money/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { fold } from '../../src/fold/fold.ts'
import { refusedBy, reported } from '../given.ts'

const CAPTURED = 1000
const pay = { paymentId: 'pay_1' }
const STAGES = [
  'refund_requested',
  'payment_refund_pending',
  'payment_refunded',
  'payment_refund_declined',
] as const

const amount = fc.constantFrom(1, 100, 250, 500, 999, 1000, 1001)

/** A history as its refunds, each with its reported stages, and its disputes. */
interface History {
  readonly refunds: readonly {
    readonly amount: number
    readonly stages: readonly (typeof STAGES)[number][]
  }[]
  readonly chargebacks: readonly { readonly amount: number; readonly isWon: boolean }[]
}

const refund = fc.record({
  amount,
  // one that is told as done and as failed is in doubt
  stages: fc
    .subarray([...STAGES], { minLength: 1 })
    .map((stages) =>
      stages.includes('payment_refunded')
        ? stages.filter((stage) => stage !== 'payment_refund_declined')
        : stages,
    ),
})

const chargeback = fc.record({ amount, isWon: fc.boolean() })

const day = (count: number): string => `2024-01-${String(count).padStart(2, '0')}T10:00:00Z`

const eventsOf = ({ refunds, chargebacks }: History): readonly DomainEvent[] => [
  reported('payment_pending', { ...pay, amount: CAPTURED, currency: 'EUR' }, { at: day(1) }),
  reported('payment_captured', { ...pay, amount: CAPTURED }, { at: day(2) }),
  ...refunds.flatMap(({ amount, stages }, index) =>
    stages.map((stage) =>
      reported(
        stage,
        { ...pay, actionId: `act_r${index}`, amount },
        { at: day(3 + STAGES.indexOf(stage)) },
      ),
    ),
  ),
  ...chargebacks.flatMap(({ amount, isWon }, index) => {
    const dispute = { ...pay, disputeId: `dsp_${index}` }
    const lost = reported('payment_chargeback', { ...dispute, amount }, { at: day(8) })
    return isWon ? [lost, reported('chargeback_reversed', dispute, { at: day(9) })] : [lost]
  }),
]

const history = fc
  .record({
    refunds: fc.array(refund, { maxLength: 3 }),
    chargebacks: fc.array(chargeback, { maxLength: 2 }),
  })
  .chain((all) => {
    const events = [...eventsOf(all)]
    const shuffled = fc.shuffledSubarray(events, { minLength: events.length })
    return fc.record({ readEvents: fc.constant<History>(all), events: shuffled })
  })

const total = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0)

/** What is left, by plain addition: refunds that did not fail, and disputes that were not won. */
const leftOf = ({ refunds, chargebacks }: History) => {
  const going = refunds.filter(({ stages }) => !stages.includes('payment_refund_declined'))
  const taken = total(chargebacks.map(({ amount, isWon }) => (isWon ? 0 : amount)))
  return {
    net: CAPTURED - total(going.map(({ amount }) => amount)) - taken,
    // more is told than can be
    isInDoubt: taken > CAPTURED || total(going.map(({ amount }) => amount)) > CAPTURED,
  }
}

const folding = fold(sepaPayment)
const command = (amount: number, at = day(20)) =>
  reported('refund_requested', { ...pay, commandId: 'c-new', amount }, { at, source: 'request' })

describe('a refund', () => {
  test('is allowed from one unit to what is left, and for no other amount', () => {
    const seen = { nothingLeft: 0, everything: 0, between: 0 }
    fc.assert(
      fc.property(history, fc.nat({ max: 1200 }), ({ readEvents, events }, some) => {
        const state = folding(events)
        const { net: left, isInDoubt } = leftOf(readEvents)
        expect(paymentSums(state.context).net).toBe(left)
        seen[left < 1 ? 'nothingLeft' : left === CAPTURED ? 'everything' : 'between'] += 1
        for (const amount of [0, 1, some, left - 1, left, left + 1]) {
          if (amount < 0) continue
          const isAllowed = amount >= 1 && amount <= left
          expect(refusedBy(sepaPayment, state, command(amount))).toEqual([
            ...(isInDoubt ? ['notInDoubt'] : []),
            ...(isAllowed ? [] : ['withinNet']),
          ])
        }
      }),
      { numRuns: 60 },
    )
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
  })

  test('is allowed for no amount once the window is closed', () => {
    fc.assert(
      fc.property(history, amount, ({ events }, some) => {
        const refused = refusedBy(
          sepaPayment,
          folding(events),
          command(some, '2024-02-27T23:00:00Z'),
        )
        expect(refused).toContain('withinRefundWindow')
      }),
      { numRuns: 20 },
    )
  })
})
