/** A report as text for people. */
import { describe, expect, test } from 'vitest'
import type { Auditing } from '../../../src/audit/auditing.ts'
import type { Found } from '../../../src/audit/report/report.ts'
import { since } from '../../../src/audit/report/report-difference.ts'
import { differenceText } from '../../../src/audit/report/report-text.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { machines } from '../../given.ts'
import { audit, reportText, toLine } from '../../root.ts'
import { EXAMPLES, first, happened, lines, PAYMENT, pay, SESSION, sid } from '../examples.ts'
import { entriesOf, logOf } from '../given.ts'
import { business } from '../seeded.ts'

const reported = (log: readonly string[] = [], auditing: Auditing = {}) =>
  audit(machines, auditing)(log.map((line) => `${line}\n`))
const text = (log: readonly string[] = [], auditing: Auditing = {}): readonly string[] =>
  reportText(reported(log, auditing))

/** The lines of a section, by its title. */
const sectionOf = (all: readonly string[], title: string): readonly string[] => {
  const from = all.findIndex((line) => line.startsWith(title.toUpperCase()))
  const rest = all.slice(from + 1)
  const to = rest.indexOf('')
  return from < 0 ? [] : rest.slice(0, to < 0 ? rest.length : to)
}

const idOf = (code: string): string =>
  reported(EXAMPLES.NegativeNet).findings.find((each) => each.code === code)?.id ?? ''

