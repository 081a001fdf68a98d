/** What only one stream may have is compared across streams: of one part, of several, and of later nights. */
import { describe, expect, test } from 'vitest'
import { reportJson } from '../../src/audit/report/report.ts'
import { stakesIn } from '../../src/audit/report/stake.ts'
import { reported } from '../given.ts'
import { besides, EXAMPLES, happened, PAYMENT, paid, pay, shared } from './examples.ts'
import { auditOf, logOf } from './given.ts'
import { partsOf, reportOf } from './log-in-parts.ts'

const CODES = [
  'EventInTwo',
  'CommandInTwo',
  'ActionInTwo',
  'CapturedTwice',
  'SessionUsedTwice',
] as const

/** Captures for one reference, so many seconds after the first. */
const apart = (seconds: readonly number[], own: object = {}): readonly string[] =>
  logOf(
    ...seconds.flatMap((after, index) => {
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

  test.each(CODES)('counts how often it was compared: %s', (code) => {
    const { checks } = auditOf(EXAMPLES[code])
    const check = checks.find(({ name }) => name === code)
    expect([check?.failed, check?.tried]).toEqual([1, expect.any(Number)])
    expect(check?.tried).toBeGreaterThanOrEqual(2)
  })

  test('names the entry that has the key, where events of one stream share an id', () => {
    const refund = (paymentId: string, actionId: string, id: string) =>
      [
        `payment-${paymentId}`,
        reported(
          'payment_refunded',
          { paymentId, actionId, amount: 100 },
          { at: '2026-03-04T10:00:00Z', id },
        ),
      ] as const
    const lines = logOf(
      ...paid,
      refund('pay_1', 'act_1', 'evt_same'),
      refund('pay_1', 'act_2', 'evt_same'),
      ['payment-pay_2', happened('payment_pending', { paymentId: 'pay_2', method: 'sepa' })],
      refund('pay_2', 'act_2', 'evt_2'),
    )
    const found = auditOf(lines).findings.find(({ code }) => code === 'ActionInTwo')
    expect([found?.key, found?.entries.map(({ line }) => line)]).toEqual(['act_2', [4, 6]])
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
    expect([twice(apart([0, 86_400])), twice(apart([0, 86_401]))]).toEqual([1, 0])
    expect(twice(apart([0, 60], { customerId: 'cus_2' }))).toBe(0)
    expect(twice(apart([0, 60], { reference: 'ORD-2' }))).toBe(0)
  })
})

describe('what four have', () => {
  const FOUR = shared(4)

  test.each(CODES)(
    'is a finding for each but the first, with its entries and its stake: %s',
    (code) => {
      const { findings } = auditOf(FOUR[code])
      const own = findings.filter((each) => each.code === code)
      const others = ['payment-pay_2', 'payment-pay_3', 'payment-pay_4']
      expect(own.map(({ compared }) => compared['other'])).toEqual(others)
      expect(own.map(({ stake }) => stake?.stream ?? 'no amount')).toEqual(
        code === 'SessionUsedTwice' ? others.map(() => 'no amount') : others,
      )
      expect(new Set(own.map(({ id }) => id)).size).toBe(3)
      for (const { line, entries } of own) {
        expect([entries.length, entries.at(-1)?.line]).toEqual([2, line])
      }
      if (code === 'CapturedTwice') {
        expect(stakesIn(own)).toEqual([{ currency: 'EUR', amount: 3000, streams: 3 }])
      }
    },
  )

  test.each(CODES)('is found in parts: %s', (code) => {
    expect(reportOf(partsOf(FOUR[code], 5))).toBe(reportJson(auditOf(FOUR[code])))
  })

  test('is the money of each further payment of a session', () => {
    const lines = logOf(
      ...['1', '2', '3'].map((number) => {
        const data = {
          sessionId: 'sid_1',
          paymentId: `pay_${number}`,
          amount: 500,
          currency: 'EUR',
        }
        const event = happened('session_approved', data, '03', { id: `evt_${number}` })
        return ['session-sid_1', event] as const
      }),
    )
    const own = auditOf(lines).findings.filter(({ code }) => code === 'SessionUsedTwice')
    expect(own.map(({ stake }) => stake)).toEqual([
      { stream: 'payment-pay_2', amount: 500, currency: 'EUR' },
      { stream: 'payment-pay_3', amount: 500, currency: 'EUR' },
    ])
  })

  test('is told of the one before it, which is within the time', () => {
    const lines = apart([0, 86_400, 2 * 86_400])
    const own = auditOf(lines).findings.filter(({ code }) => code === 'CapturedTwice')
    expect(own.map(({ compared: { one, other } }) => [one, other])).toEqual([
      ['payment-pay_0', 'payment-pay_1'],
      ['payment-pay_1', 'payment-pay_2'],
    ])
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
