/** The one guard and the one action of every chart: rules are judged, recipes are followed. */
import { produce } from 'immer'
import { defaultPolicy } from '../words/policy.ts'
import type { Refusal } from '../words/refusal.ts'
import type { Book, Judge, Machine, Named, Terms } from './machine.ts'

/** What running a chart needs of a machine. */
export type Charted<C extends object> = Pick<Machine<C, string, string>, 'chart' | 'book'>

/** What an arrow's guard says, whatever form XState keeps it in. */
export const termsOf = (guard: unknown): Terms => {
  const params = typeof guard === 'object' && guard !== null && 'params' in guard && guard.params
  return typeof params === 'object' && params !== null ? params : {}
}

/** What a chart hands its guard and its action. */
export interface Scope<C> {
  readonly context: C
  readonly event: Named
}

/** The judge of wishes: rules hold to the tick. */
export const strictJudge = (
  policy = defaultPolicy,
  moneyBack: Judge['moneyBack'] = 'told',
): Judge => ({ policy, toleranceSeconds: 0, moneyBack })

/** The judge of reports: clocks may differ by the policy's tolerance. */
export const lenientJudge = (policy = defaultPolicy): Judge => ({
  policy,
  toleranceSeconds: policy.clockToleranceSeconds,
  moneyBack: 'told',
})

/** The context once an event is learnt: its recipe applied to a copy. */
export const learn = <C extends object>(book: Book<C>, { context, event }: Scope<C>): C =>
  produce(context, (draft) => {
    book.recipes[event.type]?.(draft, event)
  })

/** What the named rules find broken. */
export const broken = <C extends object>(
  book: Book<C>,
  names: readonly string[],
  { context, event }: Scope<C>,
  judge: Judge,
): readonly Refusal[] =>
  names.length === 0 ? [] : names.flatMap((name) => book.rules[name]?.(context, event, judge) ?? [])

const chosen = <C extends object>(
  book: Book<C>,
  scope: Scope<C>,
  { when }: Terms,
  judge: Judge,
): boolean => when === undefined || book.conditions[when]?.(learn(book, scope), judge) === true

/** The guard for wishes: its condition chooses the arrow, and no rule is broken. */
export const strictly =
  <C extends object>(book: Book<C>, judge: Judge = strictJudge()) =>
  (scope: Scope<C>, terms: Terms): boolean =>
    chosen(book, scope, terms, judge) &&
    broken(book, [...(terms.all ?? []), ...(terms.wish ?? [])], scope, judge).length === 0

/** The guard for reports: its condition chooses the arrow; broken rules become findings. */
export const leniently =
  <C extends object>(book: Book<C>, judge: Judge = lenientJudge()) =>
  (scope: Scope<C>, terms: Terms): boolean =>
    chosen(book, scope, terms, judge)
