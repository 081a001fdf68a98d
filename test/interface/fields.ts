/**
 * Finds out what becomes of a field: removes it, damages it, and compares the events and the
 * errors.
 */
import { isDeepStrictEqual } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { readResponse } from '../../src/provider/read/response.ts'
import {
  checkRequest,
  type Endpoint,
  type EndpointName,
  endpoints,
} from '../../src/provider/wire/endpoints.ts'
import { HEARD } from '../provider/read/given.ts'
import { type Place, valueAt, withAt } from '../provider/read/messages.ts'
import { REQUESTS, RESPONSES } from '../provider/wire/examples.ts'

const PARAMS = { session_id: 'sid_1', source_id: 'src_1', payment_id: 'pay_1', file_id: 'file_1' }

/**
 * Every path to a value in a body; a field of one element represents that of all elements of a
 * list.
 */
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

const ownId = (body: unknown): boolean => typeof body === 'object' && body !== null && 'id' in body

const read = (endpoint: EndpointName, body: unknown, request?: unknown) =>
  readResponse(endpoint, {
    // a response with an id of its own must be about the subject that the path names
    params: ownId(body) ? {} : { ...PARAMS, id: endpoint === 'getSource' ? 'src_1' : 'pay_1' },
    request,
    status: 200,
    body,
    receivedAt: HEARD,
  })

/** Each reported fact, as the name of its field; the types of the events are among them. */
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

/** The events of a response; null if it cannot be read. */
const eventsOf = (reading: ReturnType<typeof read>): readonly DomainEvent[] | null =>
  E.isLeft(reading) ? null : reading.right.map(({ event }) => event)

/** What the codec of a response hands on to the caller; null if it cannot read it. */
const handedOn = (endpoint: EndpointName, body: unknown): unknown => {
  const { response }: Endpoint = endpoints[endpoint]
  return E.getOrElse((): unknown => null)(response.decode(body))
}

/** A field without which a message cannot be read, or means nothing that is known. */
export const NEEDED = 'needed'

/** Other values of some fields: what a field decides shows only if it changes. */
const PROBES: readonly unknown[] = ['approved', 'Captured', 'card', true, false]

const isUnderstood = (events: readonly DomainEvent[]): boolean =>
  events.every(({ type }) => type !== 'unrecognised')

/** What changes if a field is removed or replaced. */
const decidedBy = (endpoint: EndpointName, body: unknown, place: Place): readonly string[] => {
  const before = eventsOf(read(endpoint, body))
  if (before === null) return []
  const without = eventsOf(read(endpoint, withAt(body, place, undefined)))
  if (without === null || (isUnderstood(before) && !isUnderstood(without))) return [NEEDED]
  const others = PROBES.flatMap((probe) => {
    if (typeof probe !== typeof valueAt(body, place)) return []
    const probed = withAt(body, place, probe)
    const after = handedOn(endpoint, probed) === null ? null : eventsOf(read(endpoint, probed))
    return after === null ? [] : changed(before, after)
  })
  return [...changed(before, without), ...others]
}

/**
 * What the log keeps of a field of a response: the facts that depend on it; null if no example has
 * it.
 */
export const keptOfAnswer = (endpoint: EndpointName, path: string): readonly string[] | null => {
  const found = RESPONSES.filter((example) => example.endpoint === endpoint).flatMap(({ body }) =>
    placesOf(body, path).map((place) => ({ body, place })),
  )
  if (found.length === 0) return null
  const kept = new Set(found.flatMap(({ body, place }) => decidedBy(endpoint, body, place)))
  if (kept.has(NEEDED)) return [NEEDED]
  return kept.has('which events') ? ['which events', ...justOf(kept)] : [...kept]
}

/** If the events differ, so do all their facts: then only the fact itself counts. */
const justOf = (kept: ReadonlySet<string>): readonly string[] =>
  ['status', 'approved', 'completed', 'nextActions'].filter((name) => kept.has(name))

/** Whether the response's own codec passes a field on to the caller. */
export const isHandedOn = (endpoint: EndpointName, path: string): boolean =>
  RESPONSES.filter((example) => example.endpoint === endpoint).some(({ body }) => {
    const handed = handedOn(endpoint, body)
    return placesOf(handed, path).some((place) => valueAt(handed, place) !== undefined)
  })

/** The smallest response to each request. */
const LEAST: Partial<Record<EndpointName, object>> = {
  createSession: { id: 'sid_1', status: 'pending' },
  submitChannelData: { id: 'sid_1', status: 'processing' },
  createSource: { id: 'src_1' },
  createPayment: { id: 'pay_1', status: 'Pending' },
  requestRefund: { action_id: 'act_1' },
  uploadFile: { id: 'file_1' },
}

/** The content of a request: which example has it, and where. */
const inRequests = (endpoint: EndpointName, path: string, named: RegExp) =>
  REQUESTS.filter((example) => example.endpoint === endpoint && named.test(example.name)).flatMap(
    ({ body }) => placesOf(body, path).map((place) => ({ body, place })),
  )

/** What is known about a field of a request: its type, whether it is required, what is kept. */
export interface Sent {
  readonly mustBe: string
  /** Whether the body is refused without it, or only in one of its forms. */
  readonly isRequired: 'yes' | 'no' | 'in one form'
  readonly kept: readonly string[]
}

/**
 * Removes a field of a request, then damages it, and compares the results of the check and of the
 * log.
 */
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
  const damaged = problemAt(withAt(first.body, first.place, Number.NaN))
  const least = LEAST[endpoint]
  const before = eventsOf(read(endpoint, least, first.body)) ?? []
  const after = eventsOf(read(endpoint, least, withAt(first.body, first.place, undefined))) ?? []
  return {
    mustBe: damaged?.expected ?? 'anything',
    isRequired: missing === undefined ? 'no' : isForm ? 'in one form' : 'yes',
    kept: changed(before, after),
  }
}
