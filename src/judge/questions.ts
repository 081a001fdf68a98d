/** The questions that a state leaves open, each with the one look-up that would settle it. */

import { commandFor, commandNamed } from '../contract/command.ts'
import type { LookUp } from '../contract/descriptor.ts'
import { descriptorsOf } from '../contract/descriptors.ts'
import type { FindingBase } from '../contract/finding.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { Occurrence } from '../contract/occurrence.ts'
import { evidenceOf, ofEntity } from '../contract/occurrence-index.ts'
import type { ParkedReason } from '../contract/parked-reasons.ts'
import { eventsOf, type State } from '../contract/state.ts'
import { madeId } from '../event/content-hash.ts'
import { type DomainEvent, dataIn, isRequest, receivedAt, snapshotIdIn } from '../event/envelope.ts'
import { askedAtIn, INFORMATIONAL, spokenFor } from '../event/informational-events.ts'
import { folder } from '../fold/fold.ts'
import { withoutOthers } from '../merge/stream-subject.ts'
import { remembering } from '../words/data/result-cache.ts'
import type { Policy } from '../words/policy.ts'
import type { QuestionId } from '../words/text/plain-text.ts'
import { formatted, type Instant, later, shift } from '../words/time/instant.ts'
import { type CommandStatus, commandStatuses, lastSpokenFor } from './command-status.ts'
import { mayBeShown, soonerIn } from './known-command.ts'
import { foldedBy, type QuestionRequest, requestFor, shownFor } from './provider-request.ts'
import { overdue, type WindowAt } from './windows.ts'

/** Why a question is open: why an occurrence is parked, a finding's code, or one of these. */
type Reason = ParkedReason | 'InDoubt' | 'Overdue' | (string & {})

/**
 * A question: the key it concerns, why it is open, and the look-up that settles it, which is safe for
 * anybody to send. `request` is null if no look-up settles it, and a person has to look. Read the
 * response with `askedAt`, the time of the request: it then settles the question even if it shows
 * nothing new.
 */
export interface Question<Endpoint extends string = string> {
  readonly id: QuestionId
  readonly key: string
  readonly reason: Reason
  readonly because: string
  /** The ids of the events that it rests on. */
  readonly events: readonly string[]
  readonly request: QuestionRequest<Endpoint> | null
}

/** How a question ends: by any later look-up or word, by a word alone, by facts alone, or as a doubt does. */
type QuestionEnd = 'look-up' | 'word' | 'facts' | 'doubt'

/** A question. `code` is in its id, if not the reason; `request` is given if not of its subject. */
interface OpenQuestion extends Pick<Question, 'key' | 'reason' | 'because' | 'events'> {
  readonly request?: QuestionRequest | null | undefined
  readonly code?: string
  readonly lookUp: LookUp | null
  readonly ending: QuestionEnd
}

// what raises questions ------------------------------------------------------
const lookUpFor = (
  machines: readonly AnyMachine[],
  state: State,
  commanded: DomainEvent,
  { commandId, askFrom }: CommandStatus,
): QuestionRequest | null => {
  const machine = foldedBy(machines, state)
  const events = eventsOf(withoutOthers(state))
  if (machine === undefined || !mayBeShown(machine, commanded.type, events, askFrom)) return null
  const { lookUp: own, lists } = commandFor(machine, commanded) ?? {}
  const lookUp =
    own === undefined
      ? requestFor(machines, state, lists === undefined ? 'entity' : 'actions')
      : { endpoint: own.endpoint, params: own.params(dataIn(commanded), commandId) }
  return lookUp === null ? null : { ...lookUp, from: askFrom }
}

/**
 * One question for each command that is unanswered, or that has no id and that no message reports: only
 * a look-up or a person ends the doubt. What may still be sent is no question yet, if the time is known.
 */
