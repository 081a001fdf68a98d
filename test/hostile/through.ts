/** One thing through every entrance, and what is told on through everything behind. */
import { isDeepStrictEqual } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import * as payfold from '../../src/index.ts'
import type { Json } from '../../src/words/canonical.ts'
import { machines } from '../given.ts'

/** What one entrance made of a thing. */
export interface Answer {
  readonly entrance: string
  readonly outcome: string
}

const HEARD = '2026-03-02T10:05:00Z' as payfold.TimeText
const NOW = '2026-03-02T10:05:00.0000000Z' as payfold.Instant
const PAYMENT = 'payment-pay_1' as payfold.Stream

const must = (holds: boolean, promise: string): void => {
  if (!holds) throw new Error(`broken: ${promise}`)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands under the name of an entrance, else the thing itself. */
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
  if (isUnreadable(problem)) sentence(payfold.explainUnreadable(problem))
  return 'Unreadable'
}

const isPlain = (value: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value) &&
  payfold.canonical(value as Json).length > 0

const foldStream = payfold.foldStream(machines)

/** Folds by one machine, and asks what may be done, and until when. */
const judged =
  <C extends object, S extends string, N extends string>(machine: payfold.Machine<C, S, N>) =>
  (events: readonly payfold.Event[]): ReturnType<typeof foldStream> => {
    const state = payfold.fold(machine)(events)
    const windows = payfold.windows(machine)(state, NOW)
    must(isPlain(windows), 'windows are JSON')
    must(isPlain(payfold.allowed(machine)(state, NOW)), 'what is allowed is JSON')
    must(isPlain(payfold.questions(state, windows)), 'questions about what is overdue are JSON')
    return state as unknown as ReturnType<typeof foldStream>
  }

const folders = [judged(machines[0]), judged(machines[1]), judged(machines[2]), judged(machines[3])]

/** Events that went through well go through well again. */
const gone = new Set<string>()

const whole = (state: ReturnType<typeof foldStream>): void => {
  must(isPlain(state), 'a state is JSON, and the same after a round trip')
  const asked = payfold.questions(state)
  must(isPlain(asked), 'questions are JSON')
  for (const finding of state.findings) sentence(payfold.explainFinding(finding))
}

/** Whatever was told is kept, comes back, is folded by every machine, and can be asked about. */
const follow = (stream: payfold.Stream, events: readonly payfold.Event[]): void => {
  const name = JSON.stringify([stream, events], (_, value: unknown) =>
    Object.is(value, -0) ? '-0' : value,
  )
  if (gone.has(name)) return
  if (gone.size < 200_000) gone.add(name)
  must(payfold.Stream.is(stream), 'a stream has a name')
  const appended = payfold.append(payfold.emptyTip(stream), events)
  if (E.isLeft(appended)) throw new Error(`told, but not kept: ${name}`)
  for (const entry of appended.right.entries) {
    const back = payfold.fromLine(payfold.toLine(entry))
    must(E.isRight(back) && isDeepStrictEqual(back.right, entry), 'an entry comes back')
    const event = payfold.decodeEvent(JSON.parse(JSON.stringify(entry.event)))
    must(E.isRight(event) && isDeepStrictEqual(event.right, entry.event), 'an event comes back')
  }
  whole(foldStream(stream, events))
  for (const fold of folders) whole(fold(events))
}

const followTold = (told: readonly payfold.Told[]): void => {
  const streams = new Map<payfold.Stream, payfold.Event[]>()
  for (const { stream, event } of told) streams.set(stream, [...(streams.get(stream) ?? []), event])
  for (const [stream, events] of streams) follow(stream, events)
}

