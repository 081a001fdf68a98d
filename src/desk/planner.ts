/**
 * The loop around a log as a pure function: it says what to load, what to save, what to send, and when
 * to look again. It opens nothing, and reads no clock.
 */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { isFarAhead, isOpen } from '../commands/command-life.ts'
import type { CommandData, CommandName } from '../contract/command.ts'
import type { AnyMachine, Consequence } from '../contract/machine-record.ts'
import { eventsOf } from '../contract/state.ts'
import { madeId } from '../event/content-hash.ts'
import { type DomainEvent, dataIn, receivedAt } from '../event/envelope.ts'
import { INFORMATIONAL, recordedAfter, spokenFor } from '../event/informational-events.ts'
import { digesting } from '../event/message-digest.ts'
import { datedBy } from '../fold/consequences.ts'
import { policyFieldsOf } from '../fold/root.ts'
import type { Decided, Undecided } from '../judge/decide.ts'
import { soonerIn } from '../judge/known-command.ts'
import { ownLoop } from '../judge/own-loop.ts'
import type { Judged } from '../judge/state-owner.ts'
import type { Entry } from '../log/entry.ts'
import { growing } from '../log/tip.ts'
import { streamFor } from '../merge/stream-subject.ts'
import type { Payfold } from '../payfold.ts'
import { type Message, readStored } from '../provider/read/message.ts'
import { readMessage } from '../provider/read/read-message.ts'
import type { StreamEvent } from '../provider/read/stream-event.ts'
import {
  type EndpointName,
  endpoints,
  isEndpointName,
  isUnspecified,
} from '../provider/wire/endpoints.ts'
import { asJson, attempt } from '../words/data/attempt.ts'
import { namedField, reader } from '../words/data/codec.ts'
import { addAll, listsOf } from '../words/data/lists.ts'
import { rememberingOf } from '../words/data/result-cache.ts'
import { unreadable } from '../words/data/unreadable-input.ts'
import { isPolicyOf, UNREADABLE_POLICY } from '../words/policy.ts'
import { entityIdOf, Stream, streamOf } from '../words/stream.ts'
import { CommandId } from '../words/text/plain-text.ts'
import { readInstant, readTime, type Time } from '../words/time/given-time.ts'
import { earlier, formatted, isAfter, shift } from '../words/time/instant.ts'
import {
  type AnyPayfold,
  entriesOf,
  grown,
  hasPlace,
  impliedOn,
  type KnownStreams,
  type LoadedStream,
  streamIn,
  subjectOn,
} from './loaded-stream.ts'
import { dueAt, LEAST_WAIT_SECONDS, openAt, SHOWN } from './look-ups.ts'
import { lookUpFor, paramProblems, problemsOf, sendingOf } from './outgoing.ts'
import {
  answered,
  brokenStream,
  knownStream,
  type LoadFirst,
  NO_SAVE,
  type NoLog,
  noLog,
  notLoaded,
  type Outcome,
  outcome,
  type Plan,
  type Planned,
  type Planning,
  planned,
  unreadMessage,
} from './plan.ts'
import type { Ports, Save } from './ports.ts'

// appending -------------------------------------------------------------------
/** What is stored of a stream beside its log. */
const streamRow = (
  { pf, now }: Planning,
  [before, after]: readonly [LoadedStream, LoadedStream],
  fresh: readonly Entry[],
): Save['streams'][number] => {
  const open = openAt(pf, after, now)
  const due = dueAt(pf, after, open, now)
  const soon = shift(now, LEAST_WAIT_SECONDS)
  // however old a message is, nobody has looked since it was taken
  const isNew = open.askable.length > 0 && fresh.some(({ event }) => !SHOWN.includes(event.type))
  return {
    stream: after.tip.stream,
    revision: after.tip.revision,
    status: after.state.status,
    was: before.state.status,
    state: after.state,
    news: fresh.map(({ event }) => event),
    due: isNew ? earlier(due ?? soon, soon) : due,
    left: open.left,
  }
}

/** What a stream implies on others and they lack; or which of them to load first. */
const lacking = (
  { pf, known }: Pick<Planning, 'pf' | 'known'>,
  { state }: LoadedStream,
): LoadFirst | readonly Consequence[] => {
  const all = impliedOn(pf)(state)
  const streams = all.map(({ stream }) => stream)
  const isLacking = ({ stream, event }: Consequence): boolean => {
    const tip = known.get(stream)?.tip
    return tip === undefined || !growing(tip).has(event)
  }
  return notLoaded({ known }, streams) ?? all.filter(isLacking).map(datedBy(pf, state))
}

