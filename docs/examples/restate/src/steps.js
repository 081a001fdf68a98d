/**
 * Runs the planner's steps on logs that are the state of objects: 64 lines under each `lines/<part>`,
 * and under `end` what the planner says of the stream, which is set last.
 */
import { randomUUID } from 'node:crypto'
import { rpc } from '@restatedev/restate-sdk'
import { isLeft } from 'fp-ts/lib/Either.js'
import { payfold, readPolicy } from 'payfold'
import { planner } from 'payfold/desk'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { fromResponse } from 'payfold/provider'

/**
 * @typedef {import('@restatedev/restate-sdk').ObjectContext} Writing
 * @typedef {import('@restatedev/restate-sdk').ObjectSharedContext} Reading
 * @typedef {import('payfold/provider').Message} Message
 * @typedef {{ readonly line: string, readonly message: string }} Kept a line, and the message that reported it
 * @typedef {{ lines: readonly string[] }} Log what a call has read of its own log, once
 * @typedef {Parameters<typeof plan>[0]} Step
 * @typedef {Extract<ReturnType<typeof plan>, { readonly next: 'plan' }>} Plan
 * @typedef {Plan['sends'][number]} Sending
 * @typedef {Pick<Plan['save']['streams'][number], 'revision' | 'status' | 'due' | 'left'>} End
 * @typedef {{ readonly lines: readonly { readonly revision: number, readonly line: string }[], readonly end: End, readonly message: string }} Addition
 * @typedef {{ readonly paymentId: string, readonly amount: number, readonly reference?: string }} Refund
 * @typedef {{ readonly key: string, readonly refund: Refund, readonly used: string | null }} Command a refund, and the line that its key was used for
 */

const machines = [session, sepaPayment, sepaMandate, ticketPayment]

/** All machines of this service, combined with their policy. */
export let pf = payfold(machines)

/** What to do next. */
export let plan = planner(pf)

/**
 * Sets how long a request may take, and how long the provider takes to show what it did. A process
 * has one policy: the service sets it before it takes its first call.
 *
 * @param {Pick<import('./config.js').Config, 'sendSeconds' | 'settleMinutes'>} config
 */
export const judgeBy = ({ sendSeconds, settleMinutes }) => {
  const policy = readPolicy(machines)({ sendSeconds, settleMinutes })
  if (isLeft(policy)) throw new Error(pf.explain(policy.left))
  pf = payfold(machines, { policy: policy.right })
  plan = planner(pf)
}

/**
 * A stream: objects call it by its name, so that none imports the code of another.
 *
 * @type {import('@restatedev/restate-sdk').VirtualObjectDefinition<'stream', {
 *   take: (ctx: Writing, message: { readonly name: string, readonly message: unknown }) => Promise<void>,
 *   add: (ctx: Writing, addition: Addition) => Promise<boolean>,
 *   run: (ctx: Writing, command: Command) => Promise<{ readonly outcome: import('payfold/desk').Outcome, readonly line: string | null }>,
 *   due: (ctx: Writing, timer: { readonly at: string }) => Promise<void>,
 *   log: (ctx: Reading) => Promise<readonly string[]>,
 * }>}
 */
export const STREAM = { name: 'stream' }

/** @param {Reading} ctx */
export const now = async (ctx) => new Date(await ctx.date.now())

/** What the planner said of the stream last; null if it has no entry. @param {Reading} ctx @returns {Promise<End | null>} */
export const endOf = async (ctx) => ctx.get('end')

/** How many lines one value has: a call reads and stores each value that it uses. */
const PART = 64

/** The names of the values that have the lines up to a revision. @param {number} revision */
export const partsTo = (revision) =>
  Array.from({ length: Math.ceil((revision + 1) / PART) }, (_, index) => `lines/${index}`)

/**
 * The lines up to the end. The end is one value, and is set last. A reader therefore sees everything
 * that a running handler adds, or nothing of it.
 *
 * @param {Reading} ctx
 * @returns {Promise<readonly string[]>}
 */
export const linesOf = async (ctx) => {
  const { revision = -1 } = (await endOf(ctx)) ?? {}
  const parts = await Promise.all(partsTo(revision).map((part) => ctx.get(part)))
  const lines = /** @type {Kept[][]} */ (parts).flat().slice(0, revision + 1)
  return lines.map(({ line }) => line)
}

/**
 * Sets a timer for a look-up, unless one is set that ends earlier: that one sets the next.
 *
 * @param {Writing} ctx
 * @param {string | null} due
 */
