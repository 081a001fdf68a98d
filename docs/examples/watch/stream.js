// @ts-check
/**
 * The events of one stream of a log, from its valid lines, with the consequences of other streams.
 */
import { createReadStream } from 'node:fs'
import { instant, Stream } from 'payfold'
import { lineCutter } from 'payfold/audit'
import { pf } from '../payfold.js'

/**
 * @typedef {import('payfold').DomainEvent} DomainEvent
 */

/**
 * Reads a log: the events of every stream in line order, and how many lines are not valid.
 *
 * @param {string} file
 */
export const readLog = async (file) => {
  /** @type {Map<Stream, DomainEvent[]>} */
  const streams = new Map()
  let broken = 0
  /** @param {string} line */
  const take = (line) => {
    const read = pf.fromLine(line)
    if (read._tag === 'Left') {
      broken += 1
      return
    }
    const { stream, event } = read.right
    const known = streams.get(stream) ?? []
    known.push(event)
    streams.set(stream, known)
  }
  const cutter = lineCutter()
  for await (const chunk of createReadStream(file)) cutter.take(chunk).forEach(take)
  cutter.end().forEach(take)
  return { streams, broken }
}

/** @param {import('payfold').DomainEvent} event */
const recordedAt = ({ metadata }) => instant(metadata.recordedAt) ?? ''

/**
 * The events of one stream; for a mandate, including the consequences of its payments.
 *
 * @param {ReadonlyMap<Stream, readonly DomainEvent[]>} streams
 * @param {Stream} stream
 * @returns {readonly DomainEvent[]}
 */
const eventsOf = (streams, stream) => {
  const own = streams.get(stream) ?? []
  if (!stream.startsWith('mandate-')) return own
  const known = new Set(own.map(({ metadata }) => metadata.eventId))
  const consequences = [...streams].flatMap(([payment, events]) => {
    const consequences = pf.consequences(pf.fold(payment, events))
    return consequences._tag === 'Right' ? consequences.right : []
  })
  const more = consequences.flatMap((each) =>
    each.stream === stream && !known.has(each.event.metadata.eventId) ? [each.event] : [],
  )
  return [...own, ...more].sort((a, b) => (recordedAt(a) < recordedAt(b) ? -1 : 1))
}

/**
 * Finds the named stream, or explains in a few lines why that fails. If the log has only one
 * stream, the name can be omitted.
 *
 * @param {Awaited<ReturnType<typeof readLog>>} log
 * @param {string | undefined} name
 * @returns {{ readonly stream: Stream, readonly events: readonly DomainEvent[] } | readonly string[]}
 */
export const streamIn = ({ streams }, name) => {
  const [only, another] = streams.keys()
  const stream = name ?? (another === undefined ? only : undefined)
  const events = Stream.is(stream) ? eventsOf(streams, stream) : []
  if (Stream.is(stream) && events.length > 0) return { stream, events }
  const known = [...streams.keys()].map((each) => `  ${each}`)
  const why =
    stream === undefined
      ? 'Which stream? The log has'
      : `The log has no entries of ${stream}. It has`
  return known.length === 0 ? ['The log has no stream.'] : [why, ...known]
}
