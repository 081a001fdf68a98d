/**
 * How lines follow each other: entries that come late, entries that do not fit, and clocks that
 * step back.
 */
import { describe, expect, test } from 'vitest'
import { type Entry, sealed } from '../../../src/log/entry.ts'
import { toLine } from '../../../src/log/line.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { reported, sid } from '../../given.ts'
import { entriesOf, otherForm } from '../given.ts'
import { readLog as read } from './read-log.ts'

const SESSION = 'session-sid_1' as Stream

const receivedAt = (recordedAt: string, id: string) =>
  reported('action_observed', { paymentId: 'pay_1' }, { at: null, recordedAt, id: `evt_${id}` })

const types = ['session_created', 'channel_data_submitted', 'session_approved', 'session_completed']
const four = entriesOf(...types.map((type) => [SESSION, reported(type, sid)] as const))
const lines = four.map(toLine)
const [zero = '', one = '', two = '', three = ''] = lines

const problemsIn = (...all: readonly string[]): readonly string[] =>
  read(...all)
    .findings()
    .map((finding) => {
      const { line, code } = finding
      return finding.code === 'Missing'
        ? `${line} Missing ${finding.from}-${finding.to}`
        : `${line} ${code}`
    })

/** The problems in lines, and whether their stream is valid. */
const seen = (...all: readonly string[]) => [problemsIn(...all), read(...all).isValid(SESSION)]

/** An entry with other content and a matching hash, as a line. */
const otherLine = ({ hash: _, ...body }: Entry, more: Partial<Entry>): string =>
  toLine(sealed({ ...body, ...more }))
const forged = (entry: Entry): string =>
  otherLine(entry, { event: reported('session_declined', sid) })
const damaged = (line: string): string => line.replace('"form":1', '"form":2')

/** A stream of so many entries. */
const entriesIn = (length: number) =>
  entriesOf(
    ...Array.from(
      { length },
      (_, id) => [SESSION, receivedAt('2026-03-02T10:00:00Z', `${id}`)] as const,
    ),
  )

describe('an entry that comes late', () => {
  test('was only moved if it fits, and its stream is valid', () => {
    expect(seen(zero, two, one, three)).toEqual([['2 Moved'], true])
    expect(seen(two, one, zero, three)).toEqual([['1 Moved'], true])
  })

  test('leaves entries missing that do not come', () => {
    expect(seen(zero, three, one)).toEqual([['2 Missing 1-2'], false])
  })

  test('is a different entry if it does not fit', () => {
    const other = forged(four[1] as Entry)
    expect(seen(zero, two, other, three)).toEqual([['2 Missing 1-1', '3 Conflicting'], false])
    const early = forged(four[2] as Entry)
    expect(problemsIn(zero, three, early, one)).toEqual(['2 Missing 1-2', '3 Conflicting'])
  })

  test('fills any gap that it fits', () => {
    const [r0 = '', r1 = '', r2 = '', r3 = '', r4 = '', r5 = ''] = entriesIn(6).map(toLine)
    expect(seen(r0, r2, r4, r5, r3, r1)).toEqual([['2 Moved', '3 Moved'], true])
    expect(problemsIn(r0, r2, r4, r5, r3)).toEqual(['2 Missing 1-1', '3 Moved'])
    expect(problemsIn(r0, r2, r4, r5, r1)).toEqual(['2 Moved', '3 Missing 3-3'])
  })

  test('is a different entry if it does not follow the one before it', () => {
    for (const previous of ['0'.repeat(64), null]) {
      const stray = otherLine(four[1] as Entry, { previous })
      expect(problemsIn(zero, three, stray)).toEqual(['2 Missing 1-2', '3 Conflicting'])
    }
  })

  test('counts in its stream at once, even while others are missing', () => {
    const { streams, findings } = read(zero, three, one, two)
    expect(streams.get(SESSION)?.entries.slice(2)).toEqual([
      { entry: four[1], line: 3 },
      { entry: four[2], line: 4 },
    ])
    expect(findings().map(({ code }) => code)).toEqual(['Moved'])
  })

  test('fills a gap only once', () => {
    expect(problemsIn(zero, two, one, one, three)).toEqual(['2 Moved', '4 Repeated'])
  })
})

