import { type EventOf, fold } from 'payfold/machine'
import { ticketPayment } from 'payfold/machines'
import { samples } from 'payfold/testing'
import { getShortestPaths } from 'xstate/graph'

/** Replace this with your own handler. This handler folds all events at once. */
const statusAfter = (events: readonly EventOf<typeof ticketPayment>[]): string =>
  fold(ticketPayment)(events).status

const paths = getShortestPaths(ticketPayment.chart, {
  events: samples(ticketPayment),
  serializeState: ({ value }) => JSON.stringify(value),
})
// the first step of every path starts the chart
const differing = paths.filter(
  ({ steps, state }) =>
    statusAfter(steps.slice(1).map(({ event }) => event)) !== ticketPayment.status(state.value),
)
console.log(
  `${paths.length} paths, one to each state; ${differing.length} where the handler differs`,
)