const inDoubtQuestions = (
  machines: readonly AnyMachine[],
  policy: Policy,
  state: State,
  now: Instant | null,
): readonly OpenQuestion[] => {
  const own = foldedBy(machines, state)
  if (own === undefined) return []
  const types = Object.values(own.commands).map(({ event }) => event)
  const commands = state.occurrences.filter(
    ({ disposition, type }) => disposition === 'chart' && types.includes(type),
  )
  if (commands.length === 0) return []
  const statuses = new Map<unknown, CommandStatus>(
    commandStatuses(own, policy)(state, now).map((each) => [each.commandId, each]),
  )
  const isOpen = (event: DomainEvent, { events }: Occurrence): boolean => {
    const { commandId } = dataIn(event)
    const status = statuses.get(commandId)
    return status === undefined
      ? commandId === undefined && events.every(isRequest)
      : status.state === 'unanswered' || (status.state === 'recorded' && now === null)
  }
  return commands.flatMap((occurrence): OpenQuestion | readonly [] => {
    const { type, key, at, events } = occurrence
    const commanded = events.find((event) => isRequest(event) && isOpen(event, occurrence))
    if (commanded === undefined) return []
    const status = statuses.get(dataIn(commanded)['commandId'])
    const request = status === undefined ? null : lookUpFor(machines, state, commanded, status)
    return {
      key,
      reason: 'InDoubt',
      because: `${commandNamed([own], type)} was requested at ${formatted(at)}, and nobody knows whether the provider carried it out.${status === undefined ? '' : soonerIn(status, now)}`,
      lookUp: null,
      request,
      events: evidenceOf(state.occurrences, { key }),
      ending: 'facts',
    }
  })
}

/** One question for each parked occurrence that a look-up may explain; none if unsigned and confirmed. */
const parkedQuestions = (
  machines: readonly AnyMachine[],
  state: State,
): readonly OpenQuestion[] => {
  if (state.parked.length === 0) return []
  const types = new Map(state.occurrences.map(({ key, type }) => [key, type]))
  const onChart = state.occurrences.filter(({ disposition }) => disposition === 'chart')
  const confirmed = new Set<unknown>(onChart.map(({ type }) => type))
  const { of, explain, evidence } = descriptorsOf(machines)
  // all that waits for the payment method is one question
  const waiting = state.parked.filter(({ reason }) => reason === 'Unassigned')
  const others = state.parked.filter(({ reason }) => reason !== 'Unassigned')
  return [...others, ...waiting.slice(0, 1)].flatMap((parked): OpenQuestion | readonly [] => {
    const { key, reason } = parked
    const { lookUp } = of(parked)
    if (lookUp === undefined) return []
    if (reason === 'Unsigned' && confirmed.has(types.get(key))) return []
    const alike = reason === 'Unassigned' ? waiting : [parked]
    return {
      key,
      reason,
      because: explain(parked),
      lookUp,
      events: [...new Set(alike.flatMap((each) => evidence(each, state)))],
      ending: reason === 'Unassigned' ? 'word' : 'look-up',
    }
  })
}

/** Whether a word states how an entity as a whole came out. */
const statesOutcome = (event: DomainEvent): boolean => {
  const { captured, outcome } = dataIn(event)
  return captured !== undefined || outcome !== undefined
}

const UNKNOWN_WINDOWS: OpenQuestion = {
  key: '',
  reason: 'Overdue',
  because: 'A window of its machine fails, so nobody knows what is overdue: correct the machine.',
  lookUp: null,
  events: [],
  ending: 'facts',
}

/**
 * One question for each window that closed before the expected event happened, unless a person has said
 * since how the entity came out. What is said of a part of it counts for that part itself.
 */
const overdueQuestions = (
  machines: readonly AnyMachine[],
  state: State,
  windows: readonly WindowAt[] | null,
): readonly OpenQuestion[] => {
  if (windows === null) return [UNKNOWN_WINDOWS]
  const passed = overdue(windows)
  const words = passed.length === 0 ? [] : eventsOf(withoutOthers(state)).filter(statesOutcome)
  const spoken = lastSpokenFor(words)
  const open = passed.filter(
    ({ entityId, closesAt }) => entityId !== '' || spoken === null || spoken < closesAt,
  )
  return open.map(({ name, entityId, closesAt, allows }) => {
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
      events: on.flatMap(({ key }) => evidenceOf(state.occurrences, { key })),
      ending: 'facts',
    }
  })
}

const lookUpOf = (own: AnyMachine | undefined, asks: string | null): LookUp | null => {
  if (asks === null || own === undefined) return null
  return own.subject.lookUp.actions.endpoint === asks ? 'actions' : 'entity'
}

