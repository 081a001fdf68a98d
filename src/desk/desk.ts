/** Runs the loop around a log on the ports of its user. Every decision is the planner's. */
import * as E from 'fp-ts/lib/Either.js'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { Payfold } from '../payfold.ts'
import { fromResponse, fromWebhook, type Message } from '../provider/read/message.ts'
import type { EndpointName } from '../provider/wire/endpoints.ts'
import { readInstant } from '../words/time/given-time.ts'
import type { Instant } from '../words/time/instant.ts'
import { askedBy, jsonIn } from './ask.ts'
import { keptStreams } from './kept-streams.ts'
import { type Outcome, outcome } from './outcome.ts'
import type { Left, Plan } from './plan.ts'
import { type DataOf, type NameOf, type PlannedStep, planStep, unreadMessage } from './planner.ts'
import type { Ports, Save } from './ports.ts'
import type { Running } from './run-command.ts'
import { keptOf, type Sending } from './sending.ts'
import { type Wrong, wrong } from './settle.ts'
import type { Root, StreamEnd } from './stream-end.ts'
import { type View, viewOf } from './view.ts'

/** How often a step is planned again because somebody else was faster. */
const TRIES = 50

/** What a backend does with payments: seven functions, all on the ports of its user. */
export interface Desk<M extends AnyMachine> {
  /**
   * Takes a webhook in: pass the bytes as they arrived and the header `Cko-Signature`, and answer with
   * `status`. If it rejects because a port did, answer 503: the provider sends it again.
   */
  readonly webhook: (
    raw: Uint8Array,
    signature: string | readonly string[] | null | undefined,
  ) => Promise<{ readonly status: 200 | 401 | 503; readonly because: string | null }>
  /**
   * Decides a command, records it, sends its request once, and takes the response in. Call it again
   * with the same key to learn what became of it: it never sends twice. `options.body` is the body of
   * the request, for the commands whose body payfold does not keep.
   */
  readonly run: <Name extends NameOf<M>>(
    command: Name,
    data: DataOf<M, Name>,
    key: string,
    options?: { readonly body?: object },
  ) => Promise<Outcome>
  /** Checks and sends a request that is no command, and takes the response in. */
  readonly ask: (
    endpoint: EndpointName,
    params: Readonly<Record<string, string>>,
    body?: object,
  ) => Promise<{ readonly status: number; readonly body: unknown }>
  /**
   * Sends every look-up whose time has come, and never a command. Call it at any interval, in every
   * process. Returns how many it sent, and what only a person can settle.
   */
  readonly due: () => Promise<{ readonly asked: number; readonly left: readonly Left[] }>
  /** Takes in a message that was stored, and returns what it saved. */
  readonly take: (message: Message) => Promise<Save>
  /** A stream as a person reads it; null if nothing is known of it. */
  readonly view: (stream: string) => Promise<View | null>
}

/** The response to a request; why there is none if it was not sent, or nobody answered. */
type Answer =
  | { readonly status: number; readonly body: Uint8Array; readonly saved: Save }
  | { readonly status: null; readonly because: string }

/** What a save has of a stream. */
const rowOf = ({ streams }: Save, stream: string): Save['streams'][number] | undefined =>
  streams.find((each) => each.stream === stream)

const noAnswer = (because: string): Answer => ({ status: null, because })

