/** Totals of the streams of a log: by currency, method, month of the capture, and status. */
import { canonicalText } from '../../words/data/canonical.ts'
import { sortedBy } from '../../words/data/lists.ts'
import { add } from '../../words/money.ts'
import type { StreamReport, Total } from './report.ts'

const keyOf = ({ isValid, sums, method, month, status }: StreamReport): string =>
  canonicalText([isValid ? 0 : 1, sums?.currency ?? null, method, month, status])

const addSigned = (one: number, other: number): number =>
  other < 0 ? one + other : add(one, other)

/** Adds up rows one at a time. Streams that are not valid are apart. */
export const totalling = () => {
  const groups = new Map<string, Total>()
  return {
    add: (row: StreamReport): void => {
      const { isValid, sums, method, month, status, held } = row
      const key = keyOf(row)
      const known = groups.get(key)
      const amounts: Record<string, number> = { ...known?.sums }
      for (const [name, amount] of Object.entries(sums ?? {})) {
        if (typeof amount === 'number') amounts[name] = addSigned(amounts[name] ?? 0, amount)
      }
      groups.set(key, {
        ...{ isValid, currency: sums?.currency ?? null, method, month, status },
        streams: (known?.streams ?? 0) + 1,
        sums: amounts,
        held: add(known?.held ?? 0, held),
      })
    },
    totals: (): readonly Total[] => sortedBy([...groups], ([key]) => key).map(([, total]) => total),
  }
}
