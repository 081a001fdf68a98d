/** The money that hangs on a finding, and the stream whose money it is. */
import type { Sums } from '../../contract/machine-record.ts'
import { canonicalText } from '../../words/data/canonical.ts'
import { greatest, listsOf, sortedBy } from '../../words/data/lists.ts'
import { addExactly, type Currency } from '../../words/money.ts'
import type { Stream } from '../../words/stream.ts'
import type { AuditReport, Found, Stake } from './report.ts'

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

/** What the message of an entry names. */
export interface NamedAmount {
  readonly amount: number | null
  readonly currency: Currency | null
}

/** The only currency of some; null if there is none or more than one. */
export const onlyCurrency = (named: readonly (Currency | null)[]): Currency | null => {
  const [first = null, another] = new Set(named.flatMap((each) => each ?? []))
  return another === undefined ? first : null
}

/** The greatest amount that messages name in the stream's currency, else in their only one; null if none. */
export const greatestNamed = (
  named: readonly NamedAmount[],
  currency: Currency | null,
): Omit<Stake, 'stream'> | null => {
  const only = onlyCurrency(named.map((each) => each.currency))
  for (const own of [currency ?? only, only]) {
    const inOwn = named.filter((each) => (each.currency ?? own) === own)
    const amount = greatest(inOwn.flatMap((each) => each.amount ?? []))
    if (amount !== null) return { amount, currency: own }
  }
  return null
}

/** The greatest of some stakes; null if none is above 0, which is that of messages without an amount. */
export const greatestStake = (stakes: readonly (Stake | null)[]): Stake | null =>
  stakes.reduce((most, each) => ((each?.amount ?? 0) > (most?.amount ?? 0) ? each : most), null)

/** Adds up the money that hangs on open findings, by currency: of each stream, the greatest stake. */
export const stakesIn = (findings: readonly Found[]): AuditReport['atStake'] => {
  const greatest = new Map<string, Stake>()
  for (const { id, stake, waived } of findings) {
    if (stake === null || waived !== null) continue
    const key = canonicalText([stake.currency, stake.stream ?? id])
    if (stake.amount > (greatest.get(key)?.amount ?? 0)) greatest.set(key, stake)
  }
  const amounts = listsOf([...greatest.values()].map(({ currency, amount }) => [currency, amount]))
  const sums = [...amounts].map(([currency, all]) => ({
    currency,
    amount: all.reduce<number | null>((sum, each) => addExactly(sum, each), 0),
    streams: all.length,
  }))
  return sortedBy(sums, ({ currency }) => currency ?? '~')
}