/** The name of an error, or the code of its cause: no text, which might quote a secret. */
const nameOf = (error: unknown): string => {
  const { name, cause } = (error ?? {}) as { readonly name?: unknown; readonly cause?: unknown }
  const { code = name } = (cause ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : ''
}

/** Makes a desk: a backend's functions for payments, on five functions of its own. */
export const desk = <M extends AnyMachine>(pf: Payfold<M>, ports: Ports): Desk<M> => {
  const root = pf as unknown as Root
  const { load, keep } = keptStreams(root, ports)

  const now = async (): Promise<Instant> => {
    const read = readInstant('now', ports.now())
    return E.isRight(read)
      ? read.right
      : Promise.reject(TypeError('ports.now() should return a Date, or a text with a zone.'))
  }

  /** Plans a step, loading what it needs. */
  const plannedFor = async (step: PlannedStep, at: Instant): Promise<Wrong | Plan> => {
    const known = new Map<string, StreamEnd>()
    let usedOn: string | null = null
    for (;;) {
      const next = planStep(root, step, { known, usedOn }, at)
      if (next.next !== 'load') return next
      const loaded = await load(next.streams, next.command)
      if ('next' in loaded) return loaded
      for (const [stream, end] of loaded.ends) known.set(stream, end)
      usedOn ??= loaded.usedOn
    }
  }

  /** Plans a step and saves it; plans it again if somebody else was faster. */
  const done = async (step: PlannedStep): Promise<Wrong | Plan> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const made = await plannedFor(step, await now())
      const plan =
        made.next === 'wrong' && 'take' in step ? unreadMessage(step.take, made.because) : made
      if (plan.next === 'wrong') return plan
      const { rows, message, streams } = plan.save
      const isNothing = rows.length + streams.length === 0 && message === null
      if (!isNothing && !(await ports.save(plan.save))) continue
      for (const [stream, end] of plan.ends) keep(stream, end)
      return plan
    }
    return wrong(
      `save returned false ${TRIES} times in a row: does load return what save has stored?`,
    )
  }

  const take = (message: Message): Promise<Wrong | Plan> => done({ take: message })

  const send = async ({ call, sendBy, asked }: Sending): Promise<Answer> => {
    const askedAt = await now()
    if (sendBy !== null && askedAt >= sendBy) return noAnswer('It was too late to send it.')
    const answer = await ports.send(call).catch((error: unknown) => nameOf(error))
    if (typeof answer === 'string') return noAnswer(`No response came${answer}.`)
    const { status, body } = answer
    const { body: request, ...known } = asked
    const times = { askedAt, receivedAt: await now() }
    const message = fromResponse({ ...known, request: keptOf(asked), ...times, status, body })
    if (E.isLeft(message)) return noAnswer(pf.explain(message.left))
    const taken = await take(message.right)
    return taken.next === 'plan' ? { status, body, saved: taken.save } : noAnswer(taken.because)
  }

  /** Sends requests one after another, and returns why some have no answer. */
  const sent = async ({ sends }: Plan): Promise<readonly string[]> => {
    const lost: string[] = []
    for (const sending of sends) {
      const answer = await send(sending)
      if (answer.status === null) lost.push(answer.because)
      else if (answer.status >= 500) lost.push(`The provider answered ${answer.status}.`)
    }
    return lost
  }

  const run = async (running: Running): Promise<Outcome> => {
    const lost: string[] = []
    let plan = await done(running)
    if (plan.next === 'plan' && plan.isOnceMore) {
      lost.push(...(await sent(plan)))
      plan = await done({ ...running, isLooked: true })
    }
    // what is planned after it only says what became of it, and is never sent
    if (plan.next === 'plan' && plan.sends.length > 0) {
      lost.push(...(await sent(plan)))
      plan = await done({ ...running, isLooked: true })
    }
    if (plan.next === 'wrong') return outcome('refused', [plan.because], { status: 503 })
    const { because, ...rest } = plan.outcome ?? outcome('inDoubt')
    return { ...rest, because: [...lost, ...because] }
  }

  /** Sends the look-ups of one stream; what is left to a person is what the last save says. */
  const lookUp = async (stream: string): Promise<{ asked: number; left: readonly Left[] }> => {
    const plan = await done({ due: stream })
    if (plan.next === 'wrong') return { asked: 0, left: [{ stream, because: plan.because }] }
    let left = plan.left
    for (const sending of plan.sends) {
      const answer = await send(sending)
      const row = answer.status === null ? undefined : rowOf(answer.saved, stream)
      if (row !== undefined) left = row.left.map((because) => ({ stream, because }))
    }
    return { asked: plan.sends.length, left }
  }

  return {
    webhook: async (raw, signature) => {
      const message = fromWebhook(raw, signature, ports.keys, await now())
      if (E.isLeft(message)) return { status: 401, because: pf.explain(message.left) }
      const taken = await take(message.right)
      return taken.next === 'plan'
        ? { status: 200, because: taken.save.message?.unread ?? null }
        : { status: 503, because: taken.because }
    },
    run: (command, data, key, { body } = {}) =>
      run({ run: command, data: data as object, key, body }),
    ask: async (endpoint, params, body) => {
      const asked = askedBy(root, endpoint, params, body)
      if (E.isLeft(asked)) return { status: 400, body: asked.left }
      const answer = await send(asked.right)
      return answer.status === null
        ? { status: 504, body: [answer.because] }
        : { status: answer.status, body: jsonIn(answer.body) }
    },
    due: async () => {
      const left: Left[] = []
      let asked = 0
      for (const stream of await ports.due(await now())) {
        const looked = await lookUp(stream)
        asked += looked.asked
        left.push(...looked.left)
      }
      return { asked, left }
    },
    take: async (message) => {
      const taken = await take(message)
      return taken.next === 'plan' ? taken.save : unreadMessage(message, taken.because).save
    },
    view: async (stream) => {
      const at = await now()
      const loaded = await load([stream], null)
      const end = 'next' in loaded ? undefined : loaded.ends.get(stream)
      return end === undefined || end.tip.revision < 0 ? null : viewOf(root, end, at)
    },
  }
}
