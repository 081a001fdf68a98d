/** Looks up, by name, the descriptors of rules and findings of the machines and the engine. */

import type { Requirement } from './definition.ts'
import { ENGINE_FINDINGS, type Finding, type FindingDescriptor } from './finding.ts'
import type { AnyMachine } from './machine.ts'
import { ENGINE_RULES, type Refusal, type RuleDescriptor } from './refusal.ts'

/** The descriptors of some machines, with the engine's own. */
interface Descriptors {
  /** Every rule that has a descriptor, by name, in order of precedence. */
  readonly rules: Readonly<Record<string, RuleDescriptor>>
  /** Every finding that is not a broken rule, by code. */
  readonly findings: Readonly<Record<string, FindingDescriptor>>
  /** Explains a refusal in one sentence for a person. */
  explainRefusal(refusal: Refusal): string
  /** Explains a finding in one sentence for a person. */
  explainFinding(finding: Finding): string
}

const hasDescriptor = (rule: Requirement): rule is Requirement & RuleDescriptor => 'explain' in rule

const rulesOf = ({ definition }: AnyMachine): Readonly<Record<string, RuleDescriptor>> =>
  Object.fromEntries(
    Object.entries(definition.rules).flatMap(([name, rule]) =>
      hasDescriptor(rule) ? [[name, rule] as const] : [],
    ),
  )

const gathered = (machines: readonly AnyMachine[]): Descriptors => {
  const engine: Pick<Descriptors, 'rules' | 'findings'> = {
    rules: ENGINE_RULES as Descriptors['rules'],
    findings: ENGINE_FINDINGS as Descriptors['findings'],
  }
  // a name keeps the position of its first assignment, but has the value of its last assignment
  const own = machines.map(rulesOf)
  const rules = Object.assign({}, engine.rules, ...own, ...own.toReversed(), engine.rules)
  const findings = Object.assign(
    {},
    ...machines.toReversed().map((machine) => machine.findings),
    engine.findings,
  )
  const explainRefusal: Descriptors['explainRefusal'] = (refusal) =>
    Object.hasOwn(rules, refusal.rule) ? rules[refusal.rule].explain(refusal) : refusal.rule
  return {
    rules,
    findings,
    explainRefusal,
    explainFinding: (finding) => {
      if (finding.refusal !== undefined) return explainRefusal(finding.refusal)
      return Object.hasOwn(findings, finding.code)
        ? findings[finding.code].explain(finding)
        : finding.code
    },
  }
}

/** Caches the descriptors, for speed only. */
const cache = new WeakMap<object, Descriptors>()

/** Gathers the descriptors of some machines. If two define the same name, the first one counts. */
export const descriptorsOf = (machines: readonly AnyMachine[]): Descriptors => {
  const [only, another] = machines
  const owner = only !== undefined && another === undefined ? only : machines
  const descriptors = cache.get(owner) ?? gathered(machines)
  cache.set(owner, descriptors)
  return descriptors
}
