/** Codecs as Standard Schemas: their messages for other libraries. */
import { describe, expect, test } from 'vitest'
import { PaymentId } from '../../../machines/words/payment-names.ts'
import { check } from '../../../src/words/data/codec.ts'
import { Minor } from '../../../src/words/money.ts'
import { codecs, schemas } from './schemas.ts'

const validate = (name: string, value: unknown) =>
  schemas.find(([known]) => known === name)?.[1]['~standard'].validate(value)

describe('every public codec', () => {
  test('is found: ids, requests, responses, events', () => {
    const names = codecs.map(([name]) => name)
    const some = ['PaymentId', 'Stream', 'requestRefund.request', 'createSource.requestInSandbox']
    const policies = ['sepa-payment@1 policy sepaZone.codec']
    expect(names).toEqual(expect.arrayContaining([...some, 'getPayment.response', ...policies]))
    expect(names).toContain('session@1 session_created.codec')
    expect(names.length).toBeGreaterThanOrEqual(80)
  })

  test.each(schemas)('%s is a Standard Schema of version 1', (_, schema) => {
    const { version, vendor } = schema['~standard']
    expect([version, vendor]).toEqual([1, 'payfold'])
  })
})

describe('a codec as a Standard Schema', () => {
  test('returns what it reads, as decoding does', () => {
    expect(validate('Minor', 1)).toEqual({ value: 1 })
    expect(PaymentId['~standard'].validate('pay_1')).toEqual({ value: 'pay_1' })
    const answer = { id: 'pay_1', status: 'Card Verified', amount: '100' }
    expect(validate('getPayment.response', answer)).toMatchObject({
      value: { id: 'pay_1', status: 'card_verified', amount: 100 },
    })
  })

  test('reports where something is wrong, what is expected there, and the kind of value', () => {
    const message = 'The input should be an amount in minor units, but is a text.'
    expect(Minor['~standard'].validate('12.5')).toEqual({ issues: [{ message, path: [] }] })
    const length = 'a length in one unit: days, weeks, months or bankDays'
    expect(validate('sepa-payment@1 policy refundWindow.codec', 0)).toEqual({
      issues: [{ message: `The input should be ${length}, but is a number.`, path: [] }],
    })
    const amount =
      'amount should be an amount in minor units, from 1 to 999999999, but is a number.'
    expect(validate('requestRefund.request', { amount: 0 })).toMatchObject({
      issues: expect.arrayContaining([{ message: amount, path: ['amount'] }]),
    })
  })

  test('reports every wrong location, inner ones by their path, indexes as numbers', () => {
    const source = { type: 'other', source_data: { account_iban: 'not one' } }
    const { issues = [] } = validate('createSource.request', source) as {
      issues?: readonly { readonly path: readonly PropertyKey[] }[]
    }
    const paths = issues.map(({ path }) => path)
    expect(paths).toContainEqual(['type'])
    expect(paths).toContainEqual(['source_data', 'account_iban'])
    expect(new Set(paths.map(String)).size).toBe(paths.length)
    expect(JSON.stringify(issues)).not.toContain('not one')
    const channelData = { channel: 'app', sdk_ui_elements: ['text', 'song'] }
    expect(validate('submitChannelData.request', channelData)).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ path: ['sdk_ui_elements', 1] })]),
    })
  })

  test('is still the same codec', () => {
    const Even = check('an even number', (input): input is number => Number(input) % 2 === 0)
    expect([Even.is(2), Even.is(3), Even.encode(4), Even.name]).toEqual([
      true,
      false,
      4,
      'an even number',
    ])
  })
})
