import { isRight, type Stream } from 'payfold'
import { openShop, pf } from './shop.ts'

const { store } = await openShop()
const entries = store.lines().flatMap((line) => {
  const read = pf.fromLine(line)
  return isRight(read) ? [read.right] : []
})

/** What had happened to the money of a stream by a time, inclusive: undefined if nobody knows. */
const moneyBy = (stream: Stream, occurred: string) => {
  const own = entries.filter((entry) => entry.stream === stream)
  const state = pf.asOf(stream, own, { occurred })
  const sums = isRight(state) ? pf.sums(state.right) : state
  const count = isRight(state) ? state.right.occurrences.length : 0
  return { count, sums: isRight(sums) ? sums.right : undefined }
}

/** The difference of two amounts, each of which may be unknown. */
const change = (after: number | null = null, before: number | null = 0) =>
  after === null || before === null ? 'unknown' : after - before

const [from, to] = ['2026-05-31T23:59:59.9999999+02:00', '2026-06-30T23:59:59.9999999+02:00']
console.log('stream,currency,captured,refunded,taken back')
for (const stream of new Set(entries.map((entry) => entry.stream))) {
  const [before, after] = [moneyBy(stream, from), moneyBy(stream, to)]
  // a mandate has no money
  if (after.sums === null) continue
  const names = ['captured', 'refunded', 'chargedBack'] as const
  const row = names.map((name) => change(after.sums?.[name], before.sums?.[name]))
  const isNew = row.some((amount) =>
    amount === 'unknown' ? after.count > before.count : amount !== 0,
  )
  if (isNew) console.log([stream, after.sums?.currency, ...row].join(','))
}
