/** Plans a command: decides it, records it, says what to send; or says what became of it. */
import * as E from 'fp-ts/lib/Either.js'
import type { AnyMachine } from '../contract/machine-record.ts'
import { eventsOf } from '../contract/state.ts'
import { dataIn } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import type { CommandStatus } from '../judge/command-status.ts'
import type { Decided, Undecided } from '../judge/decide.ts'
import type { CommandRequest } from '../judge/provider-request.ts'
import type { Judged } from '../judge/state-owner.ts'
import { checkRequest, explainUnsendable, isUnspecified } from '../provider/wire/endpoint.ts'
import { type EndpointName, endpoints } from '../provider/wire/endpoints.ts'
import { streamOf } from '../words/stream.ts'
import { CommandId } from '../words/text/plain-text.ts'
import type { Instant } from '../words/time/instant.ts'
import { askable } from './look-up-times.ts'
import { type Outcome, outcome } from './outcome.ts'
import { lookUpOf, type Plan, planned } from './plan.ts'
import { sendingOf } from './sending.ts'
import { type Load, missing, settle, type Wrong } from './settle.ts'
import type { Known, Root, StreamEnd } from './stream-end.ts'

/** A command to run. `body` is that of its request, for a command whose body payfold does not keep. */
export interface Running {
  readonly run: string
  readonly data: object
  readonly key: string
  readonly body?: object | undefined
  /** Set once the look-ups that a plan asked for are done. */
  readonly isLooked?: boolean
}

type State = StreamEnd['state']

/** The stream of what a command is about; undefined if its data names nothing. */
const streamIn = ({ subject }: AnyMachine, data: unknown): string | undefined => {
  const id =
    typeof data === 'object' && data !== null ? dataIn({ data } as never)[subject.field] : null
  return subject.id.is(id) ? streamOf(subject.prefix, String(id)) : undefined
}

/** What a command became that the provider took. */
const became = (status: CommandStatus | null): Outcome => {
  const { state = 'done', id = null } = status ?? {}
  if (state === 'taken') return outcome('accepted', [], { id })
  return state === 'done' ? outcome('done', [], { id }) : outcome('failed', [], { id })
}

/** The codes with which the provider refused a command. */
const codesOf = (state: State, commandId: string): readonly string[] =>
  eventsOf(state).flatMap((event) => {
    const { errorCodes, commandId: named } = dataIn(event)
    return event.type === INFORMATIONAL.refusal && named === commandId && Array.isArray(errorCodes)
      ? errorCodes.map(String)
      : []
  })

type Why = Extract<Judged<Decided, Undecided>, { readonly _tag: 'Left' }>['left']

/** What a command came to that causes no event. */
const undecided = (pf: Root, state: State, why: Why): Outcome => {
  const because = [pf.explain(why)]
  switch (why.error) {
    case 'Refused': {
      const { refusals } = why
      const status = pf.rules[refusals[0]?.rule ?? '']?.errorCode ?? 409
      return outcome('refused', refusals.map(pf.explain), { status, refusals })
    }
    case 'KeyReused':
      return outcome('keyUsed', because)
    case 'Ended':
      return why.how === 'refused'
        ? outcome('refused', [...because, ...codesOf(state, why.commandId)])
        : outcome('ended', because)
    case 'InDoubt':
      return outcome('inDoubt', because)
    case 'Unassigned':
      return outcome('unassigned', because)
    default:
      return outcome('invalid', because)
  }
}

/** The body of a command's request, or why it cannot be sent. */
const bodyOf = (
  { endpoint, body }: CommandRequest,
  given: object | undefined,
): E.Either<readonly string[], object | null> => {
  const { request } = endpoints[endpoint as EndpointName]
  if (request === null || isUnspecified(request)) return E.right(null)
  if (body !== null) return E.right(body)
  if (given === undefined) {
    return E.left([`Pass options.body, the body of ${endpoint}: payfold does not keep it.`])
  }
  const checked = checkRequest(endpoints[endpoint as EndpointName])(given)
  return E.isLeft(checked) ? E.left(explainUnsendable(checked.left)) : E.right(given)
}

/** Records a command that is allowed, and sends its request. */
const record = (
  pf: Root,
  known: Known,
  { tip }: StreamEnd,
  { running, decided, now }: { running: Running; decided: Decided; now: Instant },
): Load | Wrong | Plan => {
  const { events, request } = decided
  if (request === null) return planned({ outcome: became(decided.done) })
  const body = bodyOf(request, running.body)
  if (E.isLeft(body)) return planned({ outcome: outcome('invalid', body.left) })
  const sent = events.map((event) => ({ stream: tip.stream, event }))
  const settled = settle(pf, known, sent, { now, command: running.key })
  if (settled.next !== 'settled') return settled
  const asked = { ...request, endpoint: request.endpoint as EndpointName, body: body.right }
  return planned({
    ...settled,
    sends: [sendingOf(pf, asked, request.sendBy)],
    outcome: outcome('inDoubt'),
  })
}

/** The machine that has a command; what is wrong if none has it, or the key is none. */
const ownerOf = (pf: Root, { run, key }: Running): E.Either<Outcome, AnyMachine> => {
  const owner = pf.machines.find(({ commands }) => Object.hasOwn(commands, run))
  if (owner === undefined) {
    const names = pf.machines.flatMap(({ commands }) => Object.keys(commands))
    return E.left(
      outcome('invalid', [
        `There is no such command; there are ${[...new Set(names)].join(', ')}.`,
      ]),
    )
  }
  return CommandId.is(key)
    ? E.right(owner)
    : E.left(outcome('invalid', [`key: it should be ${CommandId.name}.`]))
}

/** Plans a command. `usedOn` is the stream on which its key was used; null if it was not. */
export const runCommand = (
  pf: Root,
  running: Running,
  { known, usedOn }: { readonly known: Known; readonly usedOn: string | null },
  now: Instant,
): Load | Wrong | Plan => {
  const owner = ownerOf(pf, running)
  if (E.isLeft(owner)) return planned({ outcome: owner.left })
  const { run: type, data, key } = running
  const stream = streamIn(owner.right, data)
  if (stream === undefined) {
    const { field, prefix } = owner.right.subject
    return planned({
      outcome: outcome('invalid', [`data.${field}: it should be the id of a ${prefix}.`]),
    })
  }
  if (usedOn !== null && usedOn !== stream) {
    return planned({
      outcome: outcome('keyUsed', ['This key has another command: use a new one.']),
    })
  }
  const load = missing([stream], known)
  if (load !== null) return { ...load, command: key }
  const end = known.get(stream) as StreamEnd
  if (end.tip.revision < 0) {
    return planned({ outcome: outcome('notFound', [`Nothing is known of ${stream}.`]) })
  }
  const command = { type, data, metadata: { commandId: key, now } }
  const decided = pf.decide(end.state, command as never)
  if (E.isRight(decided)) return record(pf, known, end, { running, decided: decided.right, now })
  const ended = undecided(pf, end.state, decided.left)
  if (ended.is !== 'unassigned' || running.isLooked === true) return planned({ outcome: ended })
  const sends = askable(pf, end.state, now).map((question) => lookUpOf(pf, question))
  return planned({ outcome: ended, sends, isOnceMore: sends.length > 0 })
}
