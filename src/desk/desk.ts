/** Runs the loop around a log on the ports of its user. Every decision is the planner's. */
import * as E from '#fp-ts/Either'
import type { CommandData, CommandName } from '../contract/command.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { FoldedState } from '../fold/assign.ts'
import type { Payfold } from '../payfold.ts'
import { fromResponse, fromWebhook, type Message } from '../provider/read/message.ts'
import type { EndpointName, Endpoints } from '../provider/wire/endpoints.ts'
import type { Story } from '../story/story.ts'
import { asJson, attempt } from '../words/data/attempt.ts'
import { bytesIn } from '../words/data/bytes.ts'
import { readInstant } from '../words/time/given-time.ts'
import type { Instant } from '../words/time/instant.ts'
import { keptStreams } from './kept-streams.ts'
import type { AnyPayfold, LoadedStream } from './loaded-stream.ts'
import { askedFor, type Sending } from './outgoing.ts'
import {
  type LeftToAPerson,
  NO_SAVE,
  type NoLog,
  noLog,
  type Outcome,
  outcome,
  type Plan,
} from './plan.ts'
import { type AnyStep, planStep, unreadMessage } from './planner.ts'
import type { Call, Ports, Save } from './ports.ts'
import type { WordStep } from './record-word.ts'
import type { RunStep } from './run-command.ts'
import { turns } from './turns.ts'
import { viewOn } from './view.ts'

/** How often a step is planned again because somebody else was faster. */
const TRIES = 50

/** Which streams a step needs first does not depend on the time. */
const ANY_TIME = '1970-01-01T00:00:00.0000000Z' as Instant

/** The parameters of a path by name; further ones make the query of what is only read. */
type ParamsIn<Path extends string> = Readonly<Record<string, string>> &
  (Path extends `${string}{${infer Name}}${infer Rest}`
    ? { readonly [Each in Name]: string } & ParamsIn<Rest>
    : object)

/** What a backend does with payments, all of it on the ports of its user. */
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
   * Decides a command, records it, sends its request once, and takes the response in. The same key
   * again says what became of it, and sends nothing. `options.body` is the body of the request, for
   * the commands whose body payfold does not keep.
   */
  readonly run: <Name extends CommandName<M>>(
    command: Name,
    data: CommandData<M, Name>,
    key: string,
    options?: { readonly body?: object },
  ) => Promise<Outcome>
  /**
   * Checks and sends a request that is no command, and takes the response in. `key` is the idempotency
   * key of a new payment. The status is 400 if the request cannot be sent, and 504 if nobody knows
   * whether it arrived; then `body` says why.
   */
  readonly ask: <Name extends EndpointName>(
    endpoint: Name,
    params: ParamsIn<Endpoints[Name]['path']>,
    body?: object,
    key?: string,
  ) => Promise<{ readonly status: number; readonly body: unknown }>
  /**
   * Sends every look-up whose time has come, and never a command: call it at any interval, in every
   * process. Returns how many it sent, and what only a person can settle.
   */
  readonly due: () => Promise<{ readonly asked: number; readonly left: readonly LeftToAPerson[] }>
  /**
   * Records what a person has found out, which settles what no look-up does: `reviewed` states amounts
   * as of a time, `command_given_up` that a command is over.
   */
  readonly record: (
    stream: string,
    word: 'reviewed' | 'command_given_up',
    data: object,
  ) => Promise<Outcome>
  /** Reads a message that was stored, and returns what it saved. */
  readonly take: (message: Message) => Promise<Save>
  /**
   * The story of a stream, as a person reads it; null if nothing is known of it. `state` is its state
   * now, for functions that take one: `pf.is` tells of which machine.
   */
  readonly view: (stream: string) => Promise<(Story & { readonly state: FoldedState<M> }) | null>
}

/** The response to a request and what was saved of it; or why there is none. */
type Reply =
  | { readonly status: number; readonly body: unknown; readonly save: Save }
  | { readonly status: null; readonly because: string }

/** Whether a reply is a success that could be read. */
const isSuccess = ({ status, ...reply }: Reply): boolean =>
  'save' in reply && status !== null && status >= 200 && status < 300 && !reply.save.message?.unread

/** What arrived, in a sentence. */
const saidBy = (reply: Reply): string => {
  if (reply.status === null) return reply.because
  const { unread = null } = reply.save.message ?? {}
  const why = unread === null ? '.' : `, which cannot be read: ${unread}`
  return `The provider answered ${reply.status}${why}`
}

