/** Compares the balances that the provider reports with the sums of its messages. */

import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Judge } from '../../src/fold/definition.ts'
import type { FindingBase } from '../../src/fold/finding.ts'
import type { FindingDefinition, FoldedStream } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { type Currency, money, total } from '../../src/words/money.ts'
import { type ByKey, type Part, partsOfCapture, partsOfRefunds } from './balance-parts.ts'
import { Balances } from './events.ts'
import type { Payment } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'
import { shownTimeOf } from './shown.ts'
import { type PaymentSums, totals } from './sums.ts'

type Folded = FoldedStream<Payment, string>
type Sums = Omit<PaymentSums, 'netAtWorst'>

// comparison ---------------------------------------------------------------
/** With more doubtful amounts than this, every balance between their least and most is possible. */
const MOST_DOUBTFUL = 12

const amountsThat = (parts: readonly Part[], isOfIt: (part: Part) => boolean): readonly number[] =>
  parts.filter(isOfIt).map(({ amount }) => amount)

/** Whether a balance is the sum of all sure amounts and of some of the doubtful ones. */
const isPossible = (theirs: number, parts: readonly Part[]): boolean => {
  const doubtful = amountsThat(parts, ({ is, amount }) => is === 'perhaps' && amount > 0)
  const sure = total(amountsThat(parts, ({ is }) => is === 'sure'))
  if (doubtful.length > MOST_DOUBTFUL) return theirs >= sure && theirs <= sure + total(doubtful)
  let possible = new Set([sure])
  for (const amount of doubtful) {
    possible = new Set([...possible].flatMap((sum) => [sum, sum + amount]))
  }
  return possible.has(theirs)
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

/** Compares the balances of one message with what all messages say for its time. */
const mismatches = (
  whole: Folded,
  sums: Sums,
  byKey: ByKey,
  { key, at }: Occurrence,
  event: DomainEvent,
  judge: Judge<PaymentPolicy>,
): readonly BalanceMismatch[] => {
  const { currency, captured } = sums
  const balances = balancesIn(event)
  if (!Balances.is(balances) || captured === null) return []
  const shown = shownTimeOf(event, judge.policy)
  const parts = {
    captured: partsOfCapture(captured, byKey, shown, judge),
    refunded: partsOfRefunds(whole, sums, byKey, shown, judge),
  }
  return (['captured', 'refunded'] as const).flatMap((what) => {
    const theirs = balances[what]
    if (theirs === undefined || isPossible(theirs, parts[what])) return []
    const ours = total(amountsThat(parts[what], ({ counts }) => counts))
    const sure = total(amountsThat(parts[what], ({ is, counts }) => counts && is === 'sure'))
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
    const sums = totals(whole.context, judge.policy, 'believed')
    const onChart = whole.occurrences.filter(({ disposition }) => disposition === 'chart')
    const byKey = new Map(onChart.map((each) => [each.key, each]))
    return balanced.flatMap((each) => {
      const found = each.events.flatMap((event) =>
        mismatches(whole, sums, byKey, each, event, judge),
      )
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
