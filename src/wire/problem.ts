/** The body of an answer that refuses or fails: often short, sometimes empty. */
import type * as t from 'io-ts'
import { shape } from '../words/own.ts'
import { lax, laxList, prose, word } from './tolerant.ts'

/**
 * What went wrong, as far as a body says so. The request's id is for the provider's support: a UUID,
 * 13 letters and digits, or such with a colon and a count. @spec wire, 4 Error bodies
 */
export const Problem = shape(
  { request_id: lax(prose), error_type: lax(word), error_codes: laxList(word) },
  'error body',
)
export type Problem = t.TypeOf<typeof Problem>

/** The problem of a body that says nothing, or nothing that can be read. */
export const NO_PROBLEM: Problem = {
  request_id: undefined,
  error_type: undefined,
  error_codes: undefined,
}
