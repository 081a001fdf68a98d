/** Laws of lines: they are read back as written, and every single change is detected. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type Entry, sealed } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/line.ts'
import type { Stream } from '../../src/words/stream.ts'
import { forAll } from '../for-all.ts'
import { anyEvent } from '../generators/events.ts'
import { everyEvent, fromLine } from '../root.ts'

const entries: fc.Arbitrary<Entry> = fc
  .record({
    event: anyEvent(everyEvent),
    form: fc.constant(1 as const),
    previous: fc.constantFrom(null, '0'.repeat(64), '9f'.repeat(32)),
    revision: fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER),
    stream: fc.constantFrom(
      'payment-pay_1' as Stream,
      'session-sid_1' as Stream,
      'mandate-src_1' as Stream,
      'unknown-evt_1' as Stream,
    ),
  })
  .map(sealed)

/** A character that could be mistaken for another. */
const characters = fc.constantFrom(...'01289abcdefABC"{}[]:,. \\\n\t\u0000é\ufffd\ud800')

describe('a line', () => {
  test('is read back as the entry that was written', () => {
    forAll(150, [entries], (entry) => {
      const line = toLine(entry)
      expect(fromLine(line)).toEqual(E.right(entry))
      expect(E.map(toLine)(fromLine(line))).toEqual(E.right(line))
      expect(line).not.toMatch(/[^\x20-\x7e]/)
    })
  })

  test('is refused with any one character replaced, at any position', () => {
    forAll(300, [entries, fc.nat(), characters], (entry, where, character) => {
      const line = toLine(entry)
      const at = where % line.length
      fc.pre(line[at] !== character)
      const altered = line.slice(0, at) + character + line.slice(at + 1)
      expect(E.isLeft(fromLine(altered))).toBe(true)
    })
  })

  test('is refused with each character replaced, one after another', () => {
    const line = toLine(fc.sample(entries, { numRuns: 1, seed: 1 })[0] as Entry)
    const read = [...line].flatMap((character, at) => {
      const other = character === '0' ? '1' : '0'
      return E.isRight(fromLine(line.slice(0, at) + other + line.slice(at + 1))) ? [at] : []
    })
    expect(read).toEqual([])
  })

  test('is refused with one character less or one more', () => {
    forAll(300, [entries, fc.nat(), characters], (entry, where, character) => {
      const line = toLine(entry)
      const at = where % (line.length + 1)
      const longer = line.slice(0, at) + character + line.slice(at)
      const shorter = line.slice(0, at) + line.slice(at + 1)
      expect(E.isLeft(fromLine(longer))).toBe(true)
      expect(shorter === line || E.isLeft(fromLine(shorter))).toBe(true)
    })
  })
})

test('a text that is not a line is a problem, never an exception', () => {
  forAll(100, [fc.string({ unit: 'binary' })], (text) => {
    expect(E.isLeft(fromLine(text))).toBe(true)
  })
})
