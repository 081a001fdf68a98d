/**
 * Every function that takes input from outside, by name: each takes anything, and what it returns goes
 * through everything behind it.
 */

import { isDeepStrictEqual } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import { auditPart, reportStream } from '../../src/audit/index.ts'
import { reportJson } from '../../src/audit/report/report.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import type { State } from '../../src/contract/state.ts'
import { recordedBy } from '../../src/fold/as-of.ts'
import { isKnownTo, policyFieldsOf } from '../../src/fold/root.ts'
import * as payfold from '../../src/index.ts'
import { allowed } from '../../src/judge/allowed.ts'
import type { Explained } from '../../src/judge/explain.ts'
import { ownLoop } from '../../src/judge/own-loop.ts'
import { tentative } from '../../src/judge/tentative-event.ts'
import { windows } from '../../src/judge/windows.ts'
import * as machine from '../../src/machine.ts'
import { streamFor } from '../../src/merge/stream-subject.ts'
import * as provider from '../../src/provider/index.ts'
import { readResponse } from '../../src/provider/read/response.ts'
import { readCallback } from '../../src/provider/read/session-events.ts'
import { verifySignature } from '../../src/provider/read/signature.ts'
import type { Reading, StreamEvent } from '../../src/provider/read/stream-event.ts'
import { readWebhook } from '../../src/provider/read/webhook.ts'
import type { Schema } from '../../src/words/data/codec.ts'
import { explainBadSignature, explainUnsendable } from '../../src/words/message-errors.ts'
import { policyHash } from '../../src/words/policy.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { byId, machines } from '../given.ts'
import { readDelivery } from '../read-delivery.ts'
import { audit, reportText } from '../root.ts'
import { schemas } from '../words/data/schemas.ts'
import { states } from './fields.ts'

/** The result of one entrance. */
export interface Answer {
  readonly entrance: string
  readonly outcome: string
}

const HEARD = '2026-03-02T10:05:00Z' as machine.TimeText
const NOW = '2026-03-02T10:05:00.0000000Z' as payfold.Instant
const PAYMENT = 'payment-pay_1' as payfold.Stream

/** All four machines; one of them; and none, to which every event belongs to another machine. */
const root = payfold.payfold(machines)
const only = payfold.payfold([machines[1]])
const none = payfold.payfold([])
const isKnown = isKnownTo(machines)

