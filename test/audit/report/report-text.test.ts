/** A report as text for people. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { since } from '../../../src/audit/report/report-difference.ts'
import { differenceText } from '../../../src/audit/report/report-text.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { machines } from '../../given.ts'
import { audit, reportText } from '../../root.ts'
import { EXAMPLES, first, happened, lines, PAYMENT, pay, SESSION, sid } from '../examples.ts'
import { logOf } from '../given.ts'

const reported = (log: readonly string[] = [], auditing = {}) =>
  audit(machines, auditing)(log.map((line) => `${line}\n`))
const text = (log: readonly string[] = [], auditing = {}): readonly string[] =>
  reportText(reported(log, auditing)).filter(
    (line) => !/^(Head|Policy|Machine|Reader): /.test(line),
  )

describe('a report', () => {
  test('has the findings, the streams and the totals', () => {
    expect(text(EXAMPLES.NegativeNet)).toEqual([
      'notice   MandateUnknown  (line 1, payment-pay_1 revision 0)',
      '         No message names the mandate that the payment was made on.',
      '         Get the payment: the response names its source.',
      '',
      'error    NegativeNet  (line 4, payment-pay_1 revision 3)',
      '         2.00 EUR more went back than came in.',
      '         Ask the provider for the actions of the payment.',
      '',
      'payment-pay_1: partially_refunded; captured 10.00 EUR, refunded 6.00 EUR, charged back 6.00 EUR, net -2.00 EUR; 1 open question',
      '',
      '4 lines, 1 stream. Windows as of 2026-03-06T10:00:00Z.',
      'Found: 1 error, 1 notice.',
    ])
  })

  test('shows a payment’s mandate, session, money and open questions', () => {
    const made = {
      ...pay,
      amount: 1000,
      currency: 'EUR',
      method: 'sepa',
      sourceId: 'src_1',
      reference: 'ORD-1',
    }
    const refund = { ...pay, actionId: 'act_1', amount: 300 }
    const log = logOf(
      [SESSION, happened('session_created', { ...sid, mode: 'hosted', reference: 'ORD-1' })],
      [PAYMENT, happened('payment_pending', made)],
      [PAYMENT, happened('payment_captured', { ...pay, amount: 1000 })],
      [PAYMENT, happened('payment_refunded', refund, '04')],
      [PAYMENT, happened('payment_refund_pending', { ...refund, actionId: 'act_2' }, '05')],
    )
    expect(text(log).find((line) => line.startsWith(`${PAYMENT}:`))).toBe(
      'payment-pay_1: partially_refunded; captured 10.00 EUR, refunded 3.00 EUR, ' +
        'refunding 3.00 EUR, net 4.00 EUR; on mandate-src_1; after session-sid_1',
    )
  })

  test('shows what is not valid, and the lines about which nothing is known', () => {
    const events = text([first, 'nonsense', ...lines.slice(2)])
    expect(events.filter((line) => line.startsWith('fatal'))).toEqual([
      'fatal    Unreadable  (line 2)',
      'fatal    Missing  (line 4, payment-pay_1 revision 2)',
    ])
    expect(events).toContain('         Before this line, the entry of revision 1 is missing.')
    expect(events.find((line) => line.startsWith('payment-pay_1:'))).toMatch(/; not valid$/)
    expect(events.at(-1)).toBe('Found: 2 fatal.')
  })

  test('shows who waived which finding, and counts it separately', () => {
    const waiver = {
      finding: 'NegativeNet',
      stream: 'payment-pay_1' as Stream,
      reason: 'settled',
      by: 'Q',
    }
    const events = text(EXAMPLES.NegativeNet, { waivers: [waiver] })
    expect(events[6]).toBe('         Waived by Q: settled')
    expect(events.at(-1)).toBe('Found: 1 notice, 1 waived.')
  })

  test('shows every character of a text, and lets none of them act on the terminal', () => {
    const hostile = '\u001b[2J\u001b]8;;http://a.example\u0007\u009b31m\r\nfatal\u202egood\u200b'
    const waiver = {
      finding: 'NegativeNet',
      stream: 'payment-pay_1' as Stream,
      reason: hostile,
      by: hostile,
    }
    const shown =
      '\\u{1b}[2J\\u{1b}]8;;http://a.example\\u{7}\\u{9b}31m\\u{d}\\u{a}fatal\\u{202e}good\\u{200b}'
    expect(text(EXAMPLES.NegativeNet, { waivers: [waiver] })[6]).toBe(
      `         Waived by ${shown}: ${shown}`,
    )
    const gone = [{ code: hostile, line: 1, stream: hostile, revision: 0, key: null }]
    expect(differenceText({ appeared: [], gone, stayed: 0 })[1]).toBe(
      `gone  ${shown}  (line 1, ${shown} revision 0)`,
    )
  })

  test('of an empty log says so', () => {
    expect(text()).toEqual(['0 lines, 0 streams.', 'Nothing was audited.'])
  })

  test('says what is new and gone since an earlier one', () => {
    const [before, now] = [reported(EXAMPLES.Superseded), reported(EXAMPLES.NegativeNet)]
    const compared = since(JSON.parse(JSON.stringify(before)), now)
    expect(E.isRight(compared) && differenceText(compared.right)).toEqual([
      'Since the earlier report: 1 new, 1 gone, 1 unchanged.',
      'new   NegativeNet  (line 4, payment-pay_1 revision 3)',
      'gone  Superseded  (line 3, payment-pay_1 revision 2)',
    ])
  })
})
