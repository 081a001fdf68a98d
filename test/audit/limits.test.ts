/** Lines beyond the limits: a finding where each is, and nothing else changes. */
import { describe, expect, test } from 'vitest'
import { type Found, reportJson } from '../../src/audit/report/report.ts'
import { LIMITS } from '../../src/words/data/limits.ts'
import { greatest } from '../../src/words/data/lists.ts'
import type { Stream } from '../../src/words/stream.ts'
import { machines } from '../given.ts'
import { sealedLine } from '../log/seal.ts'
import { audit, auditAsync, auditor, compare } from '../root.ts'
import { besides, EXAMPLES, lines, PAYMENT } from './examples.ts'

const METADATA =
  '{"eventId":"evt_9","occurredAt":null,"recordedAt":"2026-03-02T10:00:01Z","schema":1,"source":"report"}'

/** A sealed entry of a stream, with any value in its data. */
const sealedWith = (value: string, revision = 0, stream = 'session-sid_9'): string =>
  sealedLine(
    `{"event":{"data":{"x":${value}},"metadata":${METADATA},"type":"invoice_paid"},"form":1,"previous":null,"revision":${revision},"stream":"${stream}"}`,
  )

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const DEEP = sealedWith(nested(3000))
const LONG = sealedWith(`"${'x'.repeat(LIMITS.line)}"`)

const chunksOf = (log: readonly string[]) => log.map((line) => `${line}\n`)
const found = (findings: readonly Found[]) => findings.map(({ line, code }) => `${line} ${code}`)

/** A log with a finding before the line in question, and one after it. */
const before = EXAMPLES.NegativeNet
const after = EXAMPLES.channelDataFirst
const plain = audit(machines)(chunksOf([...before, ...after]))

