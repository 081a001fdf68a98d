/** Laws of machines that are used together: one name has one meaning. */
import fc from 'fast-check'
import type { AnyMachine } from '../fold/machine.ts'
import type { Law } from './law.ts'

/** Returns the names that a machine defines, by kind. */
const namesOf = ({ definition, events, findings, informational, windows }: AnyMachine) => ({
  'event type': { ...events, ...informational },
  policy: definition.policy,
  rule: definition.rules,
  finding: findings,
  window: windows,
})

/** The fields that must be identical if two machines define the same name. */
const SAME: Readonly<Record<keyof ReturnType<typeof namesOf>, readonly string[]>> = {
  'event type': ['codec', 'identity', 'phase', 'clockTolerance'],
  policy: ['codec', 'default'],
  rule: ['severity', 'errorCode', 'source', 'remedy'],
  finding: ['severity', 'source', 'remedy', 'asks'],
  window: ['kind', 'allows', 'source'],
}

const fieldOf = (record: unknown, field: string): unknown =>
  (record as Readonly<Record<string, unknown>>)[field]

/** Returns the names that two machines define differently. */
const clashes = (one: AnyMachine, other: AnyMachine): readonly string[] => {
  const [ours, theirs] = [namesOf(one), namesOf(other)]
  const kinds = Object.keys(SAME) as (keyof typeof SAME)[]
  return kinds.flatMap((kind) =>
    Object.entries(ours[kind]).flatMap(([name, own]) => {
      const same = theirs[kind] as Readonly<Record<string, unknown>>
      if (!Object.hasOwn(same, name)) return []
      const differs = SAME[kind].some((field) => fieldOf(own, field) !== fieldOf(same[name], field))
      return differs ? [`${kind} ${name}: ${one.id}, ${other.id}`] : []
    }),
  )
}

/** Returns the laws of a machine together with the machines it is used with. */
export const clashLaws = (machine: AnyMachine, machines: readonly AnyMachine[]): readonly Law[] => {
  const others = machines.filter((other) => other !== machine)
  const found = [
    ...others.flatMap(({ id }) => (id === machine.id ? [`id ${id}`] : [])),
    ...others.flatMap((other) => clashes(machine, other)),
  ]
  return [
    {
      name: 'defines no name differently from another machine',
      check: () => fc.assert(fc.property(fc.constant(found), (all) => all.length === 0)),
    },
  ]
}
