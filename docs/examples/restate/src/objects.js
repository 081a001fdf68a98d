/**
 * The objects of the cluster: each takes one call at a time, and an interrupted call runs again. An
 * object for each message, for each stream, and for each key of a command.
 */
import { createHash } from 'node:crypto'
import { handlers, object } from '@restatedev/restate-sdk'
import { isLeft } from 'fp-ts/lib/Either.js'
import { desk } from 'payfold/desk'
import { readStored } from 'payfold/provider'
import { BRIEF, PATIENT } from './marks.js'
import {
  add,
  arm,
  asked,
  begin,
  done,
  end,
  endOf,
  linesOf,
  now,
  pf,
  plan,
  STREAM,
} from './steps.js'

/**
 * @typedef {import('@restatedev/restate-sdk').ObjectContext} Writing
 * @typedef {import('@restatedev/restate-sdk').ObjectSharedContext} Reading
 * @typedef {import('payfold/provider').Message} Message
 * @typedef {import('payfold/desk').Outcome} Outcome
 * @typedef {import('./steps.js').Refund} Refund
 */

/** @type {import('@restatedev/restate-sdk').VirtualObjectDefinition<'inbox', { take: (ctx: Writing, message: unknown) => Promise<void> }>} */
const INBOX = { name: 'inbox' }

/** The name of a message: the hash of its content. @param {object} message */
const nameOf = (message) => createHash('sha256').update(JSON.stringify(message)).digest('hex')

/**
 * The stream whose object takes a message: the payment, because a payment has consequences for its
 * mandate, and a mandate has none. So an object only ever waits for the object of a mandate.
 *
 * @param {readonly string[]} streams
 */
const homeOf = (streams) =>
  streams.find((stream) => stream.startsWith('payment-')) ?? streams[0] ?? ''

/** @param {unknown} stored @returns {Message} */
const messageIn = (stored) => {
  const read = readStored(stored)
  if (isLeft(read)) throw new Error('A message is not as it was stored.')
  return read.right
}

/** Reads a stored message: it says of which streams it is. @param {Writing} ctx @param {unknown} stored */
const pass = async (ctx, stored) => {
  const message = messageIn(stored)
  const next = plan({ take: message }, { streams: new Map() }, await now(ctx))
  if (next.next === 'load') {
    const home = homeOf(next.streams)
    ctx.objectSendClient(STREAM, home).take({ name: ctx.key, message })
    ctx.set('outcome', `recorded ${next.streams.join(' ')}`)
  } else {
    const unread = next.next === 'plan' ? next.save.message?.unread : next.because
    ctx.set('outcome', unread ?? 'recorded')
  }
}

/** A message as it arrived: it is stored, then read, and passed to its stream. */
export const inbox = object({
  name: INBOX.name,
  handlers: {
    /** Receives a message. The same name is the same message, and the first time of receipt counts. */
    take: async (/** @type {Writing} */ ctx, /** @type {unknown} */ message) => {
      if ((await ctx.get('message')) !== null) return
      ctx.set('message', message)
      await pass(ctx, message)
    },
    /** Reads a stored message again, after an upgrade that can read it. */
    reread: async (/** @type {Writing} */ ctx) => {
      const message = await ctx.get('message')
      if (message !== null) await pass(ctx, message)
    },
  },
  options: PATIENT,
})

/** Reads the log of an object. @param {Writing} ctx @returns {Promise<import('./steps.js').Log>} */
const logOf = async (ctx) => ({ lines: await linesOf(ctx) })

/** Stores a response with the stream whose call brought it, and takes it in. @param {Writing} ctx @param {import('./steps.js').Log} log @param {Message} message */
const takeAnswer = async (ctx, log, message) => {
  const index = Number((await ctx.get('answers')) ?? 0)
  ctx.set('answers', index + 1)
  ctx.set(`answer/${index}`, message)
  const { save } = await done(
    ctx,
    log,
    { take: message },
    { message: `${ctx.key} answer/${index}` },
  )
  if (save.message?.unread != null) ctx.console.warn('the response of the provider cannot be read')
}

/**
 * Runs a command to its end: it is recorded, its request is sent once, and the response is recorded.
 * Meanwhile the stream accepts nothing else: messages wait in its queue.
 *
 * @param {import('./provider.js').Provider} provider
 */
