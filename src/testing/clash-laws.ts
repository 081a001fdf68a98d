/** Laws of machines that are used together: one name has one meaning. */
import fc from 'fast-check'
import type { Kind } from '../event/lifecycle.ts'
import type { Descriptor } from '../fold/descriptor.ts'
import type { AnyMachine, Subject } from '../fold/machine.ts'
import type { RuleDescriptor } from '../fold/refusal.ts'
import type { WindowDescriptor } from '../fold/window.ts'
import type { PolicyField } from '../words/policy.ts'
import type { Law } from './law.ts'

/** The definitions of a machine, by their kind and name. */
interface Defined {
  readonly 'event type': Kind
  readonly 'policy value': PolicyField
  readonly rule: RuleDescriptor
  readonly finding: Descriptor
  readonly window: WindowDescriptor
  readonly 'stream prefix': Subject
}

/** The fields that must be identical if two machines define the same name. */
const SAME: { readonly [K in keyof Defined]: readonly (keyof Defined[K])[] } = {
  'event type': ['codec', 'identity', 'phase', 'clockTolerance'],
  'policy value': ['codec', 'default'],
  rule: ['title', 'severity', 'errorCode', 'source', 'remedy', 'lookUp'],
  finding: ['title', 'severity', 'source', 'remedy', 'lookUp'],
  window: ['kind', 'allows', 'source'],
  'stream prefix': ['field', 'id'],
}

/** Returns the names that a machine defines, by kind. */
const namesOf = ({
  definition,
  events,
  findings,
  informational,
  subject,
  windows,
}: AnyMachine) => ({
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

/** Returns a sentence for each name that two machines define differently. */
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

/**
 * Returns a sentence if two machines take the same streams: in that case only the first machine in
 * the list would get them.
 */
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

/**
 * Returns the laws that a machine must obey when it is combined with the other machines in the
 * list.
 */
export const clashLaws = (machine: AnyMachine, listed: readonly AnyMachine[]): readonly Law[] => {
  const others = listed.filter((other) => other !== machine)
  const isTwice = listed.length - others.length > 1
  const found = [
    ...(isTwice ? [`${machine.id} is in the list twice.`] : []),
    ...others.flatMap((other) => clashes(machine, other)),
  ]
  return [
    {
      name: 'defines no name differently from another machine',
      // fast-check shows the sentences as its counterexample
      check: () => fc.assert(fc.property(fc.constant(found), (all) => all.length === 0)),
    },
  ]
}
