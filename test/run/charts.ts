/** Random charts that a table can represent, with recipes that make every difference visible. */
import fc from 'fast-check'
import { assign, createMachine } from 'xstate'
import type { Definition, Named, Terms } from '../../src/contract/definition.ts'
import { apply, type Charted, strictly } from '../../src/contract/guards.ts'
import type { MissingPredecessor, NoSuchStep } from '../../src/contract/refusal.ts'

/** The context: how often each event was applied, and which came last. */
export interface Counted {
  readonly count: number
  readonly by: Readonly<Record<string, number>>
  readonly last: string
}

const EVENTS = ['a', 'b', 'c', 'd'] as const

/** Every event that the charts may react to, and one that they never do. */
export const received: readonly Named[] = [...EVENTS, 'e'].map((type) => ({ type }))

const recipe: Definition<Counted>['recipes'][string] = (known, { type }) => {
  known.count += 1
  known.by[type] = (known.by[type] ?? 0) + 1
  known.last = type
}

/**
 * Conditions that change with every applied event, one also with the judge; rules that state what
 * they saw.
 */
export const definition: Definition<Counted> = {
  recipes: Object.fromEntries(EVENTS.map((type) => [type, recipe])),
  rules: {
    few: {
      breaks: ({ count, last }): readonly NoSuchStep[] =>
        count < 3 ? [] : [{ rule: 'noSuchStep', event: last, status: String(count) }],
    },
    fresh: {
      breaks: ({ by }, { type }): readonly MissingPredecessor[] =>
        (by[type] ?? 0) === 0 ? [] : [{ rule: 'missingPredecessor', event: type }],
    },
  },
  conditions: {
    even: ({ count }, { toleranceSeconds }) => (count + toleranceSeconds / 60) % 2 === 0,
    thrice: ({ count }) => count % 3 === 0,
    again: ({ by, last }) => (by[last] ?? 0) > 1,
  },
  policy: {},
}

/** A state before the targets of its transitions are known. */
interface Shape {
  readonly type: 'atomic' | 'compound' | 'parallel'
  readonly states: readonly Shape[]
  readonly initial: number
  readonly transitions: readonly Generated[]
}

interface Generated {
  readonly event: string
  readonly terms: Terms | null
  readonly target: number | null
  readonly second: number | null
  readonly reenter: boolean
}

