/**
 * Which charts a table can represent, what it says about others, and how it handles regions and
 * nested states.
 */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type Charted, lenientJudge } from '../../src/contract/guards.ts'
import { compile } from '../../src/run/compile.ts'
import { interpreter, runner } from '../../src/run/runner.ts'
import { byId } from '../given.ts'
import { defaultPolicy } from '../root.ts'
import { type Counted, charted } from './charts.ts'

/** A session has 11 × 2; a SEPA payment 4 before the capture and 3 × 3 after it. */
const CONFIGURATIONS: Readonly<Record<string, number>> = {
  'session@1': 22,
  'sepa-payment@1': 13,
  'sepa-mandate@1': 6,
  'ticket-payment@1': 8,
}

const many = 'm has more than 4096 configurations, or more than 4096 branches for one event'

const to = (target: string, more: object = {}) => ({ target, actions: 'record', ...more })

const unsupported = (config: object, machine: Charted<Counted> = charted(config)) =>
  E.match(
    ({ state, because }: { state: string; because: string }) => `${state} ${because}`,
    () => 'supported',
  )(compile(machine))

/** The position of a chart after some events, by the names of the active states. */
const after = (config: object, ...events: readonly string[]) => {
  const runs = runner(charted(config), lenientJudge(defaultPolicy))
  const run = runs.begin(runs.start)
  for (const type of events) run.take({ type })
  const { value, context } = run.position()
  return [value, context.count]
}

