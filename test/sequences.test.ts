/** Sequences that have cost somebody money, from the messages to the state. */
import { describe, expect, test } from 'vitest'
import { mayAuthorize, type SepaPayment, sepaMandate, sepaPayment } from '../machines/index.ts'
import { paymentSums } from '../machines/payment/sums.ts'
import type { State } from '../src/contract/state.ts'
import { fold } from '../src/fold/fold.ts'
import { delivered, fine, refusedBy, reported, response, summary, webhook } from './given.ts'
import { consequences, defaultPolicy, questions } from './root.ts'

const PAYMENT = 'payment-pay_1'
const SESSION = 'session-sid_1'
const MANDATE = 'mandate-src_1'

const createPayment = (
  id = 'pay_1',
  key = '',
  recordedAt = '2026-03-02T10:05:00Z',
  status = 'Pending',
) =>
  response('createPayment', {
    request: { source: { type: 'id', id: 'src_1' }, amount: 1000, currency: 'EUR' },
    status: 201,
    body: { id, status, customer: { id: 'cus_1' } },
    key,
    recordedAt,
  })
const aPayment = (data: object) => ({ id: 'pay_1', currency: 'EUR', ...data })
const captured = (on = '2026-03-02T10:00:00Z', id = 'pay_1') =>
  webhook(
    `evt_captured${id}`,
    'payment_captured',
    { id, action_id: 'act_c', amount: 1000, currency: 'EUR' },
    on,
  )
const refunded = (event: string, actionId: string | undefined, amount: number, on: string) =>
  webhook(
    event,
    'payment_refunded',
    aPayment({ action_id: actionId, amount, processed_on: on }),
    on,
  )
const refundAnswer = (
  actionId: string,
  amount: number | undefined,
  key = '',
  recordedAt = '2026-03-05T10:00:00Z',
) =>
  response('requestRefund', {
    params: { payment_id: 'pay_1' },
    request: amount === undefined ? {} : { amount },
    status: 202,
    body: { action_id: actionId, reference: '' },
    key,
    recordedAt,
  })
const sums = (state: object) => paymentSums((state as State<SepaPayment>).context)

