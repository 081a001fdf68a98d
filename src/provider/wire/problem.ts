/**
 * The body of a response that reports a refusal or a failure: it is often short, and sometimes
 * empty.
 */
import type * as t from 'io-ts'
import { record } from '../../words/data/codec.ts'
import { tolerant, tolerantList, word } from './tolerant-values.ts'

/** What went wrong, as far as a body says so. @spec interface#error-bodies */
export const Problem = record(
  { error_type: tolerant(word), error_codes: tolerantList(word) },
  'an error body',
)
export type Problem = t.TypeOf<typeof Problem>
