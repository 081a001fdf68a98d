/** A chart as a table, read from the chart itself, for charts of a few lines. */
import { describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { sepaMandate, sepaPayment, session } from '../../../machines/index.ts'
import type { AnyMachine } from '../../../src/contract/machine-record.ts'
import type { Lifecycle } from '../../../src/event/lifecycle.ts'
import { rulesOf, table } from '../../../src/inspect/picture/event-table.ts'

/** Prints a chart as for a lifecycle with these events. */
const printed = (config: object, ...events: readonly string[]): readonly string[] => {
  const lifecycle = Object.fromEntries(events.map((name) => [name, {}])) as unknown as Lifecycle
  return table({ chart: createMachine(config as never), events: lifecycle }).split('\n')
}
const on = (type: string, params: object, target?: string) => ({
  [type]: { guard: { type: 'rules', params }, actions: 'record', ...(target && { target }) },
})

describe('a table', () => {
  test('has a row for each event and a column for each state; a dot means no transition', () => {
    const chart = {
      initial: 'off',
      states: {
        off: { on: { press: { target: 'on' } } },
        on: { on: { press: { target: 'off' }, hold: { actions: 'record' } } },
      },
    }
    expect(printed(chart, 'press', 'hold')).toEqual([
      '| event | off | on |',
      '| --- | --- | --- |',
      '| **press** | on | off |',
      '| **hold** | · | same |',
    ])
  })

  test('keeps each cell apart whatever the words of the machine are', () => {
    const states = {
      a: { on: { press: 'c', hold: 'b' } },
      b: { on: { press: 'd', hold: 'e' } },
      ...{ c: {}, d: {}, e: {} },
    }
    const words = {
      ...{ conditions: {}, windows: {} },
      events: { press: 'one | two', hold: 'two\nlines' },
      // joined, the cells of the first two states would be the same
      states: { a: 'a', b: 'b|c', c: 'a|b', d: 'a', e: 'b|b|c' },
    }
    const chart = createMachine({ initial: 'a', states } as never)
    const events = { press: {}, hold: {} } as unknown as Lifecycle
    expect(table({ chart, events, words }).split('\n')).toEqual([
      '| event | a | b\\|c `b` | a\\|b `c`, a `d`, b\\|b\\|c `e` |',
      '| --- | --- | --- | --- |',
      '| **one \\| two** `press` | a\\|b | a | · |',
      '| **two lines** `hold` | b\\|c | b\\|b\\|c | · |',
    ])
  })

  test('lists events in declared order, then those that only the chart has', () => {
    const chart = { initial: 'off', states: { off: { on: { wait: {}, press: {}, hold: {} } } } }
    const rows = printed(chart, 'hold', 'press').slice(2)
    expect(rows.map((line) => line.split(' ')[1])).toEqual(['**hold**', '**press**', '**wait**'])
  })

  test('puts states with the same transitions for every event in one column', () => {
    const chart = {
      initial: 'a',
      states: {
        a: { on: { end: { target: 'c' } } },
        b: { on: { end: { target: 'c' } } },
        c: {},
        d: { on: { end: { target: 'c', guard: { type: 'rules', params: { all: ['isOver'] } } } } },
        e: {},
      },
    }
    expect(printed(chart, 'end')).toEqual([
      '| event | a, b | c, e | d |',
      '| --- | --- | --- | --- |',
      '| **end** | c | · | c ⟨isOver⟩ |',
    ])
  })

  test('prints the rules of a transition, those for commands marked, and the condition of its target', () => {
    const cell = (params: object) =>
      printed({ initial: 'a', states: { a: { on: on('go', params, 'b') }, b: {} } }, 'go')[2]
    expect(cell({})).toBe('| **go** | b | · |')
    expect(cell({ all: ['one', 'two'] })).toBe('| **go** | b ⟨one; two⟩ | · |')
    expect(cell({ command: ['three'] })).toBe('| **go** | b ⟨three for commands⟩ | · |')
    expect(cell({ when: 'ready' })).toBe('| **go** | b if ready | · |')
    expect(cell({ all: ['one'], command: ['two', 'three'], when: 'ready' })).toBe(
      '| **go** | b if ready ⟨one; two for commands; three for commands⟩ | · |',
    )
  })

  test('prints a transition whose guard has no terms like one without a guard', () => {
    const guards = ['open', { type: 'rules' }, { type: 'rules', params: null }, undefined]
    for (const guard of guards) {
      const states = { a: { on: { go: { guard, target: 'b' } } }, b: {} }
      expect(printed({ initial: 'a', states }, 'go')[2]).toBe('| **go** | b | · |')
    }
  })

  test('prints every transition of one event, in order', () => {
    const chart = {
      initial: 'a',
      states: {
        a: {
          on: {
            go: [
              { guard: { type: 'rules', params: { when: 'far' } }, target: 'b' },
              { guard: { type: 'rules', params: { when: 'near' } } },
            ],
          },
        },
        b: {},
      },
    }
    expect(printed(chart, 'go')[2]).toBe('| **go** | b if far<br>same if near | · |')
  })

  test('gives a state the transitions of its outer states, unless it has its own', () => {
    const chart = {
      initial: 'outer',
      states: {
        outer: {
          initial: 'a',
          on: { go: { target: 'end' }, stop: { target: 'end' } },
          states: { a: { on: { go: { target: 'b' } } }, b: {} },
        },
        end: {},
      },
    }
    expect(printed(chart, 'go', 'stop')).toEqual([
      '| event | a | b | end |',
      '| --- | --- | --- | --- |',
      '| **go** | b | end | · |',
      '| **stop** | end | end | · |',
    ])
  })

  test('names a state by the shortest end of its path that is unique', () => {
    const region = { initial: 'none', states: { none: {}, all: { on: { back: {} } } } }
    const chart = {
      type: 'parallel',
      states: {
        refund: {
          ...region,
          on: { go: { target: '.all' }, back: { target: ['.none', '#t.dispute.none'] } },
        },
        dispute: region,
      },
      id: 't',
    }
    expect(printed(chart, 'go', 'back')).toEqual([
      '| event | refund.none | refund.all | dispute.none | dispute.all |',
      '| --- | --- | --- | --- | --- |',
      '| **go** | refund.all | refund.all | · | · |',
      '| **back** | refund.none and dispute.none | same | · | same |',
    ])
  })

  test('of a machine says its words first, and the name in code beside them', () => {
    const [head = '', , created = ''] = table(sepaMandate).split('\n')
    expect(head).toBe(
      '| event | nothing yet `none` | active | in use `reserved` | used up `consumed` | expired | cancelled |',
    )
    expect(created).toMatch(/^\| \*\*created\*\* `mandate_created` \| active \|/)
    expect(table(sepaPayment)).toContain('nothing yet `uncaptured.none` | submitted `pending`')
  })

  test('names no condition that is the word of its own target', () => {
    const rows = table(sepaPayment).split('\n')
    const row = rows.find((each) => each.includes('`payment_refunded`')) ?? ''
    expect(row).toContain('<br>partly refunded ⟨withinRefundWindow; withinCaptured⟩<br>')
    expect(row).toContain('captured if not refunded ⟨missingPredecessor⟩')
  })
})

test('the rules of a machine are printed with source and remedy, except those of the engine itself', () => {
  const { notHosted } = session.definition.rules
  const { typeKnown } = sepaMandate.definition.rules
  const definition = { ...session.definition, rules: { notHosted, typeKnown } }
  expect(rulesOf({ ...session, definition } as unknown as AnyMachine)).toBe(
    [
      '| rule | source | before the step | once it was reported |',
      '| --- | --- | --- | --- |',
      '| `notHosted` | interface#what-the-service-does | Redirect the cardholder: in the hosted mode the service collects channel data itself. | Find out which program submitted channel data: in the hosted mode the service collects them. |',
    ].join('\n'),
  )
})
