/** Events that bring every machine to its limits: few enough to try all their sequences. */
import type { Named } from '../../src/contract/definition.ts'
import { asEvent, occurrence } from '../../src/contract/occurrence.ts'
import { pay, reported, sid, src } from '../given.ts'

const recordedAt = '2030-01-01T00:00:00Z'

const happened = (type: string, data: object, at: string | null, entityId = ''): Named =>
  asEvent(
    occurrence(entityId === '' ? type : `${type}:${entityId}`, entityId, 'chart', [
      reported(type, data, { at: at === null ? null : `${at}T10:00:00Z`, recordedAt }),
    ]),
  )

const time = (now: string): Named => ({ type: 'time_passed', entityId: '', data: { now } }) as Named

const refund = (type: string, id: string, amount: number, at: string): Named =>
  happened(type, { ...pay, actionId: id, amount, currency: 'EUR' }, at, id)

const refunds: readonly Named[] = [
  refund('refund_requested', 'act_1', 400, '2026-03-05'),
  refund('payment_refunded', 'act_1', 400, '2026-03-06'),
  refund('payment_refund_declined', 'act_1', 400, '2026-03-07'),
  refund('payment_refunded', 'act_2', 600, '2026-06-01'),
]

const pending = (method: string): Named =>
  happened('payment_pending', { ...pay, amount: 1000, currency: 'EUR', method }, '2026-03-01')

const captured = happened('payment_captured', { ...pay, amount: 1000 }, '2026-03-03')

const collection = (type: string, id: string, at: string): Named =>
  happened(type, { ...src, paymentId: `pay_${id}`, customerId: `cus_${id}` }, at, id)

const outcomes = ['approved', 'attempted', 'unavailable', 'declined', 'rejected', 'expired']

/** The events by the id of the machine. */
export const alphabets: Readonly<Record<string, readonly Named[]>> = {
  'session@1': [
    happened('session_created', { ...sid, mode: 'non_hosted' }, '2026-03-01'),
    happened('channel_data_submitted', sid, null),
    happened('session_challenged', sid, '2026-03-02'),
    happened('challenge_abandoned', sid, '2026-03-03'),
    happened('session_completed', { ...sid, approved: true }, '2026-03-04'),
    ...outcomes.map((outcome) => happened(`session_${outcome}`, sid, '2026-03-03')),
    time('2026-03-03T10:00:00.0000000Z'),
  ],
  'sepa-payment@1': [
    pending('sepa'),
    happened('payment_declined', pay, '2026-03-02'),
    happened('payment_canceled', pay, '2026-03-04'),
    captured,
    ...refunds,
    happened('payment_refund_pending', { ...pay, actionId: 'act_1' }, '2026-03-05', 'act_1'),
    happened(
      'payment_chargeback',
      { ...pay, actionId: 'act_3', amount: 700 },
      '2026-04-01',
      'act_3',
    ),
    happened('chargeback_reversed', { ...pay, actionId: 'act_3' }, '2026-05-01', 'act_3'),
    happened('payment_chargeback', { ...pay, actionId: 'act_4' }, '2027-05-01', 'act_4'),
  ],
  'sepa-mandate@1': [
    happened(
      'mandate_created',
      { ...src, mandateType: 'single', customerId: 'cus_a' },
      '2026-03-01',
    ),
    happened('mandate_created', { ...src, mandateType: 'recurring' }, '2026-03-01'),
    happened('mandate_cancelled', src, '2026-03-09'),
    ...['a', 'b'].flatMap((id) => [
      collection('collection_presented', id, '2026-03-02'),
      collection('collection_ended', id, '2026-03-03'),
      collection('collection_captured', id, '2026-03-03'),
    ]),
    time('2026-03-03T10:00:00.0000000Z'),
    time('2029-03-02T10:00:00.0000000Z'),
  ],
  'ticket-payment@1': [
    pending('ticket'),
    happened('payment_capture_pending', pay, '2026-03-02'),
    happened('payment_declined', pay, '2026-03-02'),
    happened('payment_expired', pay, '2026-03-01'),
    happened('payment_expired', pay, '2026-03-04'),
    captured,
    ...refunds,
    happened('payment_refund_pending', { ...pay, actionId: 'act_1' }, '2026-03-05', 'act_1'),
  ],
}