describe('a table', () => {
  test.each(byId)('represents the chart of %s with every configuration', (id, machine) => {
    const table = compile(machine)
    expect(E.isRight(table) && table.right.configurations.size).toBe(CONFIGURATIONS[id])
  })

  const leaf = { initial: 'x', states: { x: {}, y: {} } }
  test.each<readonly [because: string, config: object]>([
    ['m is of type final', { type: 'final' }],
    ['m.a is of type final', { initial: 'a', states: { a: { type: 'final' } } }],
    ['m.h is of type history', { initial: 'a', states: { a: {}, h: { type: 'history' } } }],
    ['m.a has an action on entry', { initial: 'a', states: { a: { entry: 'record' } } }],
    ['m.a has an action on exit', { initial: 'a', states: { a: { exit: 'record' } } }],
    ['m.a invokes an actor', { initial: 'a', states: { a: { invoke: { src: 'other' } } } }],
    ['m.x has a transition without an event', { ...leaf, states: { x: { always: 'y' }, y: {} } }],
    ['m has a transition for *', { on: { '*': { actions: 'record' } } }],
    ['m has a transition for a.*', { on: { 'a.*': { actions: 'record' } } }],
    ['m has a transition for xstate.done', { on: { 'xstate.done': { actions: 'record' } } }],
    ['m has actions for a other than one record', { on: { a: {} } }],
    ['m has actions for a other than one record', { on: { a: { actions: 'other' } } }],
    ['m has actions for a other than one record', { on: { a: { actions: ['record', 'record'] } } }],
    [
      'm has a guard for a that is not named rules',
      { on: { a: { guard: 'mine', actions: 'record' } } },
    ],
    [
      'm has a guard for a that is not named rules',
      { on: { a: { guard: { type: 'mine' }, actions: 'record' } } },
    ],
    [
      'm has a guard for a that is not named rules',
      { on: { a: { guard: { type: 'rules', params: () => ({}) }, actions: 'record' } } },
    ],
    ...(['all', 'command'] as const).map(
      (names) =>
        [
          'm names lost, which is not a rule',
          {
            on: {
              a: { guard: { type: 'rules', params: { [names]: ['lost'] } }, actions: 'record' },
            },
          },
        ] as [string, object],
    ),
    [
      'm names lost, which is not a condition',
      { on: { a: { guard: { type: 'rules', params: { when: 'lost' } }, actions: 'record' } } },
    ],
    [
      'm has an action on its initial transition',
      { initial: { target: 'x', actions: 'record' }, states: leaf.states },
    ],
    [
      'm.o has an action on its initial transition',
      {
        initial: 'x',
        states: { x: {}, o: { initial: { target: 'x', actions: 'record' }, states: { x: {} } } },
      },
    ],
    ['m begins in lost, which is not one of its states', { ...leaf, initial: 'lost' }],
    ['m begins in lost, which is not one of its states', { ...leaf, initial: { target: 'lost' } }],
    ['m begins in toString, which is not one of its states', { ...leaf, initial: 'toString' }],
    [
      'm.o begins in lost, which is not one of its states',
      { initial: 'x', states: { x: {}, o: { initial: 'lost', states: { x: {} } } } },
    ],
    ['m loses its state __proto__', { ...leaf, states: { ...leaf.states, ['__proto__']: {} } }],
    [
      'm.x loses its state __proto__',
      {
        ...leaf,
        states: { x: { initial: '__proto__', states: { ['__proto__']: {}, y: {} } }, y: {} },
      },
    ],
    [
      'm does not start',
      { context: ({ input }: { input: { count: number } }) => ({ count: input.count }) },
    ],
  ])('does not represent a chart in which %s', (because, config) => {
    expect(unsupported({ id: 'm', ...config })).toBe(because)
  })

  test('does not represent a chart at which XState throws, and reports the error', () => {
    // XState takes a property that every object inherits for a state
    const states = { x: { on: { a: to('toString') } } }
    expect(unsupported({ id: 'm', initial: 'x', states })).toMatch(/^m makes XState throw: .*entry/)
  })

  test('does not represent a chart that waits for time', () => {
    const config = { id: 'm', initial: 'x', states: { x: { after: { 10: 'y' } }, y: {} } }
    expect(unsupported(config)).toMatch(/^m\.x /)
  })

  const regions = (count: number, of: (event: string) => object) => ({
    id: 'm',
    type: 'parallel',
    states: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`r${index}`, of(`a${index}`)]),
    ),
  })

  test('represents 4096 configurations, and no more', () => {
    const chain = (count: number) => {
      const states = Array.from({ length: count }, (_, index) => [
        `s${index}`,
        { on: { a: to(`s${(index + 1) % count}`), ...(index === 0 ? { b: to('s0') } : {}) } },
      ])
      return { id: 'm', initial: 's0', states: Object.fromEntries(states) }
    }
    expect(unsupported(chain(4096))).toBe('supported')
    expect(unsupported(chain(4097))).toBe(many)
  })

  /** A machine whose definition has this many conditions, named by number. */
  const conditioned = (config: object, count: number): Charted<Counted> => {
    const { chart, definition } = charted(config)
    const names = Array.from({ length: count }, (_, index) => [`c${index}`, () => true] as const)
    return { chart, definition: { ...definition, conditions: Object.fromEntries(names) } }
  }
  const when = (name: string) => ({
    guard: { type: 'rules', params: { when: name } },
    actions: 'record',
  })

  test('represents 4096 leaves of an event, and no more', () => {
    const asking = (event: string) => ({ on: { a: when(event.replace('a', 'c')) } })
    const each = (count: number) => conditioned(regions(count, asking), count)
    expect(unsupported({}, each(12))).toBe('supported')
    expect(unsupported({}, each(13))).toBe(many)
  })

  test('represents any number of transitions of one event if their conditions are tried one by one', () => {
    const a = Array.from({ length: 100 }, (_, index) => when(`c${index}`))
    expect(unsupported({}, conditioned({ id: 'm', on: { a } }, 100))).toBe('supported')
  })
})

test('a chart that no table can represent is run by XState’s interpreter', () => {
  const config = {
    id: 'm',
    initial: 'x',
    states: { x: { on: { a: to('y') } }, y: { always: 'z' }, z: {} },
  }
  expect(after(config, 'a')).toEqual(['z', 1])
  expect(after(config, 'b')).toEqual(['x', 0])
})

test('one chart under two definitions is judged by the definition of each', () => {
  const guard = { type: 'rules', params: { all: ['few'] } }
  const machine = charted({ id: 'm', on: { a: { guard, actions: 'record' } } })
  const rules = { ...machine.definition.rules, few: { breaks: () => [{ rule: 'notHosted' }] } }
  const other = { ...machine, definition: { ...machine.definition, rules } }
  const found = [machine, other, machine].map((each) => {
    const runs = runner(each, lenientJudge(defaultPolicy))
    return runs.begin(runs.start).take({ type: 'a' })?.length
  })
  expect(found).toEqual([0, 1, 0])
})

