/** Folds histories that are in memory: payfold, XState, and code written by hand. */
import { lenientJudge } from '../../src/contract/guards.ts'
import type { Machine } from '../../src/contract/machine-record.ts'
import { asEvent } from '../../src/contract/occurrence.ts'
import { runner } from '../../src/run/runner.ts'
import { folder } from './payfold.ts'
import { change, drafted, nothing, spread } from './rivals.ts'
import { compete, ratio } from './rounds.ts'
import { HEAD, type Part, rowsOf } from './table.ts'
import { histories, machines, root } from './work.ts'

type Known = Machine<object, string, string>

/** Every rival folds the same streams; XState receives the occurrences, merged and in order. */
export const foldPart = async (): Promise<Part> => {
  const { xstateRivals }: typeof import('./xstate.ts') = await import(
    new URL('./apart/xstate.js', import.meta.url).href
  )
  const streams = histories(4000, 7)
  const units = streams.reduce((sum, { events }) => sum + events.length, 0)
  const { fold } = root
  const own = new Map(machines.map((machine) => [machine, folder(machine as never)] as const))
  const ready = streams.map(({ machine, events }) => ({
    machine,
    runs: runner(machine as never as Known, lenientJudge(root.policy)),
    occurred: (own.get(machine)?.fold(events).occurrences ?? []).map(asEvent),
  }))
  const outcomes = compete(units, {
    'switch, changed in place': () => {
      let status = ''
      for (const { events } of streams) {
        const known = { ...nothing }
        for (const event of events) change(known, event)
        status = known.status
      }
      return status
    },
    'switch with spread': () =>
      streams.map(({ events }) => events.reduce(spread, nothing).status).length,
    'the same by Immer’s produce': () =>
      streams.map(({ events }) => events.reduce(drafted, nothing).status).length,
    'payfold, its chart alone': () => {
      let value: unknown
      for (const { runs, occurred } of ready) {
        const run = runs.begin(runs.start)
        for (const event of occurred) run.take(event)
        value = run.position().value
      }
      return value
    },
    payfold: () => {
      let found = 0
      for (const { stream, events } of streams) found += fold(stream, events).findings.length
      return found
    },
    ...xstateRivals(ready.map(({ machine, occurred }) => ({ machine: machine.id, occurred }))),
  })
  const chart = ratio(outcomes, 'payfold, its chart alone', 'XState transition()')
  const times = (slow: string): number => ratio(outcomes, 'payfold', slow)
  return {
    title: 'Fold of histories in memory',
    head: HEAD,
    rows: rowsOf(outcomes),
    ratios: {
      'chart alone: times as fast as transition()': chart,
      'fold: times as fast as transition()': times('XState transition()'),
      'fold: times as fast as an actor': times('XState actor'),
      'fold: times as fast as Immer': times('the same by Immer’s produce'),
      'fold: times as fast as a switch with spread': times('switch with spread'),
      'fold: times as fast as a switch in place': times('switch, changed in place'),
    },
  }
}