/** Finds how an event is recorded in its stream. */
const recordedIn =
  (known: KnownStreams, ownStream: ReturnType<typeof streamFor>) =>
  ({ stream, event }: StreamEvent): StreamEvent => {
    const state = known.get(ownStream(stream, event))?.state
    return { stream, event: state === undefined ? event : recordedAfter(event, eventsOf(state)) }
  }

/** Events imply others, and these imply others again, so many times at most. */
const MOST_ROUNDS = 16

/** Plans the append of events, and of all that they imply on other streams. `command` is the key. */
const planAppend = (
  at: Planning,
  events: readonly StreamEvent[],
  command: string | null = null,
): Planned => {
  const { pf } = at
  const ownStream = streamFor(pf.machines)
  const byStream = listsOf(
    events.map(({ stream, event }) => [ownStream(stream, event), event] as const),
  )
  const own = [...byStream.keys()]
  if (notLoaded(at, own) !== null) {
    // one load brings what these events imply, too
    const implied = [...byStream].flatMap(([stream, all]) => impliedOn(pf)(pf.fold(stream, all)))
    const others = implied.map(({ stream }) => stream)
    return notLoaded(at, [...own, ...others]) as LoadFirst
  }
  const entries: Entry[] = []
  const known = new Map(at.known)
  const ofStream = (stream: string, all: readonly Entry[]): readonly Entry[] =>
    all.filter((entry) => entry.stream === stream)
  let more = events
  for (let rounds = 0; more.length > 0; rounds += 1) {
    if (rounds > MOST_ROUNDS) {
      return noLog('These events imply others without end: correct the consequences of a machine.')
    }
    const tips = new Map([...known.values()].map(({ tip }) => [tip.stream, tip] as const))
    const added = ownLoop(pf).appendAll(tips, more.map(recordedIn(known, ownStream)))
    if (E.isLeft(added)) return noLog(pf.explain(added.left))
    addAll(entries, added.right.entries)
    const next: Consequence[] = []
    for (const [stream, tip] of added.right.tips) {
      const before = known.get(stream)
      const fresh = ofStream(stream, added.right.entries)
      if (before === undefined) continue
      // what is known already may imply events of a machine that was added since
      const end = fresh.length === 0 ? before : grown(pf, before, fresh, tip)
      known.set(stream, end)
      const implied = lacking({ pf, known }, end)
      if ('next' in implied) return implied
      addAll(next, implied)
    }
    more = next
  }
  const caused = command === null ? undefined : events[0]?.event.metadata.eventId
  const rows = entries.map((entry) => ({
    stream: entry.stream,
    revision: entry.revision,
    line: pf.toLine(entry),
    command: entry.event.metadata.eventId === caused ? command : null,
  }))
  const streams = [...known].flatMap(([stream, after]) => {
    const before = at.known.get(stream)
    return before === undefined || before === after
      ? []
      : [streamRow(at, [before, after], ofStream(stream, entries))]
  })
  return planned({ save: { rows, message: null, streams }, known })
}

// messages and look-ups -----------------------------------------------------
/** Takes a message in. What cannot be read is saved all the same, with the reason. */
const takeMessage = (at: Planning, message: Message): Planned => {
  const { pf, messageKey } = at
  const stored = readStored(message)
  if (E.isLeft(stored)) return noLog(pf.explain(stored.left))
  const binding = messageKey === undefined ? {} : { messageKey: messageKey(message.receivedAt) }
  const read = readMessage(message, { ...pf.policy, ...binding })
  if (E.isLeft(read)) {
    const isOfKey = 'path' in read.left && read.left.path === 'messageKey'
    const why = pf.explain(read.left)
    return isOfKey ? noLog(why) : unreadMessage(message, why)
  }
  const own = read.right.filter(({ stream }) => hasPlace(pf, stream))
  if (own.length === 0 && read.right.length > 0) {
    return unreadMessage(message, 'It is about a lifecycle that is not among the machines.')
  }
  const append = planAppend(at, own)
  if (append.next === 'wrong') return unreadMessage(message, append.because)
  if (append.next === 'load') return append
  return { ...append, save: { ...append.save, message: { ...message, unread: null } } }
}

