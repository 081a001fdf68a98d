/** Sample events of a machine: few and valid, and enough for its chart to reach every state. */
import { type AnyMachineSnapshot, type EventFrom, initialTransition, transition } from 'xstate'
import type { Named } from '../contract/definition.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import { asEvent } from '../contract/occurrence.ts'
import { fold } from '../fold/fold.ts'
import { timePassed } from '../run/chart-run.ts'
import { nameOf } from '../run/compile.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { exactAt, type Shown } from '../words/data/exact-match.ts'
import { toInstant } from '../words/time/instant.ts'
import { leafValues, present } from './generators/event-data.ts'
import { idOf } from './generators/random-events.ts'
import { reported } from './given.ts'

/** So late that every length of time is over. */
const LATE = toInstant('2099-01-01T00:00:00Z' as never)

const textOf = ({ value, context }: AnyMachineSnapshot): string =>
  canonicalText({ value, context } as unknown as Json)

/** How many positions of each configuration are tried: they differ in their contexts. */
const MOST = 3

/** The amounts of samples: all of a payment, and a part of it. */
const AMOUNTS: readonly unknown[] = [1000, 300]

const fieldsOf = ({ props = {} }: Shown): readonly (readonly [string, Shown])[] =>
  Object.entries(props)

const leaf = (shown: Shown, field: string): readonly unknown[] => {
  const values = leafValues(shown, field)
  const amounts = AMOUNTS.filter((amount) => values.includes(amount))
  return amounts.length > 0 ? amounts : values.slice(0, 1)
}

const combined = (all: readonly (readonly object[])[]): readonly object[] =>
  all.reduce(
    (some, more) => some.flatMap((one) => more.map((other) => ({ ...one, ...other }))),
    [{}],
  )

const required = (shown: Shown): readonly object[] =>
  combined(
    fieldsOf(shown).map(([name, codec]) => values(codec, name).map((value) => ({ [name]: value }))),
  )

/**
 * The ids that an event may name; with each other optional field that has several values, alone with
 * each of them; then without any. No condition of a chart is about the rest, which is text.
 */
const optional = (shown: Shown): readonly object[] => {
  const fields = fieldsOf(shown).map(([name, codec]) => [name, values(codec, name)] as const)
  const isId = (value: unknown): boolean => typeof value === 'string' && value.endsWith('_1')
  const ids = Object.fromEntries(fields.flatMap(([name, [id]]) => (isId(id) ? [[name, id]] : [])))
  return [
    ...fields.flatMap(([name, all]) =>
      all.length > 1 ? all.map((value) => ({ ...ids, [name]: value })) : [],
    ),
    ids,
  ]
}

type ValuesOf = (shown: Shown, field: string) => readonly unknown[]

const inner: ValuesOf = (shown, field) => values(shown.type ?? shown, field)

const VALUES: Readonly<Record<string, ValuesOf>> = {
  ReadonlyType: inner,
  ExactType: inner,
  IntersectionType: ({ types = [] }, field) =>
    combined(types.map((type) => values(type, field) as readonly object[])),
  UnionType: ({ types = [] }, field) => types.flatMap((type) => values(type, field)),
  InterfaceType: required,
  PartialType: optional,
  KeyofType: ({ keys = {} }) => Object.keys(keys),
  LiteralType: ({ value }) => [value],
  ReadonlyArrayType: () => [[]],
  ArrayType: () => [[]],
}

const values: ValuesOf = (shown, field) => (VALUES[shown._tag ?? ''] ?? leaf)(shown, field)

const candidatesOf = (machine: AnyMachine): readonly Named[] => {
  const { chart, events, subject } = machine
  const folded = fold(machine)
  const received = (type: string, data: object, id: string): readonly Named[] => {
    const own = present({ ...data, [subject.field]: idOf(subject) })
    const { occurrences } = folded([reported(type, own, { id })])
    return occurrences.flatMap((each) => (each.type === type ? asEvent(each) : []))
  }
  return [
    ...Object.entries(events).flatMap(([type, { codec }]) =>
      (values(exactAt(codec, ['data'])?.of as Shown, 'data') as readonly object[]).flatMap(
        (data, index) => received(type, data, `evt_${type}_${index + 1}`),
      ),
    ),
    ...(chart.events.includes('time_passed') ? [timePassed(LATE)] : []),
  ]
}

interface ReachedPosition {
  readonly snapshot: AnyMachineSnapshot
  readonly by: readonly Named[]
}

/** The candidates on a way to each configuration that the chart reaches. */
const leading = ({ chart }: AnyMachine, candidates: readonly Named[]): ReadonlySet<Named> => {
  const [initial] = initialTransition(chart, undefined as never)
  const chosen = new Set<Named>()
  const known = new Map([[nameOf(initial.value), new Set([textOf(initial)])]])
  const open: ReachedPosition[] = [{ snapshot: initial, by: [] }]
  for (const from of open) {
    for (const event of candidates) {
      const [snapshot] = transition(chart, from.snapshot, event)
      const name = nameOf(snapshot.value)
      const positions = known.get(name) ?? new Set()
      const by = [...from.by, event]
      if (positions.size === 0) for (const each of by) chosen.add(each)
      if (positions.size < MOST && !positions.has(textOf(snapshot))) open.push({ snapshot, by })
      known.set(name, positions.add(textOf(snapshot)))
    }
  }
  return chosen
}

/**
 * Sample events of a machine: one valid event of each type, and more where its chart needs them to
 * reach another state. `getShortestPaths(chart, { events: samples(machine) })` of `xstate/graph` then
 * reaches every state that commands and reports without a broken rule lead to.
 */
export const samples = <M extends AnyMachine>(machine: M): EventFrom<M['chart']>[] => {
  const candidates = candidatesOf(machine)
  const chosen = leading(machine, candidates)
  const types = new Set([...chosen].map(({ type }) => type))
  return candidates.filter((event) => {
    if (chosen.has(event)) return true
    const isFirst = !types.has(event.type)
    types.add(event.type)
    return isFirst
  }) as EventFrom<M['chart']>[]
}
