/** What is known of a payment once persons have settled on which amounts count. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Decision, Decisions } from '../../src/fold/definition.ts'
import { dataIn } from '../../src/fold/life.ts'
import type { Amounts, Payment } from './memory.ts'
import { chosen, type Reading } from './reading.ts'
import { REFUND_STAGES } from './recipes.ts'

/** The findings about amounts on which reports of one occurrence do not agree. */
const DISAGREEING = ['Disagreement', 'ConflictingDuplicate']

/** Which of its amounts a review without an amount leaves: the believed one, or the worst. */
const DECIDED: Readonly<Record<string, Reading>> = { countsNot: 'believed', counts: 'atWorst' }

const amountIn = (event: DomainEvent): number | undefined => {
  const { amount } = dataIn(event)
  return typeof amount === 'number' ? amount : undefined
}

const mapped = <A>(record: Readonly<Record<string, A>>, to: (id: string, value: A) => A) =>
  Object.fromEntries(Object.entries(record).map(([id, value]) => [id, to(id, value)]))

/** The amount that a person says counts. */
const countedOf = ({ as, amount }: Decision): readonly number[] =>
  as === 'counts' && typeof amount === 'number' ? [amount] : []

/** Which amounts of a stage agree with a decision: one of its own, and what other events name. */
const agreeing = (
  decision: Decision,
  amounts: readonly number[],
  worst: (...all: number[]) => number,
): readonly number[] => {
  const others = decision.others.flatMap((event) => amountIn(event) ?? [])
  const own = amounts.filter((amount) => !others.includes(amount))
  const [named] = countedOf(decision)
  const reading = DECIDED[decision.as]
  if (reading === undefined) return amounts
  const left = named ?? chosen(own, reading, worst)
  return amounts.filter((amount) => amount === left || others.includes(amount))
}

/**
 * The amounts that are left of a stage: those that agree with every decision, or with any if the
 * decisions contradict each other. Money in another currency adds the amount that a person names.
 */
const leftOf = (
  key: string,
  { amounts: own, isForeign }: Amounts,
  reviewed: Decisions,
  worst: (...all: number[]) => number,
): readonly number[] => {
  const foreign = isForeign === true ? reviewed.get(`OtherCurrency ${key}`) : undefined
  const amounts = [...own, ...(foreign === undefined ? [] : countedOf(foreign))]
  const decided = DISAGREEING.flatMap((code) => reviewed.get(`${code} ${key}`) ?? [])
  const kept = decided.map((each) => agreeing(each, amounts, worst))
  const agreed = amounts.filter((amount) => kept.every((each) => each.includes(amount)))
  const left = amounts.filter((amount) => kept.some((each) => each.includes(amount)))
  // a decision for what no report in this currency names takes no report away
  return [agreed, left].find((each) => each.length > 0) ?? amounts
}

/**
 * Leaves only those amounts of each occurrence that agree with what persons have decided: the one
 * that a review names, else the believed one, or the one that leaves least.
 */
export const settled = (context: Payment, reviewed: Decisions): Payment => {
  if (reviewed.size === 0) return context
  const of = <A extends Amounts>(key: string, stage: A | null, worst = Math.max): A | null =>
    stage === null ? null : { ...stage, amounts: leftOf(key, stage, reviewed, worst) }
  return {
    ...context,
    presented: of('payment_pending', context.presented, Math.min),
    captured: of('payment_captured', context.captured, Math.min),
    refunds: mapped(context.refunds, (id, refund) => {
      const stages = Object.entries(REFUND_STAGES).map(
        ([type, stage]) => [stage, of(`${type}:${id}`, refund[stage])] as const,
      )
      return { ...refund, ...Object.fromEntries(stages) }
    }),
    chargebacks: mapped(context.chargebacks, (id, { chargedBack, reversed, ...rest }) => ({
      ...rest,
      chargedBack: of(`payment_chargeback:${id}`, chargedBack),
      reversed: of(`chargeback_reversed:${id}`, reversed, Math.min),
    })),
  }
}
