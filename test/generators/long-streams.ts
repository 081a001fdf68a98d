/** Long streams of every shape in which streams grow: by refunds, chargebacks, uses, repetitions. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Stream } from '../../src/words/stream.ts'
import { pay, reported } from '../given.ts'

const source = { sourceId: 'src_1' }

/** The time this many minutes after the money came in. */
const at = (minute: number): string =>
  new Date(Date.UTC(2026, 2, 4) + minute * 60_000).toISOString()

/** What begins each payment: enough money for every refund of a stream. */
const captured: readonly DomainEvent[] = [
  reported(
    'payment_pending',
    { ...pay, ...source, amount: 1_000_000, method: 'sepa' },
    { at: '2026-03-02T10:00:00Z', id: 'evt_pending' },
  ),
  reported(
    'payment_captured',
    { ...pay, amount: 1_000_000 },
    { at: '2026-03-03T10:00:00Z', id: 'evt_captured' },
  ),
]

const ticketed: readonly DomainEvent[] = captured.map((event) => ({
  ...event,
  data: { ...pay, amount: 1_000_000, method: 'ticket' },
}))

const action = (index: number) => ({ ...pay, actionId: `act_${index}`, amount: 1 + (index % 9) })

/** What a person has stated long after all else: it counts in the place of each refund. */
const stated: DomainEvent = reported(
  'reviewed',
  { ...pay, asOf: '2027-03-04T10:00:00Z', refunded: 0, by: ['ann'] },
  { at: null, recordedAt: '2027-03-04T10:00:00Z', id: 'evt_stated', source: 'request' },
)

/** One more thing in a stream: what the provider says of it, in order. */
type Growth = (index: number) => readonly DomainEvent[]

const refund: Growth = (index) => [
  reported('payment_refund_pending', action(index), { at: at(index * 2), id: `evt_p${index}` }),
  reported('payment_refunded', action(index), { at: at(index * 2 + 1), id: `evt_r${index}` }),
]

const command: Growth = (index) => {
  const own = { ...action(index), commandId: `command-${index}` }
  const { actionId: _, ...asked } = own
  return [
    reported('refund_requested', asked, {
      at: at(index * 3),
      id: `evt_q${index}`,
      source: 'request',
    }),
    reported('payment_refund_pending', own, {
      at: at(index * 3 + 1),
      id: `evt_p${index}`,
      source: 'response',
    }),
    reported('payment_refunded', action(index), { at: at(index * 3 + 2), id: `evt_r${index}` }),
  ]
}

const chargeback: Growth = (index) => {
  const own = { ...action(index), disputeId: `dsp_${index}` }
  return [
    reported('payment_chargeback', own, { at: at(index * 2), id: `evt_c${index}` }),
    reported('chargeback_reversed', own, { at: at(index * 2 + 1), id: `evt_v${index}` }),
  ]
}

const collection: Growth = (index) => {
  const own = { ...source, paymentId: `pay_${index}` }
  return [
    reported('collection_presented', own, { at: at(index * 2), id: `evt_p${index}` }),
    reported('collection_captured', own, { at: at(index * 2 + 1), id: `evt_c${index}` }),
  ]
}

const snapshot: Growth = (index) => [
  reported(
    'state_observed',
    { ...pay, status: 'captured', amount: 1_000_000 },
    { at: null, recordedAt: at(index), id: `evt_s${index}`, source: 'response' },
  ),
]

/** How much the first refunds are together. */
const refundedBy = (index: number): number =>
  Array.from({ length: index + 1 }, (_, each) => 1 + (each % 9)).reduce((a, b) => a + b, 0)

const balance: Growth = (index) => {
  const balances = { captured: 1_000_000, refunded: refundedBy(index) }
  return [
    reported('payment_refund_pending', action(index), { at: at(index * 2), id: `evt_p${index}` }),
    reported(
      'payment_refunded',
      { ...action(index), balances },
      { at: at(index * 2 + 1), id: `evt_r${index}` },
    ),
  ]
}

/** Each webhook comes again, and a list shows the same once more. */
const repetition: Growth = (index) => {
  const again = (event: DomainEvent): readonly DomainEvent[] => [
    event,
    { ...event, metadata: { ...event.metadata, recordedAt: at(index * 4 + 3) as never } },
    reported(event.type, event.data, {
      at: at(index * 4 + 1),
      recordedAt: at(index * 4 + 2),
      id: `${event.metadata.eventId}_row`,
      source: 'response',
    }),
  ]
  const own = reported('payment_refunded', action(index), {
    at: at(index * 4 + 1),
    id: `evt_r${index}`,
  })
  return again(own)
}

/** The refund is known by its action; the webhook about its success names an amount only. */
const nameless: Growth = (index) => {
  const own = { ...action(index), amount: 1 + index }
  const { actionId: _, ...without } = own
  return [
    reported('payment_refund_pending', own, { at: at(index * 2), id: `evt_p${index}` }),
    reported('payment_refunded', without, { at: at(index * 2 + 1), id: `evt_r${index}` }),
  ]
}

/** Chargebacks without a name, every second one of the same amount. */
const alike: Growth = (index) => [
  reported(
    'payment_chargeback',
    { ...pay, amount: 1 + (index % 2) },
    { at: at(index), id: `evt_a${index}` },
  ),
]

/** A refund that a person's word replaces, and a chargeback that counts. */
const replaced: Growth = (index) => [...refund(index).slice(1), ...chargeback(index).slice(0, 1)]

/** A shape: the stream, how it begins, and how it grows. */
interface Shape {
  readonly stream: Stream
  readonly begun: readonly DomainEvent[]
  readonly growth: Growth
}

const payment = 'payment-pay_1' as Stream

/** Every shape by name. */
export const SHAPES = {
  refunds: { stream: payment, begun: captured, growth: refund },
  commands: { stream: payment, begun: captured, growth: command },
  chargebacks: { stream: payment, begun: captured, growth: chargeback },
  tickets: { stream: payment, begun: ticketed, growth: refund },
  mandates: {
    stream: 'mandate-src_1' as Stream,
    begun: [
      reported(
        'mandate_created',
        { ...source, mandateType: 'recurring' },
        { at: '2026-03-02T10:00:00Z', id: 'evt_created' },
      ),
    ],
    growth: collection,
  },
  snapshots: { stream: payment, begun: captured, growth: snapshot },
  balances: { stream: payment, begun: captured, growth: balance },
  repetitions: { stream: payment, begun: captured, growth: repetition },
  nameless: { stream: payment, begun: captured, growth: nameless },
  alike: { stream: payment, begun: captured, growth: alike },
  replaced: { stream: payment, begun: [...captured, stated], growth: replaced },
} as const satisfies Readonly<Record<string, Shape>>

/** The name of a shape. */
export type ShapeName = keyof typeof SHAPES

/** The first events of a shape, in the order of arrival. */
export const longStream = (name: ShapeName, count: number): readonly DomainEvent[] => {
  const { begun, growth }: Shape = SHAPES[name]
  const events = [...begun]
  for (let index = 0; events.length < count; index += 1) events.push(...growth(index))
  return events.slice(0, count)
}
