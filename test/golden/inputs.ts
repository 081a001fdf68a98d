/**
 * Generates the inputs once, with fixed seeds. The recorded inputs count; this file shows how they
 * were made.
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import { eventsOf } from '../../src/testing/events.ts'
import {
  deliveries,
  histories,
  planted,
  play,
  type Scenario,
  type Setting,
  sepaSandbox,
  ticketSandbox,
} from '../../src/testing/index.ts'
import { messages } from '../provider/read/messages.ts'
import { decodeEvent } from '../root.ts'
import { type Delivered, logOf, resultOf, type Streamed, streamsOf } from './cases.ts'
import type { Json, Row } from './normal.ts'
import { picked } from './picked.ts'
import { decideOf, questionsOf, readAll, stateOf } from './today.ts'

const SEED = 20_260_302

const machines = { session, sepa: sepaPayment, mandate: sepaMandate, ticket: ticketPayment }

const LATE = '2026-12-01T12:00:00.0000000Z'

/** How many cases of each machine are kept, and out of how many. */
const KEPT = { session: 22, sepa: 24, mandate: 7, ticket: 19 }
const DRAWN = 400

/** The greatest length of a case: short ones reach the rare situations, too. */
const LONGEST = { session: 6500, sepa: 7000, mandate: 9000, ticket: 7000 }

type Name = keyof typeof machines

const plain = (value: unknown): Row => JSON.parse(JSON.stringify(value)) as Row

/**
 * What the cases should contain: every code, reason, status, refusal and event, by where it occurs.
 */
const featuresIn = (value: Json, key = ''): readonly string[] => {
  if (typeof value === 'string') {
    return ['code', 'reason', 'status', 'rule', 'place', 'type', 'error', 'name'].includes(key)
      ? [`${key} ${value}`]
      : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    featuresIn(each as Json, Array.isArray(value) ? key : name),
  )
}

/** Takes first the cases that add something new, then the next ones, up to a number. */
const chosen = <A>(
  all: readonly A[],
  count: number,
  features: (each: A) => readonly string[],
): readonly A[] => {
  const seen = new Set<string>()
  const isNews = (each: A): boolean => {
    const own = features(each)
    const isNew = own.some((feature) => !seen.has(feature))
    for (const feature of own) seen.add(feature)
    return isNew
  }
  const news = all.filter(isNews)
  const rest = all.filter((each) => !news.includes(each))
  return [...news, ...rest].slice(0, count)
}

const featuresOf = (delivered: Delivered): readonly string[] =>
  streamsOf(logOf(delivered)).flatMap((stream) => featuresIn(resultOf(stream, 1)))

/** One random case: a history delivered correctly, with errors, or with an unreported fact. */
const drawn = (kind: Name, index: number): Delivered => {
  const name = `${kind}${index}`
  const choices: Partial<Setting> = {
    name,
    amount: [6000, 1000, 250][index % 3] ?? 6000,
    dialect: index % 2 === 0 ? 'older' : 'newer',
  }
  const isRight = index % 3 === 0 || index % 6 === 5
  const right = histories(machines[kind], choices).chain((history) =>
    index % 3 < 2
      ? deliveries(history)
      : fc
          .constantFrom(...history.facts)
          .chain((lost) => deliveries(history, { unreported: [lost] })),
  )
  const sent = right.chain((messages) =>
    isRight ? fc.constant(messages) : planted(messages).map(({ delivered }) => delivered),
  )
  const [all = []] = fc.sample(sent, { seed: SEED + index, numRuns: 1 })
  return { name, deliveries: all.map(plain) }
}

const random = (kind: Name): readonly Delivered[] => {
  const all = Array.from({ length: DRAWN }, (_, index) => drawn(kind, index)).filter(
    (each) => JSON.stringify(each).length <= LONGEST[kind],
  )
  return chosen(all, KEPT[kind], featuresOf)
}

const played = (scenarios: Readonly<Record<string, Scenario>>): readonly Delivered[] =>
  Object.entries(scenarios).map(([name, scenario]) => ({
    name: `sandbox${name}`,
    deliveries: play(scenario, { name: `sandbox${name}`, mandateType: 'single' }).deliveries.map(
      plain,
    ),
  }))

const week = (): Delivered => ({
  name: 'week',
  deliveries: readFileSync('docs/examples/week/week.ndjson', 'utf8')
    .split('\n')
    .flatMap((line): readonly Row[] => {
      try {
        return [JSON.parse(line) as Row]
      } catch {
        return []
      }
    }),
})

const BODIES: Readonly<Record<string, (id: string) => Json>> = {
  getPaymentActions: () => [],
  getPayment: (id) => ({ id, status: 'Captured' }),
  getSession: (id) => ({ id, status: 'approved' }),
  getSource: (id) => ({ id, type: 'Sepa' }),
}

