/**
 * The values that rules state, and the conditions that choose a payment's state at the limits of
 * its amounts.
 */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type SepaPayment, sepaPayment, ticketPayment } from '../../../machines/index.ts'
import type { Definition } from '../../../src/contract/definition.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { validate } from '../../../src/judge/validate.ts'
import { given, pay, refusedBy, reported } from '../../given.ts'
import { defaultPolicy } from '../../root.ts'

const pending = reported(
  'payment_pending',
  { ...pay, amount: 1000, currency: 'EUR', sourceId: 'src_1' },
  { at: '2026-03-01T10:00:00Z' },
)
const inPesos = { ...pending, data: { ...pending.data, currency: 'ARS' } }
const captured = (data: object = { amount: 1000 }) =>
  reported('payment_captured', { ...pay, ...data }, { at: '2026-03-02T10:00:00Z' })
const action = (type: string, actionId: string, data: object, at = '2026-03-04T10:00:00Z') =>
  reported(type, { ...pay, actionId, ...data }, { at })
const refusals = (...events: readonly DomainEvent[]) =>
  given(sepaPayment, ...events).findings.map((finding) =>
    'refusal' in finding ? finding.refusal : finding.code,
  )
const asked = (data: object, at = '2026-03-05T10:00:00Z') =>
  reported('refund_requested', { ...pay, commandId: 'c-1', ...data }, { at, source: 'request' })

describe('a refund of more than was left', () => {
  test('states its amount, and what the others left', () => {
    const first = action('payment_refunded', 'act_1', { amount: 600 })
    const second = action('payment_refunded', 'act_2', { amount: 401 }, '2026-03-05T10:00:00Z')
    expect(refusals(pending, captured(), first, second)).toEqual([
      'NegativeNet',
      { rule: 'withinCaptured', wanted: 401, available: 400, currency: 'EUR' },
      'MoreThanCaptured',
    ])
  })

  test('counts the amount of its request if its report names none', () => {
    const request = action('refund_requested', 'act_1', { amount: 1001 })
    const report = action('payment_refunded', 'act_1', {}, '2026-03-05T10:00:00Z')
    expect(refusals(pending, captured(), request, report)).toContainEqual({
      rule: 'withinCaptured',
      wanted: 1001,
      available: 1000,
      currency: 'EUR',
    })
  })

  test('breaks no rule while no message names an amount: it is a doubt', () => {
    const nameless = reported('payment_pending', { ...pay, sourceId: 'src_1' })
    const done = action('payment_refunded', 'act_1', { amount: 5 })
    const found = refusals(nameless, captured({}), done)
    expect(found).toContain('CapturedDiffers')
    expect(found.filter((each) => typeof each !== 'string')).toEqual([])
    expect(refusals(pending, captured(), action('payment_refunded', 'act_1', {}))).toEqual([
      'Unbound',
    ])
  })
})

describe('a command to refund', () => {
  test('without an amount requests everything that is left, or nothing if nothing is', () => {
    const half = action('payment_refunded', 'act_1', { amount: 500 })
    const all = action('payment_refunded', 'act_1', { amount: 1000 })
    expect(
      refusedBy(sepaPayment, given(sepaPayment, pending, captured(), half), asked({})),
    ).toEqual([])
    expect(refusedBy(sepaPayment, given(sepaPayment, pending, captured(), all), asked({}))).toEqual(
      ['withinNet'],
    )
  })

  test('in another currency than its method’s never passes', () => {
    const bare = given(
      sepaPayment,
      reported('payment_pending', { ...pay, amount: 5 }),
      captured({}),
    )
    const command = asked({ amount: 5, currency: 'USD' }, '2026-03-10T10:00:00Z')
    expect(refusedBy(sepaPayment, bare, command)).toEqual(['sameCurrency'])
  })

  test('cannot be judged while no capture is known, even if a refund is', () => {
    const begun = action('payment_refund_pending', 'act_1', { amount: 5 })
    expect(
      refusedBy(sepaPayment, given(sepaPayment, pending, begun), asked({ amount: 5 })),
    ).toEqual(['notKnown', 'withinNet'])
    expect(refusals(pending, begun, action('payment_chargeback', 'act_2', { amount: 5 }))).toEqual([
      { rule: 'missingPredecessor', event: 'payment_refund_pending' },
    ])
  })
})

