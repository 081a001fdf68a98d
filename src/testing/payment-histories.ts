/** Random histories of payments that are consistent with the interface's tables. */
import fc from 'fast-check'
import type { Instant } from '../words/instant.ts'
import { fact, later, wideGap } from './gaps.ts'
import type { Fact, PaymentHistory } from './history.ts'
import { chargebackChoice, refundChoice, withChargebacks, withRefunds } from './money-back.ts'
import { defaultSetting, type Setting } from './setting.ts'

/** The ways in which a payment can develop before any refund or chargeback. */
const PAYMENT_COURSES = [
  'declinedAtOnce',
  'pending',
  'onItsWay',
  'declined',
  'ended',
  'captured',
  'captured',
  'captured',
  'capturedAfterDecline',
  'capturedAfterEnd',
  'endedAfterCapture',
] as const
/** The name of a way in which a payment can develop. */
export type PaymentCourse = (typeof PAYMENT_COURSES)[number]

/** Generates the name of a way in which a payment can develop. */
export const course: fc.Arbitrary<PaymentCourse> = fc.constantFrom(...PAYMENT_COURSES)

/**
 * Returns a payment's facts up to the point at which the money has arrived or never will. The last
 * argument is in minutes.
 */
export const beginning = (
  course: PaymentCourse,
  method: PaymentHistory['method'],
  start: Instant,
  [first, second]: readonly [number, number],
): readonly Fact[] => {
  const pending = fact('payment_pending', start)
  const then = later(start, first)
  const after = later(then, second)
  const end = method === 'sepa' ? 'payment_canceled' : 'payment_expired'
  const onItsWay = method === 'ticket' ? [fact('payment_capture_pending', then)] : []
  switch (course) {
    case 'declinedAtOnce':
      return [fact('payment_declined', start)]
    case 'pending':
      return [pending]
    case 'onItsWay':
      return [pending, ...onItsWay]
    case 'declined':
      return [pending, fact('payment_declined', then)]
    case 'ended':
      return [pending, fact(end, then)]
    case 'captured':
      return [pending, ...onItsWay, fact('payment_captured', after)]
    case 'capturedAfterDecline':
      return [pending, fact('payment_declined', then), fact('payment_captured', after)]
    case 'capturedAfterEnd':
      return [pending, fact(end, then), fact('payment_captured', after)]
    case 'endedAfterCapture':
      return [pending, fact('payment_captured', then), fact(end, after)]
  }
}

/** Generates histories of payments with one method. */
export const paymentHistories = (
  method: PaymentHistory['method'],
  choices: Partial<Setting> = {},
): fc.Arbitrary<PaymentHistory> =>
  fc
    .record({
      course,
      steps: fc.tuple(wideGap, wideGap),
      refunds: fc.array(refundChoice, { maxLength: 3 }),
      chargebacks: fc.array(chargebackChoice, { maxLength: method === 'sepa' ? 2 : 0 }),
    })
    .map(({ course, steps, refunds, chargebacks }) => {
      const setting = { ...defaultSetting, ...choices }
      const facts = beginning(course, method, setting.startsAt, steps)
      const captured = facts.find(({ type }) => type === 'payment_captured')
      const back =
        captured === undefined
          ? []
          : [
              ...withRefunds(captured, setting.amount, refunds, method === 'ticket'),
              ...withChargebacks(captured, setting.amount, chargebacks),
            ]
      return { kind: 'payment', method, setting, mandate: setting.name, facts: [...facts, ...back] }
    })