/** Sends the look-ups of a stream whose time has come, and says when it is due again. */
const lookUp = (at: Planning, stream: string): LoadFirst | Plan => {
  const { pf, now } = at
  const loaded = at.known.get(stream)
  if (loaded === undefined) return { next: 'load', streams: [stream], command: null }
  // another desk on the store has its machine, and knows when it is due
  if (!hasPlace(pf, loaded.tip.stream)) return planned({})
  const row = streamRow(at, [loaded, loaded], [])
  return planned({
    save: { ...NO_SAVE, streams: [row] },
    sends: openAt(pf, loaded, now).askable.map((question) => lookUpFor(pf, question)),
    left: row.left.map((because) => ({ stream, because })),
  })
}

// commands -------------------------------------------------------------------
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

type NotDecided = Judged<Decided, Undecided> extends E.Either<infer Why, unknown> ? Why : never

const UNDECIDED: Readonly<Record<string, Outcome['is']>> = {
  KeyReused: 'keyUsed',
  InDoubt: 'inDoubt',
  Unassigned: 'unassigned',
}

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
  return outcome(UNDECIDED[why.error] ?? 'invalid', because)
}

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

/** Why no message can be taken in now; null if it can. Nothing is sent whose response would be lost. */
const keyProblem = ({ pf, messageKey, now }: Planning): string | null => {
  if (messageKey === undefined) return null
  const digestOf = digesting({ messageKey: messageKey(now) })
  return E.isLeft(digestOf) ? pf.explain(digestOf.left) : null
}

const recorded = (
  at: Planning,
  stream: Stream,
  step: RunStep,
  { events, request, done }: Decided,
): Planned => {
  if (request === null) return planned({ outcome: became(done ?? {}) })
  const { endpoint } = request
  if (!isEndpointName(endpoint)) {
    const why = `payfold has no endpoint ${endpoint}: send it from a loop of your own.`
    return answered('invalid', [why])
  }
  const problems = paramProblems(endpoint, request.params)
  if (problems.length > 0) return answered('invalid', problems)
  const body = bodyFor(endpoint, request.body, step.body)
  if (E.isLeft(body)) return answered('invalid', body.left)
  const wrong = keyProblem(at)
  if (wrong !== null) return noLog(wrong)
  const own = events.map((event) => ({ stream, event }))
  const append = planAppend(at, own, step.key)
  if (append.next !== 'plan') return append
  const sending = sendingOf(at.pf, { ...request, endpoint, body: body.right }, request.sendBy)
  return { ...append, sends: [sending], outcome: outcome('inDoubt') }
}

const aimOf = (
  { machines, explain }: AnyPayfold,
  { run, key, data }: RunStep,
): E.Either<string, Stream> => {
  const owner = machines.find(
    ({ commands }) => typeof run === 'string' && Object.hasOwn(commands, run),
  )
  const codec = owner?.commands[run]?.data
  if (owner === undefined || codec === undefined) {
    const names = machines.flatMap(({ commands }) => Object.keys(commands))
    return E.left(`There is no such command; there are ${[...new Set(names)].join(', ')}.`)
  }
  const { field, prefix } = owner.subject
  const content: Readonly<Record<string, unknown>> = { ...data }
  const read = reader(t.type({ key: CommandId, data: codec as t.Mixed }))({ key, data: content })
  return E.bimap(explain, () => streamOf(prefix, String(content[field])))(read)
}

