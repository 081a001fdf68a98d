import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaMandate } from '../../../machines/index.ts'
import { expiresAt } from '../../../machines/sepa-mandate/uses.ts'
import { at } from '../../../src/fold/fold.ts'
import { validate } from '../../../src/judge/validate.ts'
import { fine, given, instantOf, refusedBy, reported, src, summary } from '../../given.ts'
import { defaultPolicy } from '../../root.ts'

const created = (mandateType?: string, on = '2026-01-01T10:00:00Z') =>
  reported(
    'mandate_created',
    { ...src, customerId: 'cus_1', ...(mandateType && { mandateType }) },
    { at: on },
  )
const presented = (paymentId: string, on: string, customerId = 'cus_1') =>
  reported('collection_presented', { ...src, paymentId, customerId }, { at: on })
const ended = (paymentId: string, on: string) =>
  reported('collection_ended', { ...src, paymentId }, { at: on })
const captured = (paymentId: string, on: string) =>
  reported('collection_captured', { ...src, paymentId }, { at: on })
const cancelled = (on: string) => reported('mandate_cancelled', src, { at: on })
const single = created('single')
const recurring = created('recurring')

describe('a SEPA mandate', () => {
  test('is active once it is created', () => {
    expect(summary(given(sepaMandate))).toEqual(fine('none'))
    expect(summary(given(sepaMandate, created()))).toEqual(fine('active'))
  })

  test('for single use is reserved by a payment, and consumed by its capture', () => {
    const first = presented('pay_1', '2026-02-01T10:00:00Z')
    expect(summary(given(sepaMandate, single, first))).toEqual(fine('reserved'))
    const taken = captured('pay_1', '2026-02-03T10:00:00Z')
    expect(summary(given(sepaMandate, single, first, taken))).toEqual(fine('consumed'))
  })

  test('for single use is free again if its payment ends before money moves', () => {
    const history = [
      single,
      presented('pay_1', '2026-02-01T10:00:00Z'),
      ended('pay_1', '2026-02-02T10:00:00Z'),
    ]
    const state = given(sepaMandate, ...history)
    expect(summary(state)).toEqual(fine('active'))
    const again = presented('pay_2', '2026-02-03T10:00:00Z')
    expect(refusedBy(sepaMandate, state, again)).toEqual([])
    expect(summary(given(sepaMandate, ...history, again))).toEqual(fine('reserved'))
  })

  test('for single use accepts no second payment while one is open, nor after one was captured', () => {
    const first = presented('pay_1', '2026-02-01T10:00:00Z')
    const second = presented('pay_2', '2026-02-02T10:00:00Z')
    expect(refusedBy(sepaMandate, given(sepaMandate, single, first), second)).toEqual([
      'mandateUsable',
    ])
    expect(summary(given(sepaMandate, single, first, second))).toEqual({
      status: 'reserved',
      findings: ['mandateUsable'],
      parked: [],
    })
    const used = given(sepaMandate, single, first, captured('pay_1', '2026-02-01T12:00:00Z'))
    expect(refusedBy(sepaMandate, used, second)).toEqual(['mandateUsable'])
  })

  test('for recurring use accepts payment after payment', () => {
    const state = given(
      sepaMandate,
      recurring,
      presented('pay_1', '2026-02-01T10:00:00Z'),
      ended('pay_1', '2026-02-02T10:00:00Z'),
      presented('pay_2', '2026-03-01T10:00:00Z'),
      captured('pay_2', '2026-03-03T10:00:00Z'),
    )
    expect(summary(state)).toEqual(fine('active'))
    expect(refusedBy(sepaMandate, state, presented('pay_3', '2026-04-01T10:00:00Z'))).toEqual([])
  })

  test('of unknown type accepts reports as if recurring, but no command', () => {
    const history = [created(), presented('pay_1', '2026-02-01T10:00:00Z')]
    expect(summary(given(sepaMandate, ...history))).toEqual(fine('active'))
    const command = presented('pay_2', '2026-02-02T10:00:00Z')
    expect(refusedBy(sepaMandate, given(sepaMandate, ...history), command)).toEqual(['notKnown'])
  })

  test('belongs to its customer only', () => {
    const own = presented('pay_1', '2026-02-01T10:00:00Z', 'cus_1')
    const strange = presented('pay_1', '2026-02-01T10:00:00Z', 'cus_2')
    expect(refusedBy(sepaMandate, given(sepaMandate, recurring), own)).toEqual([])
    expect(refusedBy(sepaMandate, given(sepaMandate, recurring), strange)).toEqual(['sameCustomer'])
    expect(summary(given(sepaMandate, recurring, strange)).findings).toEqual(['sameCustomer'])
  })

  test('that was cancelled accepts no new payment, while open ones continue', () => {
    const history = [
      recurring,
      presented('pay_1', '2026-02-01T10:00:00Z'),
      cancelled('2026-02-02T10:00:00Z'),
    ]
    const state = given(sepaMandate, ...history)
    expect(refusedBy(sepaMandate, state, presented('pay_2', '2026-02-03T10:00:00Z'))).toEqual([
      'mandateUsable',
    ])
    const goingOn = given(sepaMandate, ...history, captured('pay_1', '2026-02-04T10:00:00Z'))
    expect(summary(goingOn)).toEqual(fine('cancelled'))
    expect(refusedBy(sepaMandate, state, cancelled('2026-02-05T10:00:00Z'))).toEqual([])
  })

  test('whose cancellation is only requested accepts no payment, and does not say it is cancelled', () => {
    const request = { at: '2026-02-02T10:00:00Z', id: 'evt_c', source: 'request' } as const
    const on = (...answers: readonly ('response' | 'report')[]) =>
      given(
        sepaMandate,
        recurring,
        reported('mandate_cancelled', src, request),
        ...answers.map((source) => reported('mandate_cancelled', src, { at: null, source })),
      )
    const refused = (state: ReturnType<typeof on>) =>
      validate(sepaMandate)(state, presented('pay_1', '2026-02-03T10:00:00Z'))
    const because = (why: string, since: string | null) =>
      E.left({ error: 'Refused', refusals: [{ rule: 'mandateUsable', because: why, since }] })
    const asked = 'perhaps cancelled (requested at 2026-02-02T10:00:00Z, not confirmed)'
    expect(refused(on())).toEqual(because(asked, null))
    const known = because('cancelled', '2026-02-02T10:00:00.0000000Z')
    expect([refused(on('response')), refused(on('report'))]).toEqual([known, known])
  })

  test('that was cancelled within the tolerance of a payment’s presentation still accepted it', () => {
    const use = (on: string) =>
      summary(
        given(sepaMandate, recurring, cancelled('2026-02-02T10:00:00Z'), presented('pay_1', on)),
      ).findings
    expect(use('2026-02-02T10:01:00Z')).toEqual([])
    expect(use('2026-02-02T10:01:00.0000001Z')).toEqual(['mandateUsable'])
  })

  test('counts an end one tolerance earlier, so that the next payment finds it free', () => {
    const next = (on: string) =>
      summary(
        given(
          sepaMandate,
          single,
          presented('pay_1', '2026-02-01T10:00:00Z'),
          ended('pay_1', '2026-02-02T10:00:00Z'),
          presented('pay_2', on),
        ),
      ).findings
    expect(next('2026-02-02T09:59:00.0000001Z')).toEqual([])
    expect(next('2026-02-02T09:58:59.9999999Z')).toEqual(['mandateUsable'])
  })

  test('expires after 36 months without a collection, on the day after the anniversary', () => {
    const unused = given(sepaMandate, created('recurring', '2024-02-29T10:00:00Z'))
    expect(expiresAt(unused.context, defaultPolicy)).toBe('2027-02-28T23:00:00.0000000Z')
    const ask = at(sepaMandate)
    expect(ask(unused, instantOf('2027-02-28T22:59:59.9999999Z')).status).toBe('active')
    expect(ask(unused, instantOf('2027-02-28T23:00:00.0000000Z')).status).toBe('expired')
  })

  test('that had expired and is used anyway is active again: the provider knows better', () => {
    const late = presented('pay_1', '2029-03-01T10:00:00Z')
    expect(summary(given(sepaMandate, recurring, late))).toEqual({
      status: 'active',
      findings: ['mandateUsable'],
      parked: [],
    })
    expect(given(sepaMandate, single, late).status).toBe('reserved')
    const lateCapture = captured('pay_1', '2029-03-01T10:00:00Z')
    expect(summary(given(sepaMandate, recurring, lateCapture))).toEqual(fine('expired'))
    expect(given(sepaMandate, single, lateCapture).status).toBe('consumed')
    const lateEnd = ended('pay_1', '2029-03-01T10:00:00Z')
    expect(given(sepaMandate, recurring, lateEnd).status).toBe('expired')
    const cancel = cancelled('2029-03-01T10:00:00Z')
    expect(summary(given(sepaMandate, recurring, cancel))).toEqual(fine('cancelled'))
  })

  test('for which only a use is reported has lost a message', () => {
    const on = '2026-02-01T10:00:00Z'
    const uses = [presented('pay_1', on), ended('pay_1', on), captured('pay_1', on)]
    for (const use of uses) {
      expect(summary(given(sepaMandate, use))).toEqual({
        status: 'active',
        findings: ['missingPredecessor'],
        parked: [],
      })
    }
    expect(summary(given(sepaMandate, cancelled(on)))).toEqual({
      status: 'cancelled',
      findings: ['missingPredecessor'],
      parked: [],
    })
  })

  test('may be cancelled at any time, and is cancelled then', () => {
    const first = presented('pay_1', '2026-02-01T10:00:00Z')
    const taken = captured('pay_1', '2026-02-03T10:00:00Z')
    const end = '2026-03-01T10:00:00Z'
    expect(summary(given(sepaMandate, recurring, cancelled(end)))).toEqual(fine('cancelled'))
    expect(summary(given(sepaMandate, single, first, cancelled(end)))).toEqual(fine('cancelled'))
    expect(summary(given(sepaMandate, single, first, taken, cancelled(end)))).toEqual(
      fine('cancelled'),
    )
    expect(summary(given(sepaMandate, single, cancelled('2030-03-01T10:00:00Z')))).toEqual(
      fine('cancelled'),
    )
  })

  test('that is cancelled stays cancelled, whatever becomes of its payments', () => {
    for (const made of [single, recurring]) {
      const history = [
        made,
        presented('pay_1', '2026-02-01T10:00:00Z'),
        cancelled('2026-02-02T10:00:00Z'),
      ]
      const on = '2026-02-04T10:00:00Z'
      expect(summary(given(sepaMandate, ...history, ended('pay_1', on)))).toEqual(fine('cancelled'))
      expect(summary(given(sepaMandate, ...history, captured('pay_1', on)))).toEqual(
        fine('cancelled'),
      )
      expect(summary(given(sepaMandate, ...history, presented('pay_2', on)))).toEqual({
        status: 'cancelled',
        findings: ['mandateUsable'],
        parked: [],
      })
    }
  })

  test('that is consumed stays consumed, whatever else is reported about payments', () => {
    const history = [
      single,
      presented('pay_1', '2026-02-01T10:00:00Z'),
      captured('pay_1', '2026-02-03T10:00:00Z'),
    ]
    const on = '2026-02-05T10:00:00Z'
    expect(summary(given(sepaMandate, ...history, captured('pay_2', on)))).toEqual(fine('consumed'))
    expect(summary(given(sepaMandate, ...history, ended('pay_2', on)))).toEqual(fine('consumed'))
    expect(summary(given(sepaMandate, ...history, presented('pay_2', on)))).toEqual({
      status: 'consumed',
      findings: ['mandateUsable'],
      parked: [],
    })
  })

  test('that had expired reports another customer’s payment as well', () => {
    const strange = presented('pay_1', '2029-03-01T10:00:00Z', 'cus_2')
    for (const made of [single, recurring]) {
      expect(summary(given(sepaMandate, made, strange)).findings).toEqual([
        'mandateUsable',
        'sameCustomer',
      ])
    }
    const own = presented('pay_1', '2026-02-01T10:00:00Z')
    const second = presented('pay_2', '2026-02-02T10:00:00Z', 'cus_2')
    expect(summary(given(sepaMandate, single, own, second)).findings).toEqual([
      'mandateUsable',
      'sameCustomer',
    ])
    expect(summary(given(sepaMandate, single, second)).findings).toEqual(['sameCustomer'])
  })

  test('that had expired and whose payment ends stays expired, for single use too', () => {
    const end = ended('pay_1', '2029-03-01T10:00:00Z')
    expect(summary(given(sepaMandate, single, end))).toEqual(fine('expired'))
  })

  test('without events accepts no command', () => {
    const on = '2026-02-01T10:00:00Z'
    const uses = [presented('pay_1', on), ended('pay_1', on), captured('pay_1', on), cancelled(on)]
    for (const use of uses) {
      expect(refusedBy(sepaMandate, given(sepaMandate), use)).toEqual(['missingPredecessor'])
    }
  })
})