describe('a line', () => {
  test.each([
    ['nested 3,000 deep, in 6 kB', DEEP],
    ['nested one deeper than the limit', sealedWith(nested(LIMITS.nesting - 2))],
    ['of eight million characters', LONG],
    ['with half of a surrogate pair', sealedWith('"\ud800"')],
  ])('%s is one fatal finding, and all others stay', async (_, line) => {
    const log = [...before, line, ...after]
    const report = audit(machines)(chunksOf(log))
    const at = before.length + 1
    const others = report.findings.filter(({ code }) => code !== 'Unreadable')
    const shift = <A extends { readonly line: number }>(each: A): A =>
      each.line < at ? each : { ...each, line: each.line + 1 }
    const shifted = plain.findings.map((each) =>
      shift({ ...each, entries: each.entries.map(shift) }),
    )
    expect(others).toEqual(shifted)
    expect(report.findings.filter(({ code }) => code === 'Unreadable')).toEqual([
      expect.objectContaining({ line: at, severity: 'fatal' }),
    ])
    expect(report.streams).toEqual(plain.streams)
    // a log that is not whole has no head
    expect(report.head).toBe(null)
    const arriving = async function* () {
      yield new TextEncoder().encode(chunksOf(log).join(''))
    }
    if (line !== LONG && !line.includes('\ud800')) {
      expect(await auditAsync(machines)(arriving())).toEqual(report)
    }
    expect(compare({ machines }, { machines })(chunksOf(log))).toEqual([])
  })

  test('of bytes that are not UTF-8 is one, even if its hash fits what decoders make of it', () => {
    const bytes = (value: string): Uint8Array => new TextEncoder().encode(`${sealedWith(value)}\n`)
    const sound = bytes('"\ufffd"')
    const at = sound.findIndex((byte, index) => byte === 0xef && sound[index + 1] === 0xbf)
    const spoilt = Uint8Array.from([...sound.slice(0, at), 0xff, ...sound.slice(at + 3)])
    expect(found(audit(machines)([sound]).findings)).toEqual(['1 NotOfTheseMachines'])
    expect(found(audit(machines)([spoilt]).findings)).toEqual(['1 Unreadable'])
  })

  test('without an end is let go of, and the log goes on after it', () => {
    const chunk = new Uint8Array(1_048_576).fill(120)
    const endless = function* (): Generator<string | Uint8Array> {
      yield* chunksOf(before)
      for (let count = 0; count < 64; count += 1) yield chunk
      yield* ['\n', ...chunksOf(after)]
    }
    const { findings, lines: read } = audit(machines)(endless())
    expect(found(findings)).toContain(`${before.length + 1} Unreadable`)
    expect([findings.length, read]).toEqual([plain.findings.length + 1, plain.lines + 1])
  })

  test('under a key of a store is lost there, and what follows it is not missing', () => {
    const stored = lines.filter((line) => line.includes(`"stream":"${PAYMENT}"`))
    for (const line of [DEEP, LONG, null, undefined, 7, {}]) {
      const under = auditor(machines)
      for (const [revision, each] of stored.entries()) {
        const stream = PAYMENT as Stream
        under.line((revision === 1 ? line : each) as string, { stream, revision })
      }
      const { findings, streams } = under.report()
      expect(streams.map(({ isValid }) => isValid)).toEqual([false])
      expect(found(findings)).toEqual(['2 Unreadable', '3 Missing'].slice(0, findings.length))
      expect(findings[0]).toMatchObject({ stream: PAYMENT, revision: 1, severity: 'fatal' })
    }
  })

  test('that is no text is unreadable', () => {
    const under = auditor(machines)
    for (const line of [null, undefined, 7, {}, []]) under.line(line as never)
    expect(found(under.report().findings)).toEqual([1, 2, 3, 4, 5].map((at) => `${at} Unreadable`))
  })

  test('cannot say that it was an entry of another stream', () => {
    const [first = '', second = ''] = lines
    const end = second.slice(second.indexOf(',"form"'))
    const long = `{"x":"${'x'.repeat(LIMITS.line)}"${end}`
    const { findings, streams } = audit(machines)(chunksOf([first, long]))
    expect(besides(findings)).toMatchObject([{ line: 2, stream: null, revision: null }])
    expect(streams[0]?.isValid).toBe(true)
  })
})

test.each([
  ['stream', { stream: 'payment-\ud800', revision: 0 }],
  ['stream', { stream: 'zzz', revision: 0 }],
  ['stream', {}],
  ['stream', null],
  ['revision', { stream: PAYMENT, revision: Number.NaN }],
  ['revision', { stream: PAYMENT, revision: -1 }],
  ['revision', { stream: PAYMENT, revision: 1n }],
])('a line under no key that a store can have is unreadable, by its %s: %o', (field, key) => {
  const under = auditor(machines)
  under.line(lines[0] ?? '', key as never)
  const report = under.report()
  expect(JSON.parse(reportJson(report))).toEqual(report)
  expect(report.findings.filter(({ severity }) => severity === 'fatal')).toMatchObject([
    { code: 'Unreadable', stream: null, because: expect.stringContaining(`storedAs.${field}`) },
  ])
})

test('a line under a key that refuses to be read is unreadable', () => {
  const refuses = (): never => {
    throw new Error('read')
  }
  const under = auditor(machines)
  under.line(lines[0] ?? '', new Proxy({}, { get: refuses }) as never)
  under.line('', Object.defineProperty({ stream: PAYMENT }, 'revision', { get: refuses }) as never)
  const fatal = under.report().findings.filter(({ severity }) => severity === 'fatal')
  expect(fatal.map(({ code, line }) => `${line} ${code}`)).toEqual(['1 Unreadable', '2 Unreadable'])
})

test('a finding may rest on more entries than a function has room for arguments', () => {
  expect(greatest(Array.from({ length: 300_000 }, (_, each) => each))).toBe(299_999)
  expect([greatest([]), greatest([-2, -1])]).toEqual([null, -1])
})
