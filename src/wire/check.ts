/** Whether a body may be sent, before it is sent: what the provider would refuse, said at once. */
import * as E from 'fp-ts/lib/Either.js'
import { allProblems, explainUnreadable, type Unreadable } from '../words/unreadable.ts'
import { type Endpoint, isUnspecified, type RequestOf } from './endpoint.ts'

/**
 * A body that should not be sent, and everything that is wrong with it: paths, what should stand
 * there, what kind of thing does. Nothing of the body itself.
 */
export interface Unsendable {
  readonly error: 'Unsendable'
  readonly endpoint: string
  readonly problems: readonly Omit<Unreadable, 'error'>[]
}

/** Where the body is to be sent. The sandbox takes less. */
export interface Environment {
  readonly sandbox: boolean
}

const LIVE: Environment = { sandbox: false }

/**
 * Checks a body against what an endpoint takes: required and conditional fields, enums, amounts,
 * currencies and countries, account numbers by their check digits, files by size and content. Gives
 * back the body as it stands, now with its type. Fields that the interface does not show pass; an
 * endpoint without a body, or whose body is not shown, lets any pass.
 * @spec interface, Resources, Limits
 */
export const checkRequest =
  <E extends Endpoint>(endpoint: E, { sandbox }: Environment = LIVE) =>
  (request: unknown): E.Either<Unsendable, RequestOf<E>> => {
    const { name, request: live, requestInSandbox = live } = endpoint
    const codec = sandbox ? requestInSandbox : live
    if (codec === null || isUnspecified(codec)) return E.right(request as RequestOf<E>)
    const checked = codec.decode(request)
    if (E.isRight(checked)) return E.right(request as RequestOf<E>)
    const problems = allProblems(checked.left).map(({ path, expected, found }) => ({
      path,
      expected,
      found,
    }))
    return E.left({ error: 'Unsendable', endpoint: name, problems })
  }

/** The sentences for a person, one for each thing that is wrong. */
export const explainUnsendable = ({ problems }: Unsendable): readonly string[] =>
  problems.map((problem) => explainUnreadable({ error: 'Unreadable', ...problem }))
