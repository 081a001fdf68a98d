// @ts-check
/** The events of one stream of a log, as far as its lines stand; of a mandate, what its payments mean for it, too. */
import { createReadStream } from 'node:fs'
import {
  consequences,
  foldStream,
  fromLine,
  kindOfStream,
  lineCutter,
  Stream,
  toInstant,
} from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

/**
 * @typedef {import('payfold').Event} Event
 */

/** The machines that streams are folded by. */
export const MACHINES = [session, sepaPayment, sepaMandate, ticketPayment]

/**
 * Reads a log: the events of every stream, in the order of their lines, and how many lines do not stand.
 *
 * @param {string} file
 */
export const readLog = async (file) => {
  /** @type {Map<Stream, Event[]>} */
  const streams = new Map()
  let broken = 0
  /** @param {string} line */
  const take = (line) => {
    const read = fromLine(line)
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

/** @param {Event} event */
const recordedAt = ({ metadata }) => toInstant(metadata.recordedAt)

/**
 * The events of one stream; with what payments mean for it where it is a mandate.
 *
 * @param {ReadonlyMap<Stream, readonly Event[]>} streams
 * @param {Stream} stream
 * @returns {readonly Event[]}
 */
const eventsOf = (streams, stream) => {
  const own = streams.get(stream) ?? []
  if (kindOfStream(stream) !== 'mandate') return own
  const fold = foldStream(MACHINES)
  const known = new Set(own.map(({ metadata }) => metadata.eventId))
  const meant = [...streams].flatMap(([payment, events]) =>
    kindOfStream(payment) === 'payment'
      ? consequences(/** @type {import('payfold').State} */ (fold(payment, events)))
      : [],
  )
  const more = meant.flatMap((each) =>
    each.stream === stream && !known.has(each.event.metadata.eventId) ? [each.event] : [],
  )
  return [...own, ...more].sort((a, b) => (recordedAt(a) < recordedAt(b) ? -1 : 1))
}

/**
 * The stream that is meant, or in a few lines why there is none: where the log has one only, it need not be named.
 *
 * @param {Awaited<ReturnType<typeof readLog>>} log
 * @param {string | undefined} name
 * @returns {{ readonly stream: Stream, readonly events: readonly Event[] } | string}
 */
export const streamIn = ({ streams }, name) => {
  const [only, another] = streams.keys()
  const stream = name ?? (another === undefined ? only : undefined)
  const events = Stream.is(stream) ? eventsOf(streams, stream) : []
  if (Stream.is(stream) && events.length > 0) return { stream, events }
  const known = [...streams.keys()].map((each) => `  ${each}`)
  const why =
    stream === undefined ? 'Which stream? There are' : `Nothing is told of ${stream}. There are`
  return known.length === 0 ? 'There is no stream in it.' : [why, ...known].join('\n')
}
