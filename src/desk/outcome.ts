/** What a command came to, as a backend answers its own caller. */
import type { Refusal } from '../contract/refusal.ts'

/**
 * What a command came to. `accepted`: the provider has it. `done`: it was carried out. `failed`: it was
 * accepted, and failed later. `inDoubt`: it was sent, and nobody knows. `refused`: by a rule, or by the
 * provider. `ended`: it was not carried out: use a new key. `keyUsed`: the key has another command.
 * `notFound`: nothing is known of its stream. `unassigned`: its method is not known. `invalid`: the
 * data, the key or the body is wrong.
 */
type Is =
  | 'accepted'
  | 'done'
  | 'failed'
  | 'inDoubt'
  | 'refused'
  | 'ended'
  | 'keyUsed'
  | 'notFound'
  | 'unassigned'
  | 'invalid'

/** What a command came to, with a fitting HTTP status. */
export interface Outcome {
  readonly is: Is
  readonly status: number
  /** The provider's id of what it became, an action or a payment; null if none is known. */
  readonly id: string | null
  /** Why, in sentences for a person. */
  readonly because: readonly string[]
  /** The broken rules with their values, for a text in the customer's language. */
  readonly refusals: readonly Refusal[]
}

const STATUS: Readonly<Record<Is, number>> = {
  accepted: 202,
  done: 200,
  failed: 409,
  inDoubt: 202,
  refused: 409,
  ended: 409,
  keyUsed: 422,
  notFound: 404,
  unassigned: 409,
  invalid: 400,
}

/** Makes an outcome with the usual HTTP status. */
export const outcome = (
  is: Is,
  because: readonly string[] = [],
  more: Partial<Pick<Outcome, 'status' | 'id' | 'refusals'>> = {},
): Outcome => ({ is, status: STATUS[is], id: null, because, refusals: [], ...more })
