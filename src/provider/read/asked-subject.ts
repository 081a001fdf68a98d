/** The subject that a request names in its path: a response must not be about another one. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { ownAt } from '../../words/data/plain-data.ts'
import type { OtherSubject, Stream } from '../../words/stream.ts'
import { type Endpoint, parametersOf } from '../wire/endpoint.ts'
import { saysNothing } from '../wire/tolerant-values.ts'
import { streamNamedIn } from './message-subject.ts'
import type { ReadExchange } from './response-reader.ts'

/** The ids that a request names in its path, also where a backend calls one of them `id`. */
export const idsAsked = (
  endpoint: Pick<Endpoint, 'path'>,
  params: ReadExchange['params'],
): readonly unknown[] => {
  const path = parametersOf(endpoint)
  const names = path.length === 0 ? [] : [...path, 'id']
  return names.map((name) => ownAt(params, name)).filter((id) => !saysNothing(id))
}

/** The stream of the subject that a request names; undefined if it names none. */
export const streamAsked = (ids: readonly unknown[]): Stream | undefined =>
  ids.flatMap((id) => streamNamedIn({ id }) ?? [])[0]

/** The stream of the subject that a body names as its own; undefined if it names none. */
export const streamShown = (body: unknown): Stream | undefined =>
  t.UnknownRecord.is(body) ? streamNamedIn({ id: ownAt(body, 'id') }) : undefined

/**
 * The body, unless it is about another subject than the one asked for. A body that has no id of its own
 * has the one that was asked for.
 */
export const ofAsked =
  (ids: readonly unknown[]) =>
  (body: unknown): E.Either<OtherSubject, unknown> => {
    const [stream, belongsTo] = [streamAsked(ids), streamShown(body)]
    if (stream !== undefined && belongsTo !== undefined && belongsTo !== stream) {
      return E.left({ error: 'OtherSubject', stream, belongsTo })
    }
    const isNamed = !t.UnknownRecord.is(body) || !saysNothing(ownAt(body, 'id'))
    return E.right(isNamed || ids.length === 0 ? body : { ...body, id: ids[0] })
  }