const running =
  (provider) =>
  /**
   * @param {Writing} ctx
   * @param {import('./steps.js').Command} command
   * @returns {Promise<{ readonly outcome: Outcome, readonly line: string | null }>}
   */
  async (ctx, { key, refund, used }) => {
    const id = await ctx.run('begin', begin)
    const step = { run: /** @type {const} */ ('requestRefund'), data: refund, key }
    const message = `own ${key}`
    const log = await logOf(ctx)
    let next = await done(ctx, log, step, { message, command: used })
    if (next.isOnceMore) {
      for (const each of next.sends) {
        const looked = await asked(ctx, provider, each)
        if (looked !== null) await takeAnswer(ctx, log, looked)
      }
      next = await done(ctx, log, { ...step, isLooked: true }, { message, command: used })
    }
    const line = next.save.rows.find(({ command }) => command === key)?.line ?? used
    for (const each of next.sends) {
      const answer = await asked(ctx, provider, each, id)
      if (answer !== null) await takeAnswer(ctx, log, answer)
      next = await done(ctx, log, { ...step, isLooked: true }, { message, command: line })
    }
    end(id)
    return { outcome: /** @type {Outcome} */ (next.outcome), line }
  }

/**
 * Sends the look-ups of a stream when its timer ends. Their responses go through the inbox, as
 * webhooks do.
 *
 * @param {import('./provider.js').Provider} provider
 */
const looking =
  (provider) =>
  /** @param {Writing} ctx @param {{ readonly at: string }} timer */
  async (ctx, { at }) => {
    // an earlier timer has replaced it
    if ((await ctx.get('timer')) !== at) return
    ctx.clear('timer')
    const { due = null } = (await endOf(ctx)) ?? {}
    if (due === null) return
    if (Date.parse(due) > (await ctx.date.now())) return arm(ctx, due)
    const { sends, left } = await done(ctx, await logOf(ctx), { due: ctx.key }, { message: 'none' })
    for (const { because } of left) ctx.console.warn(`this is left to a person: ${because}`)
    for (const each of sends) {
      const message = await asked(ctx, provider, each)
      if (message !== null) ctx.objectSendClient(INBOX, nameOf(message)).take(message)
    }
  }

/** A stream: its log, and its timer. @param {import('./provider.js').Provider} provider */
export const streamWith = (provider) =>
  object({
    name: STREAM.name,
    handlers: {
      /** Takes a message in. */
      take: async (
        /** @type {Writing} */ ctx,
        /** @type {{ readonly name: string, readonly message: unknown }} */ { name, message },
      ) => {
        await done(ctx, await logOf(ctx), { take: messageIn(message) }, { message: name })
      },
      /** Adds lines that follow from another stream, if they are the next ones. */
      add: handlers.object.exclusive({ ingressPrivate: true }, add),
      /** Runs a command. Only the object of its key may call it. */
      run: handlers.object.exclusive({ ingressPrivate: true }, running(provider)),
      /** Runs when a timer ends. */
      due: looking(provider),
      log: handlers.object.shared(BRIEF, (/** @type {Reading} */ ctx) => linesOf(ctx)),
      view: handlers.object.shared(BRIEF, async (/** @type {Reading} */ ctx) => {
        const [lines, at] = [await linesOf(ctx), await now(ctx)]
        const nothing = { save: async () => false, due: async () => [], keys: [] }
        const send = () => Promise.reject(new Error('A view sends nothing.'))
        const view = await desk(pf, {
          ...nothing,
          load: async () => lines,
          now: () => at,
          send,
        }).view(ctx.key)
        return view
      }),
    },
    options: PATIENT,
  })

/** The time within which a caller may repeat a request through another node. */
const MINUTE_MS = 60_000

/**
 * The key of a command, with the line that has it. The provider accepts a key for only one command,
 * whatever the stream. So each key has its own object: while its call waits for the stream's object,
 * no other call can use the key. The stream never calls back, so there is no deadlock.
 */
export const command = object({
  name: 'command',
  handlers: {
    refund: handlers.object.exclusive(
      { idempotencyRetention: 10 * MINUTE_MS },
      async (/** @type {Writing} */ ctx, /** @type {Refund} */ refund) => {
        const used = /** @type {string | null} */ (await ctx.get('line'))
        const stream = ctx.objectClient(STREAM, `payment-${refund.paymentId}`)
        const { outcome, line } = await stream.run({ key: ctx.key, refund, used })
        if (line !== null) ctx.set('line', line)
        return outcome
      },
    ),
  },
  options: PATIENT,
})
