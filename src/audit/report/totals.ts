/**
 * Totals of the streams of a log: by currency, method, month of the capture, and status. A sum beyond
 * what a number holds exactly is null: it is never a smaller one.
 */
import { canonicalText } from '../../words/data/canonical.ts'
import { sortedBy } from '../../words/data/lists.ts'
import type { StreamReport, Total } from './report.ts'
import { addExactly } from './stake.ts'

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
