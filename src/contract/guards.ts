/** The one guard and the one action of every chart: the guard judges, the action runs recipes. */

import { produce } from 'immer'
import * as E from '#fp-ts/Either'
import type { DomainEvent } from '../event/envelope.ts'
import type { Lifecycle } from '../event/lifecycle.ts'
import { tryOr } from '../words/data/attempt.ts'
import { ownAt } from '../words/data/plain-data.ts'
import { defaultPolicyOf, type Policy } from '../words/policy.ts'
import { Instant } from '../words/time/instant.ts'
import type { Definition, Judge, Named, Terms, TimePassed } from './definition.ts'
import type { Machine } from './machine-record.ts'
import type { Occurred } from './occurrence.ts'
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

const isTime = (event: Named): boolean => {
  const { data }: Named & Partial<Pick<TimePassed, 'data'>> = event
  return Instant.is(data?.now)
}

/** Whether an event, and each report of it, is what its own codec says. */
const isReported = (events: Lifecycle, event: Named): boolean => {
  const codec = ownAt(events, event.type)?.codec
  const { entityId, reports = [] }: Partial<Occurred<DomainEvent>> = event
  return (
    codec !== undefined &&
    typeof entityId === 'string' &&
    [event, ...reports].every((each) => E.isRight(codec.decode(each)))
  )
}

/** Whether an event has what its recipe needs: an actor may be sent anything. */
const isWhole = (events: Lifecycle | undefined, event: Named): boolean =>
  events === undefined ||
  tryOr(false, () => (event.type === 'time_passed' ? isTime(event) : isReported(events, event)))

/** Applies an event's recipe to a copy of the context; an event without its data changes nothing. */
export const apply = <C extends object>(
  definition: Definition<C>,
  { context, event }: Scope<C>,
): C =>
  isWhole(definition.events, event)
    ? produce(context, (draft) => {
        definition.recipes[event.type]?.(draft, event)
      })
    : context

/** The refusals of the named rules. */
export const broken = <C extends object>(
  definition: Definition<C>,
  names: readonly string[],
  { context, event }: Scope<C>,
  judge: Judge,
): readonly Refusal[] =>
  names.flatMap((name) => definition.rules[name]?.breaks(context, event, judge) ?? [])

const chosen = <C extends object>(
  definition: Definition<C>,
  scope: Scope<C>,
  { when }: Terms,
  judge: Judge,
): boolean =>
  isWhole(definition.events, scope.event) &&
  (when === undefined || definition.conditions[when]?.(apply(definition, scope), judge) === true)

/**
 * The guard for commands: it passes if the condition chooses the transition and no rule is broken.
 * Without a judge, it uses the default policy.
 */
export const strictly =
  <C extends object>(
    definition: Definition<C>,
    judge: Judge = strictJudge(defaultPolicyOf(definition.policy)),
  ) =>
  (scope: Scope<C>, terms: Terms = {}): boolean =>
    chosen(definition, scope, terms, judge) &&
    broken(definition, [...(terms.all ?? []), ...(terms.command ?? [])], scope, judge).length === 0

/** The guard for reports: its condition chooses the transition; broken rules become findings. */
export const leniently =
  <C extends object>(
    definition: Definition<C>,
    judge: Judge = lenientJudge(defaultPolicyOf(definition.policy)),
  ) =>
  (scope: Scope<C>, terms: Terms = {}): boolean =>
    chosen(definition, scope, terms, judge)