export const arm = async (ctx, due) => {
  const timer = /** @type {string | null} */ (await ctx.get('timer'))
  if (due === null || (timer !== null && timer <= due)) return
  ctx.set('timer', due)
  const delay = Math.max(0, Date.parse(due) + 1 - (await ctx.date.now()))
  ctx.objectSendClient(STREAM, ctx.key).due({ at: due }, rpc.sendOpts({ delay }))
}

/**
 * Adds lines to the log of this object; returns whether they are the next ones.
 *
 * @param {Writing} ctx
 * @param {Addition} addition
 */
export const add = async (ctx, { lines, end, message }) => {
  const { revision = -1 } = (await endOf(ctx)) ?? {}
  const [first = { revision: revision + 1 }] = lines
  if (first.revision !== revision + 1) return false
  const begun = (revision + 1) % PART
  const name = (/** @type {number} */ at) => `lines/${Math.floor(at / PART)}`
  const last = begun === 0 ? [] : ((await ctx.get(name(revision))) ?? [])
  let part = /** @type {Kept[]} */ (last).slice(0, begun)
  for (const { revision: at, line } of lines) {
    if (at % PART === 0) part = []
    part.push({ line, message })
    if (at % PART === PART - 1 || line === lines.at(-1)?.line) ctx.set(name(at), part)
  }
  ctx.set('end', end)
  await arm(ctx, end.due)
  return true
}

/** What a plan adds to each stream. @param {Plan['save']} save @param {string} message @returns {Map<string, Addition>} */
const additions = ({ rows, streams }, message) =>
  new Map(
    streams.map(({ stream, revision, status, due, left }) => {
      const lines = rows.flatMap((row) =>
        row.stream === stream ? [{ revision: row.revision, line: row.line }] : [],
      )
      return [stream, { lines, end: { revision, status, due, left }, message }]
    }),
  )

/**
 * Plans a step about this object's stream, and saves it. The object runs one call at a time, so its
 * own log does not change meanwhile. The logs of others may: their lines are added first, and if one
 * of them has changed, the step is planned again. Nothing is lost or doubled: the lines that were
 * added already are not planned again.
 *
 * @param {Writing} ctx
 * @param {Log} log the lines of this object, to which the plan's are added
 * @param {Step} step
 * @param {{ readonly message: string, readonly command?: string | null }} about
 * @returns {Promise<Plan>}
 */
export const done = async (ctx, log, step, { message, command = null }) => {
  for (;;) {
    const streams = new Map([[ctx.key, log.lines]])
    const at = await now(ctx)
    let next = plan(step, { streams, command }, at)
    while (next.next === 'load') {
      for (const stream of next.streams)
        streams.set(stream, await ctx.objectClient(STREAM, stream).log())
      next = plan(step, { streams, command }, at)
    }
    // a call that writes waits until the line is repaired
    if (next.next === 'wrong') throw new Error(next.because)
    const added = additions(next.save, message)
    let isAdded = true
    for (const [stream, addition] of added) {
      if (stream !== ctx.key) isAdded &&= await ctx.objectClient(STREAM, stream).add(addition)
    }
    if (!isAdded) continue
    const mine = added.get(ctx.key)
    if (mine === undefined) return next
    await add(ctx, mine)
    log.lines = [...log.lines, ...mine.lines.map(({ line }) => line)]
    return next
  }
}

/** The calls that began in this process, and have sent no request yet. @type {Set<string>} */
const begun = new Set()

/**
 * Begins a call: an id that only this process has in memory. A crash interrupts a step before its
 * result is stored, and the step then runs again, in another process: so nothing is sent twice.
 */
export const begin = () => {
  const id = randomUUID()
  begun.add(id)
  return id
}

/** Ends a call that has sent nothing. @param {string} id */
export const end = (id) => void begun.delete(id)

/**
 * Sends a request; returns its response as a message, or null. With the id of a call, it is sent at
 * most once.
 *
 * @param {Writing} ctx
 * @param {import('./provider.js').Provider} provider
 * @param {Sending} sending
 * @param {string | null} id
 * @returns {Promise<Message | null>}
 */
export const asked = async (ctx, provider, { call, sendBy, about }, id = null) => {
  const answer = await ctx.run('ask', async () => {
    const isFirst = id === null || begun.delete(id)
    const askedAt = new Date().toISOString()
    if (!isFirst || (sendBy !== null && Date.parse(askedAt) >= Date.parse(sendBy))) return 'notSent'
    const response = await provider(call)
    return response && { ...response, askedAt, receivedAt: new Date().toISOString() }
  })
  if (answer === 'notSent')
    ctx.console.warn('a request was too late or interrupted, and was not sent')
  if (answer === 'notSent' || answer === null) return null
  const message = fromResponse({ ...about, ...answer, body: Buffer.from(answer.body, 'base64') })
  return isLeft(message) ? null : message.right
}
