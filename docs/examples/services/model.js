// @ts-check
/**
 * What a log must contain: the same messages processed one after another, by a desk in memory that
 * nothing disturbs. And what its messages say.
 */
import { isLeft, Stream } from 'payfold'
import { desk, memoryStore } from 'payfold/desk'
import { contentHash } from 'payfold/machine'
import { fromWebhook, readMessage, readStored } from 'payfold/provider'
import { signatureOf } from './sandbox.js'

/**
 * Everything that a service has stored: messages as JSON, lines with the message or the command that
 * caused them, and the last status of each stream.
 *
 * @typedef {object} Everything
 * @property {readonly { readonly id: string, readonly message: string, readonly unread?: string | null, readonly times?: number }[]} messages
 * @property {readonly { readonly stream: string, readonly revision: number, readonly line: string,
 *   readonly message: string | null, readonly command: string | null }[]} entries
 * @property {readonly { readonly stream: string, readonly revision: number, readonly status: string }[]} streams
 */

/**
 * Returns the steps that added entries in an order that is consistent with the order of every
 * stream.
 *
 * @param {Everything['entries']} entries
 */
const orderOf = (entries) => {
  /** @type {Map<string, { readonly before: Set<string> }>} */
  const steps = new Map()
  let [stream, last] = ['', '']
  for (const entry of entries) {
    // a step of ours has no message: its command represents it
    const step = entry.message ?? `own ${entry.command}`
    const known = steps.get(step) ?? { before: new Set() }
    steps.set(step, known)
    if (entry.stream === stream && last !== step) known.before.add(last)
    stream = entry.stream
    last = step
  }
  /** @type {string[]} */
  const order = []
  const placed = new Set()
  /** @param {string} step @param {ReadonlySet<string>} under */
  const place = (step, under) => {
    if (placed.has(step)) return
    if (under.has(step))
      throw new Error('The streams contradict each other about the order of messages.')
    for (const before of steps.get(step)?.before ?? []) place(before, new Set([...under, step]))
    placed.add(step)
    order.push(step)
  }
  for (const step of steps.keys()) place(step, new Set())
  return order
}

/** @param {readonly { readonly stream: string, readonly line: string }[]} rows */
const byStream = (rows) => {
  /** @type {Map<string, string[]>} */
  const lines = new Map()
  for (const { stream, line } of rows) lines.set(stream, [...(lines.get(stream) ?? []), line])
  return lines
}

/**
 * The content of an event, no matter when it was recorded.
 * @param {string} stream @param {import('payfold').DomainEvent} event
 */
const saying = (stream, event) => `${stream} ${event.metadata.eventId} ${contentHash(event)}`

const KEY = 'a key for what was said'

/** @param {import('payfold').Payfold<any>} pf */
export const modelOf = (pf) => {
  /** @param {string} line */
  const eventIn = (line) => {
    const read = pf.fromLine(line)
    if (isLeft(read)) throw new Error(`A line is not valid: ${JSON.stringify(read.left)}`)
    return read.right.event
  }

  /** The message that is stored as this text. @param {string} [text] */
  const messageIn = (text = '') => {
    const read = readStored(JSON.parse(text))
    if (isLeft(read)) throw new Error(`A message is not as it was stored: ${pf.explain(read.left)}`)
    return read.right
  }

  /** @param {readonly [string, readonly string[]]} of */
  const foldOf = ([stream, lines]) => {
    if (!Stream.is(stream)) throw new Error('A stream has a wrong name.')
    return pf.fold(stream, lines.map(eventIn))
  }

  /** The lines in the log, by stream. @param {Everything} everything */
  const linesIn = ({ entries }) => byStream(entries)

  return {
    eventIn,
    linesIn,

    /**
     * The lines by stream if the messages are processed one after another.
     *
     * @param {Everything} everything
     * @returns {Promise<ReadonlyMap<string, readonly string[]>>}
     */
    sequential: async ({ messages, entries }) => {
      let at = ''
      const store = memoryStore()
      // a response is a step of its own
      const send = () => Promise.reject(new Error('Nothing is sent.'))
      const alone = desk(pf, { ...store, now: () => at, keys: [], send })
      const byId = new Map(messages.map(({ id, message }) => [id, message]))
      const order = orderOf(entries)
      const rest = messages.map(({ id }) => id).filter((id) => !order.includes(id))
      for (const step of [...order, ...rest]) {
        if (!step.startsWith('own ')) {
          const message = messageIn(byId.get(step))
          at = message.receivedAt
          await alone.take(message)
          continue
        }
        const own = entries.find(({ command }) => `own ${command}` === step)
        const { data, metadata } = /** @type {any} */ (eventIn(own?.line ?? ''))
        at = metadata.recordedAt
        const { paymentId, amount, reference } = data
        const refund = { paymentId, amount, ...(reference === undefined ? {} : { reference }) }
        const key = own?.command ?? ''
        await alone.run(/** @type {never} */ ('requestRefund'), /** @type {never} */ (refund), key)
      }
      return byStream(store.lines().map((line) => ({ stream: JSON.parse(line).stream, line })))
    },

    /** The findings of every stream. @param {Everything} everything */
    findingsIn: (everything) =>
      new Map(
        [...linesIn(everything)].map((each) => [
          each[0],
          foldOf(each).findings.map(({ code }) => code),
        ]),
      ),

    /** What is stored of the streams, and what their logs say. @param {Everything} everything */
    statusesIn: (everything) => ({
      stored: new Map(
        everything.streams.map(({ stream, revision, status }) => [stream, [revision, status]]),
      ),
      folded: new Map(
        [...linesIn(everything)].map((each) => [
          each[0],
          [each[1].length - 1, foldOf(each).status],
        ]),
      ),
    }),

    /**
     * The distinct facts that the provider reported, from the bodies that it sent, no matter what the
     * service did with them.
     *
     * @param {readonly string[]} bodies
     */
    saidIn: (bodies) =>
      new Set(
        bodies
          .flatMap((body) => {
            const signature = signatureOf(body, KEY)
            const message = fromWebhook(Buffer.from(body), signature, [KEY], new Date())
            if (isLeft(message)) throw new Error('A body is signed, and is not taken.')
            const read = readMessage(message.right)
            return isLeft(read) ? [] : read.right
          })
          .map(({ stream, event }) => saying(stream, event)),
      ),

    /** The facts that webhooks reported, in the order of the log. @param {Everything} everything */
    saidBy: ({ messages, entries }) => {
      const webhooks = new Set(
        messages.flatMap(({ id, message }) => (JSON.parse(message).kind === 'webhook' ? [id] : [])),
      )
      return entries
        .filter(
          ({ stream, message }) => webhooks.has(message ?? '') && !stream.startsWith('mandate-'),
        )
        .map(({ stream, line }) => saying(stream, eventIn(line)))
    },
  }
}
