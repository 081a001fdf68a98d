/** The questions that a state leaves open, each with the one request that would settle it. */
import type { AnyMachine } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'
import { withoutOthers } from '../fold/subject.ts'
import type { Instant } from '../words/instant.ts'
import type { QuestionId } from '../words/plain-text.ts'
import type { Policy } from '../words/policy.ts'
import { answersIn, questionId } from './answered.ts'
import { inDoubtQuestions } from './in-doubt-questions.ts'
import {
  findingQuestions,
  notReportedQuestions,
  type OpenQuestion,
  overdueQuestions,
  parkedQuestions,
  type Reason,
} from './open-questions.ts'
import { foldedBy, type QuestionRequest, shownFor } from './request.ts'
import { doubtsIn, reviewsIn } from './reviews.ts'
import type { WindowAt } from './windows.ts'

/**
 * A question: the key it concerns, why it is open, and the request whose response settles it.
 * `request` is null if no response could settle it, and a person has to look. Read the response with
 * `askedAt`, the time of the request: it then settles the question even if it shows nothing new.
 */
export interface Question<Endpoint extends string = string> {
  readonly id: QuestionId
  readonly key: string
  readonly reason: Reason
  readonly because: string
  /** The ids of the events that it rests on: a review of it names all of them. */
  readonly events: readonly string[]
  readonly request: QuestionRequest<Endpoint> | null
  /** What a review of it may decide (`as`); empty if no review settles it. */
  readonly readings: readonly string[]
}

/** The ids of the questions about doubts that still hold steps back. */
const heldIn = (
  machines: readonly AnyMachine[],
  policy: Policy,
  state: State,
): ReadonlySet<QuestionId> => {
  const own = foldedBy(machines, state)
  const holds = own === undefined ? [] : doubtsIn(own, policy)(state).holds
  return new Set(holds.map(({ code, events }) => questionId(code, events)))
}

/** One question for each id: doubts that rest on the same events are answered at once. */
const united = (all: readonly Question[]): readonly Question[] => {
  const found = new Map<string, Question>()
  for (const question of all) {
    const known = found.get(question.id)
    const texts = known === undefined ? [] : [known.because]
    const because = [...new Set([...texts, question.because])].join(' ')
    found.set(question.id, { ...(known ?? question), because })
  }
  return [...found.values()]
}

/**
 * The questions that no look-up and no review has settled, with their ids. If a look-up settled a
 * question, but its doubt still holds steps back, another question is for a person to review.
 */
const unanswered = (
  machines: readonly AnyMachine[],
  policy: Policy,
  state: State,
  all: readonly OpenQuestion[],
): readonly Question[] => {
  if (all.length === 0) return []
  const isAnswered = answersIn(withoutOthers(state))
  const review = reviewsIn(withoutOthers(state))
  const keys = new Map<string, Set<string>>()
  for (const { code, key } of all) keys.set(code, (keys.get(code) ?? new Set()).add(key))
  const answered = new Set(
    all.filter((each) => {
      const id = questionId(each.code, each.events)
      const lookUp = shownFor(machines, state, each.lookUp)
      const alike = keys.get(each.code) ?? new Set<string>()
      return each.isAskedOnce && isAnswered({ ...each, id, lookUp, alike })
    }),
  )
  const held = answered.size === 0 ? new Set() : heldIn(machines, policy, state)
  const open = all.flatMap((each): readonly Question[] => {
    const { code, key, reason, because, events, readings, request } = each
    const decided = review(reason, events)
    if (decided !== undefined && readings.includes(decided.as)) return []
    const known = { key, reason, because, events, readings }
    if (!answered.has(each)) return [{ id: questionId(code, events), ...known, request }]
    const isHeld = held.has(questionId(reason, events))
    return isHeld ? [{ id: questionId(`${code} reviewed`, events), ...known, request: null }] : []
  })
  return united(open)
}

/**
 * Lists every question that a state leaves open. If its windows at a given time are passed, this
 * includes the expectations that are overdue then. @spec decisions#18
 */
export const questions =
  (machines: readonly AnyMachine[], policy: Policy) =>
  (
    state: State,
    windows: readonly WindowAt[] = [],
    now: Instant | null = null,
  ): readonly Question[] =>
    unanswered(machines, policy, state, [
      ...parkedQuestions(machines, state),
      ...inDoubtQuestions(machines, policy, state, now),
      ...overdueQuestions(machines, state, windows),
      ...findingQuestions(machines, state),
      ...notReportedQuestions(machines, state),
    ])
