/** Each finding about reports that do not agree: where it is, what it says, how it is settled. */

import { describe, expect, test } from 'vitest'
import { balanceMismatch } from '../../../machines/payment/balances.ts'
import { paymentFindings } from '../../../machines/payment/findings.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { descriptorsOf } from '../../../src/fold/descriptors.ts'
import type { Instant } from '../../../src/words/instant.ts'
import type { Currency } from '../../../src/words/money.ts'
import { machines } from '../../given.ts'
import { asked, back, on, paid, pf, stream, won } from './at-worst.ts'

const { findings: descriptors, explainFinding } = descriptorsOf(machines)
const day = (count: number): string => `2026-03-${String(count).padStart(2, '0')}T10:00:00.0000000Z`
const idsOf = (...events: readonly DomainEvent[]) => events.map(({ metadata }) => metadata.eventId)

const refund = (type: string, count: number, data: object = {}) =>
  on(count, type, { actionId: 'act_1', ...data })
const asking = refund('refund_requested', 4, { amount: 300 })
const pending = refund('payment_refund_pending', 5, { amount: 200 })
const done = refund('payment_refunded', 6, { amount: 100 })
const failed = refund('payment_refund_declined', 7, { amount: 50 })
const nameless = on(6, 'payment_refunded', { amount: 300 })
const [one, other] = [back(5, { amount: 300 }), back(8, { amount: 300 })]
const disputed = back(5, { disputeId: 'dsp_1', amount: 300 })

interface Doubt {
  readonly events: readonly DomainEvent[]
  readonly finding: object
  readonly says: string
  readonly is: readonly [severity: string, source: string, lookUp: string | null | undefined]
}

