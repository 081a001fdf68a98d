// @ts-check
/**
 * The streams of a log, from its valid lines; a mandate's stream includes the events that its
 * payments imply.
 */

import { createReadStream } from 'node:fs'
import { instant, payfold, Stream } from 'payfold'
import { lineCutter } from 'payfold/audit'
import { contentHash, ownLoop } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

/**
 * @typedef {import('payfold').DomainEvent} Event
 * @typedef {import('payfold').Entry} Entry
 * @typedef {ReadonlyMap<Stream, readonly Entry[]>} Streams
 */

export const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

/**
 * Reads a log: the entries of every stream in line order, how many lines there are, and how many are
 * not valid. Rejects with the error of Node.js if the file cannot be read.
 *
 * @param {string} file
 */
export const readLog = async (file) => {
  /** @type {Map<Stream, Entry[]>} */
  const streams = new Map()
  const count = { lines: 0, broken: 0 }
  /** @param {string} line */
  const take = (line) => {
    count.lines += 1
    const read = pf.fromLine(line)
    if (read._tag === 'Left') count.broken += 1
    else {
      const { stream } = read.right
      const known = streams.get(stream)
      if (known === undefined) streams.set(stream, [read.right])
      else known.push(read.right)
    }
  }
  const cutter = lineCutter()
  for await (const chunk of createReadStream(file)) cutter.take(chunk).forEach(take)
  cutter.end().forEach(take)
  return { streams, ...count }
}

/** @param {Event | Entry} each @returns {Event} */
const eventOf = (each) => ('event' in each ? each.event : each)

/** @param {Event | Entry} each */
const recordedAt = (each) => instant(eventOf(each).metadata.recordedAt) ?? ''

/**
 * The entries of one stream. What a payment implies for its mandate need not be in the log, because
 * this function derives it.
 *
 * @param {Streams} streams
 * @param {Stream} stream
 * @returns {readonly (Event | Entry)[]}
 */
const recordedIn = (streams, stream) => {
  const own = streams.get(stream) ?? []
  if (!stream.startsWith('mandate-')) return own
  const known = new Set(own.map(({ event }) => contentHash(event)))
  const meant = [...streams].flatMap(([payment, events]) => {
    if (!payment.startsWith('payment-')) return []
    const implied = ownLoop(pf).consequences(pf.fold(payment, events))
    return implied._tag === 'Left' ? [] : implied.right
  })
  const more = meant.flatMap((each) =>
    each.stream === stream && !known.has(contentHash(each.event)) ? [each.event] : [],
  )
  return [...own, ...more].sort((a, b) => (recordedAt(a) < recordedAt(b) ? -1 : 1))
}

/**
 * Finds the named stream and its machine, or explains in a few lines why that fails. If the log has
 * only one stream, the name can be omitted.
 *
 * @param {Awaited<ReturnType<typeof readLog>>} log
 * @param {string | undefined} name
 */
export const streamIn = ({ streams, lines, broken }, name) => {
  if (lines === 0) return 'it is empty.'
  if (broken === lines) return `it is not a log: none of its ${lines} lines is a valid entry.`
  const [only, another] = streams.keys()
  const stream = name ?? (another === undefined ? only : undefined)
  const recorded = Stream.is(stream) ? recordedIn(streams, stream) : []
  const events = recorded.map(eventOf)
  const known = [...streams.keys()].map((each) => `\n  ${each}`).join('')
  if (stream === undefined) return `which stream? Name it with --stream. The log has${known}`
  if (!Stream.is(stream) || events.length === 0) {
    return `it has no entries of ${stream}. It has${known}`
  }
  const state = pf.fold(stream, events)
  const machine = pf.machines.find((each) => pf.is(state, each))
  return machine === undefined
    ? `no machine handles ${stream}.`
    : { stream, events, recorded, machine }
}
