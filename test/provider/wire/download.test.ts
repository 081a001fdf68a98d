/** When the link to a file expires, according to its address. */
import { describe, expect, test } from 'vitest'
import { downloadExpiresAt, FileRecord } from '../../../src/provider/wire/file.ts'
import { HEARD, time } from '../read/given.ts'
import { RESPONSES } from './examples.ts'

const recordOf = (body: unknown): FileRecord => {
  const read = FileRecord.decode(body)
  if (read._tag === 'Left') throw new Error('no file record')
  return read.right
}

const lapsesAt = (href: string, receivedAt = HEARD) =>
  downloadExpiresAt(recordOf({ id: 'file_1', _links: { download: { href } } }), receivedAt)

const AN_HOUR_LATER = '2026-03-02T11:05:00.0000000Z'

describe('the link to a file', () => {
  test('expires after the stated time from the receipt of the record', () => {
    const example = RESPONSES.find(({ endpoint }) => endpoint === 'getFile')
    expect(downloadExpiresAt(recordOf(example?.body), HEARD)).toBe(AN_HOUR_LATER)
    expect(lapsesAt('https://f.example/1?expiry=0')).toBe('2026-03-02T10:05:00.0000000Z')
    expect(lapsesAt('https://f.example/1?expiry=1')).toBe('2026-03-02T10:05:01.0000000Z')
  })

  test('expires relative to the receipt of the record, to the tick', () => {
    const received = time('2026-03-02T12:05:00.1234567+02:00')
    expect(lapsesAt('https://f.example/1?expiry=3600', received)).toBe(
      '2026-03-02T11:05:00.1234567Z',
    )
  })

  test('expires at a date if its number is one', () => {
    expect(lapsesAt('https://f.example/1?expiry=1772449500')).toBe('2026-03-02T11:05:00.0000000Z')
    expect(lapsesAt('https://f.example/1?expiry=99999999999')).toBe('5138-11-16T09:46:39.0000000Z')
  })

  test('has a number that is a duration up to 999,999,999 and a date from 1,000,000,000', () => {
    expect(lapsesAt('https://f.example/1?expiry=999999999')).toBe('2057-11-08T11:51:39.0000000Z')
    expect(lapsesAt('https://f.example/1?expiry=1000000000')).toBe('2001-09-09T01:46:40.0000000Z')
  })

  test.each([
    ...['expiry=3600', 'Expires=3600', 'X-Amz-Expires=3600', 'x-goog-expires=3600'],
    ...['EXPIRY=3600', 'expires_in=3600', 'linkExpiration=3600', 'token=x&expiry=3600'],
    ...['expiry=3600&token=x', 'expiry=003600', 'expiry=never&expires=3600'],
    ...['expiry=&expires=3600', 'expiry&expires=3600', 'expiry=123456789012&expires=3600'],
    ...['expiry=3600&expires=1', 'expiry=3600=1'],
  ])('may state it as %j', (query) => {
    expect(lapsesAt(`https://f.example/1?${query}`)).toBe(AN_HOUR_LATER)
  })

  test('may state it in its fragment', () => {
    expect(lapsesAt('https://f.example/1#expiry=3600')).toBe(AN_HOUR_LATER)
    expect(lapsesAt('https://f.example/1?token=x#top&expiry=3600')).toBe(AN_HOUR_LATER)
  })

  test.each([
    '',
    ...['https://f.example/1', 'https://f.example/1?', 'https://f.example/1?token=3600'],
    ...['https://f.example/1?expiry', 'https://f.example/1?expiry='],
    ...['https://f.example/1?expiry=soon', 'https://f.example/1?expiry=-3600'],
    ...['https://f.example/1?expiry=%2B3600', 'https://f.example/1?expiry=36.5'],
    ...['https://f.example/1?expiry=1e3', 'https://f.example/1?expiry=0x10'],
    'https://f.example/1?expiry= 3600',
    'https://f.example/1?expiry=3600s',
    'https://f.example/1?expiry=123456789012',
    'https://f.example/1?expiry=2026-03-02T11:05:00Z',
    'https://f.example/1?token=expiry',
    'not an address',
  ])('does not state it as %j', (href) => {
    expect(lapsesAt(href)).toBeNull()
  })

  test('does not state it in its path, which has no parameters', () => {
    expect(lapsesAt('https://f.example/expiry=3600')).toBeNull()
    expect(lapsesAt('https://f.example/expired=3600?token=x')).toBeNull()
  })

  test.each([
    {},
    { _links: null },
    { _links: { self: { href: 'https://f.example/1?expiry=3600' } } },
    { _links: { download: {} } },
    { _links: { download: { href: null } } },
    { _links: { download: 'https://f.example/1?expiry=3600' } },
  ])('may be missing: %j', (fields) => {
    expect(downloadExpiresAt(recordOf({ id: 'file_1', ...fields }), HEARD)).toBeNull()
  })

  test.each(['expiry=', '&', '?expiry&', '1', 'expiry=9', '='])(
    'may be a million characters of %j',
    (part) => {
      expect(lapsesAt(`https://f.example/1?${part.repeat(1_000_000 / part.length)}`)).toBeNull()
    },
  )
})
