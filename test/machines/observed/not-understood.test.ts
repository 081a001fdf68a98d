/** What is not understood of a payment, a session or a mandate: a finding with a question. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../../machines/index.ts'
import type { Machine } from '../../../src/contract/machine-record.ts'
import { story } from '../../../src/inspect/index.ts'
import { payfold } from '../../../src/payfold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { instantOf, machines, right, wordsOf } from '../../given.ts'
import { after, eventIn, scenes } from '../scenes.ts'

const pf = payfold(machines)
const NOW = instantOf('2026-03-09T10:00:00Z')
const PENDING = '03-02 payment_pending 1000 method=sepa src_1'
const TICKET = '03-02 payment_pending 1000 method=ticket'
const PAID = [PENDING, '03-02 payment_captured 1000']

const inPayment = (...lines: readonly string[]): string =>
  after(sepaPayment, PENDING, ...lines.map((line) => `03-02 ${line}`))
    .findings.map(({ code }) => code)
    .join(' ')
const explained = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  ...lines: readonly string[]
) => after(machine, ...lines).findings.map(pf.explain)
const stateOf = (...lines: readonly string[]) =>
  pf.fold(
    'payment-pay_1' as Stream,
    [...PAID, ...lines].map((line) => eventIn(sepaPayment, line)),
  )
const asked = (...lines: readonly string[]) => right(pf.questions(stateOf(...lines), NOW))
const mostOf = (...lines: readonly string[]): number =>
  right(pf.allowed(stateOf(...lines), NOW)).find(({ command }) => command === 'requestRefund')
    ?.amount?.most ?? 0

describe('a payment', () => {
  test.each(
    wordsOf(`
    payment_approved payment_retrieval payment_void_declined payment_capture_declined
    payment_retry_scheduled payment_authentication_failed payment_authorization_incremented
    payment_authorization_increment_declined payment_compliance_review payment_flagged
    payment_risk_matched card_verified card_verification_declined source_updated
    bank_account_updated fraud_reported request_for_information_received
    dispute_evidence_acknowledged_by_scheme dispute_arbitration_evidence_submitted
    dispute_arbitration_sent_to_scheme
`),
  )('understands the message %s, which moves no money', (name) => {
    expect(inPayment(`unrecognised name=${name}`)).toBe('')
    const lines = [PENDING, `03-02 unrecognised name=${name}`]
    const events = lines.map((line) => eventIn(sepaPayment, line))
    const { rows } = story(pf)('payment-pay_1' as Stream, events)
    expect(rows.map(({ words }) => words)).toEqual(['submitted', 'other message seen'])
  })

  test.each(['payment_teleported', 'payment_paid', 'payment_optimized', 'dispute_resolved'])(
    'does not understand the message %s, which may mean that money moved',
    (name) => {
      expect(inPayment(`unrecognised name=${name}`)).toBe('MoneyNotUnderstood')
    },
  )

  test('does not understand a message without a name that may be kept', () => {
    expect(explained(sepaPayment, PENDING, '03-02 unrecognised')).toEqual([
      'A message of the type other was reported, whose meaning is not known. Money may have moved.',
    ])
  })

  test.each(['authorization', 'card_verification', 'payout', 'capture', 'void', 'return'])(
    'understands the action %s',
    (name) => {
      expect(inPayment(`action_observed action=${name}`)).toBe('')
    },
  )

  test('does not understand another action', () => {
    expect(inPayment('action_observed action=teleport')).toBe('MoneyNotUnderstood')
  })

  test.each(['authorized', 'card_verified', 'retry_scheduled', 'active', 'requested'])(
    'understands the status %s',
    (status) => {
      expect(inPayment(`state_observed status=${status}`)).toBe('')
    },
  )

  test('understands a status only if its lifecycle has what the status implies', () => {
    const said = (status: string) => [
      explained(sepaPayment, PENDING, `03-02 state_observed status=${status}`),
      explained(ticketPayment, TICKET, `03-02 state_observed status=${status}`),
    ]
    const whose = (status: string, what: string) => [
      `The status ${status} was reported, ${what}. Money may have moved.`,
    ]
    const other = (status: string) => whose(status, 'which no payment of this method has')
    const unknown = whose('something_new', 'whose meaning is not known')
    expect(said('something_new')).toEqual([unknown, unknown])
    expect(said('expired')).toEqual([other('expired'), []])
    expect(said('canceled')).toEqual([[], other('canceled')])
    expect(said('voided')).toEqual([[], other('voided')])
  })

  test('does not understand an unknown status of its own creation', () => {
    const line = '03-02 unrecognised name=payment_status reason=teleported'
    expect(explained(sepaPayment, PENDING, line)).toEqual([
      'The status teleported was reported, whose meaning is not known. Money may have moved.',
    ])
  })

  test('asks for its actions, and holds no refund', () => {
    const strange = '03-02 unrecognised name=dispute_resolved'
    expect(asked(strange)).toMatchObject([
      { reason: 'MoneyNotUnderstood', request: { endpoint: 'getPaymentActions' } },
    ])
    expect(mostOf(strange)).toBe(1000)
  })
})

describe('a message that cannot be read in one field', () => {
  const unread = (name: string, path = 'data.amount') =>
    `03-02 unrecognised ${name === '' ? '' : `name=${name}`} path=${path}`

  test('is a finding, with the path, also if its type is understood', () => {
    expect(explained(sepaPayment, PENDING, unread('payment_approved', 'type'))).toEqual([
      'A message of the type payment_approved was reported, whose field type cannot be read. Money may have moved.',
      'An action or a message could not be read: it may be a refund.',
    ])
  })

  // every type that readers know, and the names of requests
  test.each(
    wordsOf(`
    payment_captured payment_declined payment_canceled payment_cancelled payment_expired
    payment_voided payment_void payment_refund_pending payment_refunded payment_chargeback
    payment_returned dispute_received dispute_arbitration_lost dispute_evidence_required
    dispute_lost dispute_accepted dispute_expired requestRefund
`),
  )('of the type %s holds every refund, and asks', (name) => {
    expect(mostOf(unread(name))).toBe(0)
    // no list shows what banks took back
    const isOfBank = /chargeback|returned|dispute/.test(name)
    expect(asked(unread(name)).find(({ reason }) => reason === 'Unread')).toMatchObject({
      request: isOfBank ? null : { endpoint: 'getPaymentActions' },
    })
  })

  test.each([
    'payment_pending',
    'payment_capture_pending',
    'payment_refund_declined',
    'dispute_won',
    'dispute_arbitration_won',
    'dispute_canceled',
    'dispute_cancelled',
    'createPayment',
    'getPayment',
    'getPayments',
    '',
  ])('of the type %s asks, and holds no refund', (name) => {
    expect(mostOf(unread(name))).toBe(1000)
    expect(asked(unread(name))).toMatchObject([
      { reason: 'MoneyNotUnderstood', request: { endpoint: 'getPaymentActions' } },
    ])
  })

  test('holds until a list was asked for the lag later, or a person says what was refunded', () => {
    const late = '03-02>03-08 unrecognised name=payment_refunded path=data.amount'
    expect(mostOf(late, '03-08T10:04:59 list act_c Capture 1000')).toBe(0)
    expect(mostOf(late, '03-08T10:05 list act_c Capture 1000')).toBe(1000)
    expect(mostOf(late, '03-08T09:59:59>03-09 word refunded=0')).toBe(0)
    expect(mostOf(late, '03-08>03-09 word refunded=0')).toBe(1000)
  })

  test('is superseded by the same message once it can be read', () => {
    const read = '03-02 payment_refunded 400 act_1 id=evt_u'
    expect(mostOf(`${unread('payment_refunded')} id=evt_u`, read)).toBe(600)
  })
})

describe('a session', () => {
  scenes(
    session,
    `
does not understand unknown messages and statuses
  03-02 session_created hosted
  ? 03-02 unrecognised name=authentication_renewed => pending NotUnderstood
  ? 03-02 unrecognised name=session_status reason=new => pending NotUnderstood
  ? 03-02 state_observed status=teleported => pending NotUnderstood
  ? 03-02 state_observed status=pending => pending
`,
  )
})

test('a mandate understands no message but its own events', () => {
  const lines = ['03-02 mandate_created recurring', '03-02 unrecognised name=source_updated']
  expect(explained(sepaMandate, ...lines)).toEqual([
    'A message of the type source_updated was reported, whose meaning is not known.',
  ])
})
