/** A chart as a table: for all that can be active at once and every event, which arrows there are. */
import * as E from 'fp-ts/lib/Either.js'
import {
  type AnyStateNode,
  type AnyTransitionDefinition,
  initialTransition,
  type StateValue,
} from 'xstate'
import { type Configuration, initialOf, moved, valueIn, withoutConflicts } from './configuration.ts'
import { type Charted, termsOf } from './rules.ts'
import { openedOf } from './run.ts'
import {
  type Arrow,
  type Choice,
  type Move,
  nameOf,
  type Place,
  placeName,
  type Row,
  type Table,
} from './table.ts'

/** A chart has something that no table holds. */
export interface Unsupported {
  readonly error: 'Unsupported'
  /** The id of the state. */
  readonly state: string
  readonly because: string
}

/** More places, or more ways to go on from one, than any lifecycle has: a table of them would not pay. */
const MOST = 4096

const nodesIn = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesIn),
]

const isFixed = (type: string): boolean =>
  type !== '' && !type.includes('*') && !type.startsWith('xstate.')

const isRules = (guard: unknown): boolean =>
  guard === undefined ||
  (typeof guard === 'object' &&
    guard !== null &&
    'type' in guard &&
    guard.type === 'rules' &&
    !('params' in guard && typeof guard.params === 'function'))

const isRecord = (actions: readonly unknown[]): boolean =>
  actions.length === 1 && actions[0] === 'record'

/** What an arrow has that no table holds. */
const oddArrow = (
  { book }: Charted<never>,
  { eventType, guard, actions }: AnyTransitionDefinition,
): string | null => {
  const { all = [], wish = [], when } = termsOf(guard)
  const missing = [...all, ...wish].find((name) => !Object.hasOwn(book.rules, name))
  if (!isFixed(eventType)) return `hears ${eventType === '' ? 'no event' : eventType}`
  if (!isRules(guard)) return `guards ${eventType} by something other than rules`
  if (!isRecord(actions)) return `does something other than record ${eventType}, once`
  if (missing !== undefined) return `names ${missing}, which is no rule`
  if (when === undefined || Object.hasOwn(book.conditions, when)) return null
  return `names ${when}, which is no condition`
}

/** What a state has that no table holds. */
const oddState = (machine: Charted<never>, node: AnyStateNode): string | null => {
  if (node.type === 'final' || node.type === 'history') return `is of type ${node.type}`
  if (node.entry.length > 0) return 'does something when entered'
  if (node.exit.length > 0) return 'does something when left'
  if (node.invoke.length > 0) return 'invokes something'
  if ((node.always ?? []).length > 0) return 'moves on by itself'
  const arrows = [...node.transitions.values()].flat()
  return arrows.map((arrow) => oddArrow(machine, arrow)).find((odd) => odd !== null) ?? null
}

/** Every set of arrows that may be taken together. */
const possible = ({ own, within }: Choice): readonly (readonly Arrow[])[] => {
  const inner = within.reduce<readonly (readonly Arrow[])[]>(
    (sets, each) =>
      sets.flatMap((set) => [set, ...possible(each).map((more) => [...set, ...more])]),
    [[]],
  )
  return [...inner.filter((set) => set.length > 0), ...own.map((arrow) => [arrow])]
}

/** How many sets these are. */
const countOf = ({ own, within }: Choice): number =>
  own.length + within.reduce((count, each) => count * (1 + countOf(each)), 1) - 1

const asksIn = ({ own, within }: Choice): boolean =>
  own.some(({ when }) => when !== null) || within.some(asksIn)

/** The choices of an event at a state and the active states within it; null: none of them hears it. */
const choiceOf = (
  node: AnyStateNode,
  active: Configuration,
  event: string,
  arrowOf: (is: AnyTransitionDefinition) => Arrow,
): Choice | null => {
  const within = Object.values(node.states)
    .filter((child) => active.has(child))
    .flatMap((child) => choiceOf(child, active, event, arrowOf) ?? [])
  const own = (node.transitions.get(event) ?? []).map(arrowOf)
  if (own.length > 0) return { own, within }
  const [only, another] = within
  return another === undefined ? (only ?? null) : { own, within }
}

/** Builds the table of a chart in which nothing is odd; null: it has too many places. */
const tabled = <C extends object>({ chart, book }: Charted<C>): Table<C> | null => {
  const { root } = chart
  const [{ context }] = initialTransition(chart)
  const numbers = new Map<AnyTransitionDefinition, Arrow>()
  const arrowOf = (is: AnyTransitionDefinition): Arrow => {
    const known = numbers.get(is)
    if (known !== undefined) return known
    const opened = openedOf(is)
    const { all = [], when } = opened.terms
    const rules = (names: readonly string[]) => names.flatMap((name) => book.rules[name] ?? [])
    const arrow: Arrow = {
      number: numbers.size,
      opened,
      all: rules(all) as Arrow['all'],
      when: when === undefined ? null : ((book.conditions[when] ?? null) as Arrow['when']),
      is,
    }
    numbers.set(is, arrow)
    return arrow
  }
  const places = new Map<StateValue, Place>()
  const open: { active: Configuration; rows: Map<string, Row> }[] = []
  const placeAt = (active: Configuration): Place => {
    const value = valueIn(root, active)
    const known = places.get(placeName(value))
    if (known !== undefined) return known
    const rows = new Map<string, Row>()
    const place = { value, rows }
    places.set(value, place).set(placeName(value), place)
    open.push({ active, rows })
    return place
  }
  const start = placeAt(initialOf(root))
  for (const { active, rows } of open) {
    if (open.length > MOST) return null
    for (const event of new Set([...active].flatMap((node) => [...node.transitions.keys()]))) {
      const choice = choiceOf(root, active, event, arrowOf)
      if (choice === null) continue
      if (countOf(choice) > MOST) return null
      const moves = new Map<number | string, Move>()
      for (const arrows of possible(choice)) {
        const taken = withoutConflicts(
          active,
          arrows.map(({ is }) => is),
        )
        moves.set(nameOf(arrows), { to: placeAt(moved(active, taken)), records: taken.length })
      }
      const [only, another] = choice.own
      const isAlone = another === undefined && choice.within.length === 0
      const alone = isAlone ? (only ?? null) : null
      rows.set(event, { choice, asks: asksIn(choice), alone, moves })
    }
  }
  return { start, context, places }
}

/**
 * Compiles a machine's chart: hierarchy and parallel regions, arrows with one guard `rules` and the one action
 * `record`. A chart with anything else is `Unsupported`. @spec design, 6 Compiled
 */
export const compile = <C extends object>(machine: Charted<C>): E.Either<Unsupported, Table<C>> => {
  const refused = (state: string, because: string) =>
    E.left<Unsupported>({ error: 'Unsupported', state, because })
  const charted = machine as unknown as Charted<never>
  for (const node of nodesIn(machine.chart.root)) {
    const because = oddState(charted, node)
    if (because !== null) return refused(node.id, because)
  }
  const table = tabled(machine)
  return table === null
    ? refused(machine.chart.id, `has more than ${MOST} places, or ways on from one`)
    : E.right(table)
}
