/** What a log knew: by its sequence, or by receipt for each stream; and never left out in silence. */

import { describe, expect, test } from 'vitest'
import { toLine } from '../../../src/log/line.ts'
import type { Stream } from '../../../src/words/stream.ts'
import type { Instant } from '../../../src/words/time/instant.ts'
import { instantOf, machines, reported } from '../../given.ts'
import { auditor, reportText } from '../../root.ts'
import { day, PAYMENT, pay, SESSION, sid } from '../examples.ts'
import { auditOf as audited, entriesOf, numbered } from '../given.ts'

const event = (type: string, data: object, on: string) =>
  reported(type, data, { at: day('02'), recordedAt: day(on) })

const made = { ...pay, amount: 1000, currency: 'ARS', method: 'ticket' }
const taken = { ...pay, amount: 1000 }

/** Two streams; the payment was received on the 2nd and 5th, the session on the 3rd and 4th. */
const entries = entriesOf(
  [PAYMENT, event('payment_pending', made, '02')],
  [SESSION, event('session_created', sid, '03')],
  [SESSION, event('session_approved', sid, '04')],
  [PAYMENT, event('payment_captured', taken, '05')],
)
const plain = entries.map(toLine)
const withSequence = numbered(entries).map(toLine)

/** Sorted by stream and revision, as a store prints a log. */
const byStream = (lines: readonly string[]): readonly string[] => [
  ...lines.filter((line) => line.includes(`"stream":"${PAYMENT}"`)),
  ...lines.filter((line) => line.includes(`"stream":"${SESSION}"`)),
]

/** How many entries each stream has, what was left out by what, and the findings. */
const seen = (lines: readonly string[], known: number | Instant) => {
  const report = audited(lines, { known })
  const counts = report.streams.map((row) => row.entries)
  return [counts, report.known?.by, report.known?.leftOut, report.findings.map(({ code }) => code)]
}

const [third, fourth] = [instantOf(day('03')), instantOf(day('04'))]

describe('what a log knew at a time', () => {
  test('is the same for lines in order of receipt and stream by stream', () => {
    const logs = [plain, withSequence]
    for (const lines of [...logs, ...logs.map(byStream)]) {
      expect(seen(lines, third)).toEqual([[1, 1], 'receipt', 2, []])
      expect(seen(lines, fourth)).toEqual([[1, 2], 'receipt', 1, []])
    }
  })

  test('is the same if an entry is printed after its successor, which was received before it', () => {
    const late = entriesOf(
      [SESSION, event('session_created', sid, '02')],
      [SESSION, event('session_approved', sid, '05')],
      [SESSION, event('session_expired', sid, '03')],
    ).map(toLine)
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [2, 1, 0],
    ]) {
      const printed = order.map((index) => late[index] ?? '')
      expect(seen(printed, third)).toEqual([[1], 'receipt', 2, ['ReceivedByThen']])
    }
  })

  test('of one stream does not depend on the clock of another', () => {
    const ahead = entriesOf(
      [PAYMENT, event('payment_pending', made, '20')],
      [SESSION, event('session_created', sid, '03')],
    ).map(toLine)
    expect(seen(ahead, third)).toEqual([[1], 'receipt', 1, []])
  })

  test('leaves out nothing in silence that was received by then, whatever a clock said', () => {
    const ahead = (at: string) =>
      entriesOf(
        [SESSION, event('session_created', sid, '02')],
        [SESSION, event('session_approved', sid, at)],
        ...['03', '03', '04'].map(
          (on, index) => [SESSION, event('session_expired', { ...sid, index }, on)] as const,
        ),
      )
    const entries = ahead('20')
    for (const lines of [entries, numbered(entries)].map((all) => all.map(toLine))) {
      const { findings, known } = audited(lines, { known: third })
      expect(known?.leftOut).toBe(4)
      expect(findings.map(({ code, severity, because }) => [code, severity, because])).toEqual([
        [
          ...['ReceivedByThen', 'error'],
          '2 entries were left out although received by 2026-03-03T10:00:00Z, because a preceding entry was received later.',
        ],
      ])
    }
    for (const at of ['03', '04']) {
      const right = ahead('03').map(toLine)
      expect(seen(right, at === '03' ? third : fourth).at(-1)).not.toContain('ReceivedByThen')
    }
    expect(seen(entries.map(toLine), 2).at(-1)).toContain('OrderUnknown')
  })

  test('is not known if a later entry of the sequence was received by then', () => {
    const late = numbered(
      entriesOf(
        [PAYMENT, event('payment_pending', made, '05')],
        [SESSION, event('session_created', sid, '03')],
      ),
    ).map(toLine)
    for (const lines of [late, late.toReversed()]) {
      const { findings } = audited(lines, { known: third })
      expect(findings.map(({ code, because }) => [code, because])).toEqual([
        ['OrderUnknown', 'The log had 0 entries then, but later ones were received before that.'],
      ])
      expect(seen(lines, 0)).toEqual([[], 'sequence', 2, []])
    }
  })
})