/** The same deliveries, followed by a response to every question that they leave open. */
const answered = (delivered: Delivered): Delivered => {
  const answers = streamsOf(logOf(delivered)).flatMap(({ stream, events }) =>
    questionsOf(stateOf(stream, events), LATE).flatMap((question): readonly Row[] => {
      const { endpoint = '', params = {} } = (question['request'] ?? {}) as Row
      const bodyOf = BODIES[String(endpoint)]
      const [id] = Object.values(params as Row)
      if (bodyOf === undefined || id === undefined) return []
      const sent = { kind: 'response', receivedAt: LATE, endpoint, params, request: null }
      return [{ ...sent, question: question['id'] ?? null, status: 200, body: bodyOf(String(id)) }]
    }),
  )
  return { name: `${delivered.name}answered`, deliveries: [...delivered.deliveries, ...answers] }
}

/** Every case of deliveries. */
export const allDeliveries = (): readonly Delivered[] => {
  const all = (Object.keys(machines) as Name[]).flatMap(random)
  const open = all.filter((each) => answered(each).deliveries.length > each.deliveries.length)
  return [
    week(),
    { name: 'messages', deliveries: messages.map(({ delivery }) => plain(delivery)) },
    ...picked,
    ...picked.filter(({ name }) => name === 'open' || name === 'snapshots').map(answered),
    ...open.filter((_, index) => index % 10 === 0).map(answered),
    ...played({ ...sepaSandbox, ...ticketSandbox }),
    ...all,
  ]
}

const STREAMS = {
  session: 'session-sid_1',
  sepa: 'payment-pay_1',
  mandate: 'mandate-src_1',
  ticket: 'payment-pay_1',
}

/** Random events of one machine that a log would accept. */
const randomEvents = (kind: Name): readonly Streamed[] => {
  const machine = machines[kind]
  const all = fc
    .sample(eventsOf(machine), { seed: SEED, numRuns: 1500 })
    .map(
      (events, index): Streamed => ({
        name: `random${kind}${index}`,
        machine: machine.id,
        stream: STREAMS[kind],
        events: events.filter((event) => decodeEvent(event)._tag === 'Right').map(plain),
      }),
    )
    .filter(({ events }) => events.length > 3)
  return chosen(all, 15, (each) => featuresIn(resultOf(each, 1)))
}

/** The provider refuses a command. */
const refusalOf = (endpoint: string, stream: string, commandId: string): Row => {
  const id = stream.slice(stream.indexOf('-') + 1)
  return {
    kind: 'response',
    receivedAt: '2026-03-08T12:00:02.0000000Z',
    endpoint,
    params: endpoint === 'cancelMandate' ? { source_id: id } : { payment_id: id },
    request: endpoint === 'createPayment' ? { source: { type: 'id', id } } : null,
    headers: { 'Cko-Idempotency-Key': commandId },
    status: 422,
    body: { error_type: 'request_invalid', error_codes: ['not_now'] },
  }
}

/** Streams whose last step was requested without a response; and the same, refused. */
const inDoubt = (): readonly Streamed[] => {
  const flows: readonly (readonly [string, string, Row])[] = [
    [
      'sandboxpaid',
      'payment',
      { type: 'requestRefund', data: { paymentId: 'pay_1', amount: 100 } },
    ],
    [
      'sandboxpaymentSucceeds',
      'payment',
      { type: 'requestRefund', data: { paymentId: 'pay_1', amount: 6000 } },
    ],
    ['sandboxneverCollected', 'mandate', { type: 'cancelMandate', data: { sourceId: 'src_1' } }],
    [
      'sandboxbankDetailsInvalid',
      'mandate',
      { type: 'createPayment', data: { sourceId: 'src_1', amount: 100 } },
    ],
  ]
  const all = new Map(
    played({ ...sepaSandbox, ...ticketSandbox }).map((each) => [each.name, each] as const),
  )
  return flows.flatMap(([name, kind, command], index) => {
    const flow = all.get(name)
    const found = streamsOf(logOf(flow ?? { name, deliveries: [] })).find(({ stream }) =>
      stream.startsWith(kind),
    )
    if (found === undefined) return []
    const { stream, events } = found
    const state = stateOf(stream, events)
    const metadata = { commandId: `doubt-${index}`, now: '2026-03-08T12:00:00.0000000Z' }
    const decided = decideOf(state, { ...command, metadata }) as Row
    const caused = (decided['events'] ?? []) as readonly Json[]
    const asked = { name: `doubt${index}`, machine: String(state['machine']), stream }
    const commandId = `doubt-${index}`
    const refused = readAll([refusalOf(String(command['type']), stream, commandId)])
    const told = refused.flatMap((reading) => reading.told.map(({ event }) => event))
    return [
      { ...asked, events: [...events, ...caused] },
      { ...asked, name: `${asked.name}refused`, events: [...events, ...caused, ...told] },
    ]
  })
}

/** Every stream of events. */
export const allEvents = (): readonly Streamed[] => [
  ...(Object.keys(machines) as Name[]).flatMap(randomEvents),
  ...inDoubt(),
]
