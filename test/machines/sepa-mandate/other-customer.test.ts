/** Messages about a source that name several customers. */
import { expect, test } from 'vitest'
import { sepaMandate } from '../../../machines/index.ts'
import { given, reported, src } from '../../given.ts'
import { root } from '../../root.ts'

const created = (customerId?: string) =>
  reported(
    'mandate_created',
    { ...src, mandateType: 'recurring', ...(customerId === undefined ? {} : { customerId }) },
    { at: '2026-03-01T10:00:00Z', source: 'response' },
  )
const shown = (customerId: string, id: string, at = '2026-03-05T10:00:00Z') =>
  reported('state_observed', { ...src, customerId }, { id, at, source: 'response' })

test('another customer than the strongest message names is found once, where it first was', () => {
  const state = given(
    sepaMandate,
    created('cus_1'),
    shown('cus_2', 'evt_a'),
    shown('cus_2', 'evt_b', '2026-03-06T10:00:00Z'),
  )
  expect(state.findings.map(root.explain)).toEqual([
    'A message names the customer cus_2, but the strongest one names cus_1.',
  ])
  expect(state.findings).toMatchObject([
    { code: 'OtherSource', at: '2026-03-05T10:00:00.0000000Z' },
  ])
})

test('messages that agree, or of which only one names it, are no finding', () => {
  expect(given(sepaMandate, created('cus_1'), shown('cus_1', 'evt_a')).findings).toEqual([])
  expect(given(sepaMandate, created(), shown('cus_1', 'evt_a')).findings).toEqual([])
})

test('what a payment says is for the rule about its customer alone', () => {
  const data = { ...src, paymentId: 'pay_1', customerId: 'cus_2' }
  const presented = reported('collection_presented', data, { at: '2026-03-02T10:00:00Z' })
  const { findings } = given(sepaMandate, created('cus_1'), presented)
  expect(findings.map(({ code }) => code)).toEqual(['sameCustomer'])
})
