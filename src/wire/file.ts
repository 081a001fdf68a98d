/** Files that are evidence in a dispute: what may be sent, and what is said of them. */
import * as t from 'io-ts'
import { fromEpoch, type Instant, shift, type TimeText, toInstant } from '../words/instant.ts'
import { shape } from '../words/own.ts'
import { id } from '../words/text.ts'
import { whole } from '../words/whole.ts'
import type { Window } from '../words/window.ts'
import { body } from './strict.ts'
import { lax, links, prose, time, word } from './tolerant.ts'

/** Names a file. */
export const FileId = id('file')
export type FileId = t.TypeOf<typeof FileId>

/** The most bytes a file may have: 4 MB. @spec interface, Limits (file size) */
export const MOST_BYTES = 4 * 1024 * 1024

/** How each format begins. @spec ISO/IEC 10918-1; ISO/IEC 15948; ISO 32000 */
const BEGINNINGS: readonly (readonly number[])[] = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0x25, 0x50, 0x44, 0x46, 0x2d],
]

const isBytes = (input: unknown): input is Uint8Array => input instanceof Uint8Array

const isFormat = (bytes: Uint8Array): boolean =>
  BEGINNINGS.some((beginning) => beginning.every((byte, index) => bytes[index] === byte))

const content = (name: string, accepts: (bytes: Uint8Array) => boolean) =>
  new t.Type<Uint8Array, Uint8Array, unknown>(
    name,
    (input): input is Uint8Array => isBytes(input) && accepts(input),
    (input, context) =>
      isBytes(input) && accepts(input) ? t.success(input) : t.failure(input, context),
    (output) => output,
  )

const Evidence = t.intersection(
  [
    content('the bytes of a JPEG, PNG or PDF', isFormat),
    content('at most 4 MB (4,194,304 bytes)', (bytes) => bytes.byteLength <= MOST_BYTES),
  ],
  'the bytes of a file',
)

/** The parts of POST /files, by their names; they travel as multipart/form-data. */
export const FileUploadRequest = body(
  'a file upload',
  { file: Evidence, purpose: t.literal('dispute_evidence', 'dispute_evidence') },
  {},
)
export type FileUploadRequest = t.TypeOf<typeof FileUploadRequest>

/** The answer to it. */
export const FileUploadResponse = shape({ id: FileId, _links: links('self') }, 'uploaded file')
export type FileUploadResponse = t.TypeOf<typeof FileUploadResponse>

/** GET /files/{file_id}. */
export const FileRecord = shape(
  {
    id: FileId,
    filename: lax(prose),
    purpose: lax(word),
    size: lax(whole('a size in bytes', 0, Number.MAX_SAFE_INTEGER)),
    uploaded_on: lax(time),
    _links: links('self', 'download'),
  },
  'file record',
)
export type FileRecord = t.TypeOf<typeof FileRecord>

/** From here on a number of seconds is a date since 1970, not a length: 2001-09-09. */
const DATES_BEGIN = 1_000_000_000

/** The parameters of an address, those of its fragment too: only their names are looked at. */
const parametersOf = (href: string): readonly (readonly [string, string])[] =>
  href
    .split(/[?&#]/)
    .slice(1)
    .map((part) => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name.toLowerCase(), value]
    })

/**
 * When a download link lapses, as its query says: so many seconds after the record came, or a date in
 * seconds since 1970. Null when it says nothing. What the parameter is called is not shown: the first
 * number whose name has `expir` in it is taken. @spec interface, Limits (download link lifetime)
 */
export const downloadExpiresAt = (record: FileRecord, receivedAt: TimeText): Instant | null => {
  const [, found] =
    parametersOf(record._links?.download?.href ?? '').find(
      ([name, value]) => name.includes('expir') && /^\d{1,11}$/.test(value),
    ) ?? []
  if (found === undefined) return null
  const seconds = Number(found)
  return seconds < DATES_BEGIN ? shift(toInstant(receivedAt), seconds) : fromEpoch(seconds * 1000)
}

/** The window in which a file may be downloaded; null where its link does not say. */
export const downloadWindow = (record: FileRecord, receivedAt: TimeText): Window | null => {
  const closesAt = downloadExpiresAt(record, receivedAt)
  const days = { from: null, lastDay: null, zone: null }
  const opensAt = toInstant(receivedAt)
  return closesAt === null ? null : { name: 'download', about: '', opensAt, closesAt, ...days }
}
