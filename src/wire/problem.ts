/** The body of a refused request: often short, sometimes empty. */
import * as t from 'io-ts'
import { lax, laxList, word } from './tolerant.ts'

/** @spec wire, 4 Error bodies */
export const Problem = t.strict({ error_type: lax(word), error_codes: laxList(word) }, 'error body')
export type Problem = t.TypeOf<typeof Problem>