describe('a command without an amount', () => {
  test('is refused for requesting nothing if nothing is left', () => {
    const all = action('payment_refunded', 'act_1', { amount: 1000 })
    const judged = validate(sepaPayment)(given(sepaPayment, pending, captured(), all), asked({}))
    expect(E.isLeft(judged) && judged.left.refusals).toEqual([
      { rule: 'withinNet', wanted: 0, available: 0, currency: 'EUR' },
    ])
  })

  test('may be repeated under its own command id', () => {
    const state = given(sepaPayment, pending, captured(), asked({ amount: 1000 }))
    expect(refusedBy(sepaPayment, state, asked({ amount: 1000 }))).toEqual([])
  })
})

describe('the refund window', () => {
  const [inTime, late] = ['2026-04-20T10:00:00Z', '2026-06-20T10:00:00Z']
  const codes = (...events: readonly DomainEvent[]) =>
    given(sepaPayment, pending, captured(), ...events).findings.map(({ code }) => code)
  const stages = [
    'refund_requested',
    'payment_refund_pending',
    'payment_refunded',
    'payment_refund_declined',
  ]

  test('is judged once: later stages may take their time after a first stage in time', () => {
    for (const [index, first] of stages.entries()) {
      for (const next of stages.slice(index + 1)) {
        const of = (type: string, at: string) => action(type, 'act_1', { amount: 5 }, at)
        const both = [of(first, inTime), of(next, late)]
        expect([first, next, codes(...both)]).not.toContainEqual(
          expect.arrayContaining(['withinRefundWindow']),
        )
      }
    }
  })

  test('is judged by what counts of a refund that is reported as declined and as carried out', () => {
    const failed = action('payment_refund_declined', 'act_1', { amount: 5 }, inTime)
    const done = (at: string) =>
      codes(failed, action('payment_refunded', 'act_1', { amount: 5 }, at))
    expect(done(late)).toContain('withinRefundWindow')
    expect(done(inTime)).not.toContain('withinRefundWindow')
  })

  test('is always judged by the request if there is one', () => {
    const begun = action('payment_refund_pending', 'act_1', { amount: 5 }, inTime)
    expect(codes(begun, action('refund_requested', 'act_1', { amount: 5 }, late))).toEqual([
      'withinRefundWindow',
    ])
  })
})

describe('money that came after an end', () => {
  const declined = reported('payment_declined', pay, { at: '2026-03-01T12:00:00Z' })
  const expired = reported('payment_expired', pay, { at: '2026-03-01T12:00:00Z' })
  const at = '2026-03-02T10:00:00.0000000Z'
  const endedAt = '2026-03-01T12:00:00.0000000Z'

  test('cannot be judged if one of the times is missing', () => {
    const untimed = reported('payment_captured', { ...pay, amount: 1000 }, { at: null })
    expect(refusals(pending, declined, untimed)).toEqual([])
    const command = refusedBy(sepaPayment, given(sepaPayment, pending, declined), untimed)
    expect(command).toEqual(['notKnown'])
    const quiet = reported('payment_declined', pay, {
      at: null,
      recordedAt: '2026-03-01T12:00:00Z',
    })
    expect(refusedBy(sepaPayment, given(sepaPayment, pending, quiet), captured())).toEqual([
      'notKnown',
    ])
  })

  test('that was pending before the expiry states when it began, and when the ticket had expired', () => {
    const begun = reported('payment_capture_pending', pay, { at: '2026-03-02T10:00:00Z' })
    expect(given(ticketPayment, inPesos, begun, expired).findings).toMatchObject([
      { refusal: { rule: 'lateCapture', at, expiredAt: endedAt } },
    ])
  })

  test('that was pending counts as begun first if one of the times is missing', () => {
    const begun = reported('payment_capture_pending', pay, {
      at: null,
      recordedAt: '2026-03-09T10:00:00Z',
    })
    const status = (...events: readonly DomainEvent[]) =>
      given(ticketPayment, inPesos, ...events).status
    expect(status(begun, expired)).toBe('expired')
    const timed = reported('payment_capture_pending', pay, { at: '2026-03-02T10:00:00Z' })
    const quiet = reported('payment_expired', pay, { at: null, recordedAt: '2026-03-01T12:00:00Z' })
    expect(status(timed, quiet)).toBe('expired')
  })

  test('that was pending before a decline is not late, because a decline is no expiry', () => {
    const begun = reported('payment_capture_pending', pay, { at: '2026-03-02T10:00:00Z' })
    const late = reported('payment_expired', pay, { at: '2026-03-03T10:00:00Z' })
    expect(given(ticketPayment, inPesos, begun, declined, late).status).toBe('declined')
  })
})

