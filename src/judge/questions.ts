/** The questions that a state leaves open, each with the one request that would settle it. */
import type { AnyMachine } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'
import { withoutOthers } from '../fold/subject.ts'
import type { QuestionId } from '../words/plain-text.ts'
import { answeredIn, questionId } from './answered.ts'
import {
  findingQuestions,
  inDoubtQuestions,
  notReportedQuestions,
  type OpenQuestion,
  overdueQuestions,
  parkedQuestions,
  type Reason,
} from './open-questions.ts'
import type { QuestionRequest } from './request.ts'
import { reviewsIn } from './reviews.ts'
import type { WindowAt } from './windows.ts'

/**
 * A question: the key it concerns, why it is open, and the request whose response settles it.
 * `request` is null if no response could settle it, and a person has to look. Pass `id` when you
 * read the response: it then settles the question even if it contains nothing new.
 */
export interface Question<Endpoint extends string = string> {
  readonly id: QuestionId
  readonly key: string
  readonly reason: Reason
  readonly because: string
  /** The ids of the events that it rests on: a review of it names all of them. */
  readonly events: readonly string[]
  readonly request: QuestionRequest<Endpoint> | null
}

/** The questions that no response and no review has settled, with their ids. */
const unanswered = (state: State, all: readonly OpenQuestion[]): readonly Question[] => {
  if (all.length === 0) return []
  const answered = answeredIn(state)
  const review = reviewsIn(withoutOthers(state))
  return all.flatMap(({ code, events, isAskedOnce, former, ...rest }): readonly Question[] => {
    const id = questionId(code, events)
    if (isAskedOnce && (answered.has(id) || answered.has(former))) return []
    const { key, reason, because, request } = rest
    if (review(reason, events) !== undefined) return []
    return [{ id, key, reason, because, events, request }]
  })
}

/**
 * Lists every question that a state leaves open. If its windows at a given time are passed, this
 * includes the expectations that are overdue then. @spec decisions#18
 */
export const questions =
  (machines: readonly AnyMachine[]) =>
  (state: State, windows: readonly WindowAt[] = []): readonly Question[] =>
    unanswered(state, [
      ...parkedQuestions(machines, state),
      ...inDoubtQuestions(machines, state),
      ...overdueQuestions(machines, state, windows),
      ...findingQuestions(machines, state),
      ...notReportedQuestions(machines, state),
    ])
