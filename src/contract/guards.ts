/** The one guard and the one action of every chart: the guard judges, the action runs recipes. */
import { produce } from 'immer'
import { defaultPolicyOf, type Policy } from '../words/policy.ts'
import type { Definition, Judge, Named, Terms } from './definition.ts'
import type { Machine } from './machine-record.ts'
import type { Refusal } from './refusal.ts'

/** The parts of a machine that running its chart needs. */
export type Charted<C extends object> = Pick<Machine<C, string, string>, 'chart' | 'definition'>

/** The parameters of a transition's guard, in whichever form XState stores them. */
export const termsOf = (guard: unknown): Terms => {
  const params = typeof guard === 'object' && guard !== null && 'params' in guard && guard.params
  return typeof params === 'object' && params !== null ? params : {}
}

/** The argument that a chart passes to its guard and its action. */
export interface Scope<C> {
  readonly context: C
  readonly event: Named
}

/** The judge for commands, with no clock tolerance. */
export const strictJudge = (policy: Policy, doubts: Judge['doubts'] = []): Judge => ({
  policy,
  toleranceSeconds: 0,
  doubts,
})

/** The judge of reports: clocks may differ by the policy's tolerance. */
export const lenientJudge = (policy: Policy): Judge => ({
  policy,
  toleranceSeconds: policy.clockToleranceSeconds,
  doubts: [],
})

/** Applies an event's recipe to a copy of the context. */
export const apply = <C extends object>(
  definition: Definition<C>,
  { context, event }: Scope<C>,
): C =>
  produce(context, (draft) => {
    definition.recipes[event.type]?.(draft, event)
  })

/** The refusals of the named rules. */
export const broken = <C extends object>(
  definition: Definition<C>,
  names: readonly string[],
  { context, event }: Scope<C>,
  judge: Judge,
): readonly Refusal[] =>
  names.length === 0
    ? []
    : names.flatMap((name) => definition.rules[name]?.breaks(context, event, judge) ?? [])

const chosen = <C extends object>(
  definition: Definition<C>,
  scope: Scope<C>,
  { when }: Terms,
  judge: Judge,
): boolean =>
  when === undefined || definition.conditions[when]?.(apply(definition, scope), judge) === true

/**
 * The guard for commands: it passes if the condition chooses the transition and no rule is broken.
 * Without a judge, it uses the default policy.
 */
export const strictly = <C extends object>(
  definition: Definition<C>,
  judge: Judge = strictJudge(defaultPolicyOf(definition.policy)),
) => {
  return (scope: Scope<C>, terms: Terms): boolean =>
    chosen(definition, scope, terms, judge) &&
    broken(definition, [...(terms.all ?? []), ...(terms.command ?? [])], scope, judge).length === 0
}

/** The guard for reports: its condition chooses the transition; broken rules become findings. */
export const leniently = <C extends object>(
  definition: Definition<C>,
  judge: Judge = lenientJudge(defaultPolicyOf(definition.policy)),
) => {
  return (scope: Scope<C>, terms: Terms): boolean => chosen(definition, scope, terms, judge)
}