/** The code of an error or its name: no text, which might quote a secret. */
const nameOf = (error: unknown): string => {
  const { name, cause } = (error ?? {}) as { readonly name?: unknown; readonly cause?: unknown }
  const { code = name } = (cause ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : ''
}

/** Prepares to plan steps and to save them. */
const saving = (pf: AnyPayfold, ports: Ports, now: () => Promise<Instant>) => {
  const { load, keep } = keptStreams(pf, ports)
  const planFor = async (step: AnyStep): Promise<NoLog | Plan> => {
    const known = new Map<string, LoadedStream>()
    let usedOn: string | null = null
    for (;;) {
      // the clock is read after what it judges: loading may have taken long
      const next = planStep(pf, step, { known, usedOn }, await now())
      if (next.next !== 'load') return next
      const loaded = await load(next.streams, next.command)
      if ('next' in loaded)
        return 'take' in step ? unreadMessage(step.take, loaded.because) : loaded
      for (const [stream, each] of loaded.known) known.set(stream, each)
      usedOn ??= loaded.usedOn
    }
  }
  const inTurn = turns()
  /** Plans a step and saves it; plans it again if another process was faster. */
  const tried = async (step: AnyStep): Promise<NoLog | Plan> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const plan = await planFor(step)
      if (plan.next === 'wrong') return plan
      const { rows, message, streams } = plan.save
      const isNothing = rows.length + streams.length === 0 && message === null
      if (!isNothing && !(await ports.save(plan.save))) continue
      for (const each of plan.known.values()) keep(each)
      return plan
    }
    return noLog(`save returned false ${TRIES} times: does load return what save has stored?`)
  }
  /** Does a step in its turn. It has one turn, that of its first stream, so no two wait for each other. */
  const done = async (step: AnyStep): Promise<NoLog | Plan> => {
    const first = planStep(pf, step, { known: new Map(), usedOn: null }, ANY_TIME)
    const [stream = ''] = first.next === 'load' ? first.streams : []
    return stream === '' ? tried(step) : inTurn(stream, () => tried(step))
  }
  return done
}

/** The status and body of a response, and nothing else that a client may return; or why there is none. */
const answerTo = ({ send }: Pick<Ports, 'send'>, call: Call) =>
  Promise.resolve(call)
    .then(send)
    .then(({ status, body }) => ({ status, body: bytesIn(body) ?? asJson(body) }))
    .catch((error: unknown) =>
      attempt(
        () => nameOf(error),
        () => '',
      ),
    )

/** Prepares to send requests, and to take their responses in. */
const sending = (
  pf: AnyPayfold,
  ports: Ports,
  now: () => Promise<Instant>,
  done: ReturnType<typeof saving>,
) => {
  const none = (because: string): Reply => ({ status: null, because })
  const send = async ({ call, sendBy, about }: Sending): Promise<Reply> => {
    const askedAt = await now()
    if (sendBy !== null && askedAt >= sendBy) return none('It was too late to send it.')
    const answer = await answerTo(ports, call)
    if (typeof answer === 'string') return none(`No response came${answer}.`)
    const message = fromResponse({ ...about, ...answer, askedAt, receivedAt: await now() })
    if (E.isLeft(message)) return none(pf.explain(message.left))
    const taken = await done({ take: message.right })
    return taken.next === 'plan' ? { ...answer, save: taken.save } : none(taken.because)
  }
  /** Sends requests one after another. */
  const sendAll = async ({ sends }: Plan): Promise<readonly Reply[]> => {
    const replies: Reply[] = []
    for (const each of sends) replies.push(await send(each))
    return replies
  }
  return { send, sendAll }
}

/** How steps are planned and saved, and requests are sent. */
type Loops = ReturnType<typeof sending> & { readonly done: ReturnType<typeof saving> }

/** Runs a command: it is saved, then sent, then planned once more to say what became of it. */
const runOn = async ({ done, sendAll }: Loops, step: RunStep | WordStep): Promise<Outcome> => {
  const replies: Reply[] = []
  let plan = await done(step)
  if (plan.next === 'plan' && plan.isOnceMore) {
    replies.push(...(await sendAll(plan)))
    plan = await done({ ...step, isLooked: true })
  }
  if (plan.next === 'plan' && plan.sends.length > 0) {
    replies.push(...(await sendAll(plan)))
    // this only says what became of the command: whatever it plans to send is not sent
    plan = await done({ ...step, isLooked: true })
  }
  // under this key it may have been recorded before, so nobody may take it for refused
  const came =
    plan.next === 'wrong'
      ? outcome('inDoubt', [plan.because], { status: 503 })
      : (plan.outcome ?? outcome('inDoubt'))
  const said = replies.filter((each) => came.is === 'inDoubt' || !isSuccess(each)).map(saidBy)
  return { ...came, because: [...new Set([...said, ...came.because])] }
}

