/** Lines at the limits: the last that is read, the first that is not, and what is never written. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { describe, expect, test } from 'vitest'
import { eventCodec, fields } from '../../src/event/envelope.ts'
import { decoding } from '../../src/event/event-decoder.ts'
import { kind } from '../../src/event/lifecycle.ts'
import { append as appendWith } from '../../src/log/append.ts'
import { emptyTip } from '../../src/log/tip.ts'
import { LIMITS } from '../../src/words/data/limits.ts'
import type { Stream } from '../../src/words/stream.ts'
import { reported } from '../given.ts'
import { fromLine, toLine } from '../root.ts'
import { lineWith } from './seal.ts'

const unreadable = (expected: string, path = '') =>
  E.left({ error: 'Unreadable', path, expected, found: 'a text' })

const SHORT = `a line of at most ${LIMITS.line} characters`
const SHALLOW = `JSON that is nested at most ${LIMITS.nesting} deep`

const OVERHEAD = lineWith('""').length

describe('a line', () => {
  test('may be as long as the limit, and no longer', () => {
    const ofLength = (length: number): string => lineWith(`"${'x'.repeat(length - OVERHEAD)}"`)
    expect(E.isRight(fromLine(ofLength(LIMITS.line)))).toBe(true)
    expect(fromLine(ofLength(LIMITS.line + 1))).toEqual(unreadable(SHORT))
    expect(fromLine('x'.repeat(LIMITS.line + 1))).toEqual(unreadable(SHORT))
  })

  test('may be nested as deeply as the limit, and no deeper, whatever its event', () => {
    const ofDepth = (depth: number): string => `${'['.repeat(depth - 3)}${']'.repeat(depth - 3)}`
    expect(E.isRight(fromLine(lineWith(ofDepth(LIMITS.nesting))))).toBe(true)
    expect(fromLine(lineWith(ofDepth(LIMITS.nesting + 1)))).toEqual(unreadable(SHALLOW))
    for (const type of ['invoice_paid', 'payment_captured', 'unrecognised']) {
      for (const depth of [3000, 100_000]) {
        expect(fromLine(lineWith(ofDepth(depth), type))).toEqual(unreadable(SHALLOW))
      }
    }
  })

  test('is text in UTF-8, whatever hash it has', () => {
    expect(E.isRight(fromLine(lineWith('"\ufffd \u{1f600}"')))).toBe(true)
    expect(fromLine(lineWith('"\udfff"'))).toEqual(unreadable('text in UTF-8'))
    expect(fromLine('\ud800')).toEqual(unreadable('text in UTF-8'))
  })
})

describe('an event', () => {
  const tip = emptyTip('payment-pay_1' as Stream)
  const codec = eventCodec('note_taken', fields({ note: t.unknown }, {}))
  const { decode } = decoding({ note_taken: kind(codec, 'self', 0) })
  const receiving = { decode, streamFor: (stream: Stream) => stream, isStream: () => true }
  const append = (...notes: readonly unknown[]) =>
    appendWith(
      receiving,
      tip,
      notes.map((note, index) => reported('note_taken', { note }, { id: `evt_${index}` }) as never),
    )

  test('is appended if its line can be read again, and only then', () => {
    const linesOf = (note: string): readonly string[] => {
      const added = append(note)
      return E.isRight(added) ? added.right.entries.map(toLine) : []
    }
    const most = LIMITS.line - (linesOf('x')[0]?.length ?? 0) + 1
    const [last = ''] = linesOf('x'.repeat(most))
    expect([last.length, fromLine(last)._tag]).toEqual([LIMITS.line, 'Right'])
    expect(append('x', 'x'.repeat(most + 1))).toEqual(unreadable(SHORT, 'event'))
  })

  test('of a machine that takes anything is nested as deeply as the limit, and no deeper', () => {
    const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
    const decoded = (depth: number, more?: object) =>
      decode(reported('note_taken', { note: nested(depth), ...more }))
    const left = { error: 'Unreadable', path: 'event', expected: SHALLOW, found: 'an object' }
    expect(E.isRight(decoded(LIMITS.nesting - 2))).toBe(true)
    expect(decoded(LIMITS.nesting - 1)).toEqual(E.left(left))
    expect(decoded(LIMITS.nesting - 1, { dropped: 1 })).toEqual(E.left(left))
    expect(E.isRight(append(nested(LIMITS.nesting - 3)))).toBe(true)
    expect(append(nested(LIMITS.nesting - 2))).toEqual(unreadable(SHALLOW, 'event'))
  })
})
