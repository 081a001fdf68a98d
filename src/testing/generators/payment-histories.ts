/** Random histories of payments that are consistent with the interface's tables. */
import fc from 'fast-check'
import type { Instant } from '../../words/time/instant.ts'
import { fact, gap, later, wideGap } from './gaps.ts'
import type { Fact, PaymentHistory } from './history.ts'
import { defaultSetting, type Setting } from './setting.ts'

/** The possible courses of a refund that was requested. */
const REFUNDS = ['asked', 'pending', 'refunded', 'refunded', 'declined', 'reversed'] as const
type RefundCourse = (typeof REFUNDS)[number]

/** The sixtieths of the amount to return: few values, so that refunds have equal amounts. */
const part = fc.constantFrom(10, 20, 30, 60)

/** The random choices for one refund; times are in minutes. */
interface RefundChoice {
  readonly course: RefundCourse
  readonly part: number
  readonly after: number
  readonly steps: readonly [number, number, number]
  readonly fee: number
}

/** The random choices for one chargeback; times are in minutes. */
interface ChargebackChoice {
  readonly part: number
  readonly after: number
  readonly isReversed: boolean
  readonly until: number
}

/** Generates the choices for a refund. */
const refundChoice: fc.Arbitrary<RefundChoice> = fc.record({
  course: fc.constantFrom(...REFUNDS),
  part,
  after: gap,
  steps: fc.tuple(gap, gap, wideGap),
  fee: fc.constantFrom(0, 30),
})

/** Generates the choices for a chargeback. */
const chargebackChoice: fc.Arbitrary<ChargebackChoice> = fc.record({
  part,
  after: gap,
  isReversed: fc.boolean(),
  until: wideGap,
})

const refundFacts = (
  entityId: string,
  amount: number,
  begin: Instant,
  choice: RefundChoice,
  mayCostFee: boolean,
) => {
  const [first, second, third] = choice.steps
  const pendingAt = later(begin, first)
  const doneAt = later(pendingAt, second)
  const of = (type: string, at: Instant): Fact => fact(type, at, entityId, amount)
  const asked = of('refund_requested', begin)
  const pending = of('payment_refund_pending', pendingAt)
  const done = mayCostFee ? Math.max(1, amount - choice.fee) : amount
  const refunded = fact('payment_refunded', doneAt, entityId, done)
  switch (choice.course) {
    case 'asked':
      return [asked]
    case 'pending':
      return [asked, pending]
    case 'refunded':
      return [asked, pending, refunded]
    case 'declined':
      return [asked, pending, of('payment_refund_declined', doneAt)]
    case 'reversed':
      return [asked, pending, refunded, of('payment_refund_declined', later(doneAt, third))]
  }
}

/**
 * Returns the amount that refunds reserve at a time: the sum of the refunds that had not failed by
 * then.
 */
const boundAt = (facts: readonly Fact[], at: Instant): number => {
  const asked = facts.filter((each) => each.type === 'refund_requested' && each.at <= at)
  const reserving = asked.filter(
    ({ entityId }) =>
      !facts.some(
        (other) => other.entityId === entityId && other.type.endsWith('declined') && other.at < at,
      ),
  )
  return reserving.reduce((sum, { amount = 0 }) => sum + amount, 0)
}

/**
 * Adds each refund that the remaining amount covers: the provider rejects any other refund. A refund
 * may cost a fee: less is paid out than was asked for.
 */
const withRefunds = (
  captured: Fact,
  amount: number,
  choices: readonly RefundChoice[],
  mayCostFee = false,
): readonly Fact[] => {
  const byTime = choices
    .map((choice) => ({ choice, begin: later(captured.at, choice.after) }))
    .toSorted((a, b) => (a.begin < b.begin ? -1 : 1))
  const facts: Fact[] = []
  for (const [index, { choice, begin }] of byTime.entries()) {
    const asked = Math.floor((amount * choice.part) / 60)
    if (asked === 0 || boundAt(facts, begin) + asked > amount) continue
    facts.push(...refundFacts(`refund${index + 1}`, asked, begin, choice, mayCostFee))
  }
  return facts
}

/** Adds each chargeback that the remaining amount covers. */
const withChargebacks = (
  captured: Fact,
  amount: number,
  choices: readonly ChargebackChoice[],
): readonly Fact[] => {
  let left = amount
  return choices.flatMap((choice, index) => {
    const taken = Math.floor((amount * choice.part) / 60)
    if (taken === 0 || taken > left) return []
    left -= taken
    const entityId = `chargeback${index + 1}`
    const at = later(captured.at, choice.after)
    const back = fact('payment_chargeback', at, entityId, taken)
    const won = fact('chargeback_reversed', later(at, choice.until), entityId, taken)
    return choice.isReversed ? [back, won] : [back]
  })
}

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
