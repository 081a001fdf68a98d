// @ts-check
/**
 * The entries of one stream of a log, from its valid lines, with the consequences of other streams.
 */

import { createReadStream } from 'node:fs'
import { instant, Stream } from 'payfold'
import { lineCutter } from 'payfold/audit'
import { contentHash, ownLoop } from 'payfold/machine'
import { pf } from '../payfold.js'

/**
 * @typedef {import('payfold').DomainEvent} DomainEvent
 * @typedef {import('payfold').Entry} Entry
 */

/**
 * Reads a log: the entries of every stream in line order, and how many lines are not valid.
 *
 * @param {string} file
 */
export const readLog = async (file) => {
  /** @type {Map<Stream, Entry[]>} */
  const streams = new Map()
  let broken = 0
  /** @param {string} line */
  const take = (line) => {
    const read = pf.fromLine(line)
    if (read._tag === 'Left') {
      broken += 1
      return
    }
    const { stream } = read.right
    const known = streams.get(stream) ?? []
    known.push(read.right)
    streams.set(stream, known)
  }
  const cutter = lineCutter()
  for await (const chunk of createReadStream(file)) cutter.take(chunk).forEach(take)
  cutter.end().forEach(take)
  return { streams, broken }
}

/** @param {DomainEvent | Entry} each */
const eventOf = (each) => ('event' in each ? each.event : each)

/** @param {DomainEvent | Entry} each */
const recordedAt = (each) => instant(eventOf(each).metadata.recordedAt) ?? ''

/**
 * The entries of one stream; for a mandate, with the consequences of its payments, which are events.
 *
 * @param {ReadonlyMap<Stream, readonly Entry[]>} streams
 * @param {Stream} stream
 * @returns {readonly (DomainEvent | Entry)[]}
 */
const entriesOf = (streams, stream) => {
  const own = streams.get(stream) ?? []
  if (!stream.startsWith('mandate-')) return own
  const known = new Set(own.map(({ event }) => contentHash(event)))
  const consequences = [...streams].flatMap(([payment, events]) => {
    const consequences = ownLoop(pf).consequences(pf.fold(payment, events))
    return consequences._tag === 'Right' ? consequences.right : []
  })
  const more = consequences.flatMap((each) =>
    each.stream === stream && !known.has(contentHash(each.event)) ? [each.event] : [],
  )
  return [...own, ...more].sort((a, b) => (recordedAt(a) < recordedAt(b) ? -1 : 1))
}

/**
 * Finds the named stream, or explains in a few lines why that fails. If the log has only one
 * stream, the name can be omitted.
 *
 * @param {Awaited<ReturnType<typeof readLog>>} log
 * @param {string | undefined} name
 * @returns {{ readonly stream: Stream, readonly recorded: readonly (DomainEvent | Entry)[] } | readonly string[]}
 */
export const streamIn = ({ streams }, name) => {
  const [only, another] = streams.keys()
  const stream = name ?? (another === undefined ? only : undefined)
  const recorded = Stream.is(stream) ? entriesOf(streams, stream) : []
  if (Stream.is(stream) && recorded.length > 0) return { stream, recorded }
  const known = [...streams.keys()].map((each) => `  ${each}`)
  const why =
    stream === undefined
      ? 'Which stream? The log has'
      : `The log has no entries of ${stream}. It has`
  return known.length === 0 ? ['The log has no stream.'] : [why, ...known]
}
