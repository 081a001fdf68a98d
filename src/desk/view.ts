/** A stream as a person reads it, from the lines of its store. */
import * as E from '#fp-ts/Either'
import { type Story, story } from '../story/story.ts'
import { Stream } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import { type AnyPayfold, continued, emptyStream, entriesOf } from './loaded-stream.ts'
import { brokenStream } from './planner.ts'
import type { Ports } from './ports.ts'

/** Returns the story of a stream and its state now; null if the log has no line of it. Rejects if a line is not valid. */
export const viewOn = async (
  pf: AnyPayfold,
  { load }: Pick<Ports, 'load'>,
  stream: string,
  now: Instant,
): Promise<(Story & { readonly state: object }) | null> => {
  if (!Stream.is(stream)) return null
  const lines = await load([{ stream, revision: 0 }], null)
  const entries = entriesOf(pf, lines)?.filter((entry) => entry.stream === stream)
  if (lines.length === 0) return null
  if (entries === undefined || continued(pf, emptyStream(pf, stream), entries) === null) {
    return Promise.reject(TypeError(brokenStream(stream).because))
  }
  const folded = pf.fold(stream, entries)
  const state = E.getOrElse((): object => folded)(pf.at(folded, now))
  return { ...story(pf)(stream, entries, now), state }
}
