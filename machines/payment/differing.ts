/** What the findings about reports that do not agree have in common. */
import type { FindingBase } from '../../src/fold/finding.ts'
import type { FindingDefinition, FoldedStream } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import type { Currency } from '../../src/words/money.ts'
import type { Payment } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'

/** A finding in any payment. */
export type Definition<F extends FindingBase> = FindingDefinition<Payment, string, F, PaymentPolicy>

/** Two amounts that should be equal, in minor units of `currency`. */
export interface Differing<Code extends string> extends FindingBase {
  readonly code: Code
  readonly expected: number
  readonly actual: number
  readonly currency: Currency
}

/** The remedy of a finding that no request settles. */
export const REVIEW = 'Ask the provider, and record what a person decides as a review.'

/** Of the occurrences that the chart took, the one with the greatest key, whatever their times. */
export const greatestOf = (
  { occurrences }: FoldedStream<Payment, string>,
  isOfIt: (occurrence: Occurrence) => boolean,
): Occurrence | undefined =>
  occurrences
    .filter((each) => each.disposition === 'chart' && isOfIt(each))
    .reduce<Occurrence | undefined>(
      (last, each) => (last === undefined || each.key > last.key ? each : last),
      undefined,
    )
