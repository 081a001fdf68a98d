/** What is known of a payment once persons have settled on which amounts count. */
import type { Decision, Decisions } from '../../src/fold/definition.ts'
import type { Amounts, Payment } from './memory.ts'
import { chosen, type Reading } from './reading.ts'
import { REFUND_STAGES } from './recipes.ts'

/** The findings about amounts on which reports of one occurrence do not agree. */
const DISAGREEING = ['Disagreement', 'ConflictingDuplicate']

/** Which of its amounts a review without an amount leaves: the believed one, or the worst. */
const DECIDED: Readonly<Record<string, Reading>> = { countsNot: 'believed', counts: 'atWorst' }

const mapped = <A>(record: Readonly<Record<string, A>>, to: (id: string, value: A) => A) =>
  Object.fromEntries(Object.entries(record).map(([id, value]) => [id, to(id, value)]))

/** The amount that a person says counts of money reported in another currency. */
const countedOf = (decision: Decision | undefined): readonly number[] =>
  decision?.as === 'counts' && typeof decision.amount === 'number' ? [decision.amount] : []

/** The amount that is left of a stage about which a person has decided; undefined if none has. */
const leftOf = (
  key: string,
  { amounts, isForeign }: Amounts,
  reviewed: Decisions,
  worst: (...all: number[]) => number,
): number | undefined => {
  const [counted] = isForeign === true ? countedOf(reviewed.get(`OtherCurrency ${key}`)) : []
  if (counted !== undefined) return counted
  const decided = DISAGREEING.flatMap((code) => reviewed.get(`${code} ${key}`) ?? [])
  const readings = decided.flatMap(({ as }) => DECIDED[as] ?? [])
  const reading = readings.includes('atWorst') ? 'atWorst' : readings[0]
  const named = decided.flatMap(countedOf).find((amount) => amounts.some((each) => each === amount))
  return named ?? (reading && chosen(amounts, reading, worst)) ?? undefined
}

/**
 * Leaves only one amount of each occurrence about which a person has decided: the one that the review
 * names, else the believed one, or the one that leaves least.
 */
export const settled = (context: Payment, reviewed: Decisions): Payment => {
  if (reviewed.size === 0) return context
  const of = <A extends Amounts>(key: string, stage: A | null, worst = Math.max): A | null => {
    const left = stage === null ? undefined : leftOf(key, stage, reviewed, worst)
    return stage === null || left === undefined ? stage : { ...stage, amounts: [left] }
  }
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
