/** Laws of a chart itself: every event is handled, and every name exists and is used. */

import fc from 'fast-check'
import type { CommandDescriptor } from '../../contract/command.ts'
import type { Descriptor } from '../../contract/descriptor.ts'
import { termsOf } from '../../contract/guards.ts'
import type { AnyMachine, Subject } from '../../contract/machine-record.ts'
import type { RuleDescriptor } from '../../contract/refusal.ts'
import type { WindowDescriptor } from '../../contract/window.ts'
import { INFORMATIONAL } from '../../event/informational-events.ts'
import type { Kind } from '../../event/lifecycle.ts'
import { compile, nodesIn } from '../../run/compile.ts'
import { canonicalText, type Json } from '../../words/data/canonical.ts'
import { exactAt } from '../../words/data/exact-match.ts'
import { defaultPolicyOf, type PolicyField } from '../../words/policy.ts'
import { prefixOf, Stream, streamOf, UNKNOWN } from '../../words/stream.ts'

/** One law. `name` completes a sentence that starts with the machine's name; `check` throws if the law is broken. */
export interface Law {
  readonly name: string
  readonly check: () => void
}

/** A law of the record: where it is broken, fast-check shows what is wrong as its counterexample. */
const law = (name: string, isKept: boolean, shown: unknown): Law => ({
  name,
  check: () => fc.assert(fc.property(fc.constant(shown), () => isKept)),
})

/** Whether two plain values are equal. */
export const same = (a: unknown, b: unknown): boolean =>
  canonicalText(a as Json) === canonicalText(b as Json)

/** Sorts names, so that comparisons ignore their original order. */
export const sorted = (all: Iterable<string>): readonly string[] => [...all].sort()

interface Defined {
  /** A desk finds by its name whose command it is, so `prefix` is that of its streams. */
  readonly command: CommandDescriptor & { readonly prefix: string }
  readonly 'event type': Kind
  readonly 'policy value': PolicyField
  readonly rule: RuleDescriptor
  readonly finding: Descriptor
  readonly window: WindowDescriptor
  readonly 'stream prefix': Subject
}

/** The fields that must be identical if two machines define the same name. */
const SAME: { readonly [K in keyof Defined]: readonly (keyof Defined[K])[] } = {
  command: ['event', 'data', 'prefix'],
  'event type': ['codec', 'identity', 'phase', 'clockTolerance'],
  'policy value': ['codec', 'default'],
  rule: ['title', 'severity', 'errorCode', 'source', 'remedy', 'lookUp'],
  finding: ['title', 'severity', 'source', 'remedy', 'lookUp'],
  window: ['kind', 'allows', 'source'],
  'stream prefix': ['field', 'id'],
}

const namesOf = ({
  commands,
  definition,
  events,
  findings,
  informational,
  subject,
  windows,
}: AnyMachine) => ({
  command: Object.fromEntries(
    Object.entries(commands).map(([name, command]) => [
      name,
      { ...command, prefix: subject.prefix },
    ]),
  ),
  'event type': { ...events, ...informational },
  'policy value': definition.policy,
  rule: definition.rules,
  finding: findings,
  window: windows,
  'stream prefix': { [subject.prefix]: subject },
})

const fieldOf = (record: unknown, field: string): unknown => {
  const value = (record as Readonly<Record<string, unknown>>)[field]
  return field === 'remedy' ? JSON.stringify(value) : value
}

const differences = (one: AnyMachine, other: AnyMachine): readonly string[] => {
  const [ours, theirs] = [namesOf(one), namesOf(other)]
  const kinds = Object.keys(SAME) as (keyof Defined)[]
  return kinds.flatMap((kind) =>
    Object.entries(ours[kind]).flatMap(([name, own]) => {
      const same = theirs[kind] as Readonly<Record<string, unknown>>
      if (!Object.hasOwn(same, name)) return []
      const fields = SAME[kind].filter(
        (field) => fieldOf(own, field) !== fieldOf(same[name], field),
      )
      const what = `${one.id} and ${other.id} define the ${kind} ${name} differently`
      return fields.length === 0 ? [] : [`${what}, in its ${fields.join(' and ')}.`]
    }),
  )
}

/** Says that two machines take the same streams: only the first in the list would get them. */
const sharedStreams = (one: AnyMachine, other: AnyMachine): readonly string[] => {
  if (one.subject.prefix !== other.subject.prefix) return []
  const what = `${one.id} and ${other.id} both take the streams ${one.subject.prefix}-…`
  if (one.method === null || other.method === null) return [`${what}.`]
  return one.method === other.method ? [`${what} of the method ${one.method}.`] : []
}

const clashes = (one: AnyMachine, other: AnyMachine): readonly string[] =>
  one.id === other.id
    ? [`Two machines have the id ${one.id}.`]
    : [...sharedStreams(one, other), ...differences(one, other)]