const findingQuestions = (
  machines: readonly AnyMachine[],
  state: State,
): readonly OpenQuestion[] => {
  const own = foldedBy(machines, state)
  // what one machine holds, another one may only ask
  const { of, explain, evidence } = descriptorsOf(own === undefined ? machines : [own])
  return state.findings.flatMap((finding): OpenQuestion | readonly [] => {
    const { code, key, asks } = finding
    const { holds = [], lookUp: shown, request } = of(finding)
    const lookUp = asks === undefined ? shown : lookUpOf(own, asks)
    if (lookUp === undefined) return []
    const isDoubt = own !== undefined && holds.length > 0
    const other = asks == null ? undefined : request?.(finding)
    return {
      key,
      reason: code,
      because: explain(finding),
      lookUp,
      request: other,
      events: evidence(finding, state),
      ending: other !== undefined ? 'facts' : isDoubt ? 'doubt' : 'look-up',
    }
  })
}

// what settles them ----------------------------------------------------------
/** Makes the id of a question from its code and its events: other events make another question. */
const questionId = (code: string, events: readonly string[]): QuestionId =>
  madeId('question', code, { events: [...new Set(events)].sort() }) as QuestionId

interface AskedLookUp {
  readonly lookUp: LookUp
  readonly id: string
  readonly askedAt: Instant
  readonly recordedAt: Instant
}

/** What an event shows as a look-up; nothing if it is none, or does not say when it was asked for. */
const askedIn = (event: DomainEvent): readonly AskedLookUp[] => {
  const { type, metadata } = event
  const askedAt = askedAtIn(event)
  // a list by a reference shows its own payments only
  const isList = type === INFORMATIONAL.actions && dataIn(event)['reference'] === undefined
  if (askedAt === null || !(isList || type === INFORMATIONAL.snapshot)) return []
  const lookUp = isList ? 'actions' : 'entity'
  return [{ lookUp, id: metadata.eventId, askedAt, recordedAt: receivedAt(event) }]
}

/** Folds what was recorded before a time, each time only once. */
const findingsBefore = (machine: AnyMachine | undefined, policy: Policy, state: State) =>
  remembering((time: Instant): readonly FindingBase[] => {
    const events = eventsOf(state).filter((event) => receivedAt(event) < time)
    return machine === undefined
      ? []
      : folder(machine, { policy }).fold(events, state.stream).findings
  })

const knownIn = (machine: AnyMachine | undefined, policy: Policy, state: State) => {
  const events = eventsOf(state)
  const recorded = new Map<string, Instant>()
  for (const event of events) {
    const { eventId } = event.metadata
    // a person's word is as of a time, however late it is recorded
    const at = spokenFor(event) ?? receivedAt(event)
    recorded.set(eventId, later(at, recorded.get(eventId) ?? at))
  }
  const { readLagSeconds: lagSeconds = 0 } = policy as { readonly readLagSeconds?: number }
  const [asked, spoken] = [events.flatMap(askedIn), lastSpokenFor(events)]
  return { asked, recorded, spoken, lagSeconds, before: findingsBefore(machine, policy, state) }
}

type QuestionHistory = ReturnType<typeof knownIn>

const lastOf = (ids: readonly string[], { recorded }: QuestionHistory): Instant | null =>
  ids
    .flatMap((id) => recorded.get(snapshotIdIn(id) ?? id) ?? [])
    .toSorted()
    .at(-1) ?? null

/** The first look-up asked at a time or later, and whether a second one was asked the lag after it. */
const askedFrom = (alike: readonly AskedLookUp[], from: Instant | null, lagSeconds: number) => {
  const times = alike.map(({ askedAt }) => askedAt).sort()
  const first = times.find((at) => from === null || at >= from)
  if (first === undefined) return null
  const second = shift(first, lagSeconds)
  return { second, isTwice: times.some((at) => at >= second && at > first) }
}

/**
 * What a doubt asks for next: a first look-up and a second one, each asked the lag after what it is
 * to cover; and then, as no look-up settled it, a person. They are to cover the last message that the
 * doubt rests on, and the look-up that raised it: the doubt was not there before that one was received.
 */
