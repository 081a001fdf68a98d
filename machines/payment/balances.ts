/** Compares the balances that the provider reports with the sums of its messages. */

import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Judge } from '../../src/fold/definition.ts'
import type { FindingBase } from '../../src/fold/finding.ts'
import type { FindingDefinition, FoldedStream } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { shift } from '../../src/words/instant.ts'
import { type Currency, money, total } from '../../src/words/money.ts'
import {
  type ByKey,
  type Part,
  partsOfCapture,
  partsOfRefunds,
  stepsOfRefunds,
} from './balance-parts.ts'
import { Balances } from './events.ts'
import type { Payment } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'
import { type ShownTime, shownTimeOf } from './shown.ts'
import { type ShownSums, shownSums } from './shown-sums.ts'
import { type PaymentSums, totals } from './sums.ts'

type Folded = FoldedStream<Payment, string>
type Sums = Omit<PaymentSums, 'netAtWorst'>

// comparison ---------------------------------------------------------------
/** With more doubtful amounts than this, every balance between their least and most is possible. */
const MOST_DOUBTFUL = 12

const amountsThat = (parts: readonly Part[], isOfIt: (part: Part) => boolean): readonly number[] =>
  parts.filter(isOfIt).map(({ amount }) => amount)

/** Whether an amount is the sum of some of the amounts of a list, from a place in it on. */
const isSumOfSome = (sum: number, amounts: readonly number[], from = 0): boolean => {
  if (sum === 0) return true
  const amount = amounts[from]
  if (sum < 0 || amount === undefined) return false
  return isSumOfSome(sum - amount, amounts, from + 1) || isSumOfSome(sum, amounts, from + 1)
}

/** Whether a balance is the sum of all sure amounts and of some of the doubtful ones. */
const isPossible = (theirs: number, { sure, perhaps, doubtful }: ShownSums): boolean =>
  doubtful === null
    ? theirs >= sure && theirs <= sure + perhaps
    : isSumOfSome(theirs - sure, doubtful)

/** What parts add up to. */
const sumsOf = (parts: readonly Part[]): ShownSums => {
  const doubtful = amountsThat(parts, ({ is, amount }) => is === 'perhaps' && amount > 0)
  return {
    sure: total(amountsThat(parts, ({ is }) => is === 'sure')),
    perhaps: total(doubtful),
    doubtful: doubtful.length > MOST_DOUBTFUL ? null : doubtful,
  }
}

/** The provider's balance (`theirs`) differs from our sum of its messages (`ours`); minor units. */
export interface BalanceMismatch extends FindingBase {
  readonly code: 'BalanceMismatch'
  readonly what: 'captured' | 'refunded'
  readonly theirs: number
  readonly ours: number
  /** What the balance surely includes of `ours`; absent if that is all. */
  readonly sure?: number
  readonly currency: Currency | null
}

const balancesIn = ({ data }: DomainEvent): unknown =>
  'balances' in data ? data.balances : undefined

/** What balances are compared with: the sums, and the refunds prepared for any number of them. */
interface Comparing {
  readonly whole: Folded
  readonly sums: Sums
  readonly byKey: ByKey
  readonly refunds: ReturnType<typeof shownSums>
  readonly judge: Judge<PaymentPolicy>
}

const comparing = (whole: Folded, judge: Judge<PaymentPolicy>): Comparing => {
  const sums = totals(whole.context, judge.policy, 'believed')
  const onChart = whole.occurrences.filter(({ disposition }) => disposition === 'chart')
  const byKey = new Map(onChart.map((each) => [each.key, each]))
  const refunds = shownSums(stepsOfRefunds(whole, sums, byKey), MOST_DOUBTFUL)
  return { whole, sums, byKey, refunds, judge }
}

/** Whether the refunds and chargebacks that are prepared can add up to a balance. */
const canBe = (theirs: number, { refunds, judge }: Comparing, shown: ShownTime): boolean => {
  const { toleranceSeconds: seconds } = judge
  return (
    refunds !== null &&
    isPossible(theirs, refunds(shift(shown.since, -seconds), shift(shown.until, seconds)))
  )
}

/** Compares the balances of one message with what all messages say for its time. */
const mismatches = (
  all: Comparing,
  { key, at }: Occurrence,
  event: DomainEvent,
): readonly BalanceMismatch[] => {
  const { whole, sums, byKey, judge } = all
  const { currency, captured } = sums
  const balances = balancesIn(event)
  if (!Balances.is(balances) || captured === null) return []
  const shown = shownTimeOf(event, judge.policy)
  const partsOf = {
    captured: () => partsOfCapture(captured, byKey, shown, judge),
    refunded: () => partsOfRefunds(whole, sums, byKey, shown, judge),
  }
  return (['captured', 'refunded'] as const).flatMap((what) => {
    const theirs = balances[what]
    if (theirs === undefined || (what === 'refunded' && canBe(theirs, all, shown))) return []
    const parts = partsOf[what]()
    if (isPossible(theirs, sumsOf(parts))) return []
    const ours = total(amountsThat(parts, ({ counts }) => counts))
    const sure = total(amountsThat(parts, ({ is, counts }) => counts && is === 'sure'))
    const least = sure === ours ? {} : { sure }
    return [{ code: 'BalanceMismatch', key, at, what, theirs, ours, ...least, currency }]
  })
}

/** Finds balances that the provider's messages do not add up to. @spec decisions#48 */
export const balanceMismatch: FindingDefinition<Payment, string, BalanceMismatch, PaymentPolicy> = {
  find: (whole, judge) => {
    const balanced = whole.occurrences.filter(
      (each) =>
        each.data['balances'] !== undefined &&
        (each.disposition === 'chart' || each.type === 'state_observed'),
    )
    if (balanced.length === 0) return []
    const all = comparing(whole, judge)
    return balanced.flatMap((each) => {
      const found = each.events.flatMap((event) => mismatches(all, each, event))
      // several messages of one occurrence may have the same balances
      return found.filter(
        ({ what, theirs, ours }, index) =>
          index ===
          found.findIndex(
            (other) => other.what === what && other.theirs === theirs && other.ours === ours,
          ),
      )
    })
  },
  explain: ({ theirs, ours, what, currency }) =>
    `The provider counts ${money(theirs, currency)} ${what}, ` +
    `but its messages add up to ${money(ours, currency)}.`,
  severity: 'warning',
  source: 'decisions#4; decisions#48',
  remedy: 'Ask the provider for the actions of the payment.',
  lookUp: 'actions',
  formerly: ({ theirs, ours, what, currency }) =>
    `The provider counts ${money(theirs, currency)} ${what}, ` +
    `the messages add up to ${money(ours, currency)}.`,
}
