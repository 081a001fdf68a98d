/**
 * Totals of the streams of a log: by currency, method, month of the capture, and status. A sum beyond
 * what a number holds exactly is null: it is never a smaller one.
 */
import { canonicalText } from '../../words/data/canonical.ts'
import { addTo, sortedBy } from '../../words/data/lists.ts'
import type { AuditReport, Found, StreamReport, Total } from './report.ts'
import type { Stake } from './stake.ts'

/** Adds amounts; null if one of them is no exact number, or their sum is none. */
export const addExactly = (one: number | null, other: number | null): number | null => {
  if (one === null || other === null) return null
  const sum = one + other
  return Math.abs(sum) < Number.MAX_SAFE_INTEGER ? sum : null
}

/** A stream as a total of one. */
export const totalOf = ({ isValid, sums, method, month, status, held }: StreamReport): Total => {
  const amounts = Object.entries(sums ?? {}).filter(
    (each): each is [string, number] => typeof each[1] === 'number',
  )
  const by = { isValid, currency: sums?.currency ?? null, method, month, status }
  return { ...by, streams: 1, sums: Object.fromEntries(amounts), held }
}

/** Adds up totals that have the same in common. Streams that are not valid are apart. */
export const totalling = () => {
  const groups = new Map<string, Total>()
  return {
    add: (total: Total): void => {
      const { isValid, currency, method, month, status, streams, held } = total
      const key = canonicalText([isValid ? 0 : 1, currency, method, month, status])
      const known = groups.get(key)
      const sums: Record<string, number | null> = { ...known?.sums }
      for (const [name, amount] of Object.entries(total.sums)) {
        sums[name] = addExactly(Object.hasOwn(sums, name) ? (sums[name] ?? null) : 0, amount)
      }
      const many = { streams: (known?.streams ?? 0) + streams }
      groups.set(key, {
        ...total,
        ...many,
        sums,
        held: addExactly(known === undefined ? 0 : known.held, held),
      })
    },
    totals: (): readonly Total[] => sortedBy([...groups], ([key]) => key).map(([, total]) => total),
  }
}

/** Adds up the money that hangs on open findings, by currency: of each stream, the greatest stake. */
export const stakesIn = (findings: readonly Found[]): AuditReport['atStake'] => {
  const greatest = new Map<string, Stake>()
  for (const { id, stake, waived } of findings) {
    if (stake === null || waived !== null) continue
    const key = canonicalText([stake.currency, stake.stream ?? id])
    if (stake.amount > (greatest.get(key)?.amount ?? -1)) greatest.set(key, stake)
  }
  const amounts = new Map<Stake['currency'], number[]>()
  for (const { currency, amount } of greatest.values()) addTo(amounts, currency, amount)
  const sums = [...amounts].map(([currency, all]) => ({
    currency,
    amount: all.reduce<number | null>((sum, each) => addExactly(sum, each), 0),
    streams: all.length,
  }))
  return sortedBy(sums, ({ currency }) => currency ?? '~')
}