describe('a report', () => {
  test('has each finding with what it rests on, the worst first', () => {
    const found = sectionOf(text(EXAMPLES.NegativeNet), 'Findings')
    expect(found.slice(0, 6)).toEqual([
      'error  More went back than came in (NegativeNet, line 4, payment-pay_1 revision 3, 2.00 EUR)',
      '  2.00 EUR more went back than came in.',
      '  Compared: captured 1000, chargedBack 600, currency EUR, net -200, refunded 600',
      expect.stringMatching(
        /^ {2}Entry: line 4, evt_back_06, report, 2026-03-06T10:00:00Z, \w{64}$/,
      ),
      '  Next: Ask the provider for the actions of the payment.',
      `  Source: decisions#41. Id: ${idOf('NegativeNet')}`,
    ])
    expect(found[6]).toMatch(/^notice {2}Mandate not known/)
  })

  test('has one sentence to quote, never better than what was checked', () => {
    const head = reported(lines).head ?? ''
    const quoted = (log: readonly string[], auditing: Auditing = {}) => text(log, auditing)[1]
    expect(quoted(lines)).toBe(
      '4 entries were read and no head was compared; 1 finding is open; raw messages were not compared.',
    )
    expect(quoted(lines, { heads: [{ root: head, size: 4 }] })).toMatch(
      /^4 entries were read and agree with the head of 4 entries \(\w{12}\); /,
    )
    expect(quoted(lines, { heads: [{ root: '0'.repeat(64) }] })).toMatch(
      /^4 entries were read; they differ from the head 0{12}; the log is no evidence where it is damaged; 2 findings are open/,
    )
    expect(quoted(lines, { known: 3 })).toMatch(/as known at 3 entries/)
    expect(quoted([])).toBe('Nothing was audited: no entry was read in 0 lines.')
  })

  test('says what was checked and what was not, and what that would need', () => {
    const checks = sectionOf(text(EXAMPLES.withinRefundWindow), 'What was checked')
    expect(checks).toContain('Every line is an entry with its own hash: tried 3, failed 0')
    expect(checks).toContain(
      'Nothing was cut off or rewritten: not checked, needs a head that was published',
    )
    expect(checks).toContain(
      'Every entry is what a message says: not checked, needs the stored messages',
    )
    expect(checks.join(' ')).toContain('withinRefundWindow 1/1')
    expect(checks.join(' ')).toContain('NegativeNet 1/0')
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
      [PAYMENT, happened('payment_refunded', { ...pay, amount: 5 }, '06', { id: 'evt_odd' })],
    )
    const all = text(log)
    expect(sectionOf(all, 'Streams').find((line) => line.startsWith(`${PAYMENT}:`))).toBe(
      'payment-pay_1: partially_refunded; captured 10.00 EUR, refunded 3.00 EUR, ' +
        'refunding 3.00 EUR, net 4.00 EUR; on mandate-src_1; after session-sid_1; 1 open question',
    )
    expect(sectionOf(all, 'Questions').join(' ')).toContain(
      'Settled by getPaymentActions. Up to 0.05 EUR.',
    )
    expect(sectionOf(all, 'Totals').join(' ')).toContain('Held by doubts 4.00 EUR')
  })

  test('shows what persons decided, who they are, and why', () => {
    expect(sectionOf(text(EXAMPLES.AfterReview), 'What persons')).toContain(
      'payment-pay_1: reviewed on 2026-03-05 by anna: statement',
    )
    const over = { ...pay, commandId: 'c-1', by: ['anna', 'ben'], because: 'void' }
    const lives = logOf([PAYMENT, happened('command_given_up', over, '04')])
    expect(sectionOf(text(lives), 'What persons')).toEqual([
      'payment-pay_1: given up on 2026-03-04 by anna and ben: void',
    ])
  })

  test('shows what is not valid, and the lines about which nothing is known', () => {
    const events = text([first, 'nonsense', ...lines.slice(2)])
    expect(events.filter((line) => line.startsWith('fatal'))).toEqual([
      'fatal  Unreadable line (Unreadable, line 2)',
      'fatal  Missing entries (Missing, line 4, payment-pay_1 revision 2)',
    ])
    expect(events).toContain('  Before this line, the entry of revision 1 is missing.')
    expect(sectionOf(events, 'Streams')[0]).toMatch(/; not valid$/)
    expect(sectionOf(events, 'Totals').join(' ')).toContain('NOT VALID')
  })

  test('shows who waived which finding, when and why', () => {
    const waiver = { finding: idOf('NegativeNet'), reason: 'settled', by: ['Q'], at: '2026-03-06' }
    const events = text(EXAMPLES.NegativeNet, { waivers: [waiver] })
    expect(events).toContain('  Waived by Q on 2026-03-06: settled')
    expect(events[1]).toContain('1 finding is open, and 1 more is waived')
  })

  test('shows every character of a text, and lets none of them act on the terminal', () => {
    const hostile = '\u001b[2J\u001b]8;;http://a.example\u0007\u009b31m\r\nfatal\u202egood\u200b'
    const waiver = {
      finding: idOf('NegativeNet'),
      reason: hostile,
      by: [hostile],
      at: '2026-03-06',
    }
    const shown =
      '\\u{1b}[2J\\u{1b}]8;;http://a.example\\u{7}\\u{9b}31m\\u{d}\\u{a}fatal\\u{202e}good\\u{200b}'
    expect(text(EXAMPLES.NegativeNet, { waivers: [waiver] })).toContain(
      `  Waived by ${shown} on 2026-03-06: ${shown}`,
    )
    const [known] = reported(EXAMPLES.NegativeNet).findings as readonly [Found]
    const gone = [{ ...known, code: hostile, line: 1, stream: hostile as Stream, revision: 0 }]
    expect(differenceText({ appeared: [], gone, stayed: 0 })[1]).toBe(
      `gone  ${shown}  (line 1, ${shown} revision 0)`,
    )
  })

  test('of a log without findings has at most 60 lines, however long the log is', () => {
    const short = text(entriesOf(...business(900, 1)).map(toLine))
    expect([short.length <= 60, sectionOf(short, 'Findings')]).toEqual([true, []])
  })

  test('says what is new and gone since an earlier one', () => {
    const [before, now] = [reported(EXAMPLES.Superseded), reported(EXAMPLES.NegativeNet)]
    expect(differenceText(since(before, now))).toEqual([
      'Since the earlier report: 1 new, 1 gone, 1 unchanged.',
      'new   NegativeNet  (line 4, payment-pay_1 revision 3)',
      'gone  Superseded  (line 3, payment-pay_1 revision 2)',
    ])
  })
})
