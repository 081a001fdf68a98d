/** Lines from chunks that are cut anywhere. */
import { describe, expect, test } from 'vitest'
import { lineCutter } from '../../src/audit/lines.ts'

const cut = (...chunks: readonly (string | Uint8Array)[]): readonly string[] => {
  const cutter = lineCutter()
  return [...chunks.flatMap((chunk) => cutter.take(chunk)), ...cutter.end()]
}

describe('chunks', () => {
  test('return the lines that they complete; the last may lack its end', () => {
    expect(cut('one\ntwo\n')).toEqual(['one', 'two'])
    expect(cut('one\ntw', 'o')).toEqual(['one', 'two'])
    expect(cut('on', 'e', '\n', 'two', '\n')).toEqual(['one', 'two'])
    expect(cut()).toEqual([])
    expect(cut('')).toEqual([])
  })

  test('keep blank lines, and drop the carriage return at the end of a line', () => {
    expect(cut('one\r\n\r\n\ntwo\r', '\n')).toEqual(['one', '', '', 'two'])
  })

  test('of bytes may be cut within a character', () => {
    const bytes = new TextEncoder().encode('fácil\n€')
    const all = [...bytes].map((byte) => Uint8Array.of(byte))
    expect(cut(...all)).toEqual(['fácil', '€'])
    expect(cut(bytes.slice(0, -1))).toEqual(['fácil', '�'])
  })
})
