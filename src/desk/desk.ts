/** Runs the loop around a log on the ports of its user. Every decision is the planner's. */
import * as E from '#fp-ts/Either'
import { isFarAhead } from '../commands/command-life.ts'
import type { CommandData, CommandName } from '../contract/command.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import { dataIn } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import type { FoldedState } from '../fold/assign.ts'
import type { Payfold } from '../payfold.ts'
import { fromResponse, fromWebhook, type Message } from '../provider/read/message.ts'
import { isSuccess } from '../provider/read/response.ts'
import type { EndpointName, Endpoints } from '../provider/wire/endpoints.ts'
import { type Story, story } from '../story/story.ts'
import { asJson, tryOr } from '../words/data/attempt.ts'
import { bytesIn } from '../words/data/bytes.ts'
import { addAll } from '../words/data/lists.ts'
import { Stream } from '../words/stream.ts'
import { readInstant } from '../words/time/given-time.ts'
import type { Instant } from '../words/time/instant.ts'
import {
  type AnyPayfold,
  continued,
  emptyStream,
  entriesOf,
  keptStreams,
  type LoadedStream,
} from './loaded-stream.ts'
import { askedFor } from './outgoing.ts'
import {
  brokenStream,
  type LeftToAPerson,
  NO_SAVE,
  type NoLog,
  noLog,
  type Outcome,
  outcome,
  type Plan,
  type Planned,
  type Sending,
  unreadMessage,
} from './plan.ts'
import { type AnyStep, planStep, type RunStep, unjudged, type WordStep } from './planner.ts'
import type { Call, Ports, Save } from './ports.ts'

/** How often a step is planned again because somebody else was faster. */
const TRIES = 50

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
   * again says what became of it, and sends nothing; but a command that a rule refused was not
   * recorded, and is judged anew. `options.body` is the body of the request, for the commands whose
   * body payfold does not keep.
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
   * whether it arrived; then `body` says why. `because` says why the log took nothing from a response.
   */
  readonly ask: <Name extends EndpointName>(
    endpoint: Name,
    params: ParamsIn<Endpoints[Name]['path']>,
    body?: object,
    key?: string,
  ) => Promise<{
    readonly status: number
    readonly body: unknown
    readonly because: string | null
  }>
  /**
   * Sends every look-up whose time has come, and never a command: call it at any interval, in every
   * process. Returns how many it sent, what only a person can settle, and what is open for a week.
   */
  readonly due: () => Promise<{ readonly asked: number; readonly left: readonly LeftToAPerson[] }>
  /**
   * Records what a person has found out, which settles what no look-up does: `reviewed` states amounts
   * as of a time, `command_given_up` that a command is over.
   */
  readonly record: (stream: string, word: WordStep['word'], data: object) => Promise<Outcome>
  /** Reads a message that was stored, and returns what it saved. Rejects where `webhook` answers 503. */
  readonly take: (message: Message) => Promise<Save>
  /**
   * The story of a stream, as a person reads it; null if nothing is known of it. `state` is its state
   * now, for functions that take one: `pf.is` tells of which machine.
   */
  readonly view: (stream: string) => Promise<(Story & { readonly state: FoldedState<M> }) | null>
}

interface Reply {
  readonly status: number | null
  readonly body: unknown
  readonly save: Save
  readonly says: string
}

/** The code of an error or its name: no text, which might quote a secret. Reading it may throw. */
const nameOf = (error: unknown): string =>
  tryOr('', () => {
    const { name, cause } = Object(error)
    const { code = name } = Object(cause)
    return typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : ''
  })

/** Steps about one stream take turns in a process: side by side, each would save before the others can. */
const turns = () => {
  const last = new Map<string, Promise<unknown>>()
  return async <A>(name: string, work: () => Promise<A>): Promise<A> => {
    const own = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, own)
    return own.finally(() => {
      if (last.get(name) === own) last.delete(name)
    })
  }
}

interface Loops {
  readonly now: () => Promise<Instant>
  readonly done: (step: AnyStep) => Promise<NoLog | Plan>
  readonly send: (sending: Sending) => Promise<Reply>
}