describe('a compiled chart', () => {
  const nested = {
    id: 'm',
    initial: 'a',
    states: {
      a: { id: 'a', on: { a: to('#p') } },
      p: {
        id: 'p',
        type: 'parallel',
        on: { d: to('a') },
        states: {
          one: { initial: 'x', states: { x: { on: { b: to('y') } }, y: { on: { c: to('#a') } } } },
          two: { initial: 'x', states: { x: { on: { b: to('y') } }, y: { on: { c: to('x') } } } },
        },
      },
    },
  }

  test('enters every region, and moves in each that reacts to an event', () => {
    expect(after(nested)).toEqual(['a', 0])
    expect(after(nested, 'a')).toEqual([{ p: { one: 'x', two: 'x' } }, 1])
    expect(after(nested, 'a', 'b')).toEqual([{ p: { one: 'y', two: 'y' } }, 3])
  })

  test('uses the outer state only if no inner state reacts to the event', () => {
    expect(after(nested, 'a', 'b', 'd')).toEqual(['a', 4])
  })

  test('takes the transition of the inner state if both react to the event', () => {
    const inner = { initial: 'x', states: { x: { on: { a: to('y') } }, y: {} } }
    const chart = { initial: 'o', states: { o: { ...inner, on: { a: to('end') } }, end: {} } }
    expect(after(chart, 'a')).toEqual([{ o: 'y' }, 1])
    expect(after(chart, 'a', 'a')).toEqual(['end', 2])
  })

  test('goes to several targets at once as XState does, also outside their source', () => {
    const region = { initial: 'x', states: { x: {}, y: {}, z: {} } }
    const chart = (...targets: readonly string[]) => {
      const on = { a: { target: targets.map((path) => `#m.p.${path}`), actions: 'record' } }
      const one = { initial: 'r', states: { r: { ...region, on }, s: {} } }
      const p = { type: 'parallel', states: { one, two: region } }
      return charted({ id: 'm', initial: 'p', states: { p } })
    }
    for (const targets of [
      ['one.r.y', 'two.z'],
      ['two.z', 'one.r.y'],
      ['two.z', 'one.s'],
    ]) {
      const [table, xstate] = [runner, interpreter].map((by) => {
        const runs = by(chart(...targets), lenientJudge(defaultPolicy))
        const run = runs.begin(runs.start)
        run.take({ type: 'a' })
        return run.position()
      })
      expect(table).toEqual(xstate)
    }
  })

  test('takes the first of two transitions that leave the same states', () => {
    expect(after(nested, 'a', 'b', 'c')).toEqual(['a', 4])
  })

  test('stays where it is at an event to which it does not react', () => {
    expect(after(nested, 'b', 'c', 'lost')).toEqual(['a', 0])
  })

  test('finds a value whose regions are named in another order, but not an unknown value', () => {
    const runs = runner(charted(nested), lenientJudge(defaultPolicy))
    const { context } = runs.start
    const at = (value: never) => runs.transitions({ value, context }, { type: 'b' }).length
    expect(at({ p: { two: 'x', one: 'x' } } as never)).toBe(2)
    expect(at({ p: { two: 'x' } } as never)).toBe(0)
    expect(at('lost' as never)).toBe(0)
  })

  test('leaves the position at which a run begins unchanged', () => {
    const runs = runner(charted(nested), lenientJudge(defaultPolicy))
    const run = runs.begin(runs.start)
    run.take({ type: 'a' })
    expect(runs.start.context).toEqual({ count: 0, by: {}, last: '' })
    expect(run.position().context).toEqual({ count: 1, by: { a: 1 }, last: 'a' })
  })

  const rules = (params: object) => ({ guard: { type: 'rules', params }, actions: 'record' })
  const sideBySide = (one: object, two: object, on: object = {}) => ({
    id: 'm',
    type: 'parallel',
    on,
    states: { one: { on: { a: one } }, two: { on: { a: two } } },
  })

  /**
   * The result of each event: its broken rules, or null if it is not taken; and how often each was
   * applied.
   */
  const taking = (config: object, ...events: readonly string[]) => {
    const runs = runner(charted(config), lenientJudge(defaultPolicy))
    const run = runs.begin(runs.start)
    const taken = events.map((type) => run.take({ type })?.map(({ rule }) => rule) ?? null)
    return [...taken, run.position().context.count]
  }

  test('takes an event that breaks rules as a report, and finds nothing by rules for commands', () => {
    const bothKinds = {
      id: 'm',
      on: { a: rules({ all: ['few'] }), b: rules({ command: ['fresh'] }) },
    }
    const events = ['a', 'b', 'b', 'a', 'a']
    const few = 'noSuchStep'
    expect(taking(bothKinds, ...events)).toEqual([[], [], [], [few], [few], 5])
  })

  test('finds what the rules of every region find', () => {
    const fresh = rules({ all: ['fresh'] })
    const missing = 'missingPredecessor'
    expect(taking(sideBySide(fresh, fresh), 'a', 'a')).toEqual([[], [missing, missing], 4])
    const two = { id: 'm', on: { a: rules({ all: ['fresh', 'few'] }) } }
    expect(taking(two, 'a', 'a', 'a', 'a').slice(1)).toEqual([
      [missing],
      [missing],
      [missing, 'noSuchStep'],
      4,
    ])
  })

  test('applies an event once for every region that takes it, even if conditions choose', () => {
    const [odd, thrice] = [rules({ when: 'again' }), rules({ when: 'thrice' })]
    const any = { actions: 'record' }
    expect(taking(sideBySide(odd, any), 'a', 'a')).toEqual([[], [], 3])
    expect(taking(sideBySide(thrice, odd), 'a', 'a')).toEqual([null, null, 0])
  })

  test('uses the outer state if no condition inside holds', () => {
    const thrice = rules({ when: 'thrice' })
    const config = sideBySide(thrice, thrice, { a: { actions: 'record' } })
    expect(taking(config, 'a', 'a', 'a')).toEqual([[], [], [], 4])
  })

  test('evaluates the same conditions as XState, in its order, up to the one that decides', () => {
    const names = ['even', 'again', 'thrice', 'again'].map((when) => rules({ when }))
    const machine = charted({ id: 'm', on: { a: names } })
    const asked = (by: typeof runner, truth: string) => {
      const reported: string[] = []
      const conditions = Object.fromEntries(
        Object.keys(machine.definition.conditions).map((name) => [
          name,
          () => {
            reported.push(name)
            return name === truth
          },
        ]),
      )
      const runs = by(
        { ...machine, definition: { ...machine.definition, conditions } },
        lenientJudge(defaultPolicy),
      )
      return [runs.transitions(runs.start, { type: 'a' }).length, reported]
    }
    expect(asked(runner, 'even')).toEqual([1, ['even']])
    expect(asked(runner, 'again')).toEqual([1, ['even', 'again']])
    expect(asked(runner, 'thrice')).toEqual([1, ['even', 'again', 'thrice']])
    expect(asked(runner, 'none')).toEqual([0, ['even', 'again', 'thrice']])
    expect(asked(interpreter, 'thrice')).toEqual(asked(runner, 'thrice'))
  })

  test('moves at an event without a recipe', () => {
    const config = { id: 'm', initial: 'x', states: { x: { on: { z: to('y') } }, y: {} } }
    expect(after(config, 'z')).toEqual(['y', 0])
  })

  test.each([
    ['itself', { id: 'm', type: 'parallel', states: {}, on: { a: { actions: 'record' } } }],
    [
      'inside',
      {
        id: 'm',
        initial: 'x',
        states: { x: { type: 'parallel', states: {}, on: { a: to('y') } }, y: {} },
      },
    ],
    [
      'as a region',
      {
        id: 'm',
        type: 'parallel',
        states: { x: { type: 'parallel', states: {}, on: { a: { actions: 'record' } } }, y: {} },
      },
    ],
  ])('takes the events of a parallel state without regions, %s', (_where, config) => {
    const [table, xstate] = [runner, interpreter].map((by) => {
      const runs = by(charted(config), lenientJudge(defaultPolicy))
      const run = runs.begin(runs.start)
      return [run.take({ type: 'a' }), run.position()]
    })
    expect(table).toEqual(xstate)
    expect(after(config, 'a')[1]).toBe(1)
  })

  test('does not move from an unknown position', () => {
    const runs = runner(charted(nested), lenientJudge(defaultPolicy))
    const lost = { ...runs.start, value: 'lost' }
    const run = runs.begin(lost)
    expect(run.take({ type: 'a' })).toBe(null)
    expect(run.position()).toBe(lost)
  })
})