describe('an entry that comes late among others that do', () => {
  const five = entriesIn(5)
  const [r0 = '', r1 = '', r2 = '', r3 = '', r4 = ''] = five.map(toLine)

  test('must be the one that the entry after it names, even if that one came late, too', () => {
    const other = forged(five[1] as Entry)
    expect(problemsIn(r0, r4, r2, r1, r3)).toEqual(['2 Moved'])
    expect(seen(r0, r4, r2, other, r3)).toEqual([['2 Missing 1-3', '4 Conflicting'], false])
    expect(problemsIn(r0, r4, r3, r2, other)).toEqual(['2 Missing 1-3', '5 Conflicting'])
  })

  test('must name the one before it, and the first must name none', () => {
    const headless = otherLine(five[2] as Entry, { previous: null })
    expect(problemsIn(r0, r4, headless, r1, r3)).toEqual([
      '2 Missing 1-3',
      '4 Conflicting',
      '5 Conflicting',
    ])
    const { hash: __, ...start } = five[0] as Entry
    const named = sealed({ ...start, previous: 'a'.repeat(64) })
    const { hash: ___, ...next } = five[1] as Entry
    const after = sealed({ ...next, previous: named.hash })
    expect(problemsIn(toLine(after), toLine(named))).toEqual(['1 Missing 0-0', '2 Conflicting'])
    expect(problemsIn(r1, r0)).toEqual(['1 Moved'])
  })

  test('belongs to the gap that has its revision, of any number of gaps', () => {
    const all = entriesIn(20).map(toLine)
    const [even, odd] = [0, 1].map((rest) => all.filter((_, index) => index % 2 === rest))
    const moved = Array.from({ length: 9 }, (_, index) => `${index + 2} Moved`)
    expect(problemsIn(...(even ?? []), ...(odd ?? []))).toEqual(moved)
    const reversed = (odd ?? []).slice(0, -1).toReversed()
    expect(problemsIn(...(even ?? []), ...reversed)).toEqual(moved)
    const without = (odd ?? []).filter((_, index) => index !== 4)
    expect(problemsIn(...(even ?? []), ...without)).toEqual(
      moved.map((each, index) => (index === 4 ? '6 Missing 9-9' : each)),
    )
  })
})

describe('a stream that was forked', () => {
  const [r0, r1, r2] = [four[0], four[1], four[2]] as [Entry, Entry, Entry]
  const event = reported('session_declined', sid)
  const branch = sealed({ ...r1, hash: undefined, event } as never)
  const onBranch = sealed({ ...r2, hash: undefined, previous: branch.hash } as never)
  const all = [r0, r1, branch, r2, onBranch]
  const codes = (...entries: readonly Entry[]) => seen(...entries.map(toLine))

  test('is not valid, although nothing else is wrong with either branch', () => {
    expect(codes(r0, r1, branch)).toEqual([['3 Conflicting'], false])
    expect(codes(...all)).toEqual([['3 Conflicting', '5 Conflicting'], false])
    // a branch that goes on shows only where it begins
    expect(codes(r0, r1, branch, onBranch)).toEqual([['3 Conflicting'], false])
    expect(codes(r0, branch, r1, r2)).toEqual([['3 Conflicting'], false])
  })

  test('is not valid either if the other branch fills its gap', () => {
    const unfilled = ['2 Missing 1-1', '3 Conflicting', '4 Conflicting']
    expect(codes(r0, r2, branch, r1)).toEqual([unfilled, false])
    expect(codes(r0, r2, r1, branch)).toEqual([['2 Moved', '4 Conflicting'], false])
  })

  test('counts the first entry of each revision', () => {
    const { streams } = read(...[r0, r1, branch].map(toLine))
    expect(streams.get(SESSION)?.entries.map(({ entry }) => entry.hash)).toEqual([r0.hash, r1.hash])
  })

  test('shows each entry again as repeated, whichever branch it is of', () => {
    const [problems] = codes(r0, r1, branch, branch, r1)
    expect(problems).toEqual(['3 Conflicting', '4 Repeated', '5 Repeated'])
  })
})