const reading = (read: payfold.Reading): string => {
  if (E.isLeft(read)) return unreadable(read.left)
  followTold(read.right)
  return read.right.length === 0 ? 'nothing told' : 'read'
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

const responded = (endpoint: payfold.Endpoints[payfold.EndpointName], thing: unknown): string => {
  const read = payfold.readResponse(endpoint, received(thing))
  if (E.isLeft(read)) return unreadable(read.left)
  const answered = read.right
  followTold(answered.told)
  if (answered.outcome === 'done' && endpoint.name === 'getFile') {
    const file = answered.body as Parameters<typeof payfold.downloadExpiresAt>[0]
    const at = payfold.downloadExpiresAt(file, HEARD)
    must(at === null || payfold.Instant.is(at), 'a link lapses at a moment, if ever')
  }
  return answered.outcome
}

const checked = (endpoint: payfold.Endpoint, thing: unknown, sandbox: boolean): string => {
  const body = part(thing, 'request')
  const check = payfold.checkRequest(endpoint, { sandbox })(body)
  if (E.isRight(check)) {
    must(Object.is(check.right, body), 'a request comes back as it stands')
    return 'sendable'
  }
  must(check.left.problems.length > 0, 'what is unsendable says why')
  for (const said of payfold.explainUnsendable(check.left)) sentence(said)
  return check.left.error
}

const signed = (thing: unknown): string => {
  const { raw, header, keys } = record(thing)
  const isBytes = raw instanceof Uint8Array
  const verified = payfold.verifySignature(
    isBytes ? raw : text(raw ?? thing),
    Array.isArray(header) || header === undefined ? header : text(header),
    Array.isArray(keys) ? keys.map(text) : ['key'],
  )
  if (E.isRight(verified)) return 'verified'
  sentence(payfold.explainBadSignature(verified.left))
  return verified.left.because
}

const line = (thing: unknown): string => {
  const read = payfold.fromLine(text(thing))
  if (E.isRight(read)) {
    follow(read.right.stream, [read.right.event])
    return 'read'
  }
  return read.left.error === 'Unreadable' ? unreadable(read.left) : read.left.error
}

const event = (thing: unknown): string => {
  const decoded = payfold.decodeEvent(part(thing, 'event'))
  if (E.isLeft(decoded)) return unreadable(decoded.left)
  follow(PAYMENT, [decoded.right])
  return 'read'
}

const appended = (thing: unknown): string => {
  const events = [part(thing, 'event') as payfold.Event]
  const added = payfold.append(payfold.emptyTip(PAYMENT), events)
  return E.isLeft(added) ? unreadable(added.left) : 'read'
}

const policy = (thing: unknown): string => {
  const read = payfold.readPolicy(record(part(thing, 'policy')))
  if (E.isLeft(read)) return unreadable(read.left)
  must(payfold.policyHash(read.right).length === 64, 'a policy has a hash')
  return 'read'
}

const wished = (thing: unknown): string => {
  const { type, data, commandId, now } = record(part(thing, 'wish'))
  const command = { commandId: text(commandId), now: text(now) }
  const made = payfold.wish(text(type), record(data), command)
  if (E.isLeft(made)) return unreadable(made.left)
  follow(PAYMENT, [made.right])
  return 'read'
}

const all = Object.values(payfold.endpoints)

/** Every entrance by name. */
const entrances: readonly (readonly [string, (thing: unknown) => string])[] = [
  [
    'readWebhook',
    (thing) => reading(payfold.readWebhook({ body: part(thing, 'body'), receivedAt: HEARD })),
  ],
  [
    'readCallback',
    (thing) => reading(payfold.readCallback({ body: part(thing, 'body'), receivedAt: HEARD })),
  ],
  ['readDelivery', (thing) => reading(payfold.readDelivery(thing))],
  ...all.map(
    (each) => [`readResponse ${each.name}`, (thing: unknown) => responded(each, thing)] as const,
  ),
  ...all.map(
    (each) =>
      [`checkRequest ${each.name}`, (thing: unknown) => checked(each, thing, false)] as const,
  ),
  ['checkRequest in the sandbox', (thing) => checked(payfold.endpoints.createSource, thing, true)],
  ['verifySignature', signed],
  ['fromLine', line],
  ['decodeEvent', event],
  ['append', appended],
  ['readPolicy', policy],
  ['wish', wished],
]

/** What every entrance makes of a thing. A broken promise is thrown, as a failure of the test. */
export const through = (thing: unknown): readonly Answer[] =>
  entrances.map(([entrance, enter]) => ({ entrance, outcome: enter(thing) }))
