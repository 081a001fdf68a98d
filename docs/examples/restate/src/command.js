/** A command by its key: what the key was used for, on whatever payment. Claimed before anything is decided. */
import { handlers, object } from '@restatedev/restate-sdk'
import { COMMAND, PATIENT, STREAM } from './names.js'
import { came, isSame, keyUsed, wishIn } from './wish.js'

/**
 * @typedef {import('@restatedev/restate-sdk').ObjectContext} Context
 * @typedef {import('./wish.js').Asked & { readonly stream: import('payfold').Stream }} Claim
 */

/** What comes of a refund that the log then knows nothing of: its key may be used for another. */
const UNTOLD = ['unsendable', 'notFound', 'unassigned', 'refused']

/** A caller that asks another node about the same request does so within this time. */
const MINUTE_MS = 60_000

export const command = object({
  name: COMMAND.name,
  handlers: {
    /**
     * Pays back, or says why not. The provider takes a key once, whatever payment it is sent for; so the key has an
     * object of its own, which takes one call at a time. It waits for the stream's: nobody else has the key meanwhile.
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
        const wish = wishIn(body)
        if ('outcome' in wish) return wish
        const claim = /** @type {Claim | null} */ (await ctx.get('claim'))
        if (claim !== null && (claim.stream !== stream || !isSame(claim, wish.asked))) {
          return keyUsed()
        }
        ctx.set('claim', { stream, ...wish.asked })
        const call = { commandId: ctx.key, asked: wish.asked }
        const refunded = await ctx.objectClient(STREAM, stream).refund(call)
        if (UNTOLD.includes(refunded.outcome)) ctx.clear('claim')
        return came(refunded.outcome, ...refunded.sentences)
      },
    ),
  },
  options: PATIENT,
})
