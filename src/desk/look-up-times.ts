/** What can be looked up of a stream now, when something can be looked up next, and what is left to a person. */
import * as E from 'fp-ts/lib/Either.js'
import { eventsOf } from '../contract/state.ts'
import { commandStatuses } from '../judge/command-status.ts'
import type { QuestionRequest } from '../judge/provider-request.ts'
import type { Question } from '../judge/questions.ts'
import {
  earlier,
  type Instant,
  later,
  secondsBetween,
  shift,
  toInstant,
} from '../words/time/instant.ts'
import type { Root, StreamEnd } from './stream-end.ts'

type State = StreamEnd['state']

/** What is asked again waits at least so long, and later an eighth of the age of what is open. */
const LEAST_WAIT_SECONDS = 900
const SHARE_OF_AGE = 8

const questionsAt = (pf: Root, state: State, now: Instant): readonly Question[] =>
  E.getOrElseW(() => [])(pf.questions(state, now))

/** A question that a look-up settles. */
export type Askable = Question & { readonly request: QuestionRequest }

/** The questions whose look-ups can be sent now. */
export const askable = (pf: Root, state: State, now: Instant): readonly Askable[] =>
  questionsAt(pf, state, now).filter(
    (each): each is Askable => each.request !== null && (each.request.from ?? now) <= now,
  )

/** The questions that no look-up settles, one sentence each. */
export const leftToAPerson = (pf: Root, state: State, now: Instant): readonly string[] =>
  questionsAt(pf, state, now).flatMap(({ request, because }) => (request === null ? [because] : []))

/** The times after now at which there may be more to look up. */
const turningPoints = (pf: Root, state: State, now: Instant): readonly Instant[] => {
  const machine = pf.machines.find(({ id }) => id === state.machine)
  const statuses = machine === undefined ? [] : commandStatuses(machine, pf.policy)(state, now)
  const windows = E.getOrElseW(() => [])(pf.windows(state, now))
  return [
    ...statuses.flatMap(({ state: at, askFrom }) =>
      at === 'recorded' || at === 'unanswered' ? [askFrom] : [],
    ),
    ...windows.flatMap(({ kind, closesAt }) => (kind === 'expectation' ? [closesAt] : [])),
    ...questionsAt(pf, state, now).flatMap(({ request }) => request?.from ?? []),
  ]
    .filter((at) => at > now)
    .toSorted()
}

/** When the last of the events was received on which open questions rest. */
const openSince = (state: State, open: readonly Question[], now: Instant): Instant => {
  const about = new Set(open.flatMap(({ events }) => events))
  const times = eventsOf(state).flatMap(({ metadata }) =>
    about.has(metadata.eventId) ? [toInstant(metadata.recordedAt)] : [],
  )
  return times.length === 0 ? now : earlier(now, times.reduce(later))
}

/** When a stream is due: null if there is nothing to look up before something new arrives. */
export const dueAt = (pf: Root, state: State, now: Instant): Instant | null => {
  const open = askable(pf, state, now)
  if (open.length === 0) {
    return turningPoints(pf, state, now).find((at) => askable(pf, state, at).length > 0) ?? null
  }
  const age = secondsBetween(openSince(state, open, now), now)
  return shift(now, Math.max(LEAST_WAIT_SECONDS, Math.round(age / SHARE_OF_AGE)))
}