const must = (holds: boolean, promise: string): void => {
  if (!holds) throw new Error(`broken: ${promise}`)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The input under the name of an entrance, otherwise the whole input. */
const part = (thing: unknown, name: string): unknown =>
  isObject(thing) && Object.hasOwn(thing, name) ? thing[name] : thing

const record = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

const text = (value: unknown): string => {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

const sentence = (said: string): void => must(/\S.*\.$/s.test(said), 'a sentence')

const isUnreadable = (problem: unknown): problem is payfold.Unreadable => {
  const { error, path, expected, found } = record(problem)
  const isShort = [path, expected, found].every(
    (each) => typeof each === 'string' && each.length < 300,
  )
  return error === 'Unreadable' && isShort && Object.keys(record(problem)).length === 4
}

const unreadable = (problem: unknown): string => {
  must(isUnreadable(problem), `Unreadable, not ${text(problem)}`)
  if (isUnreadable(problem)) sentence(root.explain(problem))
  return 'Unreadable'
}

const isPlain = (value: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value) && machine.canonical(value) !== null

/** Calls every method on a state, and continues with it. */
const asked = <M extends AnyMachine>(
  pf: payfold.Payfold<M>,
  stream: payfold.Stream,
  events: readonly payfold.DomainEvent[],
): void => {
  const state = pf.fold(stream, events)
  const known = state as unknown as State
  must(isPlain(state), 'a state is JSON, and the same after a round trip')
  for (const finding of known.findings) sentence(pf.explain(finding))
  for (const aside of known.parked) sentence(pf.explain(aside))
  const answers: readonly E.Either<{ readonly error: string }, unknown>[] = [
    pf.at(state, NOW),
    pf.allowed(state, NOW),
    pf.windows(state, NOW),
    pf.questions(state, NOW),
    pf.sums(state),
    ownLoop(pf).consequences(state),
    ...events.map((event) => ownLoop(pf).validate(state, event)),
    pf.resume(JSON.parse(JSON.stringify(state))),
  ]
  const deadlines = pf.deadlines([state], '0000-01-01T00:00:00.0000000Z' as payfold.Instant, NOW)
  for (const answer of [...answers, pf.exposure([state], NOW), deadlines]) {
    must(isPlain(answer), 'an answer is JSON')
    if (E.isLeft(answer)) sentence(pf.explain(answer.left as Explained))
  }
  if (E.isRight(deadlines)) {
    const calendar = payfold.calendarOf(deadlines.right, NOW)
    must(
      calendar.split('\r\n').every((line) => Buffer.byteLength(line) <= 75),
      'lines are short',
    )
    must(payfold.csvOf(deadlines.right).endsWith('\r\n'), 'CSV is lines')
    for (const { text } of deadlines.right) sentence(text)
  }
  const isAssigned = known.machine !== 'unassigned'
  must(answers.slice(0, 6).every(E.isRight) || !isAssigned, 'an assigned state has all answers')
  const back = answers.at(-1)
  must(
    !isAssigned || (back?._tag === 'Right' && isDeepStrictEqual(back.right, state)),
    'a stored state is read again',
  )
  const evolved = events.reduce<typeof state>(pf.evolve, pf.fold(stream, []))
  must(isDeepStrictEqual(evolved, state), 'one by one, they lead to the same state')
  must(
    isDeepStrictEqual(pf.asOf(stream, events, {}), E.right(state)),
    'the view as of the end is the end',
  )
  const when = { occurred: NOW, known: recordedBy(events, NOW) }
  must(isPlain(pf.asOf(stream, events, when)), 'a view is JSON')
}

/** Folds with one machine, whatever the stream, and lists commands and windows. */
const judged =
  (own: AnyMachine, pf = payfold.payfold([own])) =>
  (events: readonly payfold.DomainEvent[]): State => {
    const state = machine.fold(own)(events)
    must(isPlain(windows(own)(state, NOW)), 'windows are JSON')
    must(isPlain(allowed(own)(state, NOW)), 'what is allowed is JSON')
    must(isPlain(pf.questions(state as never, NOW)), 'questions about what is overdue are JSON')
    return state
  }

const folders = byId.map(([, own]) => judged(own))

/** Events that were accepted once are accepted again. */
const gone = new Set<string>()

const whole = (state: State): void => {
  must(isPlain(state), 'a state is JSON, and the same after a round trip')
  for (const finding of state.findings) sentence(root.explain(finding))
}

/** All events that were read are stored, read back, folded by every machine, and judged. */
const follow = (given: payfold.Stream, events: readonly payfold.DomainEvent[]): void => {
  const [first] = events
  const stream = first === undefined ? given : streamFor(root.machines)(given, first)
  const name = JSON.stringify([stream, events], (_, value: unknown) =>
    Object.is(value, -0) ? '-0' : value,
  )
  if (gone.has(name)) return
  if (gone.size < 200_000) gone.add(name)
  must(payfold.Stream.is(stream), 'a stream has a name')
  const appended = ownLoop(root).append(machine.emptyTip(stream), events)
  // a name that one of the machines does not take as its own would not be read back
  if (E.isLeft(appended) && 'path' in appended.left && appended.left.path === 'tip.stream') return
  if (E.isLeft(appended)) throw new Error(`read, but not stored: ${name}`)
  for (const entry of appended.right.entries) {
    const back = root.fromLine(root.toLine(entry))
    must(E.isRight(back) && isDeepStrictEqual(back.right, entry), 'an entry is read back')
    const event = root.decode(JSON.parse(JSON.stringify(entry.event)))
    must(E.isRight(event) && isDeepStrictEqual(event.right, entry.event), 'an event is read back')
  }
  followed(stream, events)
}

/** The same behind the log, where events may also belong to other machines. */
const followed = (stream: payfold.Stream, events: readonly payfold.DomainEvent[]): void => {
  asked(root, stream, events)
  asked(only, stream, events)
  asked(none, stream, events)
  for (const fold of folders) whole(fold(events))
}

/** More events than a real stream has are not folded here, because a fold takes time for each. */
const MANY = 200

const followReported = (reported: readonly StreamEvent[]): void => {
  const streams = new Map<payfold.Stream, payfold.DomainEvent[]>()
  for (const { stream, event } of reported)
    streams.set(stream, [...(streams.get(stream) ?? []), event])
  for (const [stream, events] of streams) follow(stream, events.slice(0, MANY))
}

/** Why a message was not read: a response may also be about another subject than its request. */
const unread = (problem: payfold.Unreadable | machine.OtherSubject): string => {
  if (problem.error === 'Unreadable') return unreadable(problem)
  sentence(root.explain(problem))
  return problem.error
}

const reading = (read: Reading): string => {
  if (E.isLeft(read)) return unread(read.left)
  followReported(read.right)
  return read.right.length === 0 ? 'no event' : 'read'
}

const received = (thing: unknown) => {
  const { params, status } = record(thing)
  const given = { id: 'pay_1', payment_id: 'pay_1', session_id: 'sid_1', source_id: 'src_1' }
  return {
    params: params === undefined ? given : record(params),
    request: part(thing, 'request'),
    status: typeof status === 'number' ? status : 200,
    body: part(thing, 'body'),
    receivedAt: HEARD,
  }
}

const responded = (endpoint: provider.Endpoints[provider.EndpointName], thing: unknown): string => {
  const refused = readResponse(endpoint.name, { ...received(thing), status: 422 })
  if (E.isRight(refused)) followReported(refused.right)
  const read = readResponse(endpoint.name, received(thing))
  if (E.isLeft(read)) return unread(read.left)
  followReported(read.right)
  const file = provider.endpoints.getFile.response.decode(part(thing, 'body'))
  if (endpoint.name === 'getFile' && E.isRight(file)) {
    const at = provider.downloadExpiresAt(file.right, HEARD)
    must(at === null || payfold.Instant.is(at), 'a link expires at a time, or never')
  }
  return read.right.length === 0 ? 'no event' : 'read'
}

const checked = (endpoint: provider.Endpoint, thing: unknown, sandbox: boolean): string => {
  const body = part(thing, 'request')
  const check = provider.checkRequest(endpoint, { sandbox })(body)
  if (E.isRight(check)) {
    must(Object.is(check.right, body), 'a request is returned unchanged')
    return 'sendable'
  }
  must(check.left.problems.length > 0, 'an unsendable request says why')
  for (const said of explainUnsendable(check.left)) sentence(said)
  return check.left.error
}

const signed = (thing: unknown): string => {
  const { raw, header, keys } = record(thing)
  const isBytes = raw instanceof Uint8Array
  const verified = verifySignature(
    isBytes ? raw : new TextEncoder().encode(text(raw ?? thing)),
    Array.isArray(header) || header === undefined ? header : text(header),
    Array.isArray(keys) ? keys.map(text) : ['a key of the tests'],
  )
  if (E.isRight(verified)) return 'verified'
  sentence(explainBadSignature(verified.left))
  return verified.left.because
}

/** Reads a line with some machines listed; events of other machines come without their data. */
const line =
  <M extends AnyMachine>(pf: payfold.Payfold<M>) =>
  (thing: unknown): string => {
    const read = pf.fromLine(text(thing))
    if (E.isLeft(read)) {
      const { left } = read
      if (left.error === 'Unreadable') return unreadable(left)
      sentence(pf.explain(left))
      return left.error
    }
    const { stream, event } = read.right
    const isListed = E.isRight(pf.decode(event))
    must(isListed || Object.keys(event.data).length === 0, 'no data of an unknown event are read')
    if (E.isRight(root.decode(event))) follow(stream, [event])
    else if (!isKnown(event.type)) followed(stream, [event, ...others])
    asked(pf, stream, [event])
    return isListed ? 'read' : 'read in part'
  }

/** Valid events, to be folded with others. */
const others: readonly payfold.DomainEvent[] = states.flatMap((state) =>
  machine.eventsOf(state as unknown as State),
)

const event = (thing: unknown): string => {
  const decoded = root.decode(part(thing, 'event'))
  if (E.isLeft(decoded)) return unreadable(decoded.left)
  follow(PAYMENT, [decoded.right])
  return 'read'
}

const appended = (thing: unknown): string => {
  const events = [part(thing, 'event') as payfold.DomainEvent]
  const added = ownLoop(root).append(machine.emptyTip(PAYMENT), events)
  if (E.isRight(added)) return 'read'
  const all = ownLoop(root).appendAll(new Map(), [
    { stream: PAYMENT, event: events[0] as payfold.DomainEvent },
  ])
  if (added.left.error === 'OtherSubject') {
    must(E.isRight(all) && all.right.entries.length === 1, 'an event goes to its own stream')
    return 'read'
  }
  must(isDeepStrictEqual(all, added), 'many are refused like one')
  return unreadable(added.left)
}

/** Reads a policy of some machines, and combines them with it. */
const policy =
  <const M extends AnyMachine>(some: readonly M[]) =>
  (thing: unknown): string => {
    const changes = part(thing, 'policy') as Readonly<Record<string, unknown>>
    const read = payfold.readPolicy(some)(changes)
    if (E.isLeft(read)) return unreadable(read.left)
    const pf = payfold.payfold(some, { policy: read.right })
    must(policyHash(policyFieldsOf(some), pf.policy).length === 64, 'a policy has a hash')
    asked(pf, PAYMENT, others)
    return 'read'
  }

const attempt = (thing: unknown): string => {
  const { type, data, commandId, now } = record(part(thing, 'tentative'))
  const command = { commandId: text(commandId), now: text(now) as Instant }
  const made = tentative(root.decode, text(type), record(data), command)
  if (E.isLeft(made)) return unreadable(made.left)
  follow(PAYMENT, [made.right])
  return 'read'
}

/** States to judge: one of each machine, and one that waits for its machine. */
const asking = [
  ...states.map((state) => state as unknown as ReturnType<typeof root.fold>),
  root.fold(PAYMENT, []),
]

const decided = (thing: unknown): string => {
  const command = part(thing, 'command') as Parameters<typeof root.decide>[1]
  const outcomes = asking.map((state) => {
    const answer = root.decide(state, command)
    must(isPlain(answer), 'a decision is JSON')
    if (E.isRight(answer)) return 'decided'
    sentence(root.explain(answer.left))
    return answer.left.error === 'Unreadable' ? unreadable(answer.left) : answer.left.error
  })
  return [...new Set(outcomes)].toSorted().join(' ')
}

const resumed = (thing: unknown): string => {
  const kept = part(thing, 'state')
  const outcomes = [root, only, none].map((pf) => {
    const taken = (pf as typeof root).resume(kept)
    if (E.isRight(taken)) return 'taken up'
    sentence(root.explain(taken.left))
    return taken.left.error === 'Unreadable' ? unreadable(taken.left) : taken.left.error
  })
  return outcomes.join(', ')
}

const all = Object.values(provider.endpoints)

/** Any input that is passed as a log has a report, in both forms, without valid entries. */
const audited =
  (some: readonly AnyMachine[]) =>
  (thing: unknown): string => {
    const log = text(thing)
    const report = audit(some, { heads: [{ root: log.slice(0, 64) }] })([log, '\n', log])
    must(isPlain(JSON.parse(reportJson(report))), 'a report is JSON')
    must(reportText(report).length > 0, 'a report is a text')
    for (const { because } of report.findings) sentence(because)
    return report.findings[0]?.code ?? 'nothing found'
  }

/** The same under any key of a store, and in parts. */
const auditedInParts = (thing: unknown): string => {
  const stream = text(thing) as payfold.Stream
  const lines = [0, 1].map((revision) => ({
    ...{ line: revision + 1, text: text(thing), storedAs: { stream, revision } },
  }))
  const { streams, rows, sequenced, claims } = auditPart(root)({ lines })
  must(isPlain(JSON.parse(JSON.stringify([streams, rows]))), 'a part is JSON')
  const own = { streams: () => streams, rows: () => rows }
  const part = { ...own, sequenced: () => sequenced, claims: () => claims }
  const report = JSON.parse([...reportStream(root)([part])].join(''))
  must(isPlain(report), 'a report is JSON')
  return report.findings[0]?.code ?? 'nothing found'
}

/** Reads by a Standard Schema, as other libraries do. */
const asStandard = (schema: Schema<unknown>) => (thing: unknown) => {
  const result = schema['~standard'].validate(thing)
  if (result instanceof Promise) return 'promised'
  for (const { message } of result.issues ?? []) sentence(message)
  return result.issues === undefined ? 'read' : 'issues'
}

type Entrance = readonly [name: string, enter: (thing: unknown) => string]

/** The entrances of what has a shape. */
const shapely: readonly Entrance[] = [
  [
    'readWebhook',
    (thing) =>
      reading(readWebhook({ isVerified: true, body: part(thing, 'body'), receivedAt: HEARD })),
  ],
  [
    'readCallback',
    (thing) => reading(readCallback({ body: part(thing, 'body'), receivedAt: HEARD })),
  ],
  ['readDelivery', (thing) => reading(readDelivery(thing))],
  ...all.map(
    (each) => [`readResponse ${each.name}`, (thing: unknown) => responded(each, thing)] as const,
  ),
  ...all.map(
    (each) =>
      [`checkRequest ${each.name}`, (thing: unknown) => checked(each, thing, false)] as const,
  ),
  ['checkRequest in the sandbox', (thing) => checked(provider.endpoints.createSource, thing, true)],
  ['verifySignature', signed],
  ['fromLine', line(root)],
  ['fromLine, one machine listed', line(only)],
  ['fromLine, no machine listed', line(none)],
  ['decode', event],
  ['append', appended],
  ['readPolicy', policy(machines)],
  ['readPolicy of one machine', policy([machines[1]])],
  ['readPolicy of none', policy([])],
  ['tentative', attempt],
  ['decide', decided],
  ['resume', resumed],
]

/** Every entrance, those of texts and of other libraries too. */
export const entrances: readonly Entrance[] = [
  ...shapely,
  ...schemas.map(([name, schema]) => [`~standard ${name}`, asStandard(schema)] as const),
  ['audit', audited(machines)],
  ['audit by one machine', audited([machines[1]])],
  ['audit by none', audited([])],
  ['auditPart', auditedInParts],
]

/** The result of an input at every entrance that takes its shape. A broken promise is thrown, so that the test fails. */
export const through = (thing: unknown): readonly Answer[] =>
  shapely.map(([entrance, enter]) => ({ entrance, outcome: enter(thing) }))