const drawn: fc.Arbitrary<Generated> = fc.record({
  event: fc.constantFrom(...EVENTS),
  terms: fc.option(
    fc.record(
      {
        all: fc.subarray(['few', 'fresh']),
        command: fc.subarray(['few', 'fresh']),
        when: fc.constantFrom('even', 'thrice', 'again'),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Terms>,
    { freq: 4 },
  ),
  target: fc.option(fc.noBias(fc.nat()), { freq: 5 }),
  second: fc.option(fc.noBias(fc.nat()), { freq: 2 }),
  reenter: fc.boolean(),
})

/** Shapes with states in states up to a depth, and up to so many states in each. */
const shapes = (maxDepth: number, most: number) =>
  fc.letrec<{ shape: Shape }>((tie) => ({
    shape: fc.oneof(
      { maxDepth, depthSize: 'medium', withCrossShrink: true },
      fc.record({
        type: fc.constant('atomic' as const),
        states: fc.constant([]),
        initial: fc.constant(0),
        transitions: fc.array(drawn, { maxLength: 3 }),
      }),
      fc.record({
        type: fc.constantFrom('compound' as const, 'parallel' as const),
        states: fc.array(tie('shape'), { minLength: 1, maxLength: most }),
        initial: fc.nat(),
        transitions: fc.array(drawn, { maxLength: 3 }),
      }),
    ),
  })).shape

/**
 * Whether two states may be active at once, with neither inside the other: they are in different
 * regions.
 */
const areApart = (a: string, b: string, parallels: ReadonlySet<string>): boolean => {
  const [one, other] = [a.split('.'), b.split('.')]
  const fork = one.findIndex((key, index) => key !== other[index])
  const isForked = fork > 0 && fork < one.length && fork < other.length
  return isForked && parallels.has(one.slice(0, fork).join('.'))
}

interface Config {
  readonly [key: string]: unknown
}

const childrenOf = ({ states }: Shape, path: string) =>
  states.map((inner, index) => ({ inner, path: `${path}.s${index}` }))

const pathsIn = (of: Shape, path: string): readonly string[] => [
  path,
  ...childrenOf(of, path).flatMap(({ inner, path: at }) => pathsIn(inner, at)),
]

const parallelsIn = (of: Shape, path: string): readonly string[] => [
  ...(of.type === 'parallel' ? [path] : []),
  ...childrenOf(of, path).flatMap(({ inner, path: at }) => parallelsIn(inner, at)),
]

/** How the states of a chart are called: the key of each among its siblings, and its id. */
interface Naming {
  key(index: number): string
  id(path: string, number: number): string
}

const plain: Naming = { key: (index) => `s${index}`, id: (path) => path }

const configOf = (root: Shape, naming: Naming = plain): Config => {
  const paths = pathsIn(root, 'm')
  const idOf = (path: string): string => naming.id(path, paths.indexOf(path))
  const parallels = new Set(parallelsIn(root, 'm'))
  /** Every third transition leads to its own source. */
  const targetOf = ({ target, second }: Generated, from: string): readonly string[] => {
    if (target !== null && target % 3 === 0) return [from]
    const one = target === null ? undefined : paths[target % paths.length]
    if (one === undefined) return []
    const others = paths.filter((path) => areApart(one, path, parallels))
    const other = second === null ? undefined : others[second % others.length]
    return other === undefined ? [one] : [one, other]
  }
  const transitionOf = (each: Generated, from: string) => ({
    ...(each.terms === null ? {} : { guard: { type: 'rules', params: each.terms } }),
    ...(each.target === null
      ? {}
      : { target: targetOf(each, from).map((path) => `#${idOf(path)}`) }),
    reenter: each.reenter,
    actions: 'record',
  })
  const stateOf = (of: Shape, path: string): Config => ({
    id: idOf(path),
    ...(of.type === 'parallel' ? { type: 'parallel' } : {}),
    ...(of.type === 'compound' ? { initial: naming.key(of.initial % of.states.length) } : {}),
    on: Object.fromEntries(
      EVENTS.map((event) => [
        event,
        of.transitions.flatMap((each) => (each.event === event ? [transitionOf(each, path)] : [])),
      ]),
    ),
    states: Object.fromEntries(
      childrenOf(of, path).map(({ inner, path: at }, index) => [
        naming.key(index),
        stateOf(inner, at),
      ]),
    ),
  })
  return stateOf(root, 'm')
}

/** A machine with a chart's config; guard and action are those of every chart. */
export const charted = (config: object): Charted<Counted> => ({
  chart: createMachine(
    { context: { count: 0, by: {}, last: '' }, ...config } as never,
    {
      guards: { rules: (scope: never, terms: Terms) => strictly(definition)(scope, terms) },
      actions: { record: assign((scope: never) => apply(definition, scope)) },
    } as never,
  ),
  definition,
})

/** Random machines: nested states, parallel regions, transitions to any state. */
export const randomMachines: fc.Arbitrary<Charted<Counted>> = shapes(3, 3).map((root) =>
  charted(configOf(root)),
)

/** Names that foreign charts have: numbers, with a dot, and those that every object inherits. */
const KEYS = ['1', '0', 'a.b', 'constructor', 'toString', '10', 's0', 'hasOwnProperty', 'x y']

/** Keys in another order each time, and ids that are the key of some other state. */
const foreign: fc.Arbitrary<Naming> = fc
  .tuple(
    fc.shuffledSubarray(KEYS, { minLength: 4, maxLength: 4 }),
    fc.shuffledSubarray(KEYS.filter((key) => !key.includes('.'))),
  )
  .map(([keys, ids]) => ({
    key: (index) => keys[index] ?? `s${index}`,
    id: (_path, number) => ids[number] ?? `i${number}`,
  }))

/** How many configurations a shape has. */
const sizeOf = ({ type, states }: Shape): number =>
  states
    .map(sizeOf)
    .reduce(
      (all, one) => (type === 'parallel' ? all * one : all + one),
      type === 'compound' ? 0 : 1,
    )

const MANY = 60

/** Charts as others write them: names that clash, and regions in regions, five deep. */
export const foreignMachines: fc.Arbitrary<Charted<Counted>> = fc
  .tuple(
    fc.oneof(shapes(5, 2), shapes(3, 4)).filter((root) => sizeOf(root) <= MANY),
    foreign,
  )
  .map(([root, naming]) => charted(configOf(root, naming)))

/** A chart of so many states in a row, in which each transition leads to any of them. */
export const longMachines = (count: number): fc.Arbitrary<Charted<Counted>> =>
  fc.array(drawn, { minLength: count, maxLength: count }).map((all) => {
    const state = { type: 'atomic', states: [], initial: 0 } as const
    const states = all.map((each): Shape => ({ ...state, transitions: [each] }))
    return charted(configOf({ type: 'compound', states, initial: 0, transitions: [] }))
  })
