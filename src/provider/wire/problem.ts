/**
 * The body of a response that reports a refusal or a failure: it is often short, and sometimes
 * empty.
 */
import * as t from 'io-ts'
import { record } from '../../words/data/codec.ts'
import { ownAt } from '../../words/data/plain-data.ts'
import { saysNothing, tolerant, tolerantList, word } from './tolerant-values.ts'

/** What went wrong, as far as a body says so. @spec interface#error-bodies */
export const Problem = record(
  { error_type: tolerant(word), error_codes: tolerantList(word) },
  'an error body',
)
export type Problem = t.TypeOf<typeof Problem>

/** Whether a body reports an error, and no result: the ids of a result are `id` and `action_id`. */
export const isProblem = (body: unknown): boolean => {
  if (!t.UnknownRecord.is(body)) return false
  const names = (...fields: readonly string[]) =>
    fields.some((each) => !saysNothing(ownAt(body, each)))
  return names('error', 'error_type', 'error_codes') && !names('id', 'action_id')
}

/** Whether a body is an object that says nothing. */
export const isBlank = (body: unknown): boolean =>
  t.UnknownRecord.is(body) && Object.values(body).every(saysNothing)