/** Whether the provider refuses to answer, and not only now. */
const isRefused = ({ status }: Reply): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429

/** Says that the provider refuses to answer: it may be that only a person can settle the question. */
const refusedLookUp = ({ call: { path } }: Sending, status: number | null): string =>
  `The provider answered ${status} to the look-up GET ${path}: if it does again, ask the provider.`

/** Sends the look-ups of a stream. What is left to a person is what the last save says. */
const lookUpOn = async ({ done, send }: Loops, stream: string) => {
  const plan = await done({ due: stream })
  if (plan.next === 'wrong') return { asked: 0, left: [{ stream, because: plan.because }] }
  let { left } = plan
  for (const each of plan.sends) {
    const reply = await send(each)
    const saved = reply.status === null ? [] : reply.save.streams
    const own = saved.find((row) => row.stream === stream)
    left = own?.left.map((because) => ({ stream, because })) ?? left
    if (isRefused(reply)) left = [...left, { stream, because: refusedLookUp(each, reply.status) }]
  }
  return { asked: plan.sends.length, left }
}

/** Sends the look-ups of streams. One that cannot be looked up keeps no other one waiting. */
const dueOn = async (loops: Loops, streams: readonly string[]) => {
  let asked = 0
  const left: LeftToAPerson[] = []
  const errors: unknown[] = []
  for (const stream of streams) {
    const looked = await lookUpOn(loops, stream).catch((error: unknown) => {
      errors.push(error)
      return { asked: 0, left: [] }
    })
    asked += looked.asked
    left.push(...looked.left)
  }
  return errors.length > 0 ? Promise.reject(errors[0]) : { asked, left }
}

/** The body of a response as JSON; null if it is none. */
const jsonIn = (body: unknown): unknown =>
  attempt(
    (): unknown => JSON.parse(new TextDecoder().decode(body as Uint8Array)),
    () => null,
  )

/** Reads the clock. One that gives no time is a port that fails. */
const nowOn = (ports: Pick<Ports, 'now'>) => async (): Promise<Instant> => {
  const read = readInstant('now', ports.now())
  return E.isRight(read)
    ? read.right
    : Promise.reject(TypeError('ports.now() should return a Date, or a text with its zone.'))
}

/** Makes a desk: a backend's functions for payments, on ports of its own. */
export const desk = <M extends AnyMachine>(pf: Payfold<M>, ports: Ports): Desk<M> => {
  const root = pf as unknown as AnyPayfold
  const now = nowOn(ports)
  const done = saving(root, ports, now)
  const loops: Loops = { done, ...sending(root, ports, now, done) }

  return {
    webhook: async (raw, signature) => {
      const message = fromWebhook(raw, signature, ports.keys, await now())
      if (E.isLeft(message)) return { status: 401, because: pf.explain(message.left) }
      const taken = await done({ take: message.right })
      return taken.next === 'plan'
        ? { status: 200, because: taken.save.message?.unread ?? null }
        : { status: 503, because: taken.because }
    },
    run: async (name, data, key, options) => {
      const body = attempt(
        () => options?.body,
        () => undefined,
      )
      return runOn(loops, { run: name, data: data as object, key, body })
    },
    ask: async (endpoint, params, body, key) => {
      const asked = askedFor(root, endpoint, { params, body, key })
      if (E.isLeft(asked)) return { status: 400, body: asked.left }
      const reply = await loops.send(asked.right)
      if (reply.status === null) return { status: 504, body: [reply.because] }
      return { status: reply.status, body: jsonIn(reply.body) }
    },
    due: async () => dueOn(loops, await ports.due(await now())),
    record: async (stream, word, data) => runOn(loops, { stream, word, data }),
    take: async (message) => {
      const taken = await done({ take: message })
      return taken.next === 'plan' ? taken.save : NO_SAVE
    },
    view: async (stream) => (await viewOn(root, ports, stream, await now())) as never,
  }
}
