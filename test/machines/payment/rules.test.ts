/** The values that rules state, and the conditions that choose a payment's state at the limits of its amounts. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type SepaPayment, sepaPayment, ticketPayment } from '../../../machines/index.ts'
import type { Definition } from '../../../src/contract/definition.ts'
import { validate } from '../../../src/judge/validate.ts'
import { defaultPolicy } from '../../root.ts'
import { after, eventIn, outcome, scenes } from '../scenes.ts'

const PENDING = '03-01 payment_pending 1000 EUR src_1'
const IN_PESOS = '03-01 payment_pending 1000 ARS src_1'
const CAPTURED = '03-02 payment_captured 1000'
const PAID = [PENDING, CAPTURED]

const refusals = (...lines: readonly string[]) =>
  after(sepaPayment, ...lines).findings.map((finding) =>
    'refusal' in finding ? finding.refusal : finding.code,
  )

describe('a refund of more than was left', () => {
  test('states its amount, and what the others left', () => {
    const two = ['03-04 payment_refunded act_1 600', '03-05 payment_refunded act_2 401']
    expect(refusals(...PAID, ...two)).toEqual([
      'NegativeNet',
      { rule: 'withinCaptured', wanted: 401, available: 400, currency: 'EUR' },
      'MoreThanCaptured',
    ])
  })

  test('counts the amount of its request if its report names none', () => {
    const both = ['03-04 refund_requested act_1 1001', '03-05 payment_refunded act_1']
    const wanted = { rule: 'withinCaptured', wanted: 1001, available: 1000, currency: 'EUR' }
    expect(refusals(...PAID, ...both)).toContainEqual(wanted)
  })

  test('breaks no rule while no message names an amount: it is a doubt', () => {
    const nameless = ['03-02 payment_pending src_1', '03-02 payment_captured']
    const found = refusals(...nameless, '03-04 payment_refunded act_1 5')
    expect(found).toContain('CapturedDiffers')
    expect(found.filter((each) => typeof each !== 'string')).toEqual([])
    expect(refusals(...PAID, '03-04 payment_refunded act_1')).toEqual(['Unbound'])
  })
})

describe('a command to refund', () => {
  scenes(
    sepaPayment,
    `
without an amount requests everything that is left, or nothing if nothing is
  ${PENDING}
  ${CAPTURED}
  03-04 payment_refunded act_1 500
  ! 03-05 refund_requested commandId=c-1 => allowed
  03-04 payment_refunded act_2 500
  ! 03-05 refund_requested commandId=c-1 => withinNet

may be repeated under its own command id
  ${PENDING}
  ${CAPTURED}
  03-05 refund_requested commandId=c-1 1000 (request)
  ! 03-05 refund_requested commandId=c-1 1000 => allowed

in another currency than its method’s never passes
  03-02 payment_pending 5
  03-02 payment_captured
  ! 03-10 refund_requested commandId=c-1 5 USD => sameCurrency

cannot be judged while no capture is known, even if a refund is
  ${PENDING}
  03-04 payment_refund_pending act_1 5
  ! 03-05 refund_requested commandId=c-1 5 => notKnown withinNet
`,
  )

  test('is refused for requesting nothing if nothing is left', () => {
    const state = after(sepaPayment, ...PAID, '03-04 payment_refunded act_1 1000')
    const command = eventIn(sepaPayment, '03-05 refund_requested commandId=c-1 (request)')
    const judged = validate(sepaPayment)(state, command)
    expect(E.isLeft(judged) && judged.left.refusals).toEqual([
      { rule: 'withinNet', wanted: 0, available: 0, currency: 'EUR' },
    ])
  })

  test('has lost a message if no capture is known', () => {
    const back = ['03-04 payment_refund_pending act_1 5', '03-04 payment_chargeback act_2 5']
    expect(refusals(PENDING, ...back)).toEqual([
      { rule: 'missingPredecessor', event: 'payment_refund_pending' },
    ])
  })
})

describe('the refund window', () => {
  const [inTime, late] = ['04-20', '06-20']
  const stages = [
    'refund_requested',
    'payment_refund_pending',
    'payment_refunded',
    'payment_refund_declined',
  ]

  test('is judged once: later stages may take their time after a first stage in time', () => {
    for (const [index, first] of stages.entries()) {
      for (const next of stages.slice(index + 1)) {
        const both = [`${inTime} ${first} act_1 5`, `${late} ${next} act_1 5`]
        expect(outcome(sepaPayment, ...PAID, ...both)).not.toContain('withinRefundWindow')
      }
    }
  })

  test('is judged by what counts of a refund that is reported as declined and as carried out', () => {
    const done = (at: string) =>
      outcome(
        sepaPayment,
        ...PAID,
        `${inTime} payment_refund_declined act_1 5`,
        `${at} payment_refunded act_1 5`,
      )
    expect(done(late)).toContain('withinRefundWindow')
    expect(done(inTime)).not.toContain('withinRefundWindow')
  })

  scenes(
    sepaPayment,
    `
is always judged by the request if there is one
  ${inTime} payment_refund_pending act_1 5
  ${late} refund_requested act_1 5 => captured withinRefundWindow
`,
    PAID,
  )
})

describe('money that came after an end', () => {
  scenes(
    sepaPayment,
    `
cannot be judged if its time is missing
  ${PENDING}
  03-01T12 payment_declined
  ? ~03-02 payment_captured 1000 => captured
  ! ~03-02 payment_captured 1000 => notKnown

cannot be judged if the time of the end is missing
  ${PENDING}
  ~03-01T12 payment_declined
  ! ${CAPTURED} => notKnown
`,
  )

  test('that was pending before the expiry states when it began, and when the ticket had expired', () => {
    const lines = ['03-02 payment_capture_pending', '03-01T12 payment_expired']
    const [at, expiredAt] = ['2026-03-02T10:00:00.0000000Z', '2026-03-01T12:00:00.0000000Z']
    expect(after(ticketPayment, IN_PESOS, ...lines).findings).toMatchObject([
      { refusal: { rule: 'lateCapture', at, expiredAt } },
    ])
  })

  scenes(
    ticketPayment,
    `
that was pending counts as begun first if the time of its beginning is missing
  ~03-09 payment_capture_pending
  03-01T12 payment_expired => expired

that was pending counts as begun first if the time of the expiry is missing
  03-02 payment_capture_pending
  ~03-01T12 payment_expired => expired

that was pending before a decline is not late, because a decline is no expiry
  03-02 payment_capture_pending
  03-01T12 payment_declined
  03-03 payment_expired => declined EndsContradict
`,
    [IN_PESOS],
  )
})

describe('the state of a payment', () => {
  /** The states of its two regions: refunds, then chargebacks. */
  const regions = (...lines: readonly string[]): string => {
    const { captured } = Object(after(sepaPayment, ...lines).value)
    return [captured?.refund, captured?.dispute].join(' ')
  }

  scenes(
    sepaPayment,
    `
depends on the sum of refunds: an amount of zero is unknown
  ${CAPTURED}
  ? 03-04 payment_refunded act_r 0 => some none
  ? 03-04 payment_refunded act_r 1 => some none
  ? 03-04 payment_refunded act_r 999 => some none
  ? 03-04 payment_refunded act_r 1000 => all none
  ? 03-04 payment_refunded act_r 1001 => all none

depends on all chargebacks of an unknown amount, which are of all that was captured
  ${CAPTURED}
  ? 03-04 payment_chargeback act_c 0 => none all
  03-04 payment_chargeback act_c => none all
  ? 03-09 chargeback_reversed act_c 1 => none all
  ? 03-09 chargeback_reversed act_c 1000 => none none
  ? 03-09 chargeback_reversed act_c => none none

depends on the sum of chargebacks not won back
  ${CAPTURED}
  ? 03-04 payment_chargeback act_c 1 => none part
  ? 03-04 payment_chargeback act_c 999 => none part
  ? 03-04 payment_chargeback act_c 1000 => none all
  ? 03-04 payment_chargeback act_c 1001 => none all
  03-04 payment_chargeback act_1 400 => none part
  ? 03-09 chargeback_reversed act_1 400 => none none
  ? 03-09 chargeback_reversed act_1 399 => none part
  03-04 payment_chargeback act_2 600 => none all
  ? 03-09 chargeback_reversed act_2 => none part
  ? 03-09 chargeback_reversed act_2 600 => none part

is of the smallest amount, too
  03-02 payment_captured 1
  ? 03-04 payment_refunded act_r 1 => all none
  ? 03-04 payment_chargeback act_c 1 => none all

depends on the payment’s amount if the capture was never reported
  ? 03-04 payment_refunded act_r 999 => some none
  ? 03-04 payment_refunded act_r 1000 => all none
  ? 03-04 payment_chargeback act_c 999 => none part
  03-04 payment_chargeback act_c => none all
  ? 03-09 chargeback_reversed act_c 300 => none all
  ? 03-09 chargeback_reversed act_c => none none
`,
    [PENDING],
    regions,
  )

  test('has one transition per region, whatever the amounts', () => {
    const conditions: Definition<SepaPayment>['conditions'] = sepaPayment.definition.conditions
    const judge = { policy: defaultPolicy, toleranceSeconds: 60, doubts: [] }
    const back = [0, 1, 1000].map((amount) => `payment_refunded act_r ${amount}`)
    for (const amount of [0, 1, 1000]) {
      for (const step of [null, ...back, 'payment_chargeback act_c 0']) {
        const paid = [PENDING, `03-02 payment_captured ${amount}`]
        const { context } = after(sepaPayment, ...paid, ...(step === null ? [] : [`03-04 ${step}`]))
        const holding = (names: readonly string[]) =>
          names.filter((name) => conditions[name]?.(context, judge)).length
        expect(holding(['nothingRefunded', 'partRefunded', 'allRefunded'])).toBe(1)
        expect(holding(['nothingChargedBack', 'partChargedBack', 'allChargedBack'])).toBe(1)
      }
    }
  })
})
