/**
 * A command by its key: which refund the key was used for, on any payment. A key is claimed before
 * anything is decided.
 */
import { handlers, object } from '@restatedev/restate-sdk'
import { COMMAND, PATIENT, STREAM } from './names.js'
import { came, isSame, keyUsed, requestIn } from './refund-request.js'

/**
 * @typedef {import('@restatedev/restate-sdk').ObjectContext} Context
 * @typedef {import('./refund-request.js').Asked & { readonly stream: import('payfold').Stream }} Claim
 */

/** Outcomes of a refund that the log does not contain: its key may be used for another refund. */
const UNRECORDED = ['unsendable', 'notFound', 'unassigned', 'refused']

/** A caller that repeats a request through another node does so within this time. */
const MINUTE_MS = 60_000

export const command = object({
  name: COMMAND.name,
  handlers: {
    /**
     * Requests a refund, or says why not. The provider accepts a key once, for any payment. So each
     * key has an object, which runs one call at a time. The call waits for the stream's object;
     * meanwhile no other call can use the key.
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
        const claim = /** @type {Claim | null} */ (await ctx.get('claim'))
        if (claim !== null && (claim.stream !== stream || !isSame(claim, request.asked))) {
          return keyUsed()
        }
        ctx.set('claim', { stream, ...request.asked })
        const call = { commandId: ctx.key, asked: request.asked }
        const refunded = await ctx.objectClient(STREAM, stream).refund(call)
        if (UNRECORDED.includes(refunded.outcome)) ctx.clear('claim')
        return came(refunded.outcome, ...refunded.sentences)
      },
    ),
  },
  options: PATIENT,
})