const EUR = { currency: 'EUR' }
const DOUBTS: Readonly<Record<string, Doubt>> = {
  'a request and a refund of other amounts': {
    events: [asking, pending],
    finding: {
      ...{ code: 'AmountDiffers', key: 'payment_refund_pending:act_1', at: day(5) },
      ...{ expected: 300, actual: 200, ...EUR },
    },
    says: 'A refund of 3.00 EUR is reported with 2.00 EUR.',
    is: ['warning', 'decisions#46', 'actions'],
  },
  'a pending refund and its success': {
    events: [pending, done],
    finding: {
      ...{ code: 'AmountDiffers', key: 'payment_refunded:act_1', at: day(6) },
      ...{ expected: 200, actual: 100, ...EUR },
    },
    says: 'A refund of 2.00 EUR is reported with 1.00 EUR.',
    is: ['warning', 'decisions#46', 'actions'],
  },
  'a pending refund without an amount, and its failure': {
    events: [asking, refund('payment_refund_pending', 5), failed],
    finding: {
      ...{ code: 'AmountDiffers', key: 'payment_refund_declined:act_1', at: day(7) },
      ...{ expected: 300, actual: 50, ...EUR },
    },
    says: 'A refund of 3.00 EUR is reported with 0.50 EUR.',
    is: ['warning', 'decisions#46', 'actions'],
  },
  'a pending refund that a chargeback leaves no money for': {
    events: [
      asking,
      refund('payment_refund_pending', 5, { amount: 300 }),
      back(8, { amount: 900 }),
    ],
    finding: {
      ...{ code: 'RefundAtRisk', key: 'refund_requested:act_1', at: day(4), short: 200, ...EUR },
    },
    says: 'Open refunds exceed the money that is left by 2.00 EUR.',
    is: ['error', 'decisions#46', null],
  },
  'a pending refund that we did not request, and a chargeback of more than it': {
    events: [pending, back(8, { amount: 2000 })],
    finding: {
      ...{ code: 'RefundAtRisk', key: 'payment_refund_pending:act_1', at: day(5) },
      ...{ short: 200, ...EUR },
    },
    says: 'Open refunds exceed the money that is left by 2.00 EUR.',
    is: ['error', 'decisions#46', null],
  },
  'an action that cannot be read': {
    events: [on(6, 'unrecognised', { name: 'payment_action' }, { id: 'evt_u' })],
    finding: { code: 'UnreadAction', key: 'unrecognised:evt_u', at: day(6) },
    says: 'The provider lists an action that could not be read: it may be a refund.',
    is: ['warning', 'decisions#46', 'actions'],
  },
  'a capture of another amount': {
    events: [on(2, 'payment_captured', { amount: 999 }, { id: 'evt_c' })],
    finding: {
      ...{ code: 'CapturedDiffers', key: 'payment_captured', at: day(2) },
      ...{ expected: 1000, actual: 999, ...EUR },
    },
    says: 'The payment is of 10.00 EUR, but 9.99 EUR was captured.',
    is: ['error', 'decisions#46', 'actions'],
  },
  'a refund in another currency': {
    events: [refund('payment_refunded', 6, { amount: 5, currency: 'USD' })],
    finding: {
      ...{ code: 'OtherCurrency', key: 'payment_refunded:act_1', at: day(6) },
      ...{ expected: 'EUR', actual: 'USD' },
    },
    says: 'payment_refunded:act_1 is reported in USD, but the payment is in EUR: it is not added up.',
    is: ['error', 'decisions#46', 'entity'],
  },
  'a refund without an id in another currency': {
    events: [on(6, 'payment_refund_pending', { amount: 5, currency: 'USD' }, { id: 'evt_n' })],
    finding: {
      ...{ code: 'OtherCurrency', key: 'payment_refund_pending:evt_n', at: day(6) },
      ...{ expected: 'EUR', actual: 'USD' },
    },
    says: 'payment_refund_pending:evt_n is reported in USD, but the payment is in EUR: it is not added up.',
    is: ['error', 'decisions#46', 'entity'],
  },
  'a look-up in another currency': {
    events: [on(6, 'state_observed', { status: 'captured', currency: 'USD' }, { id: 'evt_s' })],
    finding: {
      ...{ code: 'OtherCurrency', key: 'state_observed:evt_s', at: day(6) },
      ...{ expected: 'EUR', actual: 'USD' },
    },
    says: 'state_observed:evt_s is reported in USD, but the payment is in EUR: it is not added up.',
    is: ['error', 'decisions#46', 'entity'],
  },
  'two reports that may be of one chargeback': {
    events: [one, other],
    finding: {
      ...{ code: 'OneOrTwo', key: `payment_chargeback:event:${idsOf(other)[0]}`, at: day(8) },
      ...{ events: idsOf(one, other), believed: 300, atWorst: 600, ...EUR },
    },
    says: '3.00 EUR was charged back, or up to 6.00 EUR: the reports do not show whether they are of one chargeback or of several.',
    is: ['warning', 'decisions#46', null],
  },
  'a reversal of another amount': {
    events: [disputed, won(8, { disputeId: 'dsp_1', amount: 200 })],
    finding: {
      ...{ code: 'ReversalDiffers', key: 'chargeback_reversed:dsp_1', at: day(8) },
      ...{ expected: 300, actual: 200, ...EUR },
    },
    says: 'A chargeback of 3.00 EUR is reversed with 2.00 EUR.',
    is: ['warning', 'decisions#46', null],
  },
  'a chargeback after its reversal': {
    events: [
      disputed,
      won(8, { disputeId: 'dsp_1' }),
      back(9, { disputeId: 'dsp_1', amount: 300 }),
    ],
    finding: { code: 'ChargedBackAgain', key: 'payment_chargeback:dsp_1:2', at: day(9) },
    says: 'payment_chargeback:dsp_1:2 took the money again after an earlier chargeback was reversed.',
    is: ['warning', 'decisions#46', null],
  },
  'a refund that a chargeback carried out': {
    events: [asking, back(8, { amount: 300, reason: 'RFND' })],
    finding: {
      ...{ code: 'RefundAsChargeback', key: 'refund_requested:act_1', at: day(4), refund: 'act_1' },
    },
    says: 'The refund act_1 was carried out as a chargeback; the money counts once.',
    is: ['notice', 'interface#sepa-sandbox', undefined],
  },
  'a message that does not name its refund': {
    events: [asking, nameless],
    finding: {
      ...{ code: 'BoundByGuess', key: 'payment_refunded:act_1', at: day(6), of: 'act_1' },
      events: idsOf(nameless),
    },
    says: 'A message is taken to be about act_1, but may be about another refund or chargeback.',
    is: ['warning', 'decisions#46', null],
  },
  'two messages that do not name their refund': {
    events: [asking, on(5, 'payment_refund_pending', { amount: 300 }), nameless],
    finding: {
      ...{ code: 'BoundByGuess', key: 'payment_refunded:act_1', at: day(6), of: 'act_1' },
      events: idsOf(on(5, 'payment_refund_pending', { amount: 300 }), nameless),
    },
    says: '2 messages are taken to be about act_1, but may be about another refund or chargeback.',
    is: ['warning', 'decisions#46', null],
  },
  'a balance that nothing explains': {
    events: [
      refund('payment_refund_pending', 4, { amount: 300 }),
      on(6, 'state_observed', { status: 'captured', balances: { refunded: 500 } }, { id: 'evt_b' }),
    ],
    finding: {
      ...{ code: 'BalanceMismatch', key: 'state_observed:evt_b', at: day(6), what: 'refunded' },
      ...{ theirs: 500, ours: 300, sure: 0, ...EUR },
    },
    says: 'The provider counts 5.00 EUR refunded, but its messages add up to 3.00 EUR.',
    is: ['warning', 'decisions#4; decisions#48', 'actions'],
  },
}