describe('a payment', () => {
  test('whose capture is reported before the create response is captured', () => {
    const state = delivered(captured(), createPayment())(PAYMENT)
    expect(summary(state)).toEqual(fine('captured'))
    expect(state.machine).toBe('sepa-payment@1')
  })

  test('whose create response comes after its decline stays declined', () => {
    const decline = webhook(
      'evt_d',
      'payment_declined',
      aPayment({ action_id: 'act_d' }),
      '2026-03-02T10:00:00Z',
    )
    expect(summary(delivered(decline, createPayment())(PAYMENT))).toEqual(fine('declined'))
  })

  test('whose full refund gets its 202 after it was carried out is refunded, once', () => {
    const state = delivered(
      createPayment(),
      captured(),
      refunded('evt_r', 'act_r', 1000, '2026-03-04T10:00:00Z'),
      refundAnswer('act_r', undefined),
    )(PAYMENT)
    expect(summary(state)).toEqual(fine('refunded'))
    expect(sums(state)).toMatchObject({ refunded: 1000, refunding: 0, net: 0 })
  })

  test('with two refunds of one amount has been refunded twice', () => {
    const state = delivered(
      createPayment(),
      captured(),
      refunded('evt_1', 'act_1', 300, '2026-03-04T10:00:00Z'),
      refunded('evt_2', 'act_2', 300, '2026-03-04T10:00:00Z'),
      refunded('evt_3', 'act_2', 300, '2026-03-04T10:00:00Z'),
    )(PAYMENT)
    expect(summary(state)).toEqual(fine('partially_refunded'))
    expect(sums(state)).toMatchObject({ refunded: 600, net: 400 })
  })

  test('with two disputes won has each of its own chargeback, though both name the capture', () => {
    const lost = (n: number, on: string) =>
      webhook(
        `evt_lost${n}`,
        'payment_chargeback',
        aPayment({ action_id: `act_${n}`, dispute_id: `dsp_${n}`, amount: 400 }),
        on,
      )
    const won = (n: number, on: string) =>
      webhook(
        `evt_won${n}`,
        'dispute_won',
        { id: `dsp_${n}`, payment_id: 'pay_1', payment_action_id: 'act_c', amount: 400 },
        on,
      )
    const both = [lost(1, '2026-03-05T10:00:00Z'), lost(2, '2026-03-05T10:00:00Z')]
    const first = won(1, '2026-03-06T10:00:00Z')
    const state = delivered(createPayment(), captured(), ...both, first)(PAYMENT)
    expect(sums(state)).toMatchObject({ chargedBack: 400, net: 600 })
    const after = delivered(
      ...[createPayment(), captured(), ...both, first, won(2, '2026-03-06T10:00:00Z')].toReversed(),
    )(PAYMENT)
    expect(summary(after)).toEqual({ status: 'captured', findings: [], parked: [] })
    expect(sums(after)).toMatchObject({ chargedBack: 0, net: 1000 })
  })

  test('cannot say which refund one without an id is, and asks for the list once the lag is over', () => {
    const state = delivered(
      createPayment(),
      captured(),
      refundAnswer('act_1', 300),
      refunded('evt_3', undefined, 300, '2026-03-06T10:00:00Z'),
    )(PAYMENT)
    expect(summary(state)).toEqual({
      status: 'captured',
      findings: ['Unbound'],
      parked: ['NoEntity'],
    })
    expect(sums(state)).toMatchObject({ refunded: 0, refunding: 300 })
    expect(questions(state).map(({ request }) => request)).toContainEqual({
      endpoint: 'getPaymentActions',
      params: { id: 'pay_1' },
      from: '2026-03-06T10:05:00.0000000Z',
    })
  })

  test('shown as Refunded before any refund is known is captured, and in doubt until a list', () => {
    const snapshot = response('getPayment', {
      params: { payment_id: 'pay_1' },
      body: {
        id: 'pay_1',
        status: 'Refunded',
        amount: 1000,
        currency: 'EUR',
        source: { type: 'Sepa' },
      },
      askedAt: '2026-03-02T10:00:00Z',
    })
    const state = delivered(snapshot)(PAYMENT) as State<SepaPayment>
    expect(state.status).toBe('captured')
    const command = reported(
      'refund_requested',
      { paymentId: 'pay_1', commandId: 'c-1', amount: 1 },
      { at: '2026-03-03T10:00:00Z' },
    )
    expect(refusedBy(sepaPayment, state, command)).toContain('notInDoubt')
    expect(questions(state)).toContainEqual(
      expect.objectContaining({
        reason: 'StatementDiffers',
        request: expect.objectContaining({ endpoint: 'getPaymentActions' }),
      }),
    )
    const late = refunded('evt_r', 'act_r', 1000, '2026-03-01T10:00:00Z')
    const settled = delivered(snapshot, late)(PAYMENT)
    expect(settled.status).toBe('refunded')
    expect(questions(settled).map(({ reason }) => reason)).not.toContain('StatementDiffers')
  })

  test('whose refund was refused with 422 may be refunded again', () => {
    const refused = response('requestRefund', {
      params: { payment_id: 'pay_1' },
      request: { amount: 1000 },
      status: 422,
      body: {
        request_id: 'x',
        error_type: 'processing_error',
        error_codes: ['amount_exceeds_balance'],
      },
      key: 'command-1',
      recordedAt: '2026-03-03T10:00:05Z',
    })
    const command = reported(
      'refund_requested',
      { paymentId: 'pay_1', amount: 1000, commandId: 'command-1' },
      { at: '2026-03-03T10:00:00Z', source: 'request' },
    )
    const known = [createPayment(), captured()]
    const open = delivered(...known)(PAYMENT) as State<SepaPayment>
    const asked = fold(sepaPayment)([...events(open), command])
    const again = reported(
      'refund_requested',
      { paymentId: 'pay_1', amount: 1000, commandId: 'command-2' },
      { at: '2026-03-03T11:00:00Z', source: 'request' },
    )
    expect(refusedBy(sepaPayment, asked, again)).toEqual(['withinNet'])
    const answered = fold(sepaPayment)([...events(delivered(...known, refused)(PAYMENT)), command])
    expect(refusedBy(sepaPayment, answered, again)).toEqual([])
    const done = refundAnswer('act_9', 1000, 'command-2')
    const end = fold(sepaPayment)([
      ...events(
        delivered(
          ...known,
          refused,
          done,
          refunded('evt_r', 'act_9', 1000, '2026-03-06T10:00:00Z'),
        )(PAYMENT),
      ),
      command,
      again,
    ])
    expect(summary(end)).toEqual(fine('refunded'))
    expect(sums(end)).toMatchObject({ refunded: 1000, refunding: 0 })
  })

  test('whose dispute is won after a chargeback has its money back', () => {
    const on = '2026-03-20T10:00:00Z'
    const lost = webhook(
      'evt_c',
      'payment_chargeback',
      aPayment({ action_id: 'act_7B15', amount: 1000 }),
      on,
    )
    const won = webhook(
      'evt_w',
      'dispute_won',
      { id: 'dsp_1', payment_id: 'pay_1', date: '2026-04-20T10:00:00Z' },
      '2026-04-20T10:00:00Z',
    )
    expect(delivered(createPayment(), captured(), lost)(PAYMENT).status).toBe('charged_back')
    const state = delivered(won, createPayment(), captured(), lost)(PAYMENT)
    expect(summary(state)).toEqual(fine('captured'))
    expect(sums(state)).toMatchObject({ chargedBack: 0, net: 1000 })
  })

  test('of a card belongs to no lifecycle here; one of unknown method waits', () => {
    const card = webhook(
      'evt_a',
      'payment_captured',
      aPayment({ source: { type: 'card' } }),
      '2026-03-02T10:00:00Z',
    )
    expect(summary(delivered(card)(PAYMENT))).toEqual({
      status: 'unassigned',
      findings: [],
      parked: ['NotOfThisLifecycle'],
    })
    const state = delivered(captured())(PAYMENT)
    expect(summary(state)).toEqual({ status: 'unassigned', findings: [], parked: ['Unassigned'] })
    expect(questions(state).map(({ request }) => request)).toEqual([
      { endpoint: 'getPayment', params: { payment_id: 'pay_1' } },
    ])
  })
})

