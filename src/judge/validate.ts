/** Checks whether a step would be allowed, with the strict judge, and lists every broken rule. */
import * as E from '#fp-ts/Either'
import { livesIn } from '../commands/stream-commands.ts'
import { doubtsIn } from '../contract/descriptors.ts'
import { broken, strictJudge } from '../contract/guards.ts'
import type { Machine, Subject } from '../contract/machine-record.ts'
import { asEvent, occurrence } from '../contract/occurrence.ts'
import {
  type AnotherSubject,
  inPrecedence,
  type NoSuchStep,
  REPORTED,
  type Refusal,
} from '../contract/refusal.ts'
import { eventsOf, type State } from '../contract/state.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { timeOf } from '../event/envelope.ts'
import type { Folding } from '../fold/fold.ts'
import { settledBounds } from '../merge/correlation.ts'
import {
  isSubjectUnknown,
  subjectNamedIn,
  subjectOf,
  withoutOthers,
} from '../merge/stream-subject.ts'
import { tellTime } from '../run/chart-run.ts'
import { runner } from '../run/runner.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { defaultPolicyOf } from '../words/policy.ts'
import { PlainText } from '../words/text/plain-text.ts'

/** The step is not allowed. `refusals` has every rule it breaks, in order of precedence. */
export interface Refused {
  readonly error: 'Refused'
  readonly refusals: readonly Refusal[]
}

/** Names each refusal once: several rules may need one fact, and several regions name one rule. */
const withoutRepetitions = (all: readonly Refusal[]): readonly Refusal[] => [
  ...new Map(all.map((refusal) => [canonicalText(refusal as unknown as Json), refusal])).values(),
]

/** The refusal of a step that the chart has no transition for. A text that is no name is not repeated. */
const noSuchStep = (event: string, status: string): NoSuchStep => ({
  rule: 'noSuchStep',
  event: PlainText.is(event) ? event : 'unknown',
  status,
})

/** The refusal of a step about another subject than the state's; null if it is about the same. */
export const anotherSubject = (
  subject: Subject,
  state: State,
  event: DomainEvent,
): AnotherSubject | null => {
  const named = subjectNamedIn(subject, event)
  if (isSubjectUnknown(state)) return { rule: 'otherSubject', subject: null, named }
  const own = subjectOf(subject, state)
  return own === null || named === null || own === named
    ? null
    : { rule: 'otherSubject', subject: own, named }
}

/**
 * Checks whether a tentative event is allowed in a state, at the event's own time. Right: it is
 * allowed. Left: every rule it breaks; or only `otherSubject` if it is about another subject than the
 * state, or only `noSuchStep` if the chart has no transition for it, or only one for reports.
 */
export const validate = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicyOf(machine.definition.policy) }: Folding = {},
) => {
  const { rules } = machine.definition
  const refused = (refusals: readonly Refusal[]): E.Either<Refused, never> =>
    E.left({ error: 'Refused', refusals: inPrecedence(rules, withoutRepetitions(refusals)) })
  const doubts = doubtsIn(machine)
  const open = runner(machine, strictJudge(policy))
  return (state: State<C, S, N>, event: DomainEvent): E.Either<Refused, DomainEvent> => {
    const another = anotherSubject(machine.subject, state, event)
    if (another !== null) return refused([another])
    const begin = open.begin(state)
    tellTime(begin, timeOf(event))
    const position = begin.position()
    const known = eventsOf(withoutOthers(state))
    // nothing that is listed already can be of a command that is not recorded yet
    const { lives } = livesIn(machine, policy, known)
    const bounds = settledBounds(machine, [...known, event], policy, lives)
    const entityId = bounds.find((each) => each.event === event)?.entityId ?? ''
    const tentative = asEvent(occurrence(event.type, entityId, 'chart', [event]))
    const transitions = open.transitions(position, tentative)
    // what is for reports only is no step, unless nothing is known yet: then a report is missing
    const isBegun = state.occurrences.some(({ disposition }) => disposition === 'chart')
    const isForReports = transitions.some(({ terms: { all = [] } }) => all.includes(REPORTED))
    if (transitions.length === 0 || (isBegun && isForReports)) {
      const status = machine.status(position.value)
      return refused([noSuchStep(event.type, status)])
    }
    const judge = strictJudge(policy, doubts(state))
    const scope = { context: position.context, event: tentative }
    const refusals = transitions.flatMap(({ terms: { all = [], command = [] } }) =>
      broken(machine.definition, [...all, ...command], scope, judge),
    )
    return refusals.length === 0 ? E.right(event) : refused(refusals)
  }
}