const saving = (pf: AnyPayfold, ports: Ports, now: Loops['now']): Loops['done'] => {
  const { load, keep } = keptStreams(pf, ports)
  const fixed = { pf, messageKey: ports.messageKey }
  const planFor = async (step: AnyStep, first: Planned): Promise<NoLog | Plan> => {
    const known = new Map<string, LoadedStream>()
    let usedOn: string | null = null
    let next = first
    while (next.next === 'load') {
      const loaded = await load(next.streams, next.command)
      if (typeof loaded === 'string') {
        const broken = brokenStream(loaded)
        return 'take' in step ? unreadMessage(step.take, broken.because) : broken
      }
      for (const [stream, each] of loaded.known) known.set(stream, each)
      usedOn ??= loaded.usedOn
      // the clock is read after what it judges: loading may have taken long
      next = planStep({ ...fixed, known, usedOn, now: await now() }, step)
    }
    return next
  }
  /** Plans a step and saves it; plans it again if another process was faster. */
  const tried = async (step: AnyStep, first: Planned): Promise<NoLog | Plan> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const plan = await planFor(step, first)
      if (plan.next === 'wrong') return plan
      const { rows, message, streams } = plan.save
      const isNothing = rows.length + streams.length === 0 && message === null
      if (!isNothing && !(await ports.save(plan.save))) continue
      for (const each of plan.known.values()) keep(each)
      return plan
    }
    return noLog(`save returned false ${TRIES} times: does load return what save has stored?`)
  }
  const inTurn = turns()
  // a step has one turn, that of its first stream, so no two wait for each other
  return async (step) => {
    const first = planStep({ ...fixed, known: new Map(), usedOn: null, now: await now() }, step)
    const [stream = ''] = first.next === 'load' ? first.streams : []
    return stream === '' ? tried(step, first) : inTurn(stream, () => tried(step, first))
  }
}

/** Why a message that was saved cannot be read, as a whole or in one field; null if it can. */
const unreadIn = ({ message, streams }: Save): string | null => {
  const events = streams.flatMap(({ news }) => news)
  const [path] = events.flatMap((event) =>
    event.type === INFORMATIONAL.unrecognised ? (dataIn(event)['path'] ?? []) : [],
  )
  const ofField = path === undefined ? null : `its field ${path} has another form.`
  return message?.unread ?? ofField
}

const sending = (pf: AnyPayfold, ports: Ports, { now, done }: Omit<Loops, 'send'>) => {
  const none = (says: string): Reply => ({ status: null, body: null, save: NO_SAVE, says })
  /** The status and body of a response, and nothing else that a client may return; or why there is none. */
  const answerTo = (call: Call) =>
    Promise.resolve(call)
      .then(ports.send)
      .then(({ status, body }) => ({ status, body: bytesIn(body) ?? asJson(body) }))
      .catch(nameOf)
  return async ({ call, sendBy, about }: Sending): Promise<Reply> => {
    const askedAt = await now()
    const isLate = sendBy !== null && (askedAt >= sendBy || isFarAhead(sendBy, askedAt))
    if (isLate) return none('It was too late to send it.')
    const answer = await answerTo(call)
    if (typeof answer === 'string') return none(`No response came${answer}.`)
    const message = fromResponse({ ...about, ...answer, askedAt, receivedAt: await now() })
    if (E.isLeft(message)) return none(pf.explain(message.left))
    const taken = await done({ take: message.right })
    if (taken.next === 'wrong') return none(taken.because)
    const unread = unreadIn(taken.save)
    const why = unread === null ? '.' : `, which cannot be read: ${unread}`
    return { ...answer, save: taken.save, says: `The provider answered ${answer.status}${why}` }
  }
}

/** Runs a command: it is saved, then sent, then planned once more to say what became of it. */
const runOn = async ({ done, send }: Loops, step: RunStep | WordStep): Promise<Outcome> => {
  const replies: Reply[] = []
  let [plan, isSent] = [await done(step), false]
  // once it was sent, the plan only says what became of it: whatever it plans to send is not sent
  while (plan.next === 'plan' && plan.sends.length > 0 && !isSent) {
    isSent = !plan.isOnceMore
    // what look-ups before it said is not said of the command
    if (isSent) replies.length = 0
    for (const each of plan.sends) replies.push(await send(each))
    plan = await done({ ...step, isLooked: true })
  }
  // under this key it may have been recorded before, so nobody may take it for refused
  const came =
    plan.next === 'wrong'
      ? outcome('inDoubt', [plan.because], { status: 503 })
      : (plan.outcome ?? outcome('inDoubt'))
  const isRead = ({ status, save }: Reply): boolean =>
    isSuccess(status ?? 0) && !save.message?.unread
  const said = replies.filter((each) => came.is === 'inDoubt' || !isRead(each))
  return { ...came, because: [...new Set([...said.map(({ says }) => says), ...came.because])] }
}

