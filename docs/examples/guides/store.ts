import { getOrElseW, isLeft, isRight } from 'fp-ts/lib/Either.js'
import { append, fold, fromLine, readDelivery, resume, type Stream, tipOf, toLine } from 'payfold'
import { sepaPayment } from 'payfold/machines'
import { deliveries } from '../readme/deliveries.ts'

const told = deliveries.flatMap((delivery) => getOrElseW(() => [])(readDelivery(delivery)))
const [first, ...later] = told.map(({ event }) => event)
if (first === undefined) throw new Error('There is nothing to store.')
const stream = 'payment-pay_1' as Stream

// a row is a line; (stream, revision) is its key
const rows: string[] = []
const load = () => rows.map(fromLine).flatMap((read) => (isRight(read) ? [read.right] : []))
const write = (events: readonly (typeof first)[], expected?: number) => {
  const appended = append(tipOf(stream, load()), events, expected)
  if (isLeft(appended)) return appended.left.error
  rows.push(...appended.right.entries.map(toLine))
  return `${appended.right.entries.length} new, the stream ends at ${appended.right.tip.revision}`
}

console.log(write([first]))
console.log(write([first, ...later]))
console.log(write([first, ...later]))
// somebody judged by revision 0, and meanwhile the stream has moved on
console.log(write(later, 0))

// a state may be kept beside the log, and be thrown away at any time
const kept = JSON.stringify(fold(sepaPayment)(load().map(({ event }) => event)))
const state = resume(sepaPayment)(JSON.parse(kept))
console.log(isLeft(state) ? state.left.error : state.right.status)
