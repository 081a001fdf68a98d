/** Plans what is of us: a command, which is decided, recorded and sent, and what a person says of a stream. */
import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import type { AnyMachine } from '../contract/machine-record.ts'
import { eventsOf } from '../contract/state.ts'
import { madeId } from '../event/content-hash.ts'
import { type DomainEvent, dataIn } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import { type Decided, readData, type Undecided } from '../judge/decide.ts'
import type { Judged } from '../judge/state-owner.ts'
import { isUnspecified } from '../provider/wire/endpoint.ts'
import { type EndpointName, endpoints } from '../provider/wire/endpoints.ts'
import { asJson } from '../words/data/attempt.ts'
import { reader } from '../words/data/codec.ts'
import { entityIdOf, hasPrefix, Stream, streamOf } from '../words/stream.ts'
import { CommandId } from '../words/text/plain-text.ts'
import type { AnyPayfold, LoadedStream } from './loaded-stream.ts'
import { openAt } from './look-ups.ts'
import { lookUpFor, problemsOf, sendingOf } from './outgoing.ts'
import {
  ended,
  knownStream,
  type Outcome,
  outcome,
  type Planned,
  type Planning,
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
  at: Planning,
  stream: Stream,
  step: RunStep,
  { events, request, done }: Decided,
): Planned => {
  if (request === null) return planned({ outcome: became(done ?? {}) })
  const endpoint = request.endpoint as EndpointName
  const body = bodyFor(endpoint, request.body, step.body)
  if (E.isLeft(body)) return ended('invalid', body.left)
  const own = events.map((event) => ({ stream, event }))
  const settled = settle(at, own, step.key)
  if (settled.next !== 'plan') return settled
  const sending = sendingOf(at.pf, { ...request, endpoint, body: body.right }, request.sendBy)
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

/** Plans a command. */
export const runCommand = (at: Planning, given: RunStep): Planned => {
  const { pf, usedOn, now } = at
  const step: RunStep = { ...given, data: asJson(given.data) as object }
  const aim = aimOf(pf, step)
  if (E.isLeft(aim)) return ended('invalid', [aim.left])
  const stream = aim.right
  if (usedOn !== null && usedOn !== stream) {
    return ended('keyUsed', ['This key has another command: use a new one.'])
  }
  const loaded = knownStream(at, stream, step.key)
  if ('next' in loaded) return loaded
  const metadata = { commandId: step.key, now }
  const decided = pf.decide(loaded.state, { type: step.run, data: step.data, metadata } as never)
  if (E.isRight(decided)) return recorded(at, stream, step, decided.right)
  const came = undecided(pf, loaded, decided.left)
  const isLooking = came.is === 'unassigned' && step.isLooked !== true
  const sends = isLooking ? openAt(pf, loaded, now).askable.map((each) => lookUpFor(pf, each)) : []
  return planned({ outcome: came, sends, isOnceMore: sends.length > 0 })
}

/** What a person says of a stream: `word` is the type of the event. */
export interface WordStep {
  readonly word: string
  readonly stream: string
  readonly data: object
}

const WORDS: readonly string[] = [INFORMATIONAL.review, INFORMATIONAL.givenUp]

/** The event of a person's word, about the subject of its stream. */
const eventOf = (
  { pf, now }: Planning,
  stream: Stream,
  { word, data }: WordStep,
): E.Either<string, DomainEvent> => {
  if (!WORDS.includes(word)) return E.left(`A person says ${WORDS.join(' or ')}.`)
  const { subject } = pf.machines.find(({ subject: { prefix } }) => hasPrefix(stream, prefix)) ?? {}
  const { field = '' } = subject ?? {}
  const content: Readonly<Record<string, unknown>> = { [field]: entityIdOf(stream), ...data }
  if (content[field] !== entityIdOf(stream)) return E.left(`data.${field} names another stream.`)
  const eventId = madeId(word, stream, { content, now })
  const times = { occurredAt: now, recordedAt: now }
  const metadata = { eventId, ...times, source: 'request', schema: 1 }
  return E.mapLeft(pf.explain)(pf.decode({ type: word, data: content, metadata }))
}

/** Plans a person's word on what is known of its stream. */
export const recordWord = (at: Planning, step: WordStep): Planned => {
  const { stream } = step
  if (!Stream.is(stream)) return ended('invalid', [`stream should be ${Stream.name}.`])
  const loaded = knownStream(at, stream)
  if ('next' in loaded) return loaded
  const event = eventOf(at, stream, step)
  if (E.isLeft(event)) return ended('invalid', [event.left])
  const settled = settle(at, [{ stream, event: event.right }])
  return settled.next === 'plan' ? { ...settled, outcome: outcome('done') } : settled
}