describe('an entry whose line was lost before', () => {
  test('counts after all, and belongs to no gap, even if there is one later on', () => {
    expect(seen(zero, damaged(one), two, one)).toEqual([['2 Altered'], false])
    expect(problemsIn(damaged(zero), one, zero)).toEqual(['1 Altered'])
    const [r0 = '', r1 = '', r2 = '', , r4 = ''] = entriesIn(5).map(toLine)
    expect(problemsIn(r0, damaged(r1), r2, r4, r1)).toEqual(['2 Altered', '4 Missing 3-3'])
  })

  test('does not say which entry must come before it', () => {
    expect(seen(zero, damaged(two), three, one)).toEqual([['2 Altered', '3 Moved'], false])
  })
})

describe('an entry that is repeated', () => {
  test('leaves its stream valid', () => {
    expect(seen(zero, one, one, zero)).toEqual([['3 Repeated', '4 Repeated'], true])
  })

  test('is known as such among several that conflict', () => {
    const others = ['session_declined', 'session_expired'].map((type) =>
      otherLine(four[1] as Entry, { event: reported(type, sid) }),
    )
    const codes = ['3 Conflicting', '4 Conflicting', '5 Repeated', '6 Repeated']
    expect(problemsIn(zero, one, ...others, ...others)).toEqual(codes)
  })
})

describe('an entry that follows no other', () => {
  const headless = (entry: Entry): string => otherLine(entry, { previous: null })

  test('is found anywhere except at the beginning', () => {
    expect(problemsIn(zero, headless(four[1] as Entry))).toEqual(['2 NotFollowing'])
    expect(problemsIn(headless(four[0] as Entry))).toEqual([])
  })

  test('makes its stream unknown, whatever else is found there', () => {
    const other = forged(four[1] as Entry)
    const all = [zero, headless(four[1] as Entry), other]
    expect(seen(...all)).toEqual([['2 NotFollowing', '3 Conflicting'], false])
  })
})

describe('a line that is not valid', () => {
  test('explains a missing entry only if it was the next of its stream', () => {
    expect(problemsIn(zero, damaged(one), two)).toEqual(['2 Altered'])
    // whatever it was, its stream is not valid without it
    expect(read(zero, damaged(three)).isValid(SESSION)).toBe(false)
    expect(problemsIn(zero, damaged(three), two)).toEqual(['2 Altered', '3 Missing 1-1'])
    expect(problemsIn(zero, damaged(one), damaged(two), three)).toEqual(['2 Altered', '3 Altered'])
  })

  test('explains revisions of more than one digit', () => {
    const many = entriesIn(12).map(toLine)
    const eleventh = many[10] ?? ''
    expect(problemsIn(...many.with(10, damaged(eleventh)))).toEqual(['11 Altered'])
    expect(read(...many.with(10, eleventh.slice(0, -9))).findings()).toEqual([
      expect.objectContaining({ code: 'Unreadable', line: 11, stream: SESSION, revision: 10 }),
    ])
  })
})

