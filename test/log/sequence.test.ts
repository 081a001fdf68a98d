/** The position in the log: given when appending, bound by the hash, checked when read. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Entry } from '../../src/log/entry.ts'
import { emptyTip, type Tip } from '../../src/log/tip.ts'
import type { Stream } from '../../src/words/stream.ts'
import { reported, right } from '../given.ts'
import { append, appendAll, fromLine, toLine } from '../root.ts'
import { sealedLine } from './seal.ts'

const stream = 'payment-pay_1' as Stream
const start = emptyTip(stream)

const event = (id: string, paymentId = 'pay_1'): DomainEvent =>
  reported('payment_captured', { paymentId }, { id })

const linesAt = (sequence?: number): readonly string[] =>
  right(
    append(start, [event('evt_1'), event('evt_1'), event('evt_2')], undefined, sequence),
  ).entries.map(toLine)

/** The line with another value in place of its sequence, and a matching hash. */
const withSequence = (value: string): string => {
  const [line = ''] = linesAt(7)
  const body = `${line.slice(0, line.lastIndexOf(',"hash"'))}}`
  return sealedLine(body.replace('"sequence":7', `"sequence":${value}`))
}

describe('an append with a sequence', () => {
  test('numbers the new entries from it, between revision and stream, under the hash', () => {
    const lines = linesAt(7)
    expect(lines.map((line) => /"revision":.*,"stream"/.exec(line)?.[0])).toEqual([
      '"revision":0,"sequence":7,"stream"',
      '"revision":1,"sequence":8,"stream"',
    ])
    for (const line of lines) {
      expect(sealedLine(`${line.slice(0, line.lastIndexOf(',"hash"'))}}`)).toBe(line)
      expect(toLine(right(fromLine(line)))).toBe(line)
    }
    expect(right(fromLine(lines[0] ?? '')).sequence).toBe(7)
    expect(fromLine((lines[0] ?? '').replace('"sequence":7', '"sequence":6'))).toMatchObject(
      E.left({ error: 'Altered' }),
    )
  })

  test('without one writes the lines of today, without the name', () => {
    const [entry] = right(append(start, [event('evt_1')])).entries
    expect(Object.keys(entry ?? {})).not.toContain('sequence')
    expect(linesAt().join()).not.toContain('sequence')
  })

  test('numbers the entries of several streams in the order in which they are returned', () => {
    const sent = [event('evt_1'), event('evt_2', 'pay_2'), event('evt_3')].map((each) => ({
      stream,
      event: each,
    }))
    const { entries } = right(appendAll(new Map<Stream, Tip>(), sent, new Map(), 4))
    const shown = entries.map(({ stream: of, revision, sequence }: Entry) => [
      of,
      revision,
      sequence,
    ])
    expect(shown).toEqual([
      [stream, 0, 4],
      [stream, 1, 5],
      ['payment-pay_2', 0, 6],
    ])
  })

  test.each([0, 2 ** 52])('takes %d', (sequence) => {
    expect(E.isRight(append(start, [event('evt_1')], undefined, sequence))).toBe(true)
  })

  test.each([-1, 0.5, Number.NaN, 2 ** 52 + 1, '1', null])('refuses %s', (sequence) => {
    const problem = E.left({ error: 'Unreadable', path: 'sequence' })
    const wrong = sequence as number
    expect(append(start, [event('evt_1')], undefined, wrong)).toMatchObject(problem)
    expect(appendAll(new Map(), [], new Map(), wrong)).toMatchObject(problem)
  })
})

describe('a reader of lines', () => {
  test.each(['0', '9007199254740991'])('takes the sequence %s', (value) => {
    expect(right(fromLine(withSequence(value))).sequence).toBe(Number(value))
  })

  test.each(['-1', '0.5', '9007199254740992', '"7"', 'null', '[7]'])('refuses %s', (value) => {
    expect(fromLine(withSequence(value))).toMatchObject(
      E.left({ error: 'Unreadable', path: 'sequence', expected: 'a whole number from 0' }),
    )
  })

  test.each(['7.0', '7e0', '07'])('finds that %s is not canonical, or not JSON', (value) => {
    const read = fromLine(withSequence(value))
    expect(E.isLeft(read) && read.left.error).toMatch(/NotCanonical|Unreadable/)
  })
})
