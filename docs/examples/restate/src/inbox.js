/**
 * Messages as they arrived: each is stored, then read, and its events are sent to their streams.
 */
import { object } from '@restatedev/restate-sdk'
import { isLeft } from 'fp-ts/lib/Either.js'
import { readMessage, readStored } from 'payfold/provider'
import { INBOX, PATIENT, STREAM } from './names.js'
import { pf } from './payfold.js'

/**
 * A message, with every byte of its body in base64.
 *
 * @typedef {{ readonly receivedAt: string, readonly body: string }} Message
 */

/**
 * The events of a message, by stream. `because` says why the message cannot be read.
 *
 * @param {Message} message
 * @param {object} [about] the request of a response; absent for a webhook
 */
export const read = ({ receivedAt, body }, about = { kind: 'webhook', isVerified: true }) => {
  const text = Buffer.from(body, 'base64').toString('utf8')
  const stored = readStored({ ...about, receivedAt, body: text })
  const reading = isLeft(stored) ? stored : readMessage(stored.right)
  /** @type {Map<import('payfold').Stream, import('payfold').DomainEvent[]>} */
  const byStream = new Map()
  for (const { stream, event } of isLeft(reading) ? [] : reading.right) {
    byStream.set(stream, [...(byStream.get(stream) ?? []), event])
  }
  return { because: isLeft(reading) ? pf.explain(reading.left) : null, byStream }
}

/**
 * @param {import('@restatedev/restate-sdk').ObjectContext} ctx
 * @param {Message} message
 */
const send = (ctx, message) => {
  const { because, byStream } = read(message)
  for (const [stream, events] of byStream) {
    ctx.objectSendClient(STREAM, stream).take({ message: ctx.key, events })
  }
  ctx.set('outcome', because ?? `recorded ${[...byStream.keys()].join(' ')}`.trim())
}

export const inbox = object({
  name: INBOX.name,
  handlers: {
    /**
     * Receives a message. If the same bytes arrive again, it is the same message, and the first
     * time of receipt counts.
     */
    take: async (
      /** @type {import('@restatedev/restate-sdk').ObjectContext} */ ctx,
      /** @type {Message} */ message,
    ) => {
      if ((await ctx.get('message')) !== null) return
      ctx.set('message', message)
      send(ctx, message)
    },

    /**
     * Reads a stored message again, after an upgrade that can read messages that were unreadable
     * before.
     */
    reread: async (/** @type {import('@restatedev/restate-sdk').ObjectContext} */ ctx) => {
      const message = /** @type {Message | null} */ (await ctx.get('message'))
      if (message !== null) send(ctx, message)
    },
  },
  options: PATIENT,
})
