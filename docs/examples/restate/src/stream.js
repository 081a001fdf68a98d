/** A stream as a virtual object: one call at a time writes, and any number of calls read. */
import { handlers, object } from '@restatedev/restate-sdk'
import { BRIEF, PATIENT, STREAM } from './names.js'
import { momentOf } from './payfold.js'
import { refund } from './refunds.js'
import { ring } from './reminders.js'
import { lines, load, record } from './stream-log.js'
import { allowedView, questionsView, streamView } from './views.js'

/**
 * @typedef {import('@restatedev/restate-sdk').ObjectContext} Writing
 * @typedef {import('@restatedev/restate-sdk').ObjectSharedContext} Reading
 * @typedef {{ readonly at?: string } | undefined} Asked a time other than now
 */

/** @param {(log: import('./stream-log.js').Log, now: import('payfold').Instant) => object} view */
const shown = (view) =>
  handlers.object.shared(BRIEF, async (/** @type {Reading} */ ctx, /** @type {Asked} */ asked) => {
    const log = await load(ctx)
    if (log.tip.revision < 0) return null
    return view(log, momentOf(asked?.at ?? (await ctx.date.now())))
  })

/** @param {import('./provider.js').Provider | null} provider */
export const streamWith = (provider) =>
  object({
    name: STREAM.name,
    handlers: {
      /** Adds the events of a message. */
      take: async (
        /** @type {Writing} */ ctx,
        /** @type {import('./stream-log.js').Reported} */ reported,
      ) => {
        await record(ctx, await load(ctx), reported)
      },
      /**
       * Requests a refund, or returns why it was not requested. Only a command object may call it,
       * after it has claimed the key.
       */
      refund: handlers.object.exclusive({ ingressPrivate: true }, refund(provider)),
      /** Runs when a timer ends. */
      remind: async (/** @type {Writing} */ ctx, /** @type {{ readonly at: string }} */ { at }) =>
        ring(ctx, await load(ctx), at),
      state: shown(streamView),
      allowed: shown(allowedView),
      questions: shown(questionsView),
      log: handlers.object.shared(BRIEF, (/** @type {Reading} */ ctx) => lines(ctx)),
      due: handlers.object.shared(
        BRIEF,
        async (/** @type {Reading} */ ctx) => (await ctx.get('due')) ?? [],
      ),
    },
    options: PATIENT,
  })
