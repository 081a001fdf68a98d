/** What a snapshot implies: weak events, and never against a stronger source. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import { type DomainEvent, isInferred, snapshotIdIn } from '../../src/event/envelope.ts'
import { infer } from '../../src/merge/inferred-events.ts'
import { given, pay, reported } from '../given.ts'

const snapshot = (data: object, id = 'evt_s') =>
  reported('state_observed', data, { id, at: '2026-03-05T10:00:00Z', source: 'response' })
const ofPayment = (status: string | undefined, ...others: readonly DomainEvent[]) =>
  infer(sepaPayment, [snapshot({ ...pay, ...(status && { status }) }), ...others])
const types = (events: readonly DomainEvent[]) => events.map(({ type }) => type)
const nothing = (type: string, data: object = pay) => reported(type, data)

describe('a snapshot of a payment', () => {
  test.each([
    [undefined, ['payment_pending']],
    ['something_new', ['payment_pending']],
    ['captured', ['payment_pending', 'payment_captured']],
    ['declined', ['payment_declined']],
    ['canceled', ['payment_pending', 'payment_canceled']],
    ['expired', ['payment_pending']],
  ])('that shows %s implies for a SEPA payment %j', (status, implied) => {
    expect(types(ofPayment(status))).toEqual(implied)
  })

  test.each([
    ['expired', ['payment_pending', 'payment_expired']],
    ['canceled', ['payment_pending']],
  ])('that shows %s implies for a ticket payment %j', (status, implied) => {
    expect(types(infer(ticketPayment, [snapshot({ ...pay, status })]))).toEqual(implied)
  })

  test('implies nothing that was reported; other events imply nothing', () => {
    expect(infer(sepaPayment, [nothing('payment_captured')])).toEqual([])
    expect(infer(sepaPayment, [])).toEqual([])
  })

  test('infers events that are weak, without times except the creation’s, and with ids derived from its own', () => {
    const shown = snapshot({
      ...pay,
      status: 'captured',
      amount: 1000,
      currency: 'EUR',
      sourceId: 'src_1',
      customerId: 'cus_1',
      method: 'sepa',
      reference: 'order-1',
      requestedAt: '2026-03-02T10:00:00Z',
      balances: { captured: 1000 },
      nextActions: [],
    })
    const metadata = (type: string, occurredAt: string | null) => ({
      eventId: `drawn:evt_s:${type}`,
      occurredAt,
      recordedAt: '2026-03-05T10:00:00Z',
      source: 'inferred',
      schema: 1,
    })
    const lasting = {
      ...pay,
      currency: 'EUR',
      sourceId: 'src_1',
      customerId: 'cus_1',
      method: 'sepa',
    }
    expect(infer(sepaPayment, [shown])).toEqual([
      {
        type: 'payment_pending',
        data: { ...lasting, amount: 1000, reference: 'order-1' },
        metadata: metadata('payment_pending', '2026-03-02T10:00:00Z'),
      },
      {
        type: 'payment_captured',
        data: { ...lasting, amount: 1000 },
        metadata: metadata('payment_captured', null),
      },
    ])
  })

  test('without a time of creation infers a creation without a time', () => {
    expect(ofPayment('pending').map(({ metadata }) => metadata.occurredAt)).toEqual([null])
  })

  test('that shows refunded money infers the capture, and one in part says so', () => {
    const captureOf = (status: string) => ofPayment(status)[1]?.data
    expect(captureOf('captured')).toEqual(pay)
    expect(captureOf('partially_captured')).toEqual({ ...pay, partlyCaptured: true })
    expect(captureOf('partially_refunded')).toEqual(pay)
    expect(captureOf('refunded')).toEqual(pay)
  })

  test.each(['declined', 'canceled'])(
    'that shows %s infers no end if the money, or another end, is reported',
    (status) => {
      const end = `payment_${status}`
      const other = status === 'declined' ? 'payment_canceled' : 'payment_declined'
      expect(types(ofPayment(status))).toContain(end)
      expect(types(ofPayment(status, nothing('payment_captured')))).not.toContain(end)
      expect(types(ofPayment(status, nothing(other)))).not.toContain(end)
      expect(types(ofPayment(status, nothing('payment_expired')))).not.toContain(end)
      expect(types(ofPayment(status, nothing('payment_pending')))).toContain(end)
    },
  )

  test('that shows an end infers it if it is reported, but never beside a reported capture', () => {
    const declined = nothing('payment_declined')
    expect(types(ofPayment('declined', declined))).toEqual(['payment_declined'])
    const both = [declined, nothing('payment_captured')]
    expect(types(ofPayment('declined', ...both))).toEqual(['payment_pending'])
  })

  test('that shows money infers the capture even if an end is reported', () => {
    expect(types(ofPayment('captured', nothing('payment_declined')))).toContain('payment_captured')
  })

  test('has inferred what only it can infer', () => {
    const [drawn] = ofPayment('pending')
    expect(drawn && isInferred(drawn)).toBe(true)
    expect(isInferred(reported('payment_pending', pay, { id: 'drawn:x' }))).toBe(false)
    expect(isInferred(reported('payment_pending', pay, { source: 'inferred' }))).toBe(false)
  })

  test('with a long id infers events whose ids name all of it', () => {
    const long = 'e'.repeat(80)
    const [drawn] = infer(sepaPayment, [snapshot(pay, long)])
    expect(drawn && snapshotIdIn(drawn.metadata.eventId)).toBe(long)
  })
})

test('a snapshot of a ticket gives the ticket’s ids, expiry, provider and risk, which often no other message has', () => {
  const ticket = {
    providerOrderId: 'order-1',
    providerPaymentId: 'payment-1',
    integrationType: 'direct',
    ticketExpiresAt: '2026-03-09T23:59:00',
    providerName: 'pago_facil',
    riskFlagged: true,
  }
  const shown = snapshot({ ...pay, status: 'pending', amount: 500, currency: 'ARS', ...ticket })
  expect(given(ticketPayment, shown).context).toMatchObject({
    ...ticket,
    ...pay,
    amount: 500,
    currency: 'ARS',
  })
  const answer = reported('payment_pending', { ...pay, amount: 500, currency: 'ARS' })
  expect(given(ticketPayment, answer, shown).context).toMatchObject(ticket)
})

describe('a snapshot of a session', () => {
  const sid = { sessionId: 'sid_1' }
  const shown = (data: object, ...others: readonly DomainEvent[]) =>
    infer(session, [snapshot({ ...sid, ...data }), ...others])

  test('passes on the lasting fields, and not those for its own time', () => {
    const [created] = shown({
      status: 'pending',
      mode: 'hosted',
      amount: 5,
      transactionId: 'tx-1',
      approved: false,
      completed: false,
      nextActions: ['redirect_cardholder'],
      requestedAt: '2026-03-02T10:00:00Z',
    })
    expect(created?.data).toEqual({ ...sid, mode: 'hosted', amount: 5, transactionId: 'tx-1' })
    expect(created?.metadata.occurredAt).toBe(null)
  })

  test.each([
    'session_approved',
    'session_attempted',
    'session_unavailable',
    'session_declined',
    'session_rejected',
    'session_expired',
    'challenge_abandoned',
  ])('infers no other outcome if %s is reported', (outcome) => {
    const status = outcome === 'session_declined' ? 'approved' : 'declined'
    expect(types(shown({ status }, nothing(outcome, sid)))).toEqual(['session_created'])
    expect(
      types(shown({ status: outcome.replace('session_', '') }, nothing(outcome, sid))),
    ).toEqual(['session_created', outcome])
  })

  test('infers an outcome if only what comes before or after one is reported', () => {
    for (const type of ['session_created', 'session_challenged', 'session_completed']) {
      expect(types(shown({ status: 'approved' }, nothing(type, sid)))).toContain('session_approved')
    }
  })
})

describe('a snapshot of a source', () => {
  test('implies that the mandate was created, and for which customer', () => {
    const drawn = (data: object) => infer(sepaMandate, [snapshot(data)])
    expect(drawn({ sourceId: 'src_1', customerId: 'cus_1' })).toMatchObject([
      { type: 'mandate_created', data: { sourceId: 'src_1', customerId: 'cus_1' } },
    ])
    expect(drawn({ sourceId: 'src_1', status: 'active' }).map(({ data }) => data)).toEqual([
      { sourceId: 'src_1' },
    ])
  })

  test('without a status implies nothing', () => {
    expect(infer(sepaMandate, [snapshot({ status: 'active' })])).toEqual([])
  })
})

describe('several snapshots', () => {
  test('each imply a capture of what it shows as captured, whatever it shows as refunded', () => {
    const shown = [100, 300, undefined].map((captured, index) =>
      snapshot(
        {
          ...pay,
          status: 'captured',
          balances: captured === undefined ? {} : { captured, refunded: 9 },
        },
        `evt_${index}`,
      ),
    )
    const captures = infer(sepaPayment, shown).filter(({ type }) => type === 'payment_captured')
    expect(captures.map(({ data }) => data)).toEqual([
      { ...pay, amount: 100 },
      { ...pay, amount: 300 },
      pay,
    ])
  })

  test('of a session have one mode, no matter which of two was reported first', () => {
    const sid = { sessionId: 'sid_1' }
    const created = (mode: string) =>
      reported('session_created', { ...sid, mode }, { id: `evt_${mode}` })
    const both = [created('non_hosted'), created('hosted')]
    const modes = (events: readonly DomainEvent[]) =>
      infer(session, [snapshot({ ...sid, status: 'pending' }), ...events]).map(
        ({ data }) => 'mode' in data && data.mode,
      )
    expect(modes(both)).toEqual(modes(both.toReversed()))
    expect(new Set(modes(both))).toEqual(new Set(['hosted']))
  })
})

test('a field that a snapshot does not have is missing from the events inferred from it as well', () => {
  const shown = [
    infer(sepaPayment, [snapshot({ ...pay, status: 'captured' })]),
    infer(session, [snapshot({ sessionId: 'sid_1', status: 'pending' })]),
    infer(sepaMandate, [snapshot({ sourceId: 'src_1' })]),
  ]
  for (const drawn of shown) {
    expect(drawn.length).toBeGreaterThan(0)
    for (const { data } of drawn) expect(Object.values(data)).not.toContain(undefined)
  }
})
