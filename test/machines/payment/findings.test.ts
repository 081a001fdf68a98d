/** The findings about a payment as a whole: its ends, its look-ups, sums below zero, what is overruled. */
import { describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../../machines/index.ts'
import { after, outcome, scenes } from '../scenes.ts'

const PENDING = '03-01 payment_pending 1000 EUR src_1'
const IN_PESOS = '03-01 payment_pending 1000 ARS src_1'
const CAPTURED = '03-02 payment_captured act_c 1000 id=evt_c'
const PAID = [PENDING, CAPTURED]
const REFUNDED = '03-04 payment_refunded act_1 400'

const findings = (...lines: readonly string[]) => after(sepaPayment, ...PAID, ...lines).findings

describe('an end of a payment that was captured', () => {
  test('is a doubt that the list of actions settles, with the end and the capture as evidence', () => {
    expect(findings('03-09 payment_declined id=evt_declined')).toEqual([
      {
        code: 'Superseded',
        compared: {
          capturedAt: '2026-03-02T10:00:00.0000000Z',
          endedAt: '2026-03-09T10:00:00.0000000Z',
        },
        key: 'payment_declined',
        at: '2026-03-09T10:00:00.0000000Z',
        events: ['evt_c', 'evt_declined'],
        asks: 'getPaymentActions',
      },
    ])
  })

  test('is one doubt if there are several, with all of them as evidence', () => {
    const both = ['03-10 payment_canceled id=evt_1', '03-09 payment_declined id=evt_2']
    expect(findings(...both)).toMatchObject([
      { code: 'Superseded', events: ['evt_1', 'evt_2', 'evt_c'] },
    ])
  })

  test('may be one that only payments of the other method have', () => {
    expect(findings('03-09 payment_expired')).toMatchObject([
      { code: 'Superseded', key: 'payment_expired' },
    ])
    for (const type of ['payment_canceled', 'payment_expired']) {
      const found = after(ticketPayment, IN_PESOS, CAPTURED, `03-09 ${type}`).findings
      expect(found).toMatchObject([{ code: 'Superseded', key: type }])
    }
  })

  scenes(
    sepaPayment,
    `
is no doubt if it was received before any report of the capture
  ? 03-03>03-02T09:59:59.9999999 payment_declined => captured
  ? 03-03>03-02 payment_declined => captured Superseded

is no doubt if it happened before the capture by the tolerance
  ? 03-02T09:59>03-09 payment_declined => captured
  ? 03-02T09:59:00.0000001>03-09 payment_declined => captured Superseded

happened when it was received if it has no time
  ? ~03-02T09:59:59 payment_declined => captured
  ? ~03-02 payment_declined => captured Superseded

is settled by a list that shows the capture, also if only payments of the other method have it
  03-09 payment_expired => captured Superseded / NotOfThisLifecycle
  03-11 list act_c Capture 1000 => captured / NotOfThisLifecycle

is settled by a list that was asked for the lag after it was received
  03-09 payment_declined
  ? 03-09T10:04:59.9999999 list act_c Capture 1000 => captured Superseded
  ? 03-09T10:05 list act_c Capture 1000 => captured
`,
    PAID,
  )
})

describe('a payment without money', () => {
  test('ends in one way: two are a finding, with both as evidence', () => {
    const [first, second] = ['03-02 payment_declined id=evt_1', '03-03 payment_canceled id=evt_2']
    expect(outcome(sepaPayment, PENDING, first)).toBe('declined')
    expect(after(sepaPayment, PENDING, first, second).findings).toMatchObject([
      {
        code: 'EndsContradict',
        event: 'payment_canceled',
        others: ['payment_declined'],
        events: ['evt_1', 'evt_2'],
      },
    ])
  })
})

describe('a refund that failed after it had succeeded', () => {
  test('is a doubt about that refund, and counts as done: what failed counts nothing', () => {
    const lines = [`${REFUNDED} id=evt_1`, '03-05 payment_refund_declined act_1 400 id=evt_2']
    expect(findings(...lines)).toEqual([
      {
        code: 'RefundReversed',
        compared: {
          doneAt: '2026-03-04T10:00:00.0000000Z',
          failedAt: '2026-03-05T10:00:00.0000000Z',
        },
        key: 'payment_refunded:act_1',
        at: '2026-03-05T10:00:00.0000000Z',
        events: ['evt_1', 'evt_2'],
        asks: 'getPaymentActions',
      },
      {
        code: 'Overruled',
        compared: { replaced: 'payment_refund_declined 400', counts: 'payment_refunded 400' },
        key: 'payment_refund_declined:evt_2',
        at: '2026-03-05T10:00:00.0000000Z',
      },
    ])
  })

  scenes(
    sepaPayment,
    `
has no finding if it only failed
  03-05 payment_refund_declined act_1 400 => captured

is a doubt whichever came first
  ${REFUNDED} => partially_refunded
  03-03 payment_refund_declined act_1 400 => partially_refunded Overruled RefundReversed
`,
    PAID,
  )
})

describe('more money back than came in', () => {
  test('is reported at the last refund or chargeback, with the missing amount', () => {
    const lines = [
      '03-06 payment_chargeback act_2 300',
      '03-07 refund_requested act_3 500 id=evt_3',
      '03-04 payment_refunded act_1 900 id=evt_1',
    ]
    expect(findings(...lines)).toEqual([
      {
        code: 'NegativeNet',
        compared: { captured: 1000, refunded: 900, chargedBack: 300 },
        key: 'payment_chargeback:act_2',
        at: '2026-03-06T10:00:00.0000000Z',
        net: -200,
        currency: 'EUR',
      },
      {
        code: 'RefundAtRisk',
        compared: { left: -200, refunding: 500 },
        key: 'refund_requested:act_3',
        at: '2026-03-07T10:00:00.0000000Z',
        short: 500,
        currency: 'EUR',
      },
      // the answer to a request is a report of it
      {
        code: 'MoreThanCaptured',
        compared: { captured: 1000, refunded: 1400, by: 400, currency: 'EUR' },
        key: 'payment_refunded',
        at: '2026-03-07T10:00:00.0000000Z',
        events: ['evt_1', 'evt_3'],
        asks: 'getPaymentActions',
      },
    ])
  })

  test('is reported at the same one of several that clocks cannot order', () => {
    // two messages of one kind with ids of their own are two chargebacks; below half, they are never one
    const keys = (...times: readonly string[]) =>
      findings(
        '03-05 payment_refunded act_1 100',
        ...times.map((on, index) => `03-06T10:${on} payment_chargeback act_${index + 2} 500`),
      ).flatMap(({ code, key }) => (code === 'NegativeNet' ? [key] : []))
    const [first, second] = ['payment_chargeback:act_2', 'payment_chargeback:act_3']
    expect(keys('00:00', '01:00')).toEqual([second])
    expect(keys('01:00', '00:00')).toEqual([second])
    expect(keys('01:00.0000001', '00:00')).toEqual([first])
  })

  scenes(
    sepaPayment,
    `
counts no refund that was only requested or begun, which is at risk
  03-04 refund_requested act_1 600
  ? 03-04 payment_refund_pending act_2 400 => captured
  ? 03-04 payment_refund_pending act_2 401 => captured RefundAtRisk MoreThanCaptured

is a doubt where it was refunded
  03-04 payment_refund_pending act_1 600
  ? 03-04 payment_refunded act_2 400 => partially_refunded
  ? 03-04 payment_refunded act_2 401 => partially_refunded RefundAtRisk MoreThanCaptured

is a doubt until the last list shows all of it
  03-04 payment_refunded act_1 600
  03-04 payment_refunded act_2 401
  ? 03-05 list act_c Capture 1000, act_2 Refund 401 => refunded StatementDiffers NegativeNet withinCaptured MoreThanCaptured
  ? 03-05 list act_c Capture 1000, act_2 Refund 401, act_1 Refund 600 => refunded NegativeNet withinCaptured

is no finding at zero
  03-06 payment_chargeback act_1 1000 => charged_back
`,
    PAID,
  )

  test('is not known while no message names an amount', () => {
    const nameless = ['03-01 payment_pending src_1', '03-02 payment_captured', REFUNDED]
    expect(outcome(sepaPayment, ...nameless)).toBe(
      'partially_refunded CapturedDiffers MoreThanCaptured',
    )
  })
})

describe('a look-up of a payment', () => {
  const balances = (refunded: number) =>
    `status=partially_refunded balances={"refunded":${refunded}}`

  test('is a doubt if it shows more refunded than was begun', () => {
    expect(findings(REFUNDED, `03-09 look ${balances(401)} id=evt_s`)).toEqual([
      {
        code: 'StatementDiffers',
        compared: {
          status: 'partially_refunded',
          captured: 1000,
          shownRefunded: 401,
          refunded: 400,
          refundedLeast: 400,
        },
        key: 'evt_s',
        at: '2026-03-09T10:00:00.0000000Z',
        events: ['evt_s'],
        asks: 'getPaymentActions',
      },
    ])
  })

  scenes(
    sepaPayment,
    `
that agrees with the ledger is no finding
  ? 03-09 look status=captured => captured
  ? 03-09 look => captured
  ? 03-09 look status=partially_refunded => captured StatementDiffers
  ${REFUNDED}
  ? 03-09 look ${balances(400)} => partially_refunded
  ? 03-09 look status=partially_refunded => partially_refunded

is a doubt if it shows less refunded than was done the lag before
  ${REFUNDED}
  ? 03-09 look ${balances(399)} => partially_refunded StatementDiffers
  ? 03-04T10:04:59.9999999 look balances={"refunded":0} => partially_refunded
  ? 03-04T10:05 look balances={"refunded":0} => partially_refunded StatementDiffers

may show no refund that was begun after it was asked for
  ${REFUNDED}
  ? 03-04 look ${balances(400)} => partially_refunded
  ? 03-04T09:59:59.9999999 look ${balances(400)} => partially_refunded StatementDiffers

that shows Refunded is a doubt while fewer refunds were begun than was captured
  ${REFUNDED}
  ? 03-09 look status=refunded => partially_refunded StatementDiffers
  03-05 payment_refund_pending act_2 599
  ? 03-09 look status=refunded => partially_refunded StatementDiffers
  03-05 payment_refund_pending act_3 1
  ? 03-09 look status=refunded => partially_refunded

says nothing if a list was asked for then or later, or it names no time of its own
  ${REFUNDED}
  ? ~03-09 state_observed ${balances(401)} (response) => partially_refunded
  03-09 look ${balances(401)}
  ? 03-09 list act_c Capture 1000, act_1 Refund 400 => partially_refunded
  ? 03-09T09:59:59.9999999 list act_c Capture 1000, act_1 Refund 400 => partially_refunded StatementDiffers
`,
    PAID,
  )

  test.each(['refund_requested', 'payment_refund_pending', 'payment_refund_declined'])(
    'may show or lack a refund of which %s is the last step',
    (type) => {
      const counted = (sum: number) =>
        outcome(sepaPayment, ...PAID, `03-04 ${type} act_1 400`, `03-09 look ${balances(sum)}`)
      expect([counted(0), counted(400), counted(401)]).toEqual([
        'captured',
        'captured',
        'captured StatementDiffers',
      ])
    },
  )

  test.each(['pending', 'declined', 'canceled', 'cancelled'])(
    'that shows %s is a doubt if a capture was received the lag before',
    (status) => {
      const late = (received: string) =>
        outcome(
          sepaPayment,
          PENDING,
          `03-02>${received} payment_captured act_c 1000`,
          `03-09 look status=${status}`,
        )
      expect(late('03-09T09:55')).toContain('StatementDiffers')
      expect(late('03-09T09:55:00.0000001')).not.toContain('StatementDiffers')
    },
  )

  scenes(
    sepaPayment,
    `
that shows a capture makes the payment captured, whatever end was known
  ${PENDING}
  03-02 payment_declined => declined
  03-09 look status=captured => captured
`,
  )
})

test('messages that a later statement replaces are kept, and shown as overruled', () => {
  const wrong = '03-04 payment_refunded act_9 400 id=evt_wrong'
  const list = (at: string) => `${at} list act_c Capture 1000`
  const state = after(sepaPayment, ...PAID, wrong, list('03-05'), list('03-05T10:05'))
  expect(state.findings.map(({ code }) => code)).toEqual(['Overruled'])
  expect(state.occurrences.filter(({ disposition }) => disposition === 'overruled')).toMatchObject([
    { type: 'payment_refunded', events: [{ metadata: { eventId: 'evt_wrong' } }] },
  ])
  const soon = findings(wrong, list('03-05'), list('03-05T10:04:59.9999999'))
  expect(soon.map(({ code }) => code)).toEqual(['StatementDiffers'])
})