describe('a line that a store keeps under a stream and a revision', () => {
  const OTHER = 'session-sid_2' as Stream
  const kept = (...rows: readonly (readonly [Stream, number, string])[]) => {
    const reading = read(...rows)
    const findings = reading.findings().map(({ line, stream, revision, code }) => {
      return `${line} ${code} ${stream} ${revision}`
    })
    return { findings, isValid: [SESSION, OTHER].map(reading.isValid) }
  }

  test('has no finding if the key is right', () => {
    expect(kept([SESSION, 0, zero], [SESSION, 1, one])).toEqual({
      findings: [],
      isValid: [true, true],
    })
  })

  test('under the key of another stream or revision is misplaced, and explains only what is missing there', () => {
    expect(kept([SESSION, 0, zero], [SESSION, 1, two], [SESSION, 2, two])).toEqual({
      findings: [`2 Misplaced ${SESSION} 1`],
      isValid: [false, true],
    })
    expect(kept([SESSION, 0, zero], [OTHER, 0, one], [SESSION, 2, two])).toEqual({
      findings: [`2 Misplaced ${OTHER} 0`, `3 Missing ${SESSION} 2`],
      isValid: [false, false],
    })
  })

  test('in another form is misplaced too, and nothing else', () => {
    expect(kept([SESSION, 0, otherForm(zero)]).findings).toEqual([`1 NotCanonical ${SESSION} 0`])
    expect(kept([OTHER, 0, otherForm(zero)]).findings).toEqual([`1 Misplaced ${OTHER} 0`])
  })

  test('counts where the store says, even if it cannot be read', () => {
    expect(kept([SESSION, 0, zero], [SESSION, 1, '{}'], [SESSION, 2, two])).toEqual({
      findings: [`2 Unreadable ${SESSION} 1`],
      isValid: [false, true],
    })
    expect(kept([SESSION, 7, '{}'])).toEqual({
      findings: [`1 Unreadable ${SESSION} 7`],
      isValid: [false, true],
    })
  })

  test('explains what is missing in its own stream, even if another line names its hash', () => {
    const damaged = one.replace('"stream":"session-sid_1"', '"stream":"session-sid_2"')
    expect(kept([OTHER, 0, damaged], [SESSION, 0, zero], [SESSION, 2, two]).findings).toEqual([
      `1 Altered ${OTHER} 0`,
      `3 Missing ${SESSION} 2`,
    ])
  })
})

describe('what is missing', () => {
  test('is reported once, at the entry after the gap', () => {
    expect(problemsIn(three)).toEqual(['1 Missing 0-2'])
    expect(problemsIn(zero, three)).toEqual(['2 Missing 1-2'])
    expect(problemsIn(zero, one, three)).toEqual(['3 Missing 2-2'])
  })

  test('is not reported again if an unreadable line explains it', () => {
    expect(problemsIn(zero, one.slice(0, -9), two.slice(0, -9), three)).toEqual([
      '2 Unreadable',
      '3 Unreadable',
    ])
    expect(problemsIn(zero, one.slice(5), three)).toEqual(['2 Altered', '3 Missing 2-2'])
  })

  test('makes its stream unknown, even if a line explains it', () => {
    const damaged = one.replace('"stream":"session-sid_1"', '"stream":"session-sid_2"')
    expect(seen(zero, damaged, two)).toEqual([['2 Altered'], false])
  })

  test('is reported even for an enormous revision', () => {
    const far = otherLine(four[1] as Entry, { revision: 2 ** 53 - 1 })
    expect(problemsIn(zero, far)).toEqual(['2 Missing 1-9007199254740990'])
  })
})

describe('clocks', () => {
  const clocked = (...recordedAt: readonly string[]): readonly string[] =>
    problemsIn(
      ...entriesOf(
        ...recordedAt.map((at, index) => ['payment-pay_1', receivedAt(at, `${index}`)] as const),
      ).map(toLine),
    )

  test('may step back by the tolerance, to the tick', () => {
    expect(clocked('2026-03-02T10:01:00Z', '2026-03-02T10:00:00Z')).toEqual([])
    expect(clocked('2026-03-02T10:01:00.0000001Z', '2026-03-02T10:00:00Z')).toEqual([
      '2 ClockStepsBack',
    ])
  })

  test('are compared with the entry directly before, so one that was ahead has one finding', () => {
    const [ahead, now, next] = [
      '2026-03-09T10:00:00Z',
      '2026-03-02T10:00:00Z',
      '2026-03-02T10:05:00Z',
    ]
    expect(clocked(ahead, now, next, next)).toEqual(['2 ClockStepsBack'])
    expect(clocked(ahead, next, now)).toEqual(['2 ClockStepsBack', '3 ClockStepsBack'])
    expect(clocked(now, ahead, next, ahead, next)).toEqual(['3 ClockStepsBack', '5 ClockStepsBack'])
  })
})
