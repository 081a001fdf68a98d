/** Reads a head that somebody kept: it is checked like anything from outside. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { isHash } from '../../log/hash-tree.ts'
import { check, integer, reader } from '../../words/data/codec.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import { Stream } from '../../words/stream.ts'
import { Instant } from '../../words/time/instant.ts'
import type { PublishedHead } from './heads.ts'

const Root = check('a hash', isHash)
const Size = integer('a whole number from 0', 0, Number.MAX_SAFE_INTEGER)
const End = t.type({ stream: Stream, size: Size, root: Root }, 'the end of a stream')

const Kept = t.intersection(
  [
    t.type({ root: Root }),
    t.partial({
      form: t.literal(1),
      log: t.string,
      order: t.keyof({ sequence: null, streams: null }, 'sequence or streams'),
      size: Size,
      time: Instant,
      streams: t.readonlyArray(End, 'a list of ends'),
    }),
  ],
  'a head',
)

const read = reader(Kept)

/**
 * Reads the JSON of a head, as it was published or kept: its root, and perhaps its size, its order,
 * and the ends of its streams. Of anything else in it, nothing is used.
 */
export const readHead = (input: unknown): E.Either<Unreadable, PublishedHead> =>
  E.map(
    ({ root, order, size, streams }: t.TypeOf<typeof Kept>): PublishedHead => ({
      root,
      ...(order === undefined ? {} : { order }),
      ...(size === undefined ? {} : { size }),
      ...(streams === undefined ? {} : { streams }),
    }),
  )(read(input))
