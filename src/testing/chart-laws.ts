/** Laws of a chart itself: every event is handled, and every name exists and is used. */
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
  const { all = [], command = [], when } = termsOf(guard)
  return { rules: [...all, ...command], when: when === undefined ? [] : [when] }
}

/** Returns the laws of a machine's chart, events and definition. */
export const chartLaws = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
): readonly Law[] => {
  const { chart, events, definition, id } = machine
  const transitions = nodesIn(chart.root).flatMap((node) => [...node.transitions.values()].flat())
  const handled = new Set(transitions.map(({ eventType }) => eventType))
  const applied = new Set(Object.keys(definition.recipes))
  handled.delete('time_passed')
  applied.delete('time_passed')
  const named = new Set(transitions.flatMap(({ guard }) => namesIn(guard).rules))
  const chosen = new Set(transitions.flatMap(({ guard }) => namesIn(guard).when))
  const compiled = compile(machine)
  const silent = transitions.filter(({ actions }) => !actions.includes('record'))
  const law = (name: string, isKept: boolean, shown: unknown): Law => ({
    name,
    check: () => fc.assert(fc.property(fc.constant(shown), () => isKept)),
  })
  return [
    law(
      'handles and applies exactly its events',
      same(sorted(handled), sorted(Object.keys(events))) &&
        same(sorted(applied), sorted(Object.keys(events))),
      { handled: sorted(handled), applied: sorted(applied), events: sorted(Object.keys(events)) },
    ),
    law('has its chart’s id, with a version', id === chart.id && /^[a-z-]+@\d+$/.test(id), {
      id,
      chart: chart.id,
    }),
    law(
      'records on every transition',
      silent.length === 0,
      silent.map(({ eventType, source }) => `${source.id} ${eventType}`),
    ),
    law(
      'names only rules and conditions that exist, and uses each of them',
      same(sorted(named), sorted(Object.keys(definition.rules))) &&
        same(sorted(chosen), sorted(Object.keys(definition.conditions))),
      { rules: sorted(named), conditions: sorted(chosen) },
    ),
    law('compiles to a table', compiled._tag === 'Right', compiled),
  ]
}