/** Returns the laws of a machine that is combined with the other machines in the list. */
export const clashLaws = (machine: AnyMachine, listed: readonly AnyMachine[]): readonly Law[] => {
  const others = listed.filter((other) => other !== machine)
  const isTwice = listed.length - others.length > 1
  const found = [
    ...(isTwice ? [`${machine.id} is in the list twice.`] : []),
    ...Object.keys(machine.definition.policy)
      .filter((name) => Object.hasOwn(defaultPolicyOf({}), name))
      .map((name) => `${name} is a policy value of the engine.`),
    ...others.flatMap((other) => clashes(machine, other)),
  ]
  return [law('defines no name differently from another machine', found.length === 0, found)]
}

const namesIn = (guard: unknown) => {
  const { all = [], command = [], when } = termsOf(guard)
  return { rules: [...all, ...command], when: when === undefined ? [] : [when] }
}

/** Each name in a machine's record that names nothing, and each default that is none. */
const nowhere = (machine: AnyMachine): readonly string[] => {
  const { chart, commands, context, definition, findings, subject, windows } = machine
  const events = { ...machine.informational, ...machine.events }
  const held = Object.entries(findings).flatMap(([code, { holds = [] }]) =>
    holds.map((type) => [code, type] as const),
  )
  // they end a command that no message reports
  const ends =
    Object.keys(commands).length === 0 ? [] : [INFORMATIONAL.refusal, INFORMATIONAL.givenUp]
  // what a codec does not show may have the field
  const isField = (field: string): boolean =>
    Object.values(events).some(
      ({ codec }) => exactAt(codec, ['data']) === null || exactAt(codec, ['data', field]) !== null,
    )
  const isIn = (record: object) => (name: string) => Object.hasOwn(record, name)
  const absent = (what: string, name: string | null, isThere: (name: string) => boolean) =>
    name === null || isThere(name) ? [] : [`${what} ${name}`]
  const stream = streamOf(subject.prefix, 'x')
  const isTaken = subject.prefix === UNKNOWN
  const isWhole = !isTaken && Stream.is(stream) && prefixOf(stream) === subject.prefix
  const initial: unknown = chart.config.context
  return [
    ...Object.entries(commands).flatMap(([name, command]) => [
      ...absent(`${name}: the window`, command.window, isIn(windows)),
      ...absent(`${name}: the rule`, command.bound, isIn(definition.rules)),
      ...absent(`${name}: the event`, command.event, isIn(events)),
      ...absent(`${name}: the event`, command.done, isIn(events)),
      ...absent(`${name}: the event`, command.failed, isIn(events)),
      ...absent(`${name}: the field`, command.actions, isField),
    ]),
    ...absent('subject: the field', subject.field, isField),
    ...machine.constant.flatMap((field) => absent('constant: the field', field, isField)),
    ...held.flatMap(([code, type]) => absent(`${code} holds the event`, type, isIn(events))),
    ...ends.flatMap((type) => absent('informational: the event', type, isIn(events))),
    ...absent('subject: the prefix', subject.prefix, () => isWhole),
    ...Object.entries(definition.policy).flatMap(([name, field]) =>
      absent('the default of', name, () => field.codec.decode(field.default)._tag === 'Right'),
    ),
    ...absent(
      'the context of',
      chart.id,
      () => typeof initial === 'function' || same(initial, context),
    ),
  ]
}

/** Returns the laws of a machine's chart, events and definition. */
export const chartLaws = (machine: AnyMachine): readonly Law[] => {
  const { chart, correlation, events, definition, id, settle } = machine
  const transitions = nodesIn(chart.root).flatMap((node) => [...node.transitions.values()].flat())
  const handled = new Set(transitions.map(({ eventType }) => eventType))
  const applied = new Set(Object.keys(definition.recipes))
  handled.delete('time_passed')
  applied.delete('time_passed')
  const named = new Set(transitions.flatMap(({ guard }) => namesIn(guard).rules))
  const chosen = new Set(transitions.flatMap(({ guard }) => namesIn(guard).when))
  const identities = Object.values(events).map(({ identity }) => identity)
  const unfound = identities.filter((identity) => identity !== 'once' && identity !== 'self')
  const sought = settle === undefined ? [...new Set(unfound)] : []
  const unnamed = nowhere(machine)
  const compiled = compile(machine)
  const silent = transitions.filter(({ actions }) => !actions.includes('record'))
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
    law('names only what exists', unnamed.length === 0, unnamed),
    law(
      'correlates exactly the identities of its events',
      same(sorted(Object.keys(correlation)), sorted(sought)),
      { correlated: sorted(Object.keys(correlation)), identities: sorted(sought) },
    ),
    law('compiles to a table', compiled._tag === 'Right', compiled),
  ]
}