/** What a person has to know if a look-up shows nothing, and not only now. */
const futile = ({ call: { path } }: Sending, { status, save }: Reply): readonly string[] => {
  const { unread = null } = save.message ?? {}
  const isNow = status === null || status === 408 || status === 429 || status >= 500
  if (isNow || (isSuccess(status) && unread === null)) return []
  const why = unread === null ? '' : `, which cannot be read: ${unread.replace(/\.$/, '')}`
  const answered = `The provider answered ${status} to the look-up GET ${path}${why}`
  return [`${answered}: if it does again, ask the provider.`]
}

const lookUpOn = async ({ done, send }: Loops, stream: string) => {
  const plan = await done({ due: stream })
  if (plan.next === 'wrong') return { asked: 0, left: [{ stream, because: plan.because }] }
  let left = plan.left.map(({ because }) => because)
  const vain: string[] = []
  for (const each of plan.sends) {
    const reply = await send(each)
    left = [...(reply.save.streams.find((row) => row.stream === stream)?.left ?? left)]
    addAll(vain, futile(each, reply))
  }
  return {
    asked: plan.sends.length,
    left: [...left, ...vain].map((because) => ({ stream, because })),
  }
}

/** Sends the look-ups of what is due. One that cannot be looked up keeps no other one waiting. */
const dueOn = async (loops: Loops, { due }: Pick<Ports, 'due'>) => {
  let asked = 0
  const left: LeftToAPerson[] = []
  const errors: unknown[] = []
  const listDue = async () => due(await loops.now())
  // while a provider is slow, another call or process may have looked up what was due at first
  const lookUpIfDue = async (stream: string) => {
    if (!(await listDue()).includes(stream)) return
    const looked = await lookUpOn(loops, stream)
    asked += looked.asked
    addAll(left, looked.left)
  }
  for (const stream of await listDue()) {
    await lookUpIfDue(stream).catch((error: unknown) => errors.push(error))
  }
  return errors.length > 0 ? Promise.reject(errors[0]) : { asked, left }
}

const viewOn = async (
  pf: AnyPayfold,
  { load }: Pick<Ports, 'load'>,
  stream: string,
  now: Instant,
) => {
  if (!Stream.is(stream)) return null
  const why = unjudged(pf)
  if (why !== null) return Promise.reject(TypeError(why))
  const lines = await load([{ stream, revision: 0 }], null)
  if (lines.length === 0) return null
  const entries = entriesOf(pf, lines)
  const loaded = entries && continued(pf, emptyStream(pf, stream), entries)
  if (entries === null || loaded === null) {
    return Promise.reject(TypeError(brokenStream(stream).because))
  }
  const own = entries.filter((entry) => entry.stream === stream)
  const state = E.getOrElse((): object => loaded.state)(pf.at(loaded.state, now))
  return { ...story(pf)(stream, own, now), state }
}

/** What a response holds: a port may return bytes, a text, or what it has parsed. */
const jsonIn = (body: unknown): unknown =>
  tryOr(null, (): unknown => {
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body
    return typeof text === 'string' ? JSON.parse(text.replace(/^\uFEFF/, '')) : text
  })

/** Sends a request that is no command, and says what became of it. */
const askOn = async (send: Loops['send'], asked: ReturnType<typeof askedFor>) => {
  if (E.isLeft(asked)) return { status: 400, body: asked.left, because: asked.left.join(' ') }
  const { status, body, says, save } = await send(asked.right)
  return status === null
    ? { status: 504, body: [says], because: says }
    : { status, body: jsonIn(body), because: unreadIn(save) }
}

/** Makes a desk: a backend's functions for payments, on ports of its own. */
export const desk = <M extends AnyMachine>(pf: Payfold<M>, ports: Ports): Desk<M> => {
  const root = pf as unknown as AnyPayfold
  /** Reads the clock. One that gives no time is a port that fails. */
  const now = async (): Promise<Instant> => {
    const read = readInstant('now', ports.now())
    return E.isRight(read)
      ? read.right
      : Promise.reject(TypeError('ports.now() should return a Date, or a text with its zone.'))
  }
  const done = saving(root, ports, now)
  const loops: Loops = { now, done, send: sending(root, ports, { now, done }) }

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
      const body = tryOr(undefined, () => options?.body)
      return runOn(loops, { run: name, data: data as object, key, body })
    },
    ask: async (endpoint, params, body, key) =>
      askOn(loops.send, askedFor(root, endpoint, { params, body, key })),
    due: async () => dueOn(loops, ports),
    record: async (stream, word, data) => runOn(loops, { stream, word, data }),
    take: async (message) => {
      const taken = await done({ take: message })
      return taken.next === 'plan' ? taken.save : Promise.reject(TypeError(taken.because))
    },
    view: async (stream) => (await viewOn(root, ports, stream, await now())) as never,
  }
}
