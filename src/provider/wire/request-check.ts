/** Checks a request body before it is sent, and finds what the provider would refuse. */
import * as E from 'fp-ts/lib/Either.js'
import { attempt } from '../../words/data/attempt.ts'
import {
  allProblems,
  explainUnreadable,
  type Unreadable,
  unreadable,
} from '../../words/data/unreadable-input.ts'
import { type Endpoint, isUnspecified, type RequestOf } from './endpoint.ts'

/**
 * A body that should not be sent, and everything that is wrong with it: for each problem, the path,
 * what is expected there, and the kind of value found. It contains no values from the body.
 */
export interface Unsendable {
  readonly error: 'Unsendable'
  readonly endpoint: string
  readonly problems: readonly Omit<Unreadable, 'error'>[]
}

/** Where the body will be sent. The sandbox accepts less. */
export interface Environment {
  readonly sandbox: boolean
}

const LIVE: Environment = { sandbox: false }

/**
 * Checks a body against what an endpoint accepts: required and conditional fields, enums, amounts,
 * currencies and countries, the check digits of account numbers, the size and content of files.
 * Returns the body unchanged, now with its type. Fields that the interface does not show are
 * accepted. If an endpoint has no body, or the interface does not show it, any body is accepted.
 * @spec interface#creating-a-session; interface#sepa-sources; interface#payments; interface#limits
 */
export const checkRequest =
  <E extends Endpoint>(endpoint: E, { sandbox }: Environment = LIVE) =>
  (request: unknown): E.Either<Unsendable, RequestOf<E>> => {
    const { name, request: live, requestInSandbox = live } = endpoint
    const codec = sandbox ? requestInSandbox : live
    if (codec === null || isUnspecified(codec)) return E.right(request as RequestOf<E>)
    const unlookable = unreadable('', 'a request whose fields can be read', request)
    const checked = attempt(
      () => E.mapLeft(allProblems)(codec.decode(request)),
      () => E.left([unlookable]),
    )
    if (E.isRight(checked)) return E.right(request as RequestOf<E>)
    const problems = checked.left.map(({ path, expected, found }) => ({
      path,
      expected,
      found,
    }))
    return E.left({ error: 'Unsendable', endpoint: name, problems })
  }

/** The sentences for a person, one per problem. */
export const explainUnsendable = ({ problems }: Unsendable): readonly string[] =>
  problems.map((problem) => explainUnreadable({ error: 'Unreadable', ...problem }))
