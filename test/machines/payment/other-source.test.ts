/** The source and the customer of a payment: whose word counts, and what differs from it. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../../machines/index.ts'
import { evolve, fold } from '../../../src/fold/fold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import type { Instant } from '../../../src/words/time/instant.ts'
import { given, pay, reported } from '../../given.ts'
import { consequences, questions, root } from '../../root.ts'

const [first, second] = [{ sourceId: 'src_1' }, { sourceId: 'src_2' }]
const LATER = '2026-03-05T10:00:00Z'
type Source = 'report' | 'response' | 'request'

const pending = (data: object, source: Source = 'report') =>
  reported('payment_pending', { ...pay, amount: 1000, currency: 'EUR', ...data }, { source })
const captured = (data: object, source: Source = 'report', at = LATER) =>
  reported('payment_captured', { ...pay, amount: 1000, ...data }, { source, at })

const other = (field: string, believed: string, named: string, key: string, at: string) => ({
  code: 'OtherSource',
  key,
  at: at.replace('Z', '.0000000Z'),
  field,
  believed,
  other: named,
})

describe('the source of a payment', () => {
  test('is what the strongest message names, whatever its place on the chart', () => {
    const state = given(sepaPayment, pending(first, 'response'), captured(second))
    expect(state.context.sourceId).toBe('src_2')
    expect(state.findings).toEqual([
      other('sourceId', 'src_2', 'src_1', 'payment_pending', '2026-03-02T10:00:00Z'),
    ])
    const turned = given(sepaPayment, pending(first), captured(second, 'response'))
    expect(turned.context.sourceId).toBe('src_1')
    expect(turned.findings).toEqual([
      other('sourceId', 'src_1', 'src_2', 'payment_captured', LATER),
    ])
  })

  test('is what the earlier of two equally strong messages names', () => {
    expect(given(sepaPayment, pending(first), captured(second)).context.sourceId).toBe('src_1')
    const early = '2026-03-01T10:00:00Z'
    const turned = given(sepaPayment, pending(first), captured(second, 'report', early))
    expect(turned.context.sourceId).toBe('src_2')
  })

  test('has no finding if all messages agree, or if only one names it', () => {
    for (const named of [first, {}]) {
      const state = given(sepaPayment, pending(first), captured(named))
      expect(state.findings).toEqual([])
      expect(state.context.sourceId).toBe('src_1')
    }
  })

  test('is one finding within one occurrence, and differs in no field', () => {
    const two = [pending(first), reported('payment_pending', { ...pay, ...second }, { at: LATER })]
    const { findings } = given(sepaPayment, ...two)
    expect(findings).toEqual([
      other('sourceId', 'src_1', 'src_2', 'payment_pending', '2026-03-02T10:00:00Z'),
    ])
  })

  test('is one finding for each other value, however often it is named', () => {
    const refund = (actionId: string, data: object) =>
      reported('payment_refunded', { ...pay, actionId, amount: 1, ...data }, { at: LATER })
    const third = { sourceId: 'src_3' }
    const state = given(
      sepaPayment,
      pending(first),
      captured(second),
      refund('act_1', second),
      refund('act_2', third),
    )
    expect(
      state.findings.map((finding) => [finding.key, 'other' in finding && finding.other]),
    ).toEqual([
      ['payment_captured', 'src_2'],
      ['payment_refunded:act_2', 'src_3'],
    ])
  })

  test('differs if a snapshot shows another', () => {
    const shown = reported(
      'state_observed',
      { ...pay, ...second, status: 'pending' },
      { source: 'response', at: LATER },
    )
    const state = given(sepaPayment, pending(first), shown)
    expect(state.context.sourceId).toBe('src_1')
    expect(state.findings).toMatchObject([{ code: 'OtherSource', other: 'src_2' }])
  })

  test('is in doubt: every mandate that messages name receives each collection', () => {
    const state = given(sepaPayment, pending(first, 'response'), captured(second))
    const collections = consequences(state).filter(({ event }) => event.type.startsWith('coll'))
    expect(collections.map(({ stream }) => stream)).toEqual(
      ['src_2', 'src_2', 'src_1', 'src_1'].map((source) => `mandate-${source}`),
    )
  })

  test('is found anew when a stronger message comes later', () => {
    const [weak, strong] = [pending(first, 'response'), captured(second)]
    const state = evolve(sepaPayment)(fold(sepaPayment)([weak]), strong)
    expect(state).toEqual(fold(sepaPayment)([strong, weak]))
    expect(state.context.sourceId).toBe('src_2')
  })

  test('has a sentence, and a question that a look-up settles', () => {
    const stream = 'payment-pay_1' as Stream
    const events = [pending({ ...first, method: 'sepa' }), captured(second)]
    const state = root.fold(stream, events)
    const because = 'A message names the source src_2, but the strongest one names src_1.'
    expect(state.findings.map(root.explain)).toEqual([because])
    const [question] = questions(fold(sepaPayment)(events, stream))
    expect(question).toMatchObject({
      reason: 'OtherSource',
      because,
      request: { endpoint: 'getPayment', params: { payment_id: 'pay_1' } },
    })
    const now = '2026-03-05T10:00:00.0000000Z' as Instant
    const looked = (...times: readonly string[]) => {
      const answers = times.map((askedAt) => {
        const data = { ...pay, status: 'captured', sourceId: 'src_1', askedAt }
        return reported('state_observed', data, { id: askedAt, at: askedAt, source: 'response' })
      })
      const asked = root.questions(answers.reduce<typeof state>(root.evolve, state), now)
      return E.isRight(asked) ? asked.right.map(({ reason }) => reason) : asked
    }
    // the first look-up is itself a report of the capture: the second one repeats it
    const again = '2026-03-06T10:00:00Z'
    expect(looked(again)).toEqual(['OtherSource'])
    expect(looked(LATER, again)).toEqual([])
  })
})

/** The same event with its amount in pesos. */
const inPesos = <E extends { readonly data: object }>(event: E): E => ({
  ...event,
  data: { ...event.data, currency: 'ARS' },
})

test('the customer of a payment follows the same rule, whatever the method', () => {
  const [one, another] = [{ customerId: 'cus_1' }, { customerId: 'cus_2' }]
  const state = given(ticketPayment, inPesos(pending(one, 'request')), captured(another))
  expect(state.context.customerId).toBe('cus_2')
  expect(state.findings.map(root.explain)).toEqual([
    'A message names the customer cus_1, but the strongest one names cus_2.',
  ])
})
