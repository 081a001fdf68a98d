/** Answered questions: a response settles its question even if it contains nothing new. */
import { madeId } from '../event/content.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import type { State } from '../fold/state.ts'
import type { QuestionId } from '../words/plain-text.ts'

/**
 * Makes the id of a question from its code and its events. If the events differ, it is a new
 * question.
 */
export const questionId = (code: string, events: readonly string[]): QuestionId =>
  madeId('question', code, { events: [...new Set(events)].sort() }) as QuestionId

/** Makes a question's id in its older form, from a key and a sentence. Logs still have such ids. */
export const formerId = (reason: string, key: string, because: string): QuestionId =>
  madeId('question', reason, { key, because }) as QuestionId

/** The ids of the questions that were answered. */
export const answeredIn = ({ occurrences }: State): ReadonlySet<unknown> =>
  new Set(
    occurrences.flatMap(({ type, data }) =>
      type === INFORMATIONAL.answer ? [data['question']] : [],
    ),
  )
