/** What is known of a payment once persons have settled on which amounts count. */
import type { Amounts, Payment } from './memory.ts'
import { REFUND_STAGES } from './recipes.ts'

/** The findings about amounts on which reports of one occurrence do not agree. */
const DISAGREEING = ['Disagreement', 'ConflictingDuplicate']

/** The reading of them by which only the believed value counts. */
const SETTLED = 'countsNot'

const onlyBelieved = <A extends Amounts>(stage: A): A => ({
  ...stage,
  amounts: stage.amounts.slice(0, 1),
})

const mapped = <A>(record: Readonly<Record<string, A>>, to: (id: string, value: A) => A) =>
  Object.fromEntries(Object.entries(record).map(([id, value]) => [id, to(id, value)]))

/** Leaves only the believed amount of each occurrence about which a person has settled the others. */
export const settled = (context: Payment, reviewed: ReadonlyMap<string, string>): Payment => {
  if (reviewed.size === 0) return context
  const of = <A extends Amounts>(key: string, stage: A | null): A | null =>
    stage !== null && DISAGREEING.some((code) => reviewed.get(`${code} ${key}`) === SETTLED)
      ? onlyBelieved(stage)
      : stage
  return {
    ...context,
    presented: of('payment_pending', context.presented),
    captured: of('payment_captured', context.captured),
    refunds: mapped(context.refunds, (id, refund) => {
      const stages = Object.entries(REFUND_STAGES).map(
        ([type, stage]) => [stage, of(`${type}:${id}`, refund[stage])] as const,
      )
      return { ...refund, ...Object.fromEntries(stages) }
    }),
    chargebacks: mapped(context.chargebacks, (id, { chargedBack, reversed, ...rest }) => ({
      ...rest,
      chargedBack: of(`payment_chargeback:${id}`, chargedBack),
      reversed: of(`chargeback_reversed:${id}`, reversed),
    })),
  }
}