const runCommand = (at: Planning, given: RunStep): Planned => {
  const { pf, usedOn, now } = at
  const step: RunStep = { ...given, data: asJson(given.data) as object }
  const aim = aimOf(pf, step)
  if (E.isLeft(aim)) return answered('invalid', [aim.left])
  const stream = aim.right
  if (usedOn !== null && usedOn !== stream) {
    return answered('keyUsed', ['This key has another command: use a new one.'])
  }
  const loaded = knownStream(at, stream, step.key)
  if ('next' in loaded) return loaded
  const metadata = { commandId: step.key, now }
  const decided = pf.decide(loaded.state, { type: step.run, data: step.data, metadata } as never)
  if (E.isRight(decided)) return recorded(at, stream, step, decided.right)
  const { left: why } = decided
  if (why.error === 'InDoubt' && why.sendBy && isFarAhead(why.sendBy, now)) {
    // the clock that recorded it made the stream due only then
    const row = { ...streamRow(at, [loaded, loaded], []), due: now }
    const because = pf.explain({ ...why, askFrom: null }) + soonerIn(why, now)
    return planned({ save: { ...NO_SAVE, streams: [row] }, outcome: outcome('inDoubt', [because]) })
  }
  const came = undecided(pf, loaded, why)
  const isLooking = came.is === 'unassigned' && step.isLooked !== true
  const sends = isLooking ? openAt(pf, loaded, now).askable.map((each) => lookUpFor(pf, each)) : []
  return planned({ outcome: came, sends, isOnceMore: sends.length > 0 })
}

/** What a person says of a stream: `word` is the type of the event. */
export interface WordStep {
  readonly word: 'reviewed' | 'command_given_up'
  readonly stream: string
  readonly data: object
}

const WORDS: readonly string[] = [INFORMATIONAL.review, INFORMATIONAL.givenUp]

const eventOf = (
  { pf, now }: Planning,
  stream: Stream,
  { word, data }: WordStep,
): E.Either<string, DomainEvent> => {
  if (!WORDS.includes(word)) return E.left(`A person says ${WORDS.join(' or ')}.`)
  const subject = subjectOn(pf, stream)
  const { field = '' } = subject ?? {}
  // what is checked is what is recorded
  const given = Object(asJson(data)) as Readonly<Record<string, unknown>>
  const content: typeof given = { [field]: entityIdOf(stream), ...given }
  if (content[field] !== entityIdOf(stream)) return E.left(`data.${field} names another stream.`)
  // a message may leave the zone out, and a person may not: nobody knows which one is meant
  const time = word === INFORMATIONAL.review ? readTime('data.asOf', content['asOf']) : null
  if (time !== null && E.isLeft(time)) return E.left(pf.explain(time.left))
  const eventId = madeId(word, stream, { content, now })
  const times = { occurredAt: now, recordedAt: now }
  const metadata = { eventId, ...times, source: 'request', schema: 1 }
  const read = pf.decode({ type: word, data: content, metadata })
  if (E.isLeft(read)) return E.left(pf.explain(read.left))
  // the words are events of ours, and have no field of another machine's: their stream names the entity
  const strange = Object.keys(content).find(
    (name) => name !== subject?.field && !Object.hasOwn(dataIn(read.right), name),
  )
  if (strange === undefined) return read
  const path = `data.${namedField(strange)}`
  return E.left(pf.explain(unreadable(path, 'left out', content[strange])))
}

/** Why a review changes nothing; null if it does. */
const vainReview = ({ pf, now }: Planning, { state, tip }: LoadedStream, word: DomainEvent) => {
  const given = dataIn(word)
  const stated = subjectOn(pf, tip.stream)?.stated ?? []
  const recorded = recordedAfter(word, eventsOf(state))
  const [spoken, last] = [spokenFor(recorded), receivedAt(recorded)]
  if (spoken === null || stated.every((name) => given[name] === undefined)) {
    const names = stated.length === 0 ? 'its machine knows none' : stated.join(', ')
    return outcome('invalid', [
      `data should have asOf, by (one name or two), and what is true (${names}).`,
    ])
  }
  if (spoken >= last || !isAfter(last, now, pf.policy.clockToleranceSeconds)) return null
  const why = `A clock that was ahead gave this stream the time ${formatted(last)}`
  return outcome('invalid', [`${why}: state what is true now, with that time as data.asOf.`])
}

/** Why a word changes nothing; null if it does. */
const vain = (at: Planning, loaded: LoadedStream, word: DomainEvent): Outcome | null => {
  if (word.type === INFORMATIONAL.review) return vainReview(at, loaded, word)
  const { pf, now } = at
  const { state } = loaded
  const { commandId, by } = dataIn(word)
  if (!Array.isArray(by) || by.length === 0) return outcome('invalid', ['data.by should name who.'])
  const status = E.getOrElseW(() => null)(pf.commandStatus(state, String(commandId), now))
  if (status === null) return outcome('notFound', [`No command ${commandId} is known here.`])
  const { sendSeconds, settleMinutes } = pf.policy
  // no look-up is sent so late
  const from = isFarAhead(status.askFrom, status.sendBy)
    ? shift(status.sendBy, sendSeconds + settleMinutes * 60)
    : status.askFrom
  if (isOpen(status.state) && (now >= from || isFarAhead(status.sendBy, now))) return null
  const why = isOpen(status.state)
    ? `The provider may still carry it out: give it up from ${formatted(from)} on.`
    : `It is ${status.state}: only a command that nobody answered can be given up.`
  return outcome('refused', [why])
}

