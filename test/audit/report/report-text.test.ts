/** A report as text for people. */
import * as E from 'fp-ts/lib/Either.js'
import { reported as reportedAs } from 'payfold/testing'
import { describe, expect, test } from 'vitest'
import type { Auditing } from '../../../src/audit/auditing.ts'
import { messageAuditor } from '../../../src/audit/messages/message-audit.ts'
import type { Found } from '../../../src/audit/report/report.ts'
import { since } from '../../../src/audit/report/report-difference.ts'
import { differenceText } from '../../../src/audit/report/report-text.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { type TimeText, toInstant } from '../../../src/words/time/instant.ts'
import { instantOf, machines } from '../../given.ts'
import { auditor, reportText, root, toLine } from '../../root.ts'
import {
  captured,
  EXAMPLES,
  first,
  happened,
  lines,
  PAYMENT,
  pay,
  received,
  SESSION,
  sepa,
  sid,
} from '../examples.ts'
import { entriesOf, logOf, type OnStream, auditOf as reported } from '../given.ts'
import { business } from '../seeded.ts'

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
      'error 1  More went back than came in (NegativeNet, line 4, payment-pay_1 revision 3, 2.00 EUR)',
      '  2.00 EUR more went back than came in.',
      '  Compared: captured 10.00 EUR, charged back 6.00 EUR, net -2.00 EUR, refunded 6.00 EUR',
      expect.stringMatching(
        /^ {2}Entry: line 4, evt_back_06, report, 2026-03-06T10:00:00Z, \w{64}$/,
      ),
      '  Next: Ask the provider for the actions of the payment.',
      `  Id: ${idOf('NegativeNet')}`,
    ])
    expect(found[6]).toMatch(/^notice 2 {2}Mandate not known/)
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

  test('quotes how often the messages differ from the log', () => {
    const quoted = (log: readonly string[]): string | undefined => {
      const [under, raw] = [
        auditor(machines),
        messageAuditor(root, { digestOf: E.left, read: E.left }),
      ]
      for (const line of log) [under, raw].map((each) => each.line(line))
      return under.report(raw.report()).sentence.split('; ').at(-1)
    }
    expect(quoted(['odd'])).toBe('raw messages were compared.')
    expect(quoted(['odd', first])).toBe('raw messages were compared, with 1 difference.')
    expect(quoted(lines)).toBe('raw messages were compared, with 4 differences.')
  })

  test('says what was checked and what was not, and what that would need', () => {
    const checks = sectionOf(text(EXAMPLES.withinRefundWindow), 'What was checked')
    expect(checks).toContain('Every line is an entry with its own hash: tried on 3 lines, failed 0')
    expect(checks).toContain('Refunded outside the refund window: tried on 1 step, failed 1')
    const whole = checks.join(' ')
    expect(whole).toMatch(/\d+ other rules were tried, and none failed: on 2 steps: Earlier event/)
    expect(whole).toMatch(/on 1 payment: [^:]*More went back than came in/)
    const unchecked = sectionOf(text(EXAMPLES.withinRefundWindow), 'Not checked')
    expect(unchecked).toEqual([
      'No gap between the numbers of the entries: not checked, needs entries with a sequence',
      'Nothing was cut off or rewritten: not checked, needs a head, the fingerprint of the log that was kept elsewhere at that time',
      'Every entry is what a message says: not checked, needs the stored messages',
      'Messages that never came: not checked, needs a list of all messages from the provider',
      'What was paid out: not checked, needs the payout files of the provider, and the statements of the bank',
      'Who was behind a pseudonym: not checked, needs the records of the shop',
    ])
  })

  test('counts streams that failed, not their findings, where streams were tried', () => {
    const failures = (log: readonly string[]) => {
      const failed = reported(log).checks.filter((check) => check.failed > 0)
      return failed.map(({ name, tried, failed, unit }) => `${name}: ${failed} of ${tried} ${unit}`)
    }
    const session = (...dates: readonly string[]) =>
      dates.map((date, at): OnStream => {
        const type = at === 0 ? 'session_created' : 'session_approved'
        return [SESSION, received(happened(type, sid, date), date)]
      })
    const again = lines[1] ?? ''
    expect(failures([...lines, again, again])).toContain('chains: 1 of 2 stream')
    // a clock that steps back breaks no chain
    const ahead = failures(logOf(...session('05', '04', '03')))
    expect(ahead.filter((each) => /^c/.test(each))).toEqual(['clocks: 1 of 1 stream'])
    expect(failures(logOf(...session('03', '04')))).toEqual([])
    const [one, two] = ['evt_1', 'evt_2'].map((id) =>
      [5, 6].map((amount): OnStream => {
        const data = { ...pay, amount, currency: 'EUR' }
        return [PAYMENT, reportedAs('payment_refunded', data, { id })]
      }),
    )
    const log = logOf([PAYMENT, sepa], [PAYMENT, captured], ...(one ?? []), ...(two ?? []))
    const conflicts = reported(log).findings.filter(({ code }) => code === 'ConflictingDuplicate')
    expect(conflicts).toHaveLength(2)
    expect(failures(log)).toContain('ConflictingDuplicate: 1 of 1 stream')
  })

  test('lists apart what there was nothing to try for, and counts it neither as passed nor as failed', () => {
    const { checks } = reported(EXAMPLES.withinRefundWindow)
    const none = checks.filter(({ tried }) => tried === 0).map(({ title }) => title)
    expect(none).toContain('Ticket charged back')
    const all = sectionOf(text(EXAMPLES.withinRefundWindow), 'What was checked')
    expect(all.at(-1)).toBe(`Nothing to try: ${none.join('; ')}.`)
    const passed = checks.filter(({ of, tried, failed }) => of === 'streams' && tried && !failed)
    expect(all.join(' ')).toContain(`${passed.length} other rules were tried, and none failed:`)
  })

  test('says at the totals what they are of, where the log differs from a head', () => {
    const note =
      'These are the totals of what was read. That is not the whole log: it differs from a head.'
    const head = { root: reported(lines).root, size: 4 }
    const totals = (log: readonly string[]) => sectionOf(text(log, { heads: [head] }), 'Totals')
    expect(totals(lines.slice(0, 3))[0]).toBe(note)
    expect(totals(lines)).not.toContain(note)
  })

  test('names as many heads as fit in a sentence', () => {
    const { root: own } = reported(lines)
    const heads = (many: number) =>
      Array.from({ length: many }, (_, index) => ({
        root: own,
        time: toInstant(`2026-04-0${index + 1}T10:00:00Z` as TimeText),
      }))
    const quoted = (many: number) => text(lines, { heads: heads(many) })[1]
    expect(quoted(3)).toMatch(/agree with the heads of 2026-04-01 \(\w+\), of [^,]+ and of [^,]+;/)
    expect(quoted(4)).toMatch(
      /agree with the heads of 2026-04-01 \(\w+\), of [^,]+, of [^,]+ and 1 more;/,
    )
  })

  test('says how much money hangs on the open findings: each payment’s once, by currency', () => {
    const at = (log: readonly string[]) =>
      text(log).find((line) => line.startsWith('Money that hangs on the open findings'))
    // 2.00 EUR of one finding, and the 10.00 EUR of another
    expect(reported(EXAMPLES.NegativeNet).findings.map(({ stake }) => stake?.amount)).toEqual([
      200, 1000,
    ])
    expect(at(EXAMPLES.NegativeNet)).toBe(
      'Money that hangs on the open findings: 10.00 EUR in 1 stream.',
    )
    const waivers = reported(EXAMPLES.NegativeNet).findings.map(({ id }) => ({
      ...{ finding: id, reason: 'settled', by: ['Q'], at: '2026-03-06' },
    }))
    expect(reported(EXAMPLES.NegativeNet, { waivers }).atStake).toEqual([])
  })

  test('says beside its time that each status is as of the last message, unless limited', () => {
    const asOf = (auditing: Auditing) =>
      text(lines, auditing).find((line) => line.startsWith('As of:'))
    const time = instantOf('2026-06-01T00:00:00Z')
    expect(asOf({ now: time })).toContain('each status is as of the last message of its stream')
    expect(asOf({ occurred: time })).toBe('As of: 2026-06-01T00:00:00Z, as asked')
  })

  test('names the look-up that a late refund needs: the actions, not the payment', () => {
    const asked = happened('refund_requested', { ...pay, amount: 300, commandId: 'c-1' }, '04')
    const log = logOf([PAYMENT, sepa], [PAYMENT, captured], [PAYMENT, asked])
    const all = text(log, { now: instantOf('2026-06-01T00:00:00Z') })
    expect(sectionOf(all, 'Questions').join(' ')).toContain(
      "The provider should carry out the refund. Ask the provider for the payment's actions (`getPaymentActions`).",
    )
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
    // a question that is a finding is there once
    expect(sectionOf(all, 'Questions')).toEqual([
      'session-sid_1: This was expected by 2026-03-02T10:15:00Z: The cardholder should finish the authentication. Ask the provider for the session (`getSession`).',
      'The findings 1, 2 are questions, too.',
    ])
    expect(sectionOf(all, 'Totals').join(' ')).toContain('Held by doubts 4.00 EUR')
  })

  test('says how to settle a question: by which look-up, of what', () => {
    const price = { amount: 5000, currency: 'EUR' }
    const log = logOf(
      [SESSION, happened('session_created', { ...sid, mode: 'hosted' })],
      [SESSION, happened('session_approved', { ...sid, ...price }, '03', { source: 'unsigned' })],
    )
    expect(sectionOf(text(log), 'Questions').join(' ')).toContain(
      'Ask the provider for the session (`getSession`). Up to 50.00 EUR.',
    )
    expect(sectionOf(text(log), 'Facts')).toEqual(['Unsigned message, which counts for nothing: 1'])
  })

  test('says how to find out what became of a command, and how much hangs on it', () => {
    const mandate = 'mandate-src_1' as Stream
    const request = { sourceId: 'src_1', commandId: 'k-1', reference: 'k-1', amount: 5000 }
    const created = happened('mandate_created', { sourceId: 'src_1', mandateType: 'recurring' })
    const asked = happened('collection_presented', request, '03', { source: 'request' })
    const log = logOf([mandate, created], [mandate, asked])
    expect(sectionOf(text(log), 'Questions').join(' ')).toContain(
      'Ask the provider for what became of the command (`getPayments`). Up to 50.00 EUR.',
    )
  })

  test('names the pages for users that a finding follows from, and no decision of ours', () => {
    const found = text(EXAMPLES.withinRefundWindow).join(' ')
    expect(found).toContain('Source: docs/interface.md#refund-window, docs/sources.md#psd2-77. Id:')
    for (const log of Object.values(EXAMPLES))
      expect(text(log).join(' ')).not.toContain('decisions#')
  })

  test('ends with what somebody signs: the id of the report beside the place to sign', () => {
    const [id, place] = text(lines).slice(-2)
    expect(id).toMatch(
      /^I have read this report. It is report.json, SHA-256 \w{64}, which contains the hashes of the tables and pages.$/,
    )
    expect(place).toMatch(/^Signed: _+ {3}Date: _+ {3}Signed: _+ {3}Date: _+$/)
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
    expect(events.filter((line) => /^fatal \d/.test(line))).toEqual([
      'fatal 1  Unreadable line (Unreadable, line 2)',
      'fatal 2  Missing entries (Missing, line 4, payment-pay_1 revision 2)',
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
    const unread = text(EXAMPLES.NegativeNet, { waivers: [{ ...waiver, reason: ' ' }] })
    expect(unread.join()).toContain('(WaiverUnreadable, no line)')
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
