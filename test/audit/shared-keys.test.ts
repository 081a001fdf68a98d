/** What only one stream may have is compared across streams: of one part, of several, and of later nights. */
import { describe, expect, test } from 'vitest'
import { reportJson } from '../../src/audit/report/report.ts'
import { machines, reported } from '../given.ts'
import { audit } from '../root.ts'
import { besides, EXAMPLES, happened, PAYMENT, paid, pay } from './examples.ts'
import { logOf } from './given.ts'
import { partsOf, reportOf } from './log-in-parts.ts'

const CODES = [
  'EventInTwo',
  'CommandInTwo',
  'ActionInTwo',
  'CapturedTwice',
  'SessionUsedTwice',
] as const

const auditOf = (lines: readonly string[]) => audit(machines)(lines.map((line) => `${line}\n`))

/** Two captures for one reference, the second so many seconds after the first. */
const apart = (seconds: number, own: object = {}): readonly string[] =>
  logOf(
    ...[0, seconds].flatMap((after, index) => {
      const paymentId = `pay_${index}`
      const at = new Date(Date.UTC(2026, 2, 2, 10) + after * 1000).toISOString()
      const data = { paymentId, amount: 1000, currency: 'EUR', method: 'sepa' }
      const more = { customerId: 'cus_1', reference: 'ORD-1', ...(index === 0 ? {} : own) }
      return [
        [`payment-${paymentId}`, reported('payment_pending', { ...data, ...more }, { at })],
        [`payment-${paymentId}`, reported('payment_captured', { paymentId, amount: 1000 }, { at })],
      ] as const
    }),
  )

describe('what two streams have', () => {
  test.each(CODES)('is one finding with the entries of both: %s', (code) => {
    const [found, ...more] = besides(auditOf(EXAMPLES[code]).findings)
    expect([found?.code, more]).toEqual([code, []])
    expect(found?.entries.map(({ hash }) => hash?.length)).toEqual([64, 64])
    expect(found?.line).toBe(found?.entries[1]?.line)
  })

  test.each(CODES)('is found in parts: %s', (code) => {
    const lines = EXAMPLES[code]
    expect(reportOf(partsOf(lines, 5))).toBe(reportJson(auditOf(lines)))
  })

  test.each(CODES)('counts how often it was compared: %s', (code) => {
    const { checks } = auditOf(EXAMPLES[code])
    const check = checks.find(({ name }) => name === code)
    expect([check?.failed, check?.tried]).toEqual([1, expect.any(Number)])
    expect(check?.tried).toBeGreaterThanOrEqual(2)
  })

  test('is nothing where one of them is not valid: nobody knows what it has', () => {
    const [first = '', ...rest] = EXAMPLES.ActionInTwo
    const damaged = first.replace('"amount":1000', '"amount":1001')
    expect(auditOf([damaged, ...rest]).findings.map(({ code }) => code)).not.toContain(
      'ActionInTwo',
    )
  })

  test('is one message only if both streams are of one kind', () => {
    const [id, at] = ['evt_same', '2026-03-02T10:00:00Z']
    const pending = { amount: 1000, currency: 'EUR', method: 'sepa', paymentId: 'pay_1' }
    const created = { sourceId: 'src_1', mandateType: 'single', customerId: 'cus_1' }
    const lines = logOf(
      ['payment-pay_1', reported('payment_pending', pending, { at, id })],
      ['mandate-src_1', reported('mandate_created', created, { at, id })],
    )
    expect(besides(auditOf(lines).findings)).toEqual([])
    const other = reported('payment_pending', { ...pending, paymentId: 'pay_2' }, { at, id })
    const three = [...lines, ...logOf(['payment-pay_2', other])]
    expect(besides(auditOf(three).findings).map(({ because }) => because)).toEqual([
      'The event evt_same is in payment-pay_1 and in payment-pay_2.',
    ])
    expect(reportOf(partsOf(three, 5))).toBe(reportJson(auditOf(three)))
  })

  test('is a capture for one reference within 24 hours, and not a second later', () => {
    const twice = (lines: readonly string[]) =>
      auditOf(lines).findings.filter(({ code }) => code === 'CapturedTwice').length
    expect([twice(apart(86_400)), twice(apart(86_401))]).toEqual([1, 0])
    expect(twice(apart(60, { customerId: 'cus_2' }))).toBe(0)
    expect(twice(apart(60, { reference: 'ORD-2' }))).toBe(0)
  })
})

describe('within one stream', () => {
  const refunds = (...commandIds: readonly string[]): readonly string[] =>
    logOf(
      ...paid,
      ...commandIds.map((commandId, index) => {
        const data = { ...pay, actionId: `act_${index}`, amount: 90, commandId }
        return [PAYMENT, happened('payment_refunded', data, `0${5 + index}`)] as const
      }),
    )

  test('a command known from its answers alone is one command: it is carried out once', () => {
    const codes = (lines: readonly string[]) =>
      besides(auditOf(lines).findings).map(({ code }) => code)
    expect(codes(refunds('c-1', 'c-2'))).toEqual([])
    expect(codes(refunds('c-1', 'c-1'))).toEqual(['PaidTwice'])
  })
})
