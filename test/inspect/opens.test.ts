/**
 * The charts as Stately Studio opens them: read from the text of their files, without running them.
 */
import { readFileSync } from 'node:fs'
import { extractMachinesFromFile } from '@xstate/machine-extractor'
import { describe, expect, test } from 'vitest'
import { byId } from '../given.ts'

type Some = Readonly<Record<string, unknown>>
const some = (value: unknown): Some =>
  typeof value === 'object' && value !== null ? (value as Some) : {}
const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

/** A transition: its targets, its guard, its actions. */
const transition = (of: unknown, guard: 'guard' | 'cond') => {
  const { target = null, [guard]: asked, actions } = some(of)
  const name = (action: unknown) => {
    const { type = action } = some(some(action)['action'] ?? action)
    return type
  }
  return { target, asked: some(asked)['params'] ?? {}, actions: list(actions).map(name) }
}

/** Everything of a chart that Studio draws: nested states, events, transitions. */
const drawn = (state: unknown, guard: 'guard' | 'cond'): object => {
  const { type = null, initial = null, on, states, tags, id = null } = some(state)
  return {
    ...{ type, initial, id, tags: list(tags) },
    on: Object.fromEntries(
      Object.entries(some(on)).map(([event, transitions]) => [
        event,
        list(transitions).map((each) =>
          transition(typeof each === 'string' ? { target: each } : each, guard),
        ),
      ]),
    ),
    states: Object.fromEntries(
      Object.entries(some(states)).map(([name, inner]) => [name, drawn(inner, guard)]),
    ),
  }
}

const FILES = ['session', 'sepa-payment', 'sepa-mandate', 'ticket-payment']

describe.each(byId)('the chart of %s', (id, { chart }) => {
  test('opens completely in Stately Studio', () => {
    const file = FILES.find((name) => id.startsWith(`${name}@`))
    const text = readFileSync(new URL(`../../machines/${file}/chart.ts`, import.meta.url), 'utf8')
    const machines = extractMachinesFromFile(text)?.machines ?? []
    expect(machines).toHaveLength(1)
    const opened = drawn(machines[0]?.toConfig(), 'cond')
    expect(opened).toEqual(drawn(chart.config, 'guard'))
    expect(JSON.stringify(opened).match(/"actions":\["record"\]/g)?.length).toBeGreaterThan(10)
  })
})
