/** An audit of what is new has the report of an audit of the whole log, byte for byte. */

import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import {
  type AuditOfNew,
  auditNew,
  type Keeping,
  type KeptTexts,
  keepAudit,
  type LogLine,
} from '../../src/audit/index.ts'
import { reportStream } from '../../src/audit/merger.ts'
import { linePlaces } from '../../src/audit/reading/log-lines.ts'
import { reportJson } from '../../src/audit/report/report.ts'
import { payfold } from '../../src/payfold.ts'
import type { Stream } from '../../src/words/stream.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { forAll } from '../for-all.ts'
import { right } from '../given.ts'
import { GARBAGE } from '../hostile/garbage.ts'
import { root } from '../root.ts'
import { lines as fixed, happened, MANDATE, mandate, shared, src } from './examples.ts'
import { auditOf, entriesOf, headOver, logOf, type OnStream } from './given.ts'
import { type PartsOfLog, partsOf, reportOf as partsReportOf } from './log-in-parts.ts'
import { tamperedLines } from './tampered-lines.ts'

const RUNS = Number(process.env['RUNS'] ?? 5)

const { streamOf } = linePlaces(root)

const numbered = (lines: readonly string[]): readonly LogLine[] =>
  lines.map((text, index) => ({ line: index + 1, text }))

/** Each list of a log as texts, whether the list is there or made when it is asked for. */
const textsOf = (parts: PartsOfLog | AuditOfNew): KeptTexts => {
  const texts = Object.entries(parts).map(([name, list]) => {
    const all: Iterable<unknown> = typeof list === 'function' ? list() : list
    const written = name === 'proved' ? [] : Array.from(all, (each) => JSON.stringify(each))
    return [name, () => written] as const
  })
  return Object.fromEntries(texts) as unknown as KeptTexts
}

/** What is new in a log that had its first lines before. */
const newIn = (lines: readonly string[], from: number, to = lines.length) => ({
  lines: numbered(lines).slice(from, to),
  linesOf: (stream: Stream) =>
    numbered(lines.slice(0, to)).filter(({ text }) => streamOf({ text }) === stream),
})

const reportOf = (of: AuditOfNew, keeping: Keeping): string =>
  [...reportStream(root, keeping)([of])].join('')

const KEEPINGS: readonly Keeping[] = [
  {},
  { known: 9 },
  { occurred: '2026-01-05T10:00:03.0000000Z' as Instant },
  { heads: [{ root: 'cd'.repeat(32), size: 3 }] },
]

const TIME = '2026-03-02T10:00:00.0000000Z' as Instant
const HEAD = headOver(fixed.slice(0, -1).map((line) => right(root.fromLine(line))))
const { time: _, ...UNTIMED } = HEAD
const { size: __, ...UNSIZED } = HEAD

class Options {
  get heads() {
    return [HEAD]
  }
}
class OfHead {
  get root() {
    return HEAD.root
  }
  get time(): string {
    throw new Error('no time')
  }
  readonly streams = HEAD.streams.map((end) => Object.create(end))
}
const WAIVER = { finding: 'aa', reason: 'known', by: ['Q'], at: '2026-03-02', until: '2026-03-02' }

