/** Works out which entries messages add to the log: their own, and those that follow for mandates. */
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { readMessage, readStored } from 'payfold/provider'
import { pf } from './payfold.js'
import { grown, isPayment, withState } from './streams.js'

/**
 * @typedef {import('payfold').Stream} Stream
 * @typedef {{ readonly stream: Stream, readonly event: import('payfold').DomainEvent }} Reported
 * @typedef {import('./streams.js').Known} Known
 */

/**
 * The outcome of a message. `recorded`: the message reports events, even if none of them is new.
 * `nothing`: the message can be read, but reports nothing. `unreadable`: this release cannot read
 * the message; it stays stored.
 *
 * @typedef {object} Reading
 * @property {'recorded' | 'nothing' | 'unreadable'} outcome
 * @property {string | null} because why it cannot be read
 * @property {readonly Reported[]} reported
 */

/** Reads a message as it arrived. @param {import('./store.js').Message} message @returns {Reading} */
export const readingOf = ({ receivedAt, kind, about, body }) => {
  const text = Buffer.from(body).toString('utf8')
  const message = readStored({ ...about, kind, receivedAt, body: text })
  const read = isLeft(message) ? message : readMessage(message.right)
  if (isLeft(read)) return { outcome: 'unreadable', because: pf.explain(read.left), reported: [] }
  const reported = read.right
  return { outcome: reported.length === 0 ? 'nothing' : 'recorded', because: null, reported }
}

/** @param {readonly Reported[]} reported */
export const streamsOf = (reported) => [...new Set(reported.map(({ stream }) => stream))]

/** What a report about a refund may name without consequences for a mandate. */
const OWN_FIELDS = new Set(['paymentId', 'actionId', 'amount', 'currency', 'reference'])

const REFUNDS = new Set(['payment_refund_pending', 'payment_refunded', 'payment_refund_declined'])

/**
 * Whether an event may have consequences for a mandate. A refund has none if it does not name whose
 * payment it is. So a payment with thousands of refunds is not looked through at each of them.
 *
 * @param {import('payfold').DomainEvent} event
 */
export const mayImply = ({ type, data }) =>
  !REFUNDS.has(type) || Object.keys(data).some((field) => !OWN_FIELDS.has(field))

/**
 * Appends events to streams in `known`, which thereby grow; returns the entries.
 *
 * @param {Map<Stream, Known>} known
 * @param {readonly Reported[]} reported
 */
const appended = (known, reported) => {
  const own = new Map(
    streamsOf(reported).flatMap((stream) => {
      const each = known.get(stream)
      return each === undefined ? [] : [[stream, each]]
    }),
  )
  const tips = new Map([...own].map(([stream, { tip }]) => [stream, tip]))
  const all = pf.appendAll(tips, reported)
  // the events are valid: `readMessage` returns only valid events
  if (isLeft(all)) throw new Error(`A message reported an invalid event: ${all.left.error}.`)
  const { entries, tips: ends } = all.right
  for (const [stream, each] of own) {
    const fresh = entries.filter((entry) => entry.stream === stream)
    if (fresh.length > 0) known.set(stream, grown(each, fresh, ends.get(stream) ?? each.tip))
  }
  return entries
}

/**
 * The consequences that a payment has for its mandates.
 *
 * @param {Map<Stream, Known>} known
 * @param {Stream} stream
 * @returns {readonly Reported[]}
 */
const impliedBy = (known, stream) => {
  const each = known.get(stream)
  if (each === undefined) return []
  const now = withState(each)
  known.set(stream, now)
  const implied = now.state === null ? null : pf.consequences(now.state)
  // a payment of another lifecycle has no consequences yet
  return implied !== null && isRight(implied) ? implied.right : []
}

/**
 * Everything that messages add to the log, one message after the other; and the streams as they are
 * then.
 *
 * @param {import('./streams.js').Streams} streams
 * @param {readonly Reading[]} readings
 */
export const planned = async (streams, readings) => {
  const all = readings.flatMap(({ reported }) => reported)
  const needed = new Set(all.filter(({ event }) => mayImply(event)).map(({ stream }) => stream))
  const known = await streams.load(
    await streams.read(streamsOf(all)),
    (stream) => isPayment(stream) && needed.has(stream),
  )
  const implied = readings.map(({ reported }) => {
    const ofPayments = reported.filter(({ stream }) => isPayment(stream))
    const entries = appended(known, ofPayments)
    const changed = entries.filter(({ event }) => mayImply(event))
    const others = streamsOf(changed).flatMap((stream) => impliedBy(known, stream))
    // one message may report a mandate and also a payment on that mandate
    const own = reported.filter(({ stream }) => !isPayment(stream))
    return { entries, own, others }
  })
  const mandates = streamsOf(implied.flatMap(({ others }) => others))
  const missing = mandates.filter((stream) => !known.has(stream))
  for (const [stream, each] of await streams.read(missing)) known.set(stream, each)
  const added = implied.map(({ entries, own, others }) => [
    ...entries,
    ...appended(known, own),
    ...appended(known, others),
  ])
  return { added, after: known }
}
