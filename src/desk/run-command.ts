/** Plans a command: decides it, records it, says what to send; or says what became of it. */
import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import type { AnyMachine } from '../contract/machine-record.ts'
import { eventsOf } from '../contract/state.ts'
import { dataIn } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import { type Decided, readData, type Undecided } from '../judge/decide.ts'
import type { Judged } from '../judge/state-owner.ts'
import { isUnspecified } from '../provider/wire/endpoint.ts'
import { type EndpointName, endpoints } from '../provider/wire/endpoints.ts'
import { asJson } from '../words/data/attempt.ts'
import { reader } from '../words/data/codec.ts'
import { type Stream, streamOf } from '../words/stream.ts'
import { CommandId } from '../words/text/plain-text.ts'
import type { Instant } from '../words/time/instant.ts'
import type { AnyPayfold, KnownStreams, LoadedStream } from './loaded-stream.ts'
import { openAt } from './look-ups.ts'
import { lookUpFor, problemsOf, sendingOf } from './outgoing.ts'
import {
  type LoadFirst,
  type NoLog,
  notLoaded,
  type Outcome,
  outcome,
  type Plan,
  planned,
} from './plan.ts'
import { settle } from './settle.ts'

/** A command to run. `body` is that of its request, if payfold does not keep it. */
export interface RunStep {
  readonly run: string
  readonly data: object
  /** Its idempotency key. */
  readonly key: string
  readonly body?: object | undefined
  /** Set once the look-ups are done that a plan asked for. */
  readonly isLooked?: boolean
}

/** What a command became that was taken, or carried out by anybody. */
const became = ({ state = 'done', id = null }: Partial<NonNullable<Decided['done']>>): Outcome => {
  if (state === 'taken') return outcome('accepted', [], { id })
  return outcome(state === 'done' ? 'done' : 'failed', [], { id })
}

/** With which status and codes the provider refused a command. */
const refusalOf = ({ state }: LoadedStream, commandId: string): readonly string[] =>
  eventsOf(state).flatMap((event) => {
    const { httpStatus, errorCodes, commandId: named } = dataIn(event)
    if (event.type !== INFORMATIONAL.refusal || named !== commandId) return []
    const codes = Array.isArray(errorCodes) ? errorCodes.map(String) : []
    return [`The provider answered ${httpStatus}.`, ...codes]
  })

/** Why a command was not decided. */
type NotDecided = Judged<Decided, Undecided> extends E.Either<infer Why, unknown> ? Why : never

/** What a command came to that causes no event. */
const undecided = (pf: AnyPayfold, loaded: LoadedStream, why: NotDecided): Outcome => {
  const because = [pf.explain(why)]
  if (why.error === 'Refused') {
    const { refusals } = why
    const status = pf.rules[refusals[0]?.rule ?? '']?.errorCode ?? 409
    return outcome('refused', refusals.map(pf.explain), { status, refusals })
  }
  if (why.error === 'Ended') {
    return outcome(why.how, [...because, ...refusalOf(loaded, why.commandId)])
  }
  if (why.error === 'KeyReused') return outcome('keyUsed', because)
  if (why.error === 'InDoubt') return outcome('inDoubt', because)
  return outcome(why.error === 'Unassigned' ? 'unassigned' : 'invalid', because)
}

/** The body of a command's request; or why it cannot be sent. */
const bodyFor = (
  endpoint: EndpointName,
  kept: object | null,
  given: object | undefined,
): E.Either<readonly string[], object | null> => {
  const { request } = endpoints[endpoint]
  if (request === null || isUnspecified(request) || kept !== null) return E.right(kept)
  if (given === undefined) {
    return E.left([`Pass options.body, the body of ${endpoint}: payfold does not keep it.`])
  }
  // what is checked is what is sent
  const body = asJson(given)
  const problems = problemsOf(endpoint, body)
  return problems.length > 0 ? E.left(problems) : E.right(body as object)
}

/** Records a command that is allowed, and sends its request. */
const recorded = (
  pf: AnyPayfold,
  known: KnownStreams,
  { stream, step, now }: { readonly stream: Stream; readonly step: RunStep; readonly now: Instant },
  { events, request, done }: Decided,
): LoadFirst | NoLog | Plan => {
  if (request === null) return planned({ outcome: became(done ?? {}) })
  const endpoint = request.endpoint as EndpointName
  const body = bodyFor(endpoint, request.body, step.body)
  if (E.isLeft(body)) return planned({ outcome: outcome('invalid', body.left) })
  const own = events.map((event) => ({ stream, event }))
  const settled = settle(pf, known, own, { now, command: step.key })
  if (settled.next !== 'plan') return settled
  const sending = sendingOf(pf, { ...request, endpoint, body: body.right }, request.sendBy)
  return { ...settled, sends: [sending], outcome: outcome('inDoubt') }
}

/** The stream that a command is about; or what is wrong with the command. */
const aimOf = (
  { machines, explain }: AnyPayfold,
  { run, key, ...rest }: RunStep,
): E.Either<string, Stream> => {
  const data = rest.data as Readonly<Record<string, unknown>>
  const isOwn = ({ commands }: AnyMachine): boolean =>
    typeof run === 'string' && Object.hasOwn(commands, run)
  const owner: AnyMachine | undefined = machines.find(isOwn)
  const codec = owner?.commands[run]?.data
  if (owner === undefined || codec === undefined) {
    const names = machines.flatMap(({ commands }) => Object.keys(commands))
    return E.left(`There is no such command; there are ${[...new Set(names)].join(', ')}.`)
  }
  const { field, prefix } = owner.subject
  const named = reader(t.type({ key: CommandId }))({ key })
  const read = E.isLeft(named) ? named : readData(codec, data)
  return E.isLeft(read)
    ? E.left(explain(read.left))
    : E.right(streamOf(prefix, String(data[field])))
}

/** Plans a command. `usedOn` is the stream on which its key was used; null if it was not. */
export const runCommand = (
  pf: AnyPayfold,
  given: RunStep,
  { known, usedOn }: { readonly known: KnownStreams; readonly usedOn: string | null },
  now: Instant,
): LoadFirst | NoLog | Plan => {
  const end = (...of: Parameters<typeof outcome>): Plan => planned({ outcome: outcome(...of) })
  const step: RunStep = { ...given, data: asJson(given.data) as object }
  const aim = aimOf(pf, step)
  if (E.isLeft(aim)) return end('invalid', [aim.left])
  const load = notLoaded([aim.right], known, step.key)
  if (load !== null) return load
  const stream = aim.right
  const loaded = known.get(stream)
  if (usedOn !== null && usedOn !== stream) {
    return end('keyUsed', ['This key has another command: use a new one.'])
  }
  if (loaded === undefined || loaded.tip.revision < 0) {
    return end('notFound', [`Nothing is known of ${stream}.`])
  }
  const metadata = { commandId: step.key, now }
  const decided = pf.decide(loaded.state, { type: step.run, data: step.data, metadata } as never)
  if (E.isRight(decided)) return recorded(pf, known, { stream, step, now }, decided.right)
  const came = undecided(pf, loaded, decided.left)
  const isLooking = came.is === 'unassigned' && step.isLooked !== true
  const sends = isLooking ? openAt(pf, loaded, now).askable.map((each) => lookUpFor(pf, each)) : []
  return planned({ outcome: came, sends, isOnceMore: sends.length > 0 })
}
