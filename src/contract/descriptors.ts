/** The registry of everything that can be found in a stream, by name: of some machines, and of the engine. */
import { ownAt } from '../words/data/plain-data.ts'
import { rememberingOf } from '../words/data/result-cache.ts'
import type { HeldBack, Requirement } from './definition.ts'
import type { Descriptor, WithOccurrences } from './descriptor.ts'
import { ENGINE_FINDINGS, type Finding } from './finding.ts'
import type { AnyMachine } from './machine-record.ts'
import { evidenceOf } from './occurrence-index.ts'
import { PARKED, type Parked } from './parked-reasons.ts'
import { ENGINE_RULES, type NotInDoubt, type Refusal, type RuleDescriptor } from './refusal.ts'
import type { State } from './state.ts'

/** What has a descriptor: a refusal, a finding, which may be of a broken rule, or a parked occurrence. */
export type Described = Refusal | Finding | Parked

interface Registry {
  /** Every rule that has a descriptor, by name, in order of precedence. */
  readonly rules: Readonly<Record<string, RuleDescriptor>>
  /** Every descriptor: of rules, of findings, and of the reasons for which occurrences are parked. */
  readonly all: Readonly<Record<string, Descriptor>>
  /** The descriptor of what was found. */
  of(found: Described): Descriptor
  /** Explains what was found in one sentence for a person. */
  explain(found: Described): string
  /** The ids of the events that it rests on. */
  evidence(found: Described, state: WithOccurrences): readonly string[]
}

const rulesOf = ({ definition }: AnyMachine): Readonly<Record<string, Requirement>> =>
  Object.fromEntries(Object.entries(definition.rules).filter(([, rule]) => 'explain' in rule))

const nameOf = (found: Described): string => {
  if ('rule' in found) return found.rule
  return 'code' in found ? found.code : found.reason
}

const unknown = (name: string): Descriptor => ({
  title: name,
  explain: () => name,
  severity: 'warning',
  source: '',
  remedy: { reported: '' },
})

/** What a descriptor explains: of a broken rule, its refusal. */
const explained = (found: Described): object =>
  ('code' in found ? found.refusal : undefined) ?? found

/** What follows in a key of an event that is inferred, or that anyone may have sent: a sentence leaves it out. */
const MADE = /:(?:drawn|unsigned):.*$/

/** What was found, as a sentence says it: what is in doubt by its title. */
const inWords = (what: object, all: Registry['all']): object => {
  const { key, doubts } = what as { readonly key?: unknown; readonly doubts?: NotInDoubt['doubts'] }
  if (typeof key === 'string') return { ...what, key: key.replace(MADE, '') }
  if (!Array.isArray(doubts)) return what
  const titled = doubts.map((each) => ({
    ...each,
    code: ownAt(all, each.code)?.title ?? each.code,
  }))
  return { ...what, doubts: titled }
}

const gathered = (owner: AnyMachine | readonly AnyMachine[]): Registry => {
  const machines: readonly AnyMachine[] = 'id' in owner ? [owner] : owner
  // a name keeps the position of its first assignment, but has the value of its last assignment
  const own = machines.map(rulesOf)
  const rules = Object.assign({}, ENGINE_RULES, ...own, ...own.toReversed(), ENGINE_RULES)
  const found = machines.toReversed().flatMap(({ across, findings }) => [across, findings])
  const all: Registry['all'] = Object.assign({}, rules, ...found, ENGINE_FINDINGS, PARKED)
  const of: Registry['of'] = (found) => ownAt(all, nameOf(found)) ?? unknown(nameOf(found))
  return {
    rules,
    all,
    of,
    explain: (found) => of(found).explain(inWords(explained(found), all)),
    evidence: (found, state) =>
      of(found).evidence?.(explained(found), state) ??
      ('key' in found ? evidenceOf(state.occurrences, found) : []),
  }
}

const remembered = rememberingOf(gathered)

/** Gathers the descriptors of some machines. If two define the same name, the first one counts. */
export const descriptorsOf = (machines: readonly AnyMachine[]): Registry => {
  const [only, another] = machines
  return remembered(only !== undefined && another === undefined ? only : machines)
}

/** Finds the doubts of a state that a machine folded. */
export const doubtsIn = (machine: AnyMachine) => {
  const { of, evidence } = descriptorsOf([machine])
  return (state: Pick<State, 'findings' | 'occurrences'>): readonly HeldBack[] =>
    state.findings.flatMap((finding) => {
      const { holds, lookUp = null } = of(finding)
      if (holds === undefined) return []
      const asks = lookUp === null ? null : machine.subject.lookUp[lookUp].endpoint
      const { code, asks: own = asks } = finding
      return [{ code, asks: own, events: evidence(finding, state), holds }]
    })
}
