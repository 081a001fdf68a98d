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

const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 3, depthSize: 'medium', withCrossShrink: true },
    fc.record({
      type: fc.constant('atomic' as const),
      states: fc.constant([]),
      initial: fc.constant(0),
      transitions: fc.array(drawn, { maxLength: 3 }),
    }),
    fc.record({
      type: fc.constantFrom('compound' as const, 'parallel' as const),
      states: fc.array(tie('shape'), { minLength: 1, maxLength: 3 }),
      initial: fc.nat(),
      transitions: fc.array(drawn, { maxLength: 3 }),
    }),
  ),
}))

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

const configOf = (root: Shape): Config => {
  const paths = pathsIn(root, 'm')
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
    ...(each.target === null ? {} : { target: targetOf(each, from).map((path) => `#${path}`) }),
    reenter: each.reenter,
    actions: 'record',
  })
  const stateOf = (of: Shape, path: string): Config => ({
    id: path,
    ...(of.type === 'parallel' ? { type: 'parallel' } : {}),
    ...(of.type === 'compound' ? { initial: `s${of.initial % of.states.length}` } : {}),
    on: Object.fromEntries(
      EVENTS.map((event) => [
        event,
        of.transitions.flatMap((each) => (each.event === event ? [transitionOf(each, path)] : [])),
      ]),
    ),
    states: Object.fromEntries(
      childrenOf(of, path).map(({ inner, path: at }, index) => [`s${index}`, stateOf(inner, at)]),
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
export const randomMachines: fc.Arbitrary<Charted<Counted>> = shape.map((root) =>
  charted(configOf(root)),
)
