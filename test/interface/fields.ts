/** What becomes of a field, found out: take it away, spoil it, and look at what is told and refused. */
import { isDeepStrictEqual } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { readResponse } from '../../src/provider/read/response.ts'
import { checkRequest } from '../../src/provider/wire/check.ts'
import type { Endpoint } from '../../src/provider/wire/endpoint.ts'
import { type EndpointName, endpoints } from '../../src/provider/wire/endpoints.ts'
import { HEARD } from '../provider/read/given.ts'
import { type Place, valueAt, withAt } from '../provider/read/messages.ts'
import { REQUESTS, RESPONSES } from '../provider/wire/examples.ts'

const PARAMS = { session_id: 'sid_1', source_id: 'src_1', payment_id: 'pay_1', file_id: 'file_1' }

/** Every way that leads to a value in a body: a field of a list's element stands for all elements. */
const placesOf = (body: unknown, path: string): readonly Place[] => {
  const inner = (at: Place, [name, ...rest]: readonly string[]): readonly Place[] => {
    const value = valueAt(body, at)
    if (Array.isArray(value) && name !== undefined)
      return value.flatMap((_, index) => inner([...at, index], [name, ...rest]))
    if (name === undefined) return value === undefined ? [] : [at]
    if (typeof value !== 'object' || value === null) return []
    return inner([...at, name], rest)
  }
  return inner([], path.split('.'))
}

const read = (endpoint: EndpointName, body: unknown, request?: unknown) =>
  readResponse(endpoints[endpoint], {
    params: { ...PARAMS, id: endpoint === 'getSource' ? 'src_1' : 'pay_1' },
    request,
    status: 200,
    body,
    receivedAt: HEARD,
  })

/** Each fact that is told, as the name of its field; the types of the events among them. */
const factsOf = (events: readonly DomainEvent[]): ReadonlyMap<string, unknown> =>
  new Map<string, unknown>([
    ['which events', events.map(({ type }) => type)],
    ['when', events.map(({ metadata }) => metadata.occurredAt)],
    ...[...new Set(events.flatMap(({ data }) => Object.keys(data)))].map(
      (name): [string, unknown] => [
        name,
        events.flatMap(({ data }) =>
          name in data ? [(data as Record<string, unknown>)[name]] : [],
        ),
      ],
    ),
  ])

const changed = (
  before: readonly DomainEvent[],
  after: readonly DomainEvent[],
): readonly string[] => {
  const [a, b] = [factsOf(before), factsOf(after)]
  return [...new Set([...a.keys(), ...b.keys()])].filter(
    (name) => !isDeepStrictEqual(a.get(name), b.get(name)),
  )
}

const eventsOf = (reading: ReturnType<typeof read>): readonly DomainEvent[] | null =>
  E.isLeft(reading) ? null : reading.right.events.map(({ event }) => event)

/** What a field is, without which a message cannot be read, or says nothing that is known. */
export const NEEDED = 'needed'

/** Other values that some fields may have: what a field decides shows only when it changes. */
const PROBES: readonly unknown[] = ['approved', 'Captured', 'card', true, false]

const isUnderstood = (events: readonly DomainEvent[]): boolean =>
  events.every(({ type }) => type !== 'unrecognised')

/** What is told otherwise when a field is taken away, or is another. */
const decidedBy = (endpoint: EndpointName, body: unknown, place: Place): readonly string[] => {
  const before = eventsOf(read(endpoint, body))
  if (before === null) return []
  const without = eventsOf(read(endpoint, withAt(body, place, undefined)))
  if (without === null || (isUnderstood(before) && !isUnderstood(without))) return [NEEDED]
  const others = PROBES.flatMap((probe) => {
    if (typeof probe !== typeof valueAt(body, place)) return []
    const after = eventsOf(read(endpoint, withAt(body, place, probe)))
    return after === null ? [] : changed(before, after)
  })
  return [...changed(before, without), ...others]
}

/** What the log keeps of a field of an answer: the names of the facts that hang on it; null: no example has it. */
export const keptOfAnswer = (endpoint: EndpointName, path: string): readonly string[] | null => {
  const found = RESPONSES.filter((example) => example.endpoint === endpoint).flatMap(({ body }) =>
    placesOf(body, path).map((place) => ({ body, place })),
  )
  if (found.length === 0) return null
  const kept = new Set(found.flatMap(({ body, place }) => decidedBy(endpoint, body, place)))
  if (kept.has(NEEDED)) return [NEEDED]
  return kept.has('which events') ? ['which events', ...justOf(kept)] : [...kept]
}

/** Where the events are others, so is all that they tell: only the fact itself then says something. */
const justOf = (kept: ReadonlySet<string>): readonly string[] =>
  ['status', 'approved', 'completed', 'nextActions'].filter((name) => kept.has(name))

/** Whether the answer's own codec hands a field on to the caller. */
export const isHandedOn = (endpoint: EndpointName, path: string): boolean =>
  RESPONSES.filter((example) => example.endpoint === endpoint).some(({ body }) => {
    const reading = read(endpoint, body)
    if (E.isLeft(reading) || reading.right.outcome !== 'done') return false
    const { body: handed } = reading.right
    return placesOf(handed, path).some((place) => valueAt(handed, place) !== undefined)
  })

/** The least that each request can be answered with. */
const LEAST: Partial<Record<EndpointName, object>> = {
  createSession: { id: 'sid_1', status: 'pending' },
  submitChannelData: { id: 'sid_1', status: 'processing' },
  createSource: { id: 'src_1' },
  createPayment: { id: 'pay_1', status: 'Pending' },
  requestRefund: { action_id: 'act_1' },
  uploadFile: { id: 'file_1' },
}

/** What stands in a request: which example has it, and where. */
const inRequests = (endpoint: EndpointName, path: string, named: RegExp) =>
  REQUESTS.filter((example) => example.endpoint === endpoint && named.test(example.name)).flatMap(
    ({ body }) => placesOf(body, path).map((place) => ({ body, place })),
  )

/** What is known of a field of a request: what it must be, whether it must be there, what is kept. */
export interface Sent {
  readonly mustBe: string
  /** Whether the body is refused without it, and whether another form of the body does without. */
  readonly isRequired: 'yes' | 'no' | 'in its form'
  readonly kept: readonly string[]
}

/** Takes a field of a request away, then spoils it, and says what the check and the log make of that. */
export const sent = (endpoint: EndpointName, path: string, named = /./): Sent | null => {
  const row: Endpoint = endpoints[endpoint]
  const [first] = inRequests(endpoint, path, named)
  if (first === undefined) return null
  const problemsOf = (body: unknown) => {
    const checked = checkRequest(row)(body)
    return E.isLeft(checked) ? checked.left.problems : []
  }
  const problemAt = (body: unknown) => problemsOf(body).find((problem) => problem.path === path)
  const isForm = REQUESTS.some(
    ({ endpoint: other, name, body }) =>
      other === endpoint && named.test(name) && placesOf(body, path).length === 0,
  )
  const missing = problemAt(withAt(first.body, first.place, undefined))
  const spoilt = problemAt(withAt(first.body, first.place, Number.NaN))
  const least = LEAST[endpoint]
  const before = eventsOf(read(endpoint, least, first.body)) ?? []
  const after = eventsOf(read(endpoint, least, withAt(first.body, first.place, undefined))) ?? []
  return {
    mustBe: spoilt?.expected ?? 'anything',
    isRequired: missing === undefined ? 'no' : isForm ? 'in its form' : 'yes',
    kept: changed(before, after),
  }
}
