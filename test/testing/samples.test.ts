/** The samples of each machine: valid, few, and enough for XState's graph functions. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { getShortestPaths } from 'xstate/graph'
import { sepaMandate } from '../../machines/index.ts'
import { nodesIn } from '../../src/run/compile.ts'
import { activeIn } from '../../src/story/headline.ts'
import { samples } from '../../src/testing/index.ts'
import { byId } from '../given.ts'
import { decodeEvent } from '../root.ts'

/** How many samples there are, and how many paths they lead to. */
const COUNTS: Readonly<Record<string, readonly [samples: number, paths: number]>> = {
  'session@1': [12, 34],
  'sepa-payment@1': [12, 512],
  'sepa-mandate@1': [6, 29],
  'ticket-payment@1': [12, 301],
}

describe.each(byId)('the samples of %s', (id, machine) => {
  const events = samples(machine)

  test('are valid events of every type that its chart takes', () => {
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(machine.chart.events))
    for (const { entityId: _, ...event } of events) {
      if (event.type !== 'time_passed') expect(decodeEvent(event)).toEqual(E.right(event))
    }
  })

  test('lead to every state of the chart', () => {
    const paths = getShortestPaths(machine.chart, { events } as object)
    const { root } = machine.chart
    const reached = paths.flatMap(({ state }) => activeIn(root, state.value))
    const all = nodesIn(root).filter(({ states }) => Object.keys(states).length === 0)
    expect(new Set(reached.map(({ id }) => id))).toEqual(new Set(all.map(({ id }) => id)))
    expect([events.length, paths.length]).toEqual(COUNTS[id])
  })
})

test('samples are the same each time, with the types of the events of their chart', () => {
  const events = samples(sepaMandate)
  expect(samples(sepaMandate)).toEqual(events)
  expect(getShortestPaths(sepaMandate.chart, { events })).toHaveLength(29)
})