describe('the state of a payment', () => {
  const value = (...events: readonly DomainEvent[]) => given(sepaPayment, pending, ...events).value
  const at = (refund: string, dispute: string) => ({ captured: { refund, dispute } })
  const refunded = (amount: number, id = 'act_r') => action('payment_refunded', id, { amount })
  const lost = (data: object, id = 'act_c') => action('payment_chargeback', id, data)
  const won = (data: object = {}, id = 'act_c') =>
    action('chargeback_reversed', id, data, '2026-03-09T10:00:00Z')

  test('depends on the sum of refunds', () => {
    // an amount of zero is unknown: something was refunded
    expect(value(captured(), refunded(0))).toEqual(at('some', 'none'))
    expect(value(captured(), refunded(1))).toEqual(at('some', 'none'))
    expect(value(captured(), refunded(999))).toEqual(at('some', 'none'))
    expect(value(captured(), refunded(1000))).toEqual(at('all', 'none'))
    expect(value(captured(), refunded(1001))).toEqual(at('all', 'none'))
    expect(value(captured({ amount: 1 }), refunded(1))).toEqual(at('all', 'none'))
  })

  test('depends on the sum of chargebacks not won back', () => {
    // an amount of zero is unknown: all that was captured was taken
    expect(value(captured(), lost({ amount: 0 }))).toEqual(at('none', 'all'))
    expect(value(captured(), lost({ amount: 999 }))).toEqual(at('none', 'part'))
    expect(value(captured(), lost({ amount: 1 }))).toEqual(at('none', 'part'))
    expect(value(captured(), lost({ amount: 1000 }))).toEqual(at('none', 'all'))
    expect(value(captured(), lost({ amount: 1001 }))).toEqual(at('none', 'all'))
    expect(value(captured(), lost({}), won({ amount: 1 }))).toEqual(at('none', 'all'))
    expect(value(captured(), lost({}), won({ amount: 1000 }))).toEqual(at('none', 'none'))
    expect(value(captured(), lost({}), won())).toEqual(at('none', 'none'))
    expect(value(captured(), lost({ amount: 5 }), won({ amount: 5 }))).toEqual(at('none', 'none'))
    expect(value(captured(), lost({ amount: 5 }), won({ amount: 4 }))).toEqual(at('none', 'part'))
    const both = [lost({ amount: 400 }, 'act_1'), lost({ amount: 600 }, 'act_2')]
    expect(value(captured(), ...both)).toEqual(at('none', 'all'))
    expect(value(captured(), ...both, won({}, 'act_2'))).toEqual(at('none', 'part'))
    expect(value(captured(), ...both, won({ amount: 600 }, 'act_2'))).toEqual(at('none', 'part'))
    expect(value(captured({ amount: 1 }), lost({ amount: 1 }))).toEqual(at('none', 'all'))
  })

  test('depends on the payment’s amount if the capture was never reported', () => {
    expect(value(lost({}))).toEqual(at('none', 'all'))
    expect(value(lost({ amount: 999 }))).toEqual(at('none', 'part'))
    expect(value(lost({}), won({ amount: 300 }))).toEqual(at('none', 'all'))
    expect(value(lost({}), won())).toEqual(at('none', 'none'))
    expect(value(refunded(999))).toEqual(at('some', 'none'))
    expect(value(refunded(1000))).toEqual(at('all', 'none'))
  })

  test('has one transition per region, whatever the amounts', () => {
    const conditions: Definition<SepaPayment>['conditions'] = sepaPayment.definition.conditions
    const judge = { policy: defaultPolicy, toleranceSeconds: 60, doubts: [] }
    for (const amount of [0, 1, 1000]) {
      for (const back of [
        [],
        [refunded(0)],
        [refunded(1)],
        [refunded(1000)],
        [lost({ amount: 0 })],
      ]) {
        const { context } = given(sepaPayment, pending, captured({ amount }), ...back)
        const holding = (names: readonly string[]) =>
          names.filter((name) => conditions[name]?.(context, judge)).length
        expect(holding(['nothingRefunded', 'partRefunded', 'allRefunded'])).toBe(1)
        expect(holding(['nothingChargedBack', 'partChargedBack', 'allChargedBack'])).toBe(1)
      }
    }
  })
})
