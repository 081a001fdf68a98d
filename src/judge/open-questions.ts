/** The questions that a state raises, one function for each kind, answered ones included. */
import { descriptorsOf } from '../fold/descriptors.ts'
import { evidenceOf } from '../fold/holds.ts'
import { ofEntity, withKey } from '../fold/indexed.ts'
import type { LookUp } from '../fold/look-up.ts'
import type { AnyMachine } from '../fold/machine.ts'
import { explainParked, PARKED, type ParkedReason } from '../fold/parked.ts'
import { REPORTED } from '../fold/refusal.ts'
import type { State } from '../fold/state.ts'
import { formatted } from '../words/instant.ts'
import type { QuestionId } from '../words/plain-text.ts'
import { formerId } from './answered.ts'
import { foldedBy, type QuestionRequest, requestFor } from './request.ts'
import { overdue, type WindowAt } from './windows.ts'

/** Why a question is open: why an occurrence is parked, a finding's code, or one of these. */
export type Reason = ParkedReason | 'InDoubt' | 'Overdue' | 'NotReported' | (string & {})

/** A question, with the events that raise it and what its id is made of. */
export interface OpenQuestion {
  readonly key: string
  readonly reason: Reason
  readonly because: string
  readonly request: QuestionRequest | null
  /** What a review of it may decide; empty if no review settles it. */
  readonly readings: readonly string[]
  /** The part of its id that names the reason, or its variant if one reason has several. */
  readonly code: string
  readonly events: readonly string[]
  readonly lookUp: LookUp | null
  /** Whether any look-up settles it. Otherwise it stays open until the facts are known. */
  readonly isAskedOnce: boolean
  /** The id that an older release gave it; null if it had none. */
  readonly former: QuestionId | null
}

/** What a review decides about events that may count, or may not. */
const COUNTS: readonly string[] = ['counts', 'countsNot']

const restsOn = ({ occurrences }: State, key: string) => evidenceOf(occurrences, { key })

/** Prepares to tell whether the provider has confirmed what an unsigned message says. */
const confirmedIn = ({ occurrences }: State): ((key: string) => boolean) => {
  const onChart = occurrences.filter(({ disposition }) => disposition === 'chart')
  const types = new Set(onChart.map(({ type }) => type))
  return (key) => withKey(occurrences, key).some(({ type }) => types.has(type))
}

/** One question for each parked occurrence; none if it is unsigned, and confirmed. */
export const parkedQuestions = (
  machines: readonly AnyMachine[],
  state: State,
): readonly OpenQuestion[] => {
  const isConfirmed = confirmedIn(state)
  return state.parked.flatMap(({ key, reason }): readonly OpenQuestion[] => {
    const { lookUp, formerly, isSettled = false } = PARKED[reason]
    if (reason === 'Unsigned' && isConfirmed(key)) return []
    const question = {
      key,
      reason,
      code: reason,
      because: explainParked({ key, reason }),
      lookUp: lookUp ?? null,
      request: requestFor(machines, state, lookUp ?? null),
      readings: COUNTS,
      events: restsOn(state, key),
      isAskedOnce: isSettled,
      former:
        formerly === undefined ? null : formerId(formerly.reason, key, `${key} ${formerly.says}`),
    }
    return [question]
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
      readings: [],
      events: on.flatMap(({ key }) => restsOn(state, key)),
      isAskedOnce: false,
      former: null,
    }
  })

/**
 * The look-up for a broken rule. If an event undoes another that is missing, it is `actions`,
 * because the provider lists the missing one there.
 */
const lookUpFor = (
  own: AnyMachine | undefined,
  key: string,
  lookUp: LookUp | null,
): LookUp | null =>
  own?.events[key.split(':', 1)[0] ?? '']?.clockTolerance === 'undoing' ? 'actions' : lookUp

/** One question for each finding whose descriptor names a request. */
export const findingQuestions = (
  machines: readonly AnyMachine[],
  state: State,
): readonly OpenQuestion[] => {
  const { rules, findings, explainFinding } = descriptorsOf(machines)
  const own = foldedBy(machines, state)
  return state.findings.flatMap((finding): readonly OpenQuestion[] => {
    const { code, key, refusal } = finding
    const descriptor = refusal === undefined ? findings[code] : undefined
    const named = refusal === undefined ? descriptor?.lookUp : rules[code]?.lookUp
    if (named === undefined) return []
    const lookUp = refusal === undefined ? named : lookUpFor(own, key, named)
    const former = descriptor?.formerly?.(finding)
    return [
      {
        key,
        reason: code,
        code,
        because: explainFinding(finding),
        lookUp,
        request: requestFor(machines, state, lookUp),
        readings: own?.findings[code]?.readings ?? COUNTS,
        events: evidenceOf(state.occurrences, finding),
        isAskedOnce: code !== REPORTED,
        former: former === undefined ? null : formerId(code, key, former),
      },
    ]
  })
}

/** One question for each open item of the machine. */
export const notReportedQuestions = (
  machines: readonly AnyMachine[],
  state: State,
): readonly OpenQuestion[] =>
  state.openItems.map(({ because, lookUp, events, formerly }) => ({
    key: state.machine,
    reason: 'NotReported',
    code: `NotTold ${lookUp}`,
    because,
    lookUp,
    request: requestFor(machines, state, lookUp),
    readings: COUNTS,
    events,
    isAskedOnce: lookUp === 'actions',
    former: formerly === undefined ? null : formerId('NotTold', state.machine, formerly),
  }))