/** Options that somebody may give, and what is read of them. */
const GIVEN: Readonly<Record<string, readonly [given: object, read: object]>> = {
  'a date as occurred': [{ occurred: new Date(TIME) }, { occurred: TIME }],
  'another zone as occurred': [{ occurred: '2026-03-02T12:00:00+02:00' }, { occurred: TIME }],
  'a date as now': [{ now: new Date(TIME) }, { now: TIME }],
  'a date as known': [{ known: new Date(TIME) }, { known: TIME }],
  'another zone as known': [{ known: '2026-03-02T08:00:00-02:00' }, { known: TIME }],
  'a short time of waivers': [
    { waivers: [WAIVER], waiversAsOf: '2026-03-02T10:00:00Z' },
    { waivers: [WAIVER], waiversAsOf: TIME },
  ],
  'a short time of a head': [{ heads: [{ ...HEAD, time: 'today' }] }, { heads: [UNTIMED] }],
  'a name of a log that is none': [{ heads: [{ ...HEAD, log: 7 }] }, { heads: [HEAD] }],
  'a size that is text': [{ heads: [{ ...HEAD, size: `${HEAD.size}` }] }, { heads: [UNSIZED] }],
  'a set of ends': [
    { heads: [{ ...HEAD, streams: new Set(HEAD.streams) }] },
    { heads: [{ ...HEAD, streams: undefined }] },
  ],
  'an inherited head': [{ heads: [Object.create(HEAD)] }, { heads: [HEAD] }],
  'a head with getters': [
    { heads: [new OfHead()] },
    { heads: [{ root: HEAD.root, streams: HEAD.streams }] },
  ],
  'options with getters': [new Options(), { heads: [HEAD] }],
  'inherited options': [Object.create({ heads: [HEAD], known: 9 }), { heads: [HEAD], known: 9 }],
}

/** The report of a log in parts, and of one of which the last lines are new. */
const inOtherWays = (lines: readonly string[], given: object): readonly string[] => {
  const kept = textsOf(partsOf(lines.slice(0, -3), 2, given))
  const header = right(keepAudit(root, given)(kept))
  const all = right(auditNew(root, given)(header, kept, newIn(lines, lines.length - 3)))
  const inParts = [1, 2, 7].map((many) => partsReportOf(partsOf(lines, many, given), given))
  return [...inParts, reportOf(all, given)]
}

describe('whatever options are given, all ways to audit a log agree', () => {
  test.each(Object.entries(GIVEN))('%s', (_name, [given, read]) => {
    const whole = reportJson(auditOf(fixed, read))
    expect(reportJson(auditOf(fixed, given))).toBe(whole)
    expect(new Set(inOtherWays(fixed, given))).toEqual(new Set([whole]))
  })

  test.each(Object.entries(GARBAGE))('%s', (_name, value) => {
    const names = ['heads', 'waivers', 'waiversAsOf', 'occurred', 'now', 'known', 'upcast']
    const given = Object.fromEntries(names.map((name) => [name, value]))
    const lines = fixed.slice(-5)
    const whole = reportJson(auditOf(lines, given))
    expect(new Set(inOtherWays(lines, given))).toEqual(new Set([whole]))
  })
})

