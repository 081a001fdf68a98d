/** Money that goes back after a payment: refunds that we request, and chargebacks. */
import fc from 'fast-check'
import type { Instant } from '../words/instant.ts'
import { fact, gap, later, wideGap } from './gaps.ts'
import type { Fact } from './history.ts'

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
export const refundChoice: fc.Arbitrary<RefundChoice> = fc.record({
  course: fc.constantFrom(...REFUNDS),
  part,
  after: gap,
  steps: fc.tuple(gap, gap, wideGap),
  fee: fc.constantFrom(0, 30),
})

/** Generates the choices for a chargeback. */
export const chargebackChoice: fc.Arbitrary<ChargebackChoice> = fc.record({
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
export const withRefunds = (
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
export const withChargebacks = (
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
