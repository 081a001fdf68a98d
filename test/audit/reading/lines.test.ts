/** Lines from chunks that are cut anywhere. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { lineCutter } from '../../../src/audit/reading/lines.ts'
import { LIMITS } from '../../../src/words/data/limits.ts'

/** Half of a surrogate pair. */
const NOT_TEXT = '\udfff'

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
    expect(cut(bytes.slice(0, -1))).toEqual(['fácil', NOT_TEXT])
  })

  test('of bytes that are not UTF-8 become halves of surrogate pairs, which no line of a log has', () => {
    expect(cut(Uint8Array.of(97, 0xff, 10, 98, 10))).toEqual([`a${NOT_TEXT}`, 'b'])
    // an overlong form, half of a surrogate pair, and a character that text and bytes share
    expect(cut(Uint8Array.of(0xc0, 0x80, 10))[0]).toContain(NOT_TEXT)
    expect(cut(Uint8Array.of(0xed, 0xa0, 0x80, 10))[0]).toContain(NOT_TEXT)
    expect(cut(Uint8Array.of(0xe2, 0x82), 'x\n')[0]).toMatch(new RegExp(`^${NOT_TEXT}+x$`))
    // the character that decoders put in the place of others may be in a text
    expect(cut(new TextEncoder().encode('\ufffd\n'))).toEqual(['\ufffd'])
  })

  test('of text and bytes may follow each other within a line', () => {
    const bytes = new TextEncoder().encode('ñ')
    expect(cut('a', bytes, 'b', bytes, bytes, '\n', bytes, 'c')).toEqual(['añbññ', 'ñc'])
    expect(cut('\ud83d', '\ude00\n')).toEqual(['\u{1f600}'])
  })

  test('may begin with a byte order mark, which no other line may', () => {
    const bytes = new TextEncoder().encode('\ufeffone\n\ufefftwo\n')
    expect(cut(bytes)).toEqual(['one', '\ufefftwo'])
    expect(cut(...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(['one', '\ufefftwo'])
    expect(cut('\ufeff', 'one\n\ufefftwo')).toEqual(['one', '\ufefftwo'])
    expect(cut('\ufeff')).toEqual([])
  })

  test('of bytes that were transferred are lost, so their line cannot be read', () => {
    const given = new TextEncoder().encode('ne\ntwo\n')
    structuredClone(given, { transfer: [given.buffer] })
    expect(cut('o', given, '\ntwo\n')).toEqual([`o${NOT_TEXT}`, 'two'])
    const view = new DataView(new ArrayBuffer(3))
    structuredClone(view, { transfer: [view.buffer] })
    expect(cut(view as never)).toEqual([NOT_TEXT])
  })

  test('may be views of larger memory, which may change afterwards', () => {
    const memory = new TextEncoder().encode('--one\ntw--')
    const cutter = lineCutter()
    expect(cutter.take(Buffer.from(memory.buffer, 2, 6))).toEqual(['one'])
    memory.fill(120)
    expect([...cutter.take('o\n'), ...cutter.end()]).toEqual(['two'])
  })

  test('that are neither text nor bytes make their line unreadable', () => {
    for (const chunk of [null, undefined, 1, {}, ['a'], new Date(0)]) {
      expect(cut('a', chunk as never, 'b\nc\n')).toEqual([`a${NOT_TEXT}b`, 'c'])
    }
  })
})

describe('a line', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const { line: LIMIT } = LIMITS
  const encoded = (text: string): Uint8Array => new TextEncoder().encode(text)

  test.each([
    ['text', (text: string): string | Uint8Array => text],
    ['bytes', encoded],
  ])('of %s is whole up to the limit; beyond it, only one character more is kept', (_, as) => {
    for (const [character, ends] of [
      ['x', ['\n', '']],
      ['€', ['\r\n']],
    ] as const) {
      const whole = character.repeat(LIMIT)
      for (const end of ends) {
        expect(cut(as(whole), as(`${end}`)).map((each) => each === whole)).toEqual([true])
        const long = cut(as(whole), as(`${character}${end}`))
        expect(long.map((each) => each === whole + character)).toEqual([true])
      }
    }
    const whole = '€'.repeat(LIMIT)
    const longer = cut(as(whole + whole), as(`${whole}\n`), as('\nnext\n'))
    expect([longer[0]?.length, longer.at(-1)]).toEqual([LIMIT + 1, 'next'])
  })

  test('of a quarter of a gigabyte is let go of, and the next one is read', () => {
    const chunk = new Uint8Array(1_048_576).fill(120)
    const cutter = lineCutter()
    const before = process.memoryUsage()
    for (let count = 0; count < 256; count += 1) expect(cutter.take(chunk)).toEqual([])
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    expect(heapUsed - before.heapUsed + arrayBuffers - before.arrayBuffers).toBeLessThan(1e8)
    expect(cutter.take('\nnext\n').map(({ length }) => length)).toEqual([LIMIT + 1, 4])
    expect(cutter.end()).toEqual([])
  })

  test('in many chunks is searched once, decoded once and copied a few times', () => {
    const length = 1 << 20
    let [decoded, copied] = [0, 0]
    const { decode } = TextDecoder.prototype
    vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(function (
      this: InstanceType<typeof TextDecoder>,
      bytes,
    ) {
      decoded += (bytes as Uint8Array).length
      return decode.call(this, bytes)
    })
    const { set } = Uint8Array.prototype
    vi.spyOn(Uint8Array.prototype, 'set').mockImplementation(function (
      this: Uint8Array,
      bytes,
      at,
    ) {
      copied += bytes.length
      set.call(this, bytes, at)
    })
    const chunks = Array.from({ length: length / 64 }, () => new Uint8Array(64).fill(120))
    expect(cut(...chunks, '\n').map((each) => each.length)).toEqual([length])
    expect(decoded).toBe(length)
    expect(copied).toBeLessThan(3 * length)
    let searched = 0
    const { indexOf } = String.prototype
    vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, what, from) {
      searched += this.length - (from ?? 0)
      return indexOf.call(this, what, from)
    })
    const texts = Array.from({ length: length / 64 }, () => 'x'.repeat(64))
    expect(cut(...texts, '\n').map((each) => each.length)).toEqual([length])
    expect(searched).toBeLessThan(length + 2)
  })
})
