/** Questions that were answered: what an answer settles even when it brings no news. */
import { madeId } from '../event/content.ts'
import type { State } from '../fold/state.ts'
import type { QuestionId } from '../words/text.ts'

/** Names a question by why it is open, of what, and the sentence: when more is known, it is another. */
export const questionId = (reason: string, key: string, because: string): QuestionId =>
  madeId('question', reason, { key, because }) as QuestionId

/** The questions that were answered, by id. */
export const answeredIn = ({ occurrences }: State): ReadonlySet<unknown> =>
  new Set(
    occurrences.flatMap(({ type, data }) =>
      type === 'question_answered' ? [data['question']] : [],
    ),
  )
