/**
 * A command, identified by its key: it stores the stream that the key was used for. A key is claimed
 * before the refund is decided. Whether it is the same refund, the stream's own log shows.
 */
import { handlers, object } from '@restatedev/restate-sdk'
import { COMMAND, PATIENT, STREAM } from './names.js'
import { came, keyUsed, requestIn } from './refund-request.js'

/** @typedef {import('@restatedev/restate-sdk').ObjectContext} Context */

/** Outcomes of a refund that the log does not contain: its key may be used for another refund. */
const UNRECORDED = ['unsendable', 'notFound', 'unassigned', 'refused']

/** The time within which a caller may repeat a request through another node. */
const MINUTE_MS = 60_000

export const command = object({
  name: COMMAND.name,
  handlers: {
    /**
     * Requests a refund, or returns why it was not requested. The provider accepts a key for only
     * one refund, whatever the payment. So each key has its own object, which runs one call at a
     * time. While that call waits for the stream's object, no other call can use the key.
     */
    refund: handlers.object.exclusive(
      { idempotencyRetention: 10 * MINUTE_MS },
      async (
        /** @type {Context} */ ctx,
        /** @type {{ readonly stream: import('payfold').Stream, readonly body: unknown }} */ {
          stream,
          body,
        },
      ) => {
        const request = requestIn(body)
        if ('outcome' in request) return request
        if (((await ctx.get('claim')) ?? stream) !== stream) return keyUsed()
        ctx.set('claim', stream)
        const call = { commandId: ctx.key, asked: request.asked }
        const refunded = await ctx.objectClient(STREAM, stream).refund(call)
        if (UNRECORDED.includes(refunded.outcome)) ctx.clear('claim')
        return came(refunded.outcome, ...refunded.sentences)
      },
    ),
  },
  options: PATIENT,
})
