/**
 * What the logs must contain: for each stream, the events of its messages, read one after another
 * by the library only.
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { contentHash, emptyTip } from 'payfold/machine'
import { readMessage, readStored } from 'payfold/provider'
import { pf } from '../src/payfold.js'

/**
 * The contents of the objects: messages by name, and by stream the lines, each with the message
 * that reported it.
 *
 * @typedef {{ readonly line: string, readonly message: string }} Kept
 * @typedef {object} Everything
 * @property {ReadonlyMap<string, any>} messages
 * @property {ReadonlyMap<string, string>} outcomes the outcome of each message
 * @property {ReadonlyMap<string, readonly Kept[]>} logs
 * @property {ReadonlyMap<string, any>} answers the provider's responses, by stream and number
 * @property {ReadonlyMap<string, any>} states
 */

/** @param {string} line */
const entryIn = (line) => {
  const read = pf.fromLine(line)
  if (isLeft(read)) throw new Error(`A line is not valid: ${JSON.stringify(read.left)}`)
  return read.right
}

/** @param {string} line */
export const eventIn = (line) => entryIn(line).event

/** @param {any} message @param {object} [about] */
const reportedBy = ({ receivedAt, body }, about = { kind: 'webhook', isVerified: true }) => {
  const text = Buffer.from(body, 'base64').toString('utf8')
  const stored = readStored({ ...about, receivedAt, body: text })
  const reading = isLeft(stored) ? stored : readMessage(stored.right)
  return isLeft(reading) ? [] : reading.right
}

/**
 * The steps of a log, in order: lines that one message reported are adjacent.
 * @param {readonly Kept[]} log
 */
const stepsOf = (log) => {
  /** @type {Kept[][]} */
  const steps = []
  for (const kept of log) {
    const last = steps.at(-1)
    if (last?.[0]?.message === kept.message) last.push(kept)
    else steps.push([kept])
  }
  return steps
}

/**
 * The consequences of payments for mandates, by step of the payment and by mandate.
 *
 * @param {Everything} everything
 */
const impliedIn = ({ logs }) => {
  /** @type {Map<string, Map<string, readonly import('payfold').DomainEvent[]>>} */
  const implied = new Map()
  for (const [stream, log] of logs) {
    if (!stream.startsWith('payment-')) continue
    const name = /** @type {import('payfold').Stream} */ (stream)
    /** @type {import('payfold').DomainEvent[]} */
    const events = []
    const known = new Set()
    for (const step of stepsOf(log)) {
      events.push(...step.map(({ line }) => eventIn(line)))
      const means = pf.consequences(pf.fold(name, events))
      const all = isLeft(means) ? [] : means.right
      const fresh = all.filter(({ event }) => !known.has(event.metadata.eventId))
      for (const { event } of all) known.add(event.metadata.eventId)
      const [{ stream: mandate = '' } = {}] = fresh
      if (mandate === '') continue
      const said = implied.get(mandate) ?? new Map()
      implied.set(mandate, said)
      said.set(
        `${stream}@${events.length - 1}`,
        fresh.map(({ event }) => event),
      )
    }
  }
  return implied
}

/**
 * The lines by stream if the messages are processed one after another. The log shows the order of
 * the messages; messages that reported nothing new come last, and must add nothing.
 *
 * @param {Everything} everything
 * @returns {ReadonlyMap<string, readonly string[]>}
 */
export const sequential = (everything) => {
  const { messages, logs, answers } = everything
  const implied = impliedIn(everything)
  /** @type {Map<string, Map<string, import('payfold').DomainEvent[]>>} */
  const reported = new Map()
  const report = (
    /** @type {string} */ stream,
    /** @type {string} */ message,
    /** @type {any} */ events,
  ) => {
    const all = reported.get(stream) ?? new Map()
    reported.set(stream, all)
    all.set(message, [...(all.get(message) ?? []), ...events])
  }
  for (const [name, message] of messages) {
    for (const { stream, event } of reportedBy(message)) report(stream, name, [event])
  }
  for (const [mandate, said] of implied) {
    for (const [step, events] of said) report(mandate, step, events)
  }
  for (const [key, { about, message }] of answers) {
    const [of = '', name = ''] = key.split(' answer/')
    for (const { stream, event } of reportedBy(message, about)) {
      if (stream === of) report(stream, `answer ${name}`, [event])
    }
  }
  for (const [stream, log] of logs) {
    for (const { line, message } of log) {
      // a step of ours is represented by its own line
      if (message.startsWith('own ')) report(stream, message, [eventIn(line)])
    }
  }
  /** @type {Map<string, string[]>} */
  const lines = new Map()
  for (const [stream, all] of reported) {
    const order = [...new Set((logs.get(stream) ?? []).map(({ message }) => message))]
    let tip = emptyTip(/** @type {import('payfold').Stream} */ (stream))
    /** @type {string[]} */
    const own = []
    for (const message of [...order, ...[...all.keys()].filter((name) => !order.includes(name))]) {
      const appended = pf.append(tip, all.get(message) ?? [])
      if (isLeft(appended)) throw new Error(appended.left.error)
      tip = appended.right.tip
      own.push(...appended.right.entries.map(pf.toLine))
    }
    if (own.length > 0) lines.set(stream, own)
  }
  return lines
}

/** The lines in the logs, by stream. @param {Everything} everything */
export const linesIn = ({ logs }) =>
  new Map([...logs].map(([stream, log]) => [stream, log.map(({ line }) => line)]))

/** The states that the logs fold to, as JSON. @param {Everything} everything */
export const statesOf = ({ logs }) =>
  new Map(
    [...logs].map(([stream, log]) => {
      const entries = log.map(({ line }) => entryIn(line))
      const state = pf.fold(/** @type {import('payfold').Stream} */ (stream), entries)
      return [stream, JSON.parse(JSON.stringify(state))]
    }),
  )

/**
 * The content of an event, no matter when it was recorded.
 * @param {string} stream @param {import('payfold').DomainEvent} event
 */
const saying = (stream, event) => `${stream} ${event.metadata.eventId} ${contentHash(event)}`

/**
 * The distinct facts that the provider reported, from the bodies that it sent.
 * @param {readonly string[]} bodies
 */
export const saidIn = (bodies) =>
  new Set(
    bodies
      .map((body) => Buffer.from(body).toString('base64'))
      .flatMap((body) => reportedBy({ receivedAt: '2026-01-01T00:00:00Z', body }))
      .map(({ stream, event }) => saying(stream, event)),
  )

/** The facts that webhooks reported, from the logs. @param {Everything} everything */
export const saidBy = ({ logs, messages }) =>
  [...logs].flatMap(([stream, log]) =>
    log
      .filter(({ message }) => messages.has(message))
      .map(({ line }) => saying(stream, eventIn(line))),
  )
