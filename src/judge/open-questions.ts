/** The questions that a state raises, one function for each kind, answered ones included. */
import { descriptorsOf } from '../fold/descriptors.ts'
import { evidenceOf } from '../fold/holds.ts'
import { ofEntity } from '../fold/indexed.ts'
import type { LookUp } from '../fold/look-up.ts'
import type { AnyMachine } from '../fold/machine.ts'
import type { ParkedReason } from '../fold/parked.ts'
import type { State } from '../fold/state.ts'
import { formatted } from '../words/instant.ts'
import { foldedBy, type QuestionRequest, requestFor } from './request.ts'
import { overdue, type WindowAt } from './windows.ts'

/** Why a question is open: why an occurrence is parked, a finding's code, or one of these. */
export type Reason = ParkedReason | 'InDoubt' | 'Overdue' | (string & {})

/** How a question ends: by any later look-up, only once the facts are known, or as a doubt does. */
type QuestionEnd = 'look-up' | 'facts' | 'doubt'

/** A question, with the events that raise it. `code` is the part of its id that names the reason. */
export interface OpenQuestion {
  readonly key: string
  readonly reason: Reason
  readonly because: string
  readonly request: QuestionRequest | null
  readonly code: string
  readonly events: readonly string[]
  readonly lookUp: LookUp | null
  readonly ending: QuestionEnd
}

/** One question for each parked occurrence that a look-up may explain; none if it is unsigned, and confirmed. */
export const parkedQuestions = (
  machines: readonly AnyMachine[],
  state: State,
): readonly OpenQuestion[] => {
  const confirmed = new Set<string>()
  const types = new Map<string, string>()
  for (const { disposition, type, key } of state.occurrences) {
    if (disposition === 'chart') confirmed.add(type)
    else types.set(key, type)
  }
  const { of, explain, evidence } = descriptorsOf(machines)
  return state.parked.flatMap((parked): readonly OpenQuestion[] => {
    const { key, reason } = parked
    const lookUp = of(parked).lookUp
    if (lookUp === undefined) return []
    if (reason === 'Unsigned' && confirmed.has(types.get(key) ?? '')) return []
    const question = {
      key,
      reason,
      code: reason,
      because: explain(parked),
      lookUp,
      request: requestFor(machines, state, lookUp),
      events: evidence(parked, state),
    }
    return [{ ...question, ending: reason === 'Unassigned' ? 'facts' : 'look-up' }]
  })
}

/** One question for each window that closed before the expected event happened. */
export const overdueQuestions = (
  machines: readonly AnyMachine[],
  state: State,
  windows: readonly WindowAt[],
): readonly OpenQuestion[] =>
  overdue(windows).map(({ name, entityId, closesAt, allows }) => {
    const { lookUp = 'entity' } = foldedBy(machines, state)?.windows[name] ?? {}
    const on = ofEntity(state.occurrences, entityId).filter(
      ({ disposition }) => disposition === 'chart',
    )
    return {
      key: entityId === '' ? name : `${name}:${entityId}`,
      reason: 'Overdue',
      code: `Overdue ${name}`,
      because: `This was expected by ${formatted(closesAt)}: ${allows}`,
      lookUp,
      request: requestFor(machines, state, lookUp),
      events: on.flatMap(({ key }) => evidenceOf(state.occurrences, { key })),
      ending: 'facts',
    }
  })

/** The look-up that an endpoint is of a machine's subject; null for a person. */
const lookUpOf = (own: AnyMachine | undefined, asks: string | null): LookUp | null =>
  asks === null || own === undefined
    ? null
    : own.subject.lookUp.actions.endpoint === asks
      ? 'actions'
      : 'entity'

/** One question for each finding that asks. */
export const findingQuestions = (
  machines: readonly AnyMachine[],
  state: State,
): readonly OpenQuestion[] => {
  const own = foldedBy(machines, state)
  // what one machine holds, another one may only ask
  const { of, explain, evidence } = descriptorsOf(own === undefined ? machines : [own])
  return state.findings.flatMap((finding): readonly OpenQuestion[] => {
    const { code, key, asks } = finding
    const { holds = [], lookUp: shown, request } = of(finding)
    const lookUp = asks === undefined ? shown : lookUpOf(own, asks)
    if (lookUp === undefined) return []
    const isDoubt = own !== undefined && holds.length > 0
    const other = asks == null ? undefined : request?.(finding)
    return [
      {
        key,
        reason: code,
        code,
        because: explain(finding),
        lookUp,
        request: other ?? requestFor(machines, state, lookUp),
        events: evidence(finding, state),
        ending: other !== undefined ? 'facts' : isDoubt ? 'doubt' : 'look-up',
      },
    ]
  })
}
