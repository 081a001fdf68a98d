/** The words of the machines: whatever a person may see of a chart has a name in plain English. */
import { describe, expect, test } from 'vitest'
import type { AnyStateNode } from 'xstate'
import { type MachineWords, wordsIn } from '../../src/contract/machine-words.ts'
import { byId } from '../given.ts'

const below = (node: AnyStateNode): readonly AnyStateNode[] =>
  Object.values(node.states).flatMap((child) => [child, ...below(child)])

const NONE: MachineWords = { states: {}, events: {}, conditions: {}, windows: {} }

describe.each(byId)('%s', (_, machine) => {
  const { words = NONE, chart, commands, events, informational, definition, windows } = machine

  test('has words for every state, event, condition and window, and for nothing else', () => {
    const nodes = below(chart.root)
    const heard = [chart.root, ...nodes].flatMap(({ ownEvents }) => ownEvents)
    const types = [...Object.keys(events), ...Object.keys(informational), ...heard]
    const named = (all: Iterable<string>): readonly string[] => [...new Set(all)].toSorted()
    expect({
      states: named(Object.keys(words.states)),
      events: named(Object.keys(words.events)),
      conditions: named(Object.keys(words.conditions)),
      windows: named(Object.keys(words.windows)),
    }).toEqual({
      states: named(nodes.map(({ path }) => path.join('.'))),
      events: named(types),
      conditions: named(Object.keys(definition.conditions)),
      windows: named(Object.keys(windows)),
    })
  })

  test('says of each command that it was requested, not that it was carried out', () => {
    const steps = Object.values(commands).map(({ event }) => event)
    expect(steps).toEqual(expect.arrayContaining(Object.keys(words.requested ?? {})))
    for (const step of steps) {
      expect(words.requested?.[step] ?? words.events[step]).toMatch(/requested|not confirmed/)
    }
  })

  test('speaks plain English: no name in code, and no two states of one region alike', () => {
    const all = [words.states, words.events, words.conditions, words.windows].flatMap((kind) =>
      Object.values(kind),
    )
    for (const each of all) expect(each).toMatch(/^[a-z][a-z ]{2,29}$/)
    for (const node of [chart.root, ...below(chart.root)]) {
      const inner = Object.values(node.states).map(({ path }) =>
        wordsIn(machine)('states', path.join('.')),
      )
      expect(new Set(inner).size).toBe(inner.length)
    }
  })
})

test('what has no words is called by its name', () => {
  const said = wordsIn({})
  expect([said('states', 'captured.part_left'), said('conditions', 'allLeft')]).toEqual([
    'part left',
    'all left',
  ])
})