const events = (state: object) =>
  (state as State).occurrences.flatMap(({ events }) =>
    events.filter(({ metadata }) => metadata.source !== 'inferred'),
  )

const createSession = (request: object, body: object) =>
  response('createSession', { request, status: 202, body: { id: 'sid_1', ...body } })
const nonHosted = { completion: { type: 'non-hosted' }, amount: 100, currency: 'EUR' }
const authentication = (id: string, type: string, data: object, on = '2026-03-02T10:10:00Z') =>
  webhook(id, type, { session_id: 'sid_1', amount: '100', currency: 'EUR', ...data }, on)
const answerToChannelData = (body: object) =>
  response('submitChannelData', {
    params: { session_id: 'sid_1' },
    request: { channel: 'browser' },
    body: { id: 'sid_1', ...body },
  })

describe('a session', () => {
  test('whose challenge is known only from its next actions is challenged', () => {
    const state = delivered(
      createSession(nonHosted, { status: 'pending' }),
      answerToChannelData({ status: 'processing', next_actions: ['challenge_cardholder'] }),
    )(SESSION)
    expect(summary(state)).toEqual(fine('challenged'))
  })

  test('whose outcome is reported before its channel data has the same history', () => {
    const outcome = authentication('evt_o', 'authentication_approved', {})
    const state = delivered(
      outcome,
      createSession(nonHosted, { status: 'pending' }),
      answerToChannelData({ status: 'processing', next_actions: [] }),
    )(SESSION)
    expect(summary(state)).toEqual(fine('approved'))
  })

  test('that is hosted and abandoned is abandoned, without a finding', () => {
    const hosted = { completion: { type: 'hosted' }, amount: 100, currency: 'EUR' }
    const state = delivered(
      createSession(hosted, { status: 'pending', next_actions: ['redirect_cardholder'] }),
      authentication('evt_e', 'authentication_expired', { challenged: true }),
    )(SESSION)
    expect(summary(state)).toEqual(fine('challenge_abandoned'))
    const payment = { amount: 100, currency: 'EUR', now: '2026-03-02T12:00:00Z' }
    expect(mayAuthorize(state as never, payment, defaultPolicy).answer).toBe('no')
  })
})

const createSource = (mandateType: string) =>
  response('createSource', {
    request: { type: 'sepa', source_data: { mandate_type: mandateType, account_iban: 'x' } },
    status: 201,
    body: { id: 'src_1', type: 'Sepa', customer: { id: 'cus_1' } },
    recordedAt: '2026-03-01T10:00:00Z',
  })

/** The mandate's own events, and the consequences of its payments. */
const mandateAfter = (...deliveries: object[]) => {
  const stream = delivered(...deliveries)
  const payments = ['payment-pay_1', 'payment-pay_2'].map((name) => stream(name) as State)
  const implied = payments.flatMap((payment) => consequences(payment))
  return fold(sepaMandate)([...events(stream(MANDATE)), ...implied.map(({ event }) => event)])
}
const declined = (id: string, on: string) =>
  webhook(`evt_d${id}`, 'payment_declined', { id, action_id: 'act_d' }, on)

describe('a mandate', () => {
  test('for single use that was used twice is consumed by the captured payment', () => {
    const state = mandateAfter(
      createSource('single'),
      createPayment('pay_1', '', '2026-03-02T10:00:00Z'),
      createPayment('pay_2', '', '2026-03-02T11:00:00Z'),
      declined('pay_1', '2026-03-03T10:00:00Z'),
      captured('2026-03-04T10:00:00Z', 'pay_2'),
    )
    expect(summary(state)).toEqual({ status: 'consumed', findings: ['mandateUsable'], parked: [] })
  })

  test('for single use whose payment is declined at once may be used again', () => {
    const state = mandateAfter(
      createSource('single'),
      createPayment('pay_1', '', '2026-03-02T10:00:00Z', 'Declined'),
      createPayment('pay_2', '', '2026-03-02T11:00:00Z'),
    )
    expect(summary(state)).toEqual(fine('reserved'))
  })

  test('whose payment is captured after it was cancelled is cancelled, and parks nothing', () => {
    const cancel = response('cancelMandate', {
      params: { source_id: 'src_1' },
      body: { _links: {} },
      recordedAt: '2026-03-03T09:00:00Z',
    })
    const state = mandateAfter(
      createSource('recurring'),
      createPayment('pay_1', '', '2026-03-02T10:00:00Z'),
      cancel,
      captured('2026-03-04T10:00:00Z', 'pay_1'),
    )
    expect(summary(state)).toEqual(fine('cancelled'))
  })
})
