// @ts-check
/** The stream of a log that is watched. */
import { Stream } from 'payfold'
import { recordedIn } from '../audit/entries.js'
import { pf } from '../payfold.js'

/**
 * Finds the named stream, or explains in a few lines why that fails. If the log has only one
 * stream, the name can be omitted.
 *
 * @param {Awaited<ReturnType<typeof import('../audit/entries.js').entriesIn>>} log
 * @param {string | undefined} name
 * @returns {{ readonly stream: Stream, readonly recorded: ReturnType<ReturnType<typeof recordedIn>> } | readonly string[]}
 */
export const streamIn = ({ streams }, name) => {
  const [only, another] = streams.keys()
  const stream = name ?? (another === undefined ? only : undefined)
  const recorded = Stream.is(stream) ? recordedIn(pf, streams)(stream) : []
  if (Stream.is(stream) && recorded.length > 0) return { stream, recorded }
  const known = [...streams.keys()].map((each) => `  ${each}`)
  const why =
    stream === undefined
      ? 'Which stream? The log has'
      : `The log has no entries of ${stream}. It has`
  return known.length === 0 ? ['The log has no stream.'] : [why, ...known]
}