const nextForDoubt = (
  { events, reason, key }: OpenQuestion,
  request: QuestionRequest | null,
  lookUp: LookUp | null,
  known: QuestionHistory,
): QuestionRequest | null => {
  if (lookUp === null || request === null) return null
  const { lagSeconds, before } = known
  const alike = known.asked.filter((each) => each.lookUp === lookUp)
  const others = events.filter((id) => !known.asked.some((each) => each.id === id))
  const last = lastOf(others, known)
  const raising = known.asked
    .filter((each) => each.lookUp === lookUp || events.includes(each.id))
    .map(({ recordedAt }) => recordedAt)
    .filter((at) => last === null || at > last)
    .sort()
    .reverse()
  // a doubt about a look-up as such is the same one when the next look-up repeats it
  const isListed = (key: string): boolean =>
    alike.some(({ id }) => key === id || key === `${INFORMATIONAL.snapshot}:${id}`)
  const isSame = (each: FindingBase): boolean =>
    each.code === reason && (each.key === key || (isListed(key) && isListed(each.key)))
  // once two look-ups came after one of these, what was before it makes no difference
  const raised = raising.find(
    (at) =>
      askedFrom(alike, shift(at, lagSeconds), lagSeconds)?.isTwice || !before(at).some(isSame),
  )
  const since = raised ?? last
  const from = since === null ? null : shift(since, lagSeconds)
  const asked = askedFrom(alike, from, lagSeconds)
  if (asked === null) return from === null ? request : { ...request, from }
  return asked.isTwice ? null : { ...request, from: asked.second }
}

/** Whether a look-up was asked for after everything that a question rests on was recorded. */
const isAnswered = (
  { reason, events }: OpenQuestion,
  lookUp: LookUp,
  known: QuestionHistory,
  all: readonly OpenQuestion[],
): boolean => {
  const alike = known.asked.filter((each) => each.lookUp === lookUp)
  const rests = events.map((event) => snapshotIdIn(event) ?? event)
  const others = rests.filter((event) => !known.asked.some(({ id }) => id === event))
  const last = lastOf(others, known)
  return alike.some(({ id, askedAt }) => {
    // a look-up ends the question about itself only if it repeats what an earlier one raised
    const isRaisedBefore = alike.some(
      (first) =>
        first.id !== id &&
        first.recordedAt <= askedAt &&
        all.some((each) => each.reason === reason && each.events.includes(first.id)),
    )
    const isOwn = rests.includes(id)
    return (last === null || last <= askedAt) && (!isOwn || isRaisedBefore)
  })
}

/** One question for each id: what rests on the same events is asked at once. */
const united = (all: readonly Question[]): readonly Question[] => {
  const found = new Map<string, Question>()
  for (const question of all) {
    const known = found.get(question.id) ?? question
    const because = [...new Set([known.because, question.because])].join(' ')
    found.set(question.id, { ...known, because })
  }
  return [...found.values()]
}

const unanswered = (
  machines: readonly AnyMachine[],
  policy: Policy,
  state: State,
  all: readonly OpenQuestion[],
): readonly Question[] => {
  if (all.length === 0) return []
  const own = withoutOthers(state)
  const known = knownIn(foldedBy(machines, state), policy, own)
  const open = all.flatMap((each): readonly Question[] => {
    const { key, reason, code = reason, because, events, ending } = each
    const lookUp = shownFor(machines, state, each.lookUp)
    const request = each.request ?? requestFor(machines, state, each.lookUp)
    const question = { id: questionId(code, events), key, reason, because, events, request }
    if (ending === 'facts') return [question]
    if (ending === 'doubt') {
      return [{ ...question, request: nextForDoubt(each, request, lookUp, known) }]
    }
    const last = lastOf(events, known)
    const isSpokenFor = known.spoken !== null && (last === null || last <= known.spoken)
    const isShown = ending === 'look-up' && lookUp !== null
    const isOver = isSpokenFor || (isShown && isAnswered(each, lookUp, known, all))
    return isOver ? [] : [question]
  })
  return united(open)
}

/**
 * Lists every question of a state; with its windows, also what is overdue. They are null if one of them
 * fails. @spec decisions#53
 */
export const questions =
  (machines: readonly AnyMachine[], policy: Policy) =>
  (
    state: State,
    windows: readonly WindowAt[] | null = [],
    now: Instant | null = null,
  ): readonly Question[] =>
    unanswered(machines, policy, state, [
      ...parkedQuestions(machines, state),
      ...inDoubtQuestions(machines, policy, state, now),
      ...overdueQuestions(machines, state, windows),
      ...findingQuestions(machines, state),
    ])
