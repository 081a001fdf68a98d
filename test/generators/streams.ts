/** Random streams: few ids, few amounts, few moments, so that everything collides. */
import fc from 'fast-check'
import type { Event, Lifecycle, Metadata } from './types.ts'

const maybe = <A>(arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })

const present = (data: object): object =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))

const amount = fc.constantFrom(0, 100, 200, 300, 500, 1000)
const actionId = fc.constantFrom('act_1', 'act_2', 'act_3')
const commandId = fc.constantFrom('command-1', 'command-2')
const disputeId = fc.constantFrom('dsp_1', 'dsp_2')
const money = { amount: maybe(amount), currency: maybe(fc.constantFrom('EUR', 'USD')) }

const payment = {
  paymentId: fc.constant('pay_1'),
  ...money,
  sourceId: maybe(fc.constantFrom('src_1', 'src_2')),
  customerId: maybe(fc.constantFrom('cus_1', 'cus_2')),
}
const action = { ...payment, actionId: maybe(actionId), commandId: maybe(commandId) }
const chargeback = { ...payment, actionId: maybe(actionId), disputeId: maybe(disputeId) }
const session = {
  sessionId: fc.constant('sid_1'),
  mode: maybe(fc.constantFrom('hosted', 'non_hosted')),
  channel: maybe(fc.constantFrom('browser', 'app')),
  approved: maybe(fc.boolean()),
  nextActions: maybe(fc.subarray(['complete', 'challenge_cardholder', 'collect_channel_data'])),
}
const collection = {
  sourceId: fc.constant('src_1'),
  paymentId: maybe(fc.constantFrom('pay_1', 'pay_2', 'pay_3')),
  commandId: maybe(commandId),
  customerId: maybe(fc.constantFrom('cus_1', 'cus_2')),
}

const balances = fc.record({ captured: maybe(amount), refunded: maybe(amount) }).map(present)

const DATA: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  refund_requested: action,
  payment_refund_pending: action,
  payment_refunded: { ...action, balances: maybe(balances) },
  payment_refund_declined: action,
  payment_chargeback: chargeback,
  chargeback_reversed: chargeback,
  mandate_created: {
    sourceId: fc.constant('src_1'),
    mandateType: maybe(fc.constantFrom('single', 'single', 'recurring')),
    customerId: maybe(fc.constantFrom('cus_1', 'cus_2')),
  },
  collection_presented: collection,
  collection_ended: collection,
  collection_captured: collection,
  mandate_cancelled: { sourceId: fc.constant('src_1') },
  request_refused: { commandId },
  unrecognised: { name: fc.constantFrom('payment_approved', 'authentication_failed') },
  action_observed: { paymentId: fc.constant('pay_1'), actionId },
}

const SUBJECT: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  session: {
    ...session,
    status: maybe(
      fc.constantFrom('pending', 'processing', 'challenged', 'approved', 'declined', 'expired'),
    ),
    completed: maybe(fc.boolean()),
  },
  payment: {
    ...payment,
    status: maybe(
      fc.constantFrom(
        'pending',
        'captured',
        'partially_refunded',
        'refunded',
        'declined',
        'expired',
      ),
    ),
    balances: maybe(balances),
  },
  mandate: { sourceId: fc.constant('src_1') },
}

const dataOf = (type: string, kind: string): fc.Arbitrary<object> => {
  const fields =
    DATA[type] ??
    (type === 'state_observed' ? SUBJECT[kind] : undefined) ??
    (kind === 'session' ? session : payment)
  return fc.record(fields ?? {}).map(present)
}

/** Moments that tie, differ by less than the tolerance, by more, by weeks, by years. */
const MOMENTS = [
  '2026-01-05T10:00:00Z',
  '2026-01-05T10:00:00.0000001Z',
  '2026-01-05T10:01:00Z',
  '2026-01-05T10:01:00.0000001Z',
  '2026-01-06T10:00:00Z',
  '2026-03-02T22:59:59.9999999Z',
  '2026-03-02T23:00:00Z',
  '2026-03-10T10:00:00Z',
  '2027-03-01T10:00:00Z',
  '2029-01-06T00:00:00Z',
]

const metadata: fc.Arbitrary<Metadata> = fc
  .record({
    eventId: fc.integer({ min: 1, max: 40 }).map((n) => `evt_${n}`),
    occurredAt: fc.option(fc.constantFrom(...MOMENTS), { freq: 4 }),
    recordedAt: fc.constantFrom(...MOMENTS),
    source: fc.constantFrom('report', 'report', 'response', 'request'),
    schema: fc.constant(1),
  })
  .map((fields) => fields as unknown as Metadata)

const BESIDE = ['state_observed', 'request_refused', 'unrecognised', 'action_observed']

/** Events of one stream: of a lifecycle, beside it, and some that are of another. */
export const eventsFor = (lifecycle: Lifecycle, kind: string): fc.Arbitrary<readonly Event[]> => {
  const types = Object.keys(lifecycle)
  const foreign = kind === 'payment' ? ['payment_expired', 'payment_chargeback'] : []
  const type = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...types) },
    { weight: 3, arbitrary: fc.constantFrom(...BESIDE, ...foreign) },
  )
  const event = type.chain((name) =>
    fc.record({ type: fc.constant(name), data: dataOf(name, kind), metadata }),
  )
  return fc.array(event, { maxLength: 10 })
}