const recordWord = (at: Planning, step: WordStep): Planned => {
  const { stream } = step
  if (!Stream.is(stream)) return answered('invalid', [`stream should be ${Stream.name}.`])
  const loaded = knownStream(at, stream)
  if ('next' in loaded) return loaded
  const event = eventOf(at, stream, step)
  if (E.isLeft(event)) return answered('invalid', [event.left])
  const why = vain(at, loaded, event.right)
  if (why !== null) return planned({ outcome: why })
  const append = planAppend(at, [{ stream, event: event.right }])
  return append.next === 'plan' ? { ...append, outcome: outcome('done') } : append
}

// every step -----------------------------------------------------------------
/** What is to be planned, whatever its machine. */
export type AnyStep = { readonly take: Message } | RunStep | WordStep | { readonly due: string }

/** Why nothing is judged under the policy of a root; null if it can be read. */
export const unjudged = rememberingOf(({ machines, policy, explain }: AnyPayfold): string | null =>
  isPolicyOf(policyFieldsOf(machines), policy)
    ? null
    : explain({ error: 'Stale', differs: 'policy', expected: UNREADABLE_POLICY, actual: '' }),
)

/** Plans a step. */
export const planStep = (at: Planning, step: AnyStep): Planned => {
  const why = unjudged(at.pf)
  if (why !== null) return noLog(why)
  if ('take' in step) return takeMessage(at, step.take)
  if ('word' in step) return recordWord(at, step)
  return 'due' in step ? lookUp(at, step.due) : runCommand(at, step)
}

/**
 * One step. `take`: a message is taken in. `run`: a command is decided and recorded, under its
 * idempotency key. `word`: a person says what is true. `due`: the look-ups of a stream are sent.
 */
export type Step<M extends AnyMachine> =
  | { readonly take: Message }
  | { readonly due: string }
  | WordStep
  | {
      [Name in CommandName<M>]: Omit<RunStep, 'run' | 'data'> & {
        readonly run: Name
        readonly data: CommandData<M, Name>
      }
    }[CommandName<M>]

/**
 * What to do next. `load`: load these streams from their first lines, and the line that has this
 * command, and plan the step again. `plan`: save, then send; if `save` is false,
 * send nothing, load again and plan again; after look-ups that come `isOnceMore`,
 * plan the step again with `isLooked`. `wrong`: the lines are not those of a log.
 */
export type Next = LoadFirst | NoLog | Omit<Plan, 'known'>

interface LoadedLines {
  /** The lines of each stream that was asked for, from the first one on. */
  readonly streams: ReadonlyMap<string, readonly string[]>
  /** The line that has the command. */
  readonly command?: string | null | undefined
}

/** Plans one step after another, on lines that its caller has loaded. */
export const planner = <M extends AnyMachine>(
  pf: Payfold<M>,
  { messageKey }: Pick<Ports, 'messageKey'> = {},
) => {
  const own = pf as unknown as AnyPayfold
  return (step: Step<M>, loaded: LoadedLines, now: Time): Next => {
    const at = readInstant('now', now)
    if (E.isLeft(at)) return noLog(pf.explain(at.left))
    const planned = (): Next => {
      const { streams, command } = loaded
      const known = new Map<string, LoadedStream>()
      for (const [stream, lines] of streams) {
        const read = streamIn(own, stream, lines)
        if (read === null) return brokenStream(stream)
        known.set(stream, read)
      }
      const [used = null] = entriesOf(own, command == null ? [] : [command]) ?? []
      const next = planStep(
        { pf: own, known, usedOn: used?.stream ?? null, now: at.right, messageKey },
        step as AnyStep,
      )
      if (next.next !== 'plan') return next
      const { known: _, ...plan } = next
      return plan
    }
    return attempt(planned, () => noLog('This is not a step, or these are not loaded lines.'))
  }
}
