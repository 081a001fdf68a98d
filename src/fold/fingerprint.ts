/** The fingerprint of a machine: a hash that changes when its chart or its events change. */

import type { AnyStateNode } from 'xstate'
import type { Definition } from '../contract/definition.ts'
import { termsOf } from '../contract/guards.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { rememberingOf } from '../words/data/result-cache.ts'
import { hash } from '../words/hash/hash.ts'
import { type Policy, policyHash } from '../words/policy.ts'

/** A state of a chart as plain JSON: its transitions with their rules, and its child states. */
const nodeOf = (node: AnyStateNode): Json => ({
  key: node.key,
  type: node.type,
  initial: node.initial.target?.map(({ id }) => id) ?? [],
  transitions: [...node.transitions].map(([event, transitions]) => [
    event,
    transitions.map(({ target, guard, actions }) => {
      const { all = [], command = [], when = null } = termsOf(guard)
      return { all, command, when, to: target?.map(({ id }) => id) ?? null, acts: actions.length }
    }),
  ]),
  states: Object.values(node.states).map(nodeOf),
})

type FingerprintedMachine = Pick<AnyMachine, 'id' | 'chart' | 'events'> & {
  readonly definition: Pick<Definition<never>, 'recipes' | 'rules' | 'conditions' | 'policy'>
}

/**
 * The fingerprint of a machine: SHA-256 of its id, its chart, the names of its rules, conditions
 * and recipes, and its events with their identities, phases and clock tolerances. It does not cover
 * the code of a rule; change the version in the machine's id for that. @spec decisions#19
 */
export const fingerprint = rememberingOf(
  ({ id, chart, definition, events }: FingerprintedMachine): string =>
    hash(
      canonicalText({
        id,
        chart: nodeOf(chart.root),
        definition: [definition.rules, definition.conditions, definition.recipes].map((names) =>
          Object.keys(names).sort(),
        ),
        events: Object.entries(events).map(([type, { identity, phase, clockTolerance }]) => [
          type,
          identity,
          phase,
          clockTolerance,
        ]),
      }),
    ),
)

/** What a state records about the machine and policy that folded it. */
export const identity = <N extends string>(
  machine: FingerprintedMachine & { readonly id: N },
  policy: Policy,
) => ({
  machine: machine.id,
  fingerprint: fingerprint(machine),
  policy: policyHash(machine.definition.policy, policy),
})