describe('an audit of what is new', () => {
  test.each(KEEPINGS)(
    'has the report of a whole audit, wherever the log was cut, on two nights: %j',
    (keeping) => {
      const cuts = fc.tuple(fc.nat(15), fc.nat(15))
      forAll(RUNS, [tamperedLines, cuts, fc.constantFrom(1, 7)], (lines, cut, many) => {
        const places = cut.map((at) => at % (lines.length + 1)).sort((a, b) => a - b)
        const [first = 0, second = 0] = places
        const kept = textsOf(partsOf(lines.slice(0, first), many, keeping))
        const header = right(keepAudit(root, keeping)(kept))
        const written = JSON.parse(JSON.stringify(header))
        const by = auditNew(root, keeping)
        const one = right(by(written, kept, newIn(lines, first, second)))
        expect(one.proved.entries).toBeLessThanOrEqual(header.entries)
        const later = textsOf(one)
        const two = right(by(right(keepAudit(root, keeping)(later)), later, newIn(lines, second)))
        expect(reportOf(two, keeping)).toBe(reportJson(auditOf(lines, keeping)))
      })
    },
  )

  test.each(Object.entries(shared(4)))(
    'finds each further one that has what one may: %s',
    (_, lines) => {
      const whole = reportJson(auditOf(lines))
      for (const [cut] of lines.entries()) {
        const before = textsOf(partsOf(lines.slice(0, cut), 3))
        const all = auditNew(root)(right(keepAudit(root)(before)), before, newIn(lines, cut))
        expect(reportOf(right(all), {})).toBe(whole)
      }
    },
  )

  test('shows a mandate that a head lists and the log lacks as not valid', () => {
    const payments = ['pay_1', 'pay_2'].map((paymentId): OnStream => {
      const data = { paymentId, ...src, method: 'sepa' }
      return [`payment-${paymentId}`, happened('payment_pending', data, '03', { id: paymentId })]
    })
    const keeping = { heads: [headOver(entriesOf([MANDATE, mandate], ...payments))] }
    const lines = logOf(...payments)
    const whole = auditOf(lines, keeping)
    expect(whole.streams.map(({ isValid }) => isValid)).toEqual([false, true, true])
    for (const cut of [0, 1, 2]) {
      const before = textsOf(partsOf(lines.slice(0, cut), 3, keeping))
      const header = right(keepAudit(root, keeping)(before))
      const all = right(auditNew(root, keeping)(header, before, newIn(lines, cut)))
      expect(reportOf(all, keeping)).toBe(reportJson(whole))
    }
  })

  const kept = textsOf(partsOf(fixed, 3))
  const header = right(keepAudit(root)(kept))
  const nothing = newIn(fixed, fixed.length)

  test('says how many entries it did not read again, and when the last of them was received', () => {
    const all = right(auditNew(root)(header, kept, nothing))
    expect(all.proved).toEqual({ entries: fixed.length, since: header.since })
    const before = textsOf(partsOf(fixed.slice(0, -1), 3))
    const known = right(keepAudit(root)(before))
    const some = right(auditNew(root)(known, before, newIn(fixed, fixed.length - 1)))
    expect(some.proved.entries).toBeLessThan(known.entries)
  })

  test('does not see an old line of another stream that was altered since, and a whole audit does', () => {
    const altered = fixed.map((line, at) =>
      at === 0 ? line.replace('"form":1', '"form":2') : line,
    )
    const all = right(auditNew(root)(header, kept, newIn(altered, altered.length)))
    expect(reportOf(all, {})).toBe(reportJson(auditOf(fixed)))
    expect(auditOf(altered).findings.map(({ code }) => code)).toContain('Altered')
  })

  const refusal = (with_: ReturnType<typeof auditNew>, from: unknown = header, of = kept) => {
    const refused = with_(from as typeof header, of, nothing)
    return E.isLeft(refused) ? refused.left : null
  }

  test.each<readonly [string, ReturnType<typeof auditNew>]>([
    ['by', auditNew(payfold(root.machines.slice(1)))],
    ['by', auditNew(payfold(root.machines, { policy: { clockToleranceSeconds: 61 } as never }))],
    ['asked', auditNew(root, { known: 3 })],
    ['asked', auditNew(root, { occurred: '2026-01-05T10:00:03.0000000Z' as Instant })],
    ['asked', auditNew(root, { heads: [{ root: 'ab'.repeat(32) }] })],
    ['asked', auditNew(root, { upcast: (stored) => stored, steps: 'one' })],
  ])('refuses what something else judged, or was asked otherwise: %s', (what, by) => {
    expect(refusal(auditNew(root))).toBe(null)
    expect(refusal(by)).toEqual({ error: 'KeptDiffers', what })
  })

  test('refuses what is not what was kept, and what is nothing of the kind', () => {
    for (const kind of ['streams', 'rows', 'consequences', 'lost', 'sequenced'] as const) {
      const other = { ...kept, [kind]: () => [...kept[kind](), '{"stream":"session-sid_9"}'] }
      expect(refusal(auditNew(root), header, other)).toEqual({ error: 'KeptDiffers', what: 'hash' })
    }
    for (const counts of [{ entries: header.entries + 1 }, { since: null }]) {
      const refused = refusal(auditNew(root), { ...header, ...counts })
      expect(refused).toEqual({ error: 'KeptDiffers', what: 'hash' })
    }
    for (const from of [null, 'x', 7, {}, { ...header, form: 2 }]) {
      expect(refusal(auditNew(root), from)).toEqual({ error: 'KeptDiffers', what: 'form' })
    }
  })

  test('keeps only texts in the order of merged parts, each stream once', () => {
    const sequenced = ['{"sequence":0,"line":1}', '{"sequence":1,"line":2}']
    const whole = { ...textsOf(partsOf(shared(4).ActionInTwo, 3)), sequenced: () => sequenced }
    expect(keepAudit(root)(whole)._tag).toBe('Right')
    for (const kind of ['streams', 'rows', 'sequenced', 'claims'] as const) {
      const texts = [...whole[kind]()]
      expect(new Set(texts).size).toBeGreaterThan(1)
      const refused = keepAudit(root)({ ...whole, [kind]: () => texts.toReversed() })
      expect(refused).toEqual(E.left({ error: 'KeptDiffers', what: 'order' }))
    }
    const [first = '', ...others] = whole.streams()
    const twice = { ...whole, streams: () => [first, first, ...others] }
    expect(keepAudit(root)(twice)).toEqual(E.left({ error: 'KeptDiffers', what: 'order' }))
  })

  test('refuses a log that does not return the new lines, and leaves a fault of it as it is', () => {
    const before = textsOf(partsOf(fixed.slice(0, -1), 3))
    const added = newIn(fixed, fixed.length - 1)
    const known = right(keepAudit(root)(before))
    const all = added.linesOf
    const others: readonly ((stream: Stream) => readonly ReturnType<typeof all>[number][])[] = [
      () => [],
      // without the oldest line, with all lines of the log, or with another text of the new one
      (stream) => [...all(stream)].slice(1),
      () => numbered(fixed),
      // with a line of another stream in the place of one of its own
      (stream) => {
        const strange = numbered(fixed).find(({ text }) => streamOf({ text }) !== stream)
        return [...(strange === undefined ? [] : [strange]), ...[...all(stream)].slice(1)]
      },
      (stream) => [...all(stream)].map((each) => ({ ...each, text: `${each.text} ` })),
    ]
    for (const linesOf of others) {
      expect(auditNew(root)(known, before, { ...added, linesOf })).toEqual(
        E.left({ error: 'KeptDiffers', what: 'lines' }),
      )
    }
    const failing = () => {
      throw new Error('the disk failed')
    }
    expect(() => auditNew(root)(known, before, { ...added, linesOf: failing })).toThrow('the disk')
  })

  test('refuses a new line with the number of a kept one, in whatever stream that is', () => {
    const before = textsOf(partsOf(fixed.slice(0, -1), 3))
    const known = right(keepAudit(root)(before))
    const { lines, linesOf } = newIn(fixed, fixed.length - 1)
    expect(known.lines).toBe(fixed.length - 1)
    const auditFrom = (line: number) => {
      const moved = [...lines].map((each) => ({ ...each, line }))
      const [own] = moved
      const given = (stream: Stream) =>
        [...linesOf(stream)].map((each) => (each.line === fixed.length && own ? own : each))
      return auditNew(root)(known, before, { lines: moved, linesOf: given })
    }
    expect(auditFrom(fixed.length)._tag).toBe('Right')
    expect(auditFrom(fixed.length - 1)).toEqual(E.left({ error: 'KeptDiffers', what: 'lines' }))
  })

  test('is refused for steps between forms of another name', () => {
    const keeping = { upcast: <A>(stored: A) => stored, steps: 'one' } as Keeping
    const own = right(keepAudit(root, keeping)(kept))
    expect(refusal(auditNew(root, keeping), own)).toBe(null)
    expect(refusal(auditNew(root, { ...keeping, steps: 'two' }), own)).toMatchObject({
      what: 'asked',
    })
  })
})
