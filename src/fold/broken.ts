/** The refusals of the rules that an event breaks. */
import type { Judge, Named } from './definition.ts'
import type { Refusal } from './refusal.ts'
import type { TableRule } from './table.ts'

/** The result if no rule is broken. */
const NONE: readonly Refusal[] = []

/** The refusals of some rules, all of which are judged. */
export const broken = (
  rules: readonly TableRule[],
  context: unknown,
  event: Named,
  judge: Judge,
): readonly Refusal[] => {
  let found = NONE
  for (const rule of rules) {
    const refusals = rule.breaks(context as never, event, judge)
    if (refusals.length > 0) found = found === NONE ? refusals : [...found, ...refusals]
  }
  return found
}

/** The refusals of some rules, from those of each rule. */
export const refusalsOf = (
  rules: readonly TableRule[],
  found: ReadonlyMap<TableRule, readonly Refusal[]>,
): readonly Refusal[] =>
  found.size === 0 ? NONE : rules.flatMap((rule) => found.get(rule) ?? NONE)

/** The refusals of each rule that an event breaks. */
export const brokenEach = (
  rules: readonly TableRule[],
  context: unknown,
  event: Named,
  judge: Judge,
): ReadonlyMap<TableRule, readonly Refusal[]> => {
  let found: Map<TableRule, readonly Refusal[]> | undefined
  for (const rule of rules) {
    const refusals = rule.breaks(context as never, event, judge)
    if (refusals.length === 0) continue
    found ??= new Map()
    found.set(rule, refusals)
  }
  return found ?? NOTHING
}

const NOTHING: ReadonlyMap<TableRule, readonly Refusal[]> = new Map()