const stateOf = (events: readonly DomainEvent[]) => pf.fold(stream, [...paid, ...events])

describe.each(Object.entries(DOUBTS))('%s', (_, { events, finding, says, is }) => {
  const { code } = finding as { readonly code: string }

  test('is found once, and explained', () => {
    const found = stateOf(events).findings.filter((each) => each.code === code)
    expect(found).toEqual([finding])
    expect(found.map((each) => explainFinding(each))).toEqual([says])
    const descriptor = descriptors[code]
    expect([descriptor?.severity, descriptor?.source, descriptor?.lookUp]).toEqual(is)
    expect(descriptor?.remedy).toMatch(/^[A-Z].*\.$/)
  })

  test('has a question, unless it is only a notice', () => {
    const [, , lookUp] = is
    const open = asked(...events).filter(({ reason }) => reason === code)
    expect(open.map(({ request }) => request?.endpoint ?? null)).toEqual(
      lookUp === undefined
        ? []
        : [{ actions: 'getPaymentActions', entity: 'getPayment' }[lookUp ?? ''] ?? null],
    )
  })
})

describe('reports that agree', () => {
  test.each([
    ['of a refund', [asking, refund('payment_refunded', 6, { amount: 300 })]],
    ['of an open refund that the money covers', [asking, back(8, { amount: 700 })]],
    [
      'of a refund in the currency of the payment',
      [refund('payment_refunded', 6, { amount: 5, currency: 'EUR' })],
    ],
    ['of a reversal', [disputed, won(8, { disputeId: 'dsp_1', amount: 300 })]],
    ['of two disputes', [disputed, back(6, { disputeId: 'dsp_2', amount: 300 })]],
    ['of money in an event of no money', [on(6, 'reviewed', { currency: 'USD' })]],
  ])('%s have no finding', (_, events) => {
    expect(stateOf(events).findings).toEqual([])
  })
})

test('the older wordings, from which logs have question ids, stay as they were', () => {
  const own = { key: 'payment_captured', at: null, currency: 'EUR' as Currency }
  const mismatch = {
    ...own,
    code: 'BalanceMismatch',
    what: 'refunded',
    theirs: 300,
    ours: 100,
  } as const
  expect(balanceMismatch.explain(mismatch)).toBe(
    'The provider counts 3.00 EUR refunded, but its messages add up to 1.00 EUR.',
  )
  expect(balanceMismatch.formerly?.(mismatch)).toBe(
    'The provider counts 3.00 EUR refunded, the messages add up to 1.00 EUR.',
  )
  const superseded = {
    key: 'payment_declined',
    at: null,
    code: 'Superseded',
    event: 'payment_declined',
    capturedAt: '2026-03-02T10:00:00.0000000Z' as Instant,
  } as const
  expect(paymentFindings.Superseded.formerly?.(superseded)).toBe(
    'payment_declined was told although the money had come at 2026-03-02T10:00:00Z.',
  )
})
