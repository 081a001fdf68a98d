/** Files that are evidence: their size, format and purpose. */
import { describe, expect, test } from 'vitest'
import { SENDABLE, wrongWith } from './sendable.ts'

const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]

const ofBytes = (...bytes: readonly number[]): Uint8Array => Uint8Array.of(...bytes)

const upload = (file: unknown): readonly string[] =>
  wrongWith('uploadFile', { file, purpose: 'dispute_evidence' })

const FORMAT = 'file: the bytes of a JPEG, PNG or PDF'
const SIZE = 'file: at most 4 MB (4,194,304 bytes)'

describe('a file', () => {
  const large = (bytes: number): Uint8Array => {
    const file = new Uint8Array(bytes)
    file.set(PDF)
    return file
  }

  test('has 4,194,304 bytes at most', () => {
    expect(upload(large(4_194_304))).toEqual(SENDABLE)
    expect(upload(large(4_194_305))).toEqual([`${SIZE}, not bytes`])
  })

  test('that is too large and of no known format is reported for its format', () => {
    expect(upload(new Uint8Array(4_194_305))).toEqual([`${FORMAT}, not bytes`])
  })

  test.each([
    ['a JPEG', JPEG],
    ['a PNG', PNG],
    ['a PDF', PDF],
  ])('that begins like %s may be sent, and may not if a byte is missing or wrong', (_, all) => {
    expect(upload(ofBytes(...all))).toEqual(SENDABLE)
    expect(upload(ofBytes(...all, 0x00))).toEqual(SENDABLE)
    for (const [index, byte] of all.entries()) {
      const refused = [`${FORMAT}, not bytes`]
      expect(upload(ofBytes(...all.slice(0, index)))).toEqual(refused)
      expect(upload(ofBytes(...all.with(index, byte ^ 1)))).toEqual(refused)
    }
    expect(upload(ofBytes(0x00, ...all))).toEqual([`${FORMAT}, not bytes`])
  })

  test('may be a PDF after a byte order mark, and nothing else after one', () => {
    const mark = [0xef, 0xbb, 0xbf]
    expect(upload(ofBytes(...mark, ...PDF))).toEqual(SENDABLE)
    for (const other of [JPEG, PNG, mark, PDF.slice(1)]) {
      expect(upload(ofBytes(...mark, ...other))).toEqual([`${FORMAT}, not bytes`])
    }
    expect(upload(ofBytes(...mark.slice(1), ...PDF))).toEqual([`${FORMAT}, not bytes`])
  })

  test.each([
    ['bytes in an ArrayBuffer', (bytes: Uint8Array) => Uint8Array.from(bytes).buffer],
    ['a part with a buffer', (buffer: Uint8Array) => ({ fieldname: 'file', buffer, size: 5 })],
    ['a part with data', (data: Uint8Array) => ({ name: 'a.pdf', data, mimetype: 'a/b' })],
    ['a list of one part', (buffer: Uint8Array) => [{ buffer }]],
    ["the bytes of Node's Buffer", (bytes: Uint8Array) => Buffer.from(bytes)],
  ])('may be %s, and is judged in the same way', (_, part) => {
    expect(upload(part(large(4_194_304)))).toEqual(SENDABLE)
    expect(upload(part(large(4_194_305)))[0]).toContain('at most 4 MB')
    expect(upload(part(ofBytes(1, 2, 3)))[0]).toContain(FORMAT)
    expect(upload([part(ofBytes(...PDF)), part(ofBytes(...PDF))])[0]).toContain(FORMAT)
  })

  test('is refused if its part has no bytes', () => {
    for (const part of [{}, { buffer: 'JVBERi0=' }, { path: '/tmp/a.pdf' }, [], [[]], null, 'a']) {
      expect(upload(part)).toHaveLength(1)
      expect(upload(part)[0]).toContain(FORMAT)
    }
  })

  test.each([
    ['GIF', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
    ['ZIP', [0x50, 0x4b, 0x03, 0x04]],
    ['BMP', [0x42, 0x4d]],
    ['empty file', []],
  ])('that is a %s is refused', (_, bytes) => {
    expect(upload(ofBytes(...bytes))).toEqual([`${FORMAT}, not bytes`])
  })

  test('may be a buffer or a part of one, since these are bytes too', () => {
    expect(upload(Buffer.from(PNG))).toEqual(SENDABLE)
    expect(upload(ofBytes(0x00, ...JPEG).subarray(1))).toEqual(SENDABLE)
    expect(upload(ofBytes(0x00, ...JPEG).subarray(0))).toEqual([`${FORMAT}, not bytes`])
  })

  test('is measured by its own bytes, not by the memory that contains them', () => {
    expect(upload(large(4_194_305).subarray(0, 4_194_304))).toEqual(SENDABLE)
  })

  test.each([
    ['%PDF-1.7', 'a text'],
    ['', 'an empty text'],
    [PDF, 'a list'],
    [new DataView(ofBytes(...PDF).buffer), 'bytes'],
    [new Uint16Array([0xd8ff, 0xff]), 'bytes'],
    [{ ...PDF, byteLength: 5 }, 'an object'],
    [null, 'null'],
  ])('is bytes, not another object with bytes: %j, %s', (file, found) => {
    expect(upload(file)).toEqual([`${FORMAT}, not ${found}`])
  })
})

describe('the purpose of a file', () => {
  test('may be a part with a value, or a list of one', () => {
    const file = ofBytes(...PDF)
    const right = 'dispute_evidence'
    for (const purpose of [{ value: right }, [right], [{ value: right }]]) {
      expect(wrongWith('uploadFile', { file, purpose })).toEqual(SENDABLE)
    }
    for (const purpose of [{ value: 'a' }, [], [right, right], [[right]], {}]) {
      expect(wrongWith('uploadFile', { file, purpose })).toHaveLength(1)
    }
  })

  test.each(['dispute_evidence'])('may be %j', (purpose) => {
    expect(wrongWith('uploadFile', { file: ofBytes(...PDF), purpose })).toEqual(SENDABLE)
  })

  test.each(['dispute-evidence', 'Dispute_Evidence', 'identity', 'dispute_evidence ', 'x'])(
    'may not be %j',
    (purpose) => {
      expect(wrongWith('uploadFile', { file: ofBytes(...PDF), purpose })).toEqual([
        'purpose: dispute_evidence, not a text',
      ])
    },
  )

  test('is reported together with the problem of the file', () => {
    expect(wrongWith('uploadFile', {})).toEqual([
      `${FORMAT}, not nothing`,
      'purpose: dispute_evidence, not nothing',
    ])
  })
})
