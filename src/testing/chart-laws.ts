/** Laws of a chart itself: nothing in it is dead, unheard or unsaid. */
import fc from 'fast-check'
import type { AnyStateNode } from 'xstate'
import { compile } from '../fold/compile.ts'
import type { Machine } from '../fold/machine.ts'
import { termsOf } from '../fold/rules.ts'
import { type Law, same, sorted } from './law.ts'

const nodesIn = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesIn),
]

const namesIn = (guard: unknown) => {
  const { all = [], wish = [], when } = termsOf(guard)
  return { rules: [...all, ...wish], when: when === undefined ? [] : [when] }
}

/** What must be true of a machine's chart, its events, its book. */
export const chartLaws = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
): readonly Law[] => {
  const { chart, events, book, id } = machine
  const arrows = nodesIn(chart.root).flatMap((node) => [...node.transitions.values()].flat())
  const heard = new Set(arrows.map(({ eventType }) => eventType))
  const taught = new Set(Object.keys(book.recipes))
  heard.delete('time_passed')
  taught.delete('time_passed')
  const named = new Set(arrows.flatMap(({ guard }) => namesIn(guard).rules))
  const chosen = new Set(arrows.flatMap(({ guard }) => namesIn(guard).when))
  const compiled = compile(machine)
  const silent = arrows.filter(({ actions }) => !actions.includes('record'))
  const law = (name: string, isKept: boolean, shown: unknown): Law => ({
    name,
    check: () => fc.assert(fc.property(fc.constant(shown), () => isKept)),
  })
  return [
    law(
      'hears and learns exactly its events',
      same(sorted(heard), sorted(Object.keys(events))) &&
        same(sorted(taught), sorted(Object.keys(events))),
      { heard: sorted(heard), taught: sorted(taught), events: sorted(Object.keys(events)) },
    ),
    law('has its chart’s id, with a version', id === chart.id && /^[a-z-]+@\d+$/.test(id), {
      id,
      chart: chart.id,
    }),
    law(
      'records on every arrow',
      silent.length === 0,
      silent.map(({ eventType, source }) => `${source.id} ${eventType}`),
    ),
    law(
      'names only rules and conditions that exist, and uses each of them',
      same(sorted(named), sorted(Object.keys(book.rules))) &&
        same(sorted(chosen), sorted(Object.keys(book.conditions))),
      { rules: sorted(named), conditions: sorted(chosen) },
    ),
    law('is of the shape that a table holds', compiled._tag === 'Right', compiled),
  ]
}
