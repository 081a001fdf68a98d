import { isRight } from 'payfold'
import { openShop, pf } from './shop.ts'

const { store } = await openShop()
const entries = store.lines().flatMap((line) => {
  const read = pf.fromLine(line)
  return isRight(read) ? [read.right] : []
})

/** What had happened to the money of a stream by a time, inclusive. */
const sumsBy = (stream: (typeof entries)[number]['stream'], occurred: string) => {
  const state = pf.asOf(stream, entries, { occurred })
  const sums = isRight(state) ? pf.sums(state.right) : state
  return isRight(sums) ? sums.right : null
}

const [from, to] = ['2026-05-31T23:59:59.9999999+02:00', '2026-06-30T23:59:59.9999999+02:00']
console.log('stream,currency,captured,refunded,taken back')
for (const stream of new Set(entries.map((entry) => entry.stream))) {
  const [before, after] = [sumsBy(stream, from), sumsBy(stream, to)]
  if (after === null) continue
  const { captured, refunded, chargedBack, currency } = after
  const row = [
    (captured ?? 0) - (before?.captured ?? 0),
    refunded - (before?.refunded ?? 0),
    chargedBack - (before?.chargedBack ?? 0),
  ]
  if (row.some((amount) => amount !== 0)) console.log([stream, currency, ...row].join(','))
}
