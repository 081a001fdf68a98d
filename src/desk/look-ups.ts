/** What can be looked up of a stream, when there is more to look up, and what is left to a person. */
import * as E from '#fp-ts/Either'
import { isFarAhead, isOpen, PATIENCE_SECONDS } from '../commands/command-life.ts'
import { eventsOf } from '../contract/state.ts'
import { type DomainEvent, receivedAt } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import { commandStatuses } from '../judge/command-status.ts'
import type { QuestionRequest } from '../judge/provider-request.ts'
import type { Question } from '../judge/questions.ts'
import { type EndpointName, isEndpointName } from '../provider/wire/endpoints.ts'
import { listsOf } from '../words/data/lists.ts'
import { isSame } from '../words/data/plain-data.ts'
import { rememberingFrozen } from '../words/data/result-cache.ts'
import { earlier, type Instant, later, secondsBetween, shift } from '../words/time/instant.ts'
import type { AnyPayfold, LoadedStream } from './loaded-stream.ts'
import { paramProblems } from './outgoing.ts'

/** An open question is due again after this time, and later after an eighth of its age. */
export const LEAST_WAIT_SECONDS = 900
const SHARE_OF_AGE = 8

/** For so long is looked up what only unsigned messages say: anyone may have sent them. */
const UNSIGNED_SECONDS = 86_400

type AskedQuestion = Pick<Question, 'because' | 'events' | 'request'>

/** A question that a look-up settles. */
type LookUpQuestion = AskedQuestion & { readonly request: QuestionRequest<EndpointName> }

/** What is open at a time: what can be looked up, and what no look-up settles or has settled, one sentence each. */
interface OpenQuestions {
  readonly all: readonly AskedQuestion[]
  readonly askable: readonly LookUpQuestion[]
  readonly left: readonly string[]
}

/** What a look-up showed: no reason to look again the sooner. */
export const SHOWN: readonly string[] = [INFORMATIONAL.snapshot, INFORMATIONAL.actions]

const eventsById = rememberingFrozen((state: LoadedStream['state']) =>
  listsOf<string, DomainEvent>(eventsOf(state).map((event) => [event.metadata.eventId, event])),
)

/** When the last message was received on which questions rest; of look-ups alone, the first. */
const openSince = (state: LoadedStream['state'], open: readonly AskedQuestion[], now: Instant) => {
  const known = eventsById(state)
  const events = open.flatMap((each) => each.events.flatMap((id) => known.get(id) ?? []))
  const said = events.filter(({ type }) => !SHOWN.includes(type)).map(receivedAt)
  // a person has to hear of what nobody can look up in time
  if (said.some((at) => isFarAhead(at, now))) return shift(now, -PATIENCE_SECONDS - 1)
  if (said.length > 0) return earlier(now, said.reduce(later))
  return events.map(receivedAt).reduce(earlier, now)
}

/** A question; its look-up is left to a person if payfold does not have the endpoint, or cannot fill its path. */
const askedHere = (question: AskedQuestion): AskedQuestion => {
  const { endpoint, params = {} } = question.request ?? {}
  const isSendable = isEndpointName(endpoint) && paramProblems(endpoint, params).length === 0
  return isSendable ? question : { ...question, request: null }
}

/** Every question of a state; if they cannot be judged, a person has to hear why. */
const questionsOf = (
  pf: AnyPayfold,
  { state }: LoadedStream,
  now: Instant,
): readonly AskedQuestion[] => {
  const read = pf.questions(state, now)
  return E.isRight(read)
    ? read.right
    : [{ because: pf.explain(read.left), events: [], request: null }]
}

/** What is open at a time: of questions with one look-up, the first. */
export const openAt = (pf: AnyPayfold, loaded: LoadedStream, now: Instant): OpenQuestions => {
  const all = questionsOf(pf, loaded, now).map(askedHere)
  const askable = all.filter(
    (each): each is LookUpQuestion => each.request !== null && (each.request.from ?? now) <= now,
  )
  const isAlike = ({ request: one }: LookUpQuestion, { request: other }: LookUpQuestion): boolean =>
    one.endpoint === other.endpoint && isSame(one.params, other.params)
  const isLeft = (each: AskedQuestion): boolean => {
    if (each.request === null) return true
    // a look-up that is only due now has left nothing open yet
    const since = openSince(loaded.state, [each], now)
    const from = later(since, each.request.from ?? since)
    return secondsBetween(from, now) > PATIENCE_SECONDS || isFarAhead(from, now)
  }
  return {
    all,
    askable: askable.filter((each) => askable.find((other) => isAlike(other, each)) === each),
    left: [...new Set(all.flatMap((each) => (isLeft(each) ? [each.because] : [])))],
  }
}

const turningPoints = (
  pf: AnyPayfold,
  { state }: LoadedStream,
  { all }: OpenQuestions,
  now: Instant,
): readonly Instant[] => {
  const machine = pf.machines.find(({ id }) => id === state.machine)
  const commands = machine === undefined ? [] : commandStatuses(machine, pf.policy)(state, now)
  // if the windows fail, that is a question already
  const windows = E.getOrElseW(() => [])(pf.windows(state, now))
  return [
    ...commands.flatMap(({ state: how, sendBy, askFrom }) =>
      isOpen(how) ? [sendBy, askFrom] : [],
    ),
    ...windows.flatMap(({ kind, closesAt }) => (kind === 'expectation' ? [closesAt] : [])),
    ...all.flatMap(({ request }) => request?.from ?? []),
  ]
    .filter((at) => at > now)
    .toSorted()
}

/** When a stream is next due; null: not before a new message arrives. `open` is what is open. */
export const dueAt = (
  pf: AnyPayfold,
  loaded: LoadedStream,
  open: OpenQuestions,
  now: Instant,
): Instant | null => {
  const pending = open.all.filter(({ request }) => {
    const from = request?.from ?? now
    return from <= now || isFarAhead(from, now)
  })
  const age = secondsBetween(openSince(loaded.state, pending, now), now)
  const isUnsigned = eventsOf(loaded.state).every(({ metadata }) => metadata.source === 'unsigned')
  const isOver = pending.length === 0 || (isUnsigned && age > UNSIGNED_SECONDS)
  const wait = Math.max(LEAST_WAIT_SECONDS, Math.round(age / SHARE_OF_AGE))
  const again = isOver ? null : shift(now, wait)
  const isMore = (at: Instant): boolean => {
    const { askable, left } = openAt(pf, loaded, at)
    return askable.length > open.askable.length || left.length > open.left.length
  }
  // each of these times costs as much as all questions
  const points = turningPoints(pf, loaded, open, now).filter((at) => again === null || at < again)
  return points.find(isMore) ?? again
}
