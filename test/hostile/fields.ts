/** Complete inputs of payfold, and every known field in them. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import { readEvents } from '../provider/read/given.ts'
import { messages, type Place, placesIn, valueAt, withAt } from '../provider/read/messages.ts'
import { REQUESTS, RESPONSES } from '../provider/wire/examples.ts'
import { readDelivery } from '../read-delivery.ts'
import { defaultPolicy, root } from '../root.ts'

/** An input: a delivery, or the input of another entrance, under its name. */
export type Whole = Readonly<Record<string, unknown>>

/** A complete input and a location in it. */
export interface Known {
  readonly whole: Whole
  readonly place: Place
}

const HEARD = '2026-03-02T10:05:00Z'

const responses: readonly Whole[] = RESPONSES.map(({ endpoint, status, params, body }) => ({
  kind: 'response',
  receivedAt: HEARD,
  endpoint,
  params,
  status,
  commandId: 'command-1',
  body: body ?? '',
}))

/** Requests, each with an empty response. */
export const requests: readonly Whole[] = REQUESTS.map(({ endpoint, body }) => ({
  kind: 'response',
  receivedAt: HEARD,
  endpoint,
  params: { id: 'pay_1', payment_id: 'pay_1', source_id: 'src_1', session_id: 'sid_1' },
  status: 200,
  request: body,
  body: '',
}))

/** Every message. */
export const deliveries: readonly Whole[] = [
  ...messages.map(({ delivery }): Whole => delivery),
  ...responses,
  ...requests,
]

const addressed = [...messages.map(({ delivery }) => delivery), ...responses].flatMap((delivery) =>
  readEvents(readDelivery(delivery)),
)

/** Every event that these messages report, each as a stored event. */
export const events: readonly DomainEvent[] = addressed.map(({ event }) => event)

/** The input of `tentative`. */
export const tentatives: readonly Whole[] = [
  { type: 'refund_requested', data: { paymentId: 'pay_1', amount: 5, reference: 'REF-1' } },
  { type: 'session_completed', data: { sessionId: 'sid_1' } },
  { type: 'mandate_cancelled', data: { sourceId: 'src_1' } },
].map((attempt) => ({ ...attempt, commandId: 'command-1', now: HEARD }))

/** A state of each machine, as JSON. */
export const states: readonly Whole[] = [
  ...new Map(
    addressed
      .map(({ stream, event }) => root.fold(stream, [event]))
      .filter(({ machine }) => machine !== 'unassigned')
      .map((state) => [state.machine, JSON.parse(JSON.stringify(state)) as Whole]),
  ).values(),
]

/** The inputs of `decide`: for each command, the one with the most fields. */
export const commands: readonly Whole[] = [
  ['requestRefund', { paymentId: 'pay_1', amount: 5, reference: 'REF-1' }],
  ['completeSession', { sessionId: 'sid_1' }],
  ['cancelMandate', { sourceId: 'src_1' }],
].map(([type, data]) => ({ type, data, metadata: { commandId: 'command-1', now: HEARD } }))

/** Every input, under the name of its entrance if it is not a delivery. */
export const wholes: readonly Whole[] = [
  ...deliveries,
  ...events.map((event) => ({ event })),
  ...tentatives.map((tentative) => ({ tentative })),
  ...states.map((state) => ({ state })),
  ...commands.map((command) => ({ command })),
  { policy: defaultPolicy },
]

const json = (value: unknown): string => JSON.stringify(value) ?? ''

/** The kind of an input, so that fields of similar inputs count once. */
const titleOf = ({ kind, endpoint, body, event, command, state, tentative }: Whole): string => {
  const typeIn = (value: unknown): unknown => (value as { readonly type?: unknown } | null)?.type
  const machine = (state as { readonly machine?: unknown } | undefined)?.machine
  const types = [body, event, command, tentative].map(typeIn)
  return json([kind, endpoint, ...types, machine])
}

/** Every known field, once for each kind of input. */
export const fields: readonly Known[] = [
  ...new Map(
    wholes.flatMap((whole) =>
      placesIn(whole).map((place) => {
        const names = place.map((key) => (typeof key === 'number' ? '*' : key))
        return [`${titleOf(whole)} ${names.join('.')}`, { whole, place }] as const
      }),
    ),
  ).values(),
]

/** The fields without inner fields. */
export const leaves: readonly Known[] = fields.filter(
  ({ whole, place }) => placesIn(valueAt(whole, place)).length === 0,
)

/** Marks the place of a piece of JSON that `JSON.stringify` would not write. */
const HERE = 'x-here-x'

const withText = (part: unknown, piece: string): unknown =>
  part === undefined ? part : json(part).replaceAll(`"${HERE}"`, () => piece)

/**
 * A complete input with a piece of JSON at a location: parsed or, in a body or a request, as part
 * of its text.
 */
export const planted = ({ whole, place }: Known, piece: string, asText: boolean): Whole => {
  const [part = ''] = place
  if (!asText || (part !== 'body' && part !== 'request')) {
    return withAt(whole, place, JSON.parse(piece))
  }
  const marked = withAt(whole, place, HERE)
  return { ...marked, [part]: withText(marked[part], piece) }
}
