/** The money that hangs on a finding, and the stream whose money it is. */
import type { Sums } from '../../contract/machine-record.ts'
import { greatest } from '../../words/data/lists.ts'
import type { Currency } from '../../words/money.ts'
import type { Stream } from '../../words/stream.ts'

/**
 * An amount in minor units; its currency is null if no message named one. `stream` is the stream whose
 * money it is: another than that of the finding, if one of its steps implies what was found.
 */
export interface Stake {
  readonly stream: Stream | null
  readonly amount: number
  readonly currency: Currency | null
}

/** The greatest of some sums: no more money can hang on the stream. */
export const mostIn = (sums: Sums | null): number | null => {
  const amounts = Object.values(sums ?? {}).flatMap((each) =>
    typeof each === 'number' ? each : [],
  )
  return greatest(amounts)
}

/** All the money of a stream; null if it has no sums. */
export const wholeStake = (stream: Stream, sums: Sums | null): Stake | null => {
  const amount = mostIn(sums)
  return amount === null ? null : { stream, amount, currency: sums?.currency ?? null }
}

/** The greatest of some stakes; null if none is above 0, which is that of messages without an amount. */
export const greatestStake = (stakes: readonly (Stake | null)[]): Stake | null =>
  stakes.reduce((most, each) => ((each?.amount ?? 0) > (most?.amount ?? 0) ? each : most), null)