describe('what a log knew with a number of entries', () => {
  test('is the first of its sequence, whatever the order of its lines', () => {
    for (const lines of [withSequence, byStream(withSequence)]) {
      expect(seen(lines, 0)).toEqual([[], 'sequence', 4, []])
      expect(seen(lines, 2)).toEqual([[1, 1], 'sequence', 2, []])
      expect(seen(lines, 9)).toEqual([[2, 2], 'sequence', 0, []])
    }
  })

  test('is not known of a log without a sequence, whatever the order of its lines', () => {
    for (const lines of [plain, byStream(plain)]) {
      expect(seen(lines, 2)).toEqual([[2, 2], 'sequence', 0, ['OrderUnknown']])
    }
  })

  test('is not known if only some entries have a sequence', () => {
    const some = numbered(entries, [undefined, undefined, 0, 1]).map(toLine)
    expect(seen(some, 2).at(-1)).toEqual(['OrderUnknown'])
    expect(seen(some, fourth)).toEqual([[1, 2], 'receipt', 1, []])
  })

  test('has no head of the entries that were left out, and checks one of its own', () => {
    const { head } = audited(withSequence.slice(0, 2), {})
    const whole = audited(withSequence, {})
    const heads = [{ root: head ?? '', size: 2 }]
    const early = audited(byStream(withSequence), { known: 2, heads })
    expect([early.head, early.size, early.findings]).toEqual([head, 2, []])
    const later = audited(withSequence, { known: 2, heads: [{ root: whole.head ?? '', size: 4 }] })
    expect([later.findings, later.heads[0]?.result]).toEqual([[], 'later'])
  })

  test('counts what is missing from its sequence, and not what was left out', () => {
    const gap = [...withSequence.slice(0, 1), ...withSequence.slice(2)]
    expect(seen(gap, 1).at(-1)).toEqual([])
    const cut = [...withSequence.slice(0, 2), ...withSequence.slice(3)]
    expect(seen(cut, 3).at(-1)).toEqual(['SequenceMissing'])
    expect(seen(cut, fourth).at(-1)).toEqual(['SequenceMissing'])
  })
})

test('a line that a store keeps under another key is reported, and not left out, however late it was received', () => {
  const under = auditor(machines, { known: third })
  under.line(plain[3] ?? '', { stream: SESSION as Stream, revision: 0 })
  const { findings, known } = under.report()
  expect([findings.map(({ code }) => code), known?.leftOut]).toEqual([['Misplaced'], 0])
})

describe('a report', () => {
  const textOf = (lines: readonly string[], known: number | Instant) =>
    reportText(audited(lines, { known })).find((line) => line.startsWith('Known:'))

  test('says what was left out, and by what', () => {
    expect(textOf(withSequence, 1)).toBe(
      'Known: its first 1 entry, by sequence; 3 later entries left out.',
    )
    expect(textOf(plain, fourth)).toBe(
      'Known: what it had by 2026-03-04T10:00:00Z, by receipt; 1 later entry left out.',
    )
    expect(audited(plain, {}).known).toBe(null)
  })
})
