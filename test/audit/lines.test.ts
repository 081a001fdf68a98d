/** Lines out of chunks, wherever these are cut. */
import { describe, expect, test } from 'vitest'
import { lineCutter } from '../../src/audit/lines.ts'

const cut = (...chunks: readonly (string | Uint8Array)[]): readonly string[] => {
  const cutter = lineCutter()
  return [...chunks.flatMap((chunk) => cutter.take(chunk)), ...cutter.end()]
}

describe('chunks', () => {
  test('give the lines that they complete, the last with or without its end', () => {
    expect(cut('one\ntwo\n')).toEqual(['one', 'two'])
    expect(cut('one\ntw', 'o')).toEqual(['one', 'two'])
    expect(cut('on', 'e', '\n', 'two', '\n')).toEqual(['one', 'two'])
    expect(cut()).toEqual([])
    expect(cut('')).toEqual([])
  })

  test('keep blank lines, and take the carriage return off the end of a line', () => {
    expect(cut('one\r\n\r\n\ntwo\r', '\n')).toEqual(['one', '', '', 'two'])
  })

  test('of bytes may be cut within a letter', () => {
    const bytes = new TextEncoder().encode('fácil\n€')
    const all = [...bytes].map((byte) => Uint8Array.of(byte))
    expect(cut(...all)).toEqual(['fácil', '€'])
    expect(cut(bytes.slice(0, -1))).toEqual(['fácil', '�'])
  })
})
