/** One log judged twice: under two policies, or by two machines. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import { machines, pay, reported } from '../given.ts'
import { compare, defaultPolicy } from '../root.ts'
import { logOf } from './given.ts'

const PAYMENT = 'payment-pay_1'
const at = (day: string): string => `2026-03-${day}T10:00:00Z`

/** A finding in both reports is not a difference. */
const twice = [1, 2].map(
  (amount) =>
    [
      PAYMENT,
      reported('action_observed', { ...pay, amount }, { id: 'evt_same', at: at('21') }),
    ] as const,
)

const log = logOf(
  [
    PAYMENT,
    reported(
      'payment_pending',
      { ...pay, amount: 1000, currency: 'EUR', method: 'sepa' },
      { at: at('01') },
    ),
  ],
  [PAYMENT, reported('payment_captured', { ...pay, amount: 1000 }, { at: at('02') })],
  [
    PAYMENT,
    reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 400 }, { at: at('20') }),
  ],
  [
    'session-sid_1',
    reported('session_created', { sessionId: 'sid_1', mode: 'hosted' }, { at: at('02') }),
  ],
  ...twice,
).map((line) => `${line}\n`)

describe('a log judged twice', () => {
  test('under the same root has no differences', () => {
    expect(compare({ machines }, { machines })(log)).toEqual([])
  })

  test('under another policy differs where a window closed', () => {
    const policy = { ...defaultPolicy, refundWindow: { weeks: 1 }, refundProcessing: { days: 4 } }
    const sums = expect.objectContaining({ captured: 1000, refunded: 400 })
    const outcome = { machine: 'sepa-payment@1', status: 'partially_refunded', sums }
    expect(compare({ machines }, { machines, policy })(log)).toEqual([
      {
        stream: PAYMENT,
        one: { ...outcome, only: [] },
        other: { ...outcome, only: ['withinRefundWindow payment_refunded:act_1'] },
      },
    ])
  })

  test('by another machine differs in the streams of that machine', () => {
    const later = { ...sepaPayment, id: 'sepa-payment@2', sums: undefined }
    const others = [session, later, sepaMandate, ticketPayment] as unknown as typeof machines
    const differences = compare({ machines }, { machines: others })(log)
    expect(
      differences.map(({ stream, one, other }) => [stream, one?.machine, other?.machine]),
    ).toEqual([[PAYMENT, 'sepa-payment@1', 'sepa-payment@2']])
    expect(differences[0]?.other?.sums).toBeNull()
  })

  test('by fewer machines leaves streams unassigned', () => {
    const differences = compare({ machines }, { machines: [session] })(log)
    expect(differences.map(({ other }) => [other?.status, other?.only])).toEqual([
      [
        'unassigned',
        [
          'NotOfTheseMachines payment_pending:evt_payment_pending_paymentIdpay1amount1000currencyEURmethodsepa',
          'NotOfTheseMachines payment_captured:evt_payment_captured_paymentIdpay1amount1000',
          'NotOfTheseMachines payment_refunded:evt_payment_refunded_paymentIdpay1actionIdact1amount400',
        ],
      ],
    ])
  })
})
