/** Files that are evidence in a dispute: uploads, file records and download links. */
import * as t from 'io-ts'
import type { TimeWindow } from '../../contract/window.ts'
import { check, integer, record } from '../../words/data/codec.ts'
import { id } from '../../words/text/plain-text.ts'
import {
  fromEpoch,
  type Instant,
  shift,
  type TimeText,
  toInstant,
} from '../../words/time/instant.ts'
import { body } from './strict-values.ts'
import { links, prose, time, tolerant, word } from './tolerant-values.ts'

/** The id of a file. */
export const FileId = id('file')
export type FileId = t.TypeOf<typeof FileId>

/** The maximum size of a file in bytes: 4 MB. @spec interface#file-limits */
const MOST_BYTES = 4 * 1024 * 1024

/** The first bytes of a PDF; some programs write a byte order mark before them. @spec sources#iso-32000 */
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]

/** The first bytes of a JPEG, a PNG and a PDF. @spec sources#iso-10918; sources#iso-15948 */
const BEGINNINGS: readonly (readonly number[])[] = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  PDF,
  [0xef, 0xbb, 0xbf, ...PDF],
]

const isBytes = (input: unknown): input is Uint8Array => input instanceof Uint8Array

const isFormat = (bytes: Uint8Array): boolean =>
  BEGINNINGS.some((beginning) => beginning.every((byte, index) => bytes[index] === byte))

const onlyPart = (input: unknown): unknown =>
  Array.isArray(input) && input.length === 1 ? input[0] : input

/** The bytes of a part, as readers of forms hand it over: itself, its `buffer` or its `data`. */
const bytesIn = (part: unknown): unknown => {
  if (part instanceof ArrayBuffer) return new Uint8Array(part)
  if (typeof part !== 'object' || part === null || isBytes(part)) return part
  const { buffer, data } = part as Readonly<Record<string, unknown>>
  return [buffer, data].find(isBytes) ?? part
}

const isSmall = (input: unknown): input is Uint8Array =>
  isBytes(input) && input.byteLength <= MOST_BYTES

const Small = check('at most 4 MB (4,194,304 bytes)', isSmall)

const Evidence = new t.Type<Uint8Array, Uint8Array, unknown>(
  'the bytes of a JPEG, PNG or PDF',
  (input): input is Uint8Array => isSmall(input) && isFormat(input),
  (input, context) => {
    const bytes = bytesIn(onlyPart(input))
    if (!isBytes(bytes) || !isFormat(bytes)) return t.failure(input, context)
    const [key = ''] = context.slice(-1).map((entry) => entry.key)
    return Small.validate(bytes, [...context.slice(0, -1), { key, type: Small, actual: bytes }])
  },
  (output) => output,
)

const PURPOSE = 'dispute_evidence'

const Purpose = new t.Type<typeof PURPOSE, string, unknown>(
  PURPOSE,
  (input): input is typeof PURPOSE => input === PURPOSE,
  (input, context) => {
    const part = onlyPart(input)
    const isGiven = part === PURPOSE || Object(part).value === PURPOSE
    return isGiven ? t.success(PURPOSE) : t.failure(input, context)
  },
  (output) => output,
)

/** The parts of POST /files by name, to be sent as multipart/form-data. */
export const FileUploadRequest = body('a file upload', { file: Evidence, purpose: Purpose }, {})

/** The response to POST /files. */
export const FileUploadResponse = record({ id: FileId, _links: links('self') }, 'an uploaded file')

/** The response to GET /files/{file_id}. */
export const FileRecord = record(
  {
    id: FileId,
    filename: tolerant(prose),
    purpose: tolerant(word),
    size: tolerant(integer('a size in bytes', 0, Number.MAX_SAFE_INTEGER)),
    uploaded_on: tolerant(time),
    _links: links('self', 'download'),
  },
  'a file record',
)
export type FileRecord = t.TypeOf<typeof FileRecord>

/** From 2001-09-09 on, a number is a date in seconds since 1970; a smaller one is a duration in seconds. */
const DATES_BEGIN = 1_000_000_000

const parametersOf = (href: string): readonly (readonly [string, string])[] =>
  href
    .split(/[?&#]/)
    .slice(1)
    .map((part) => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name.toLowerCase(), value]
    })

/**
 * When a download link expires, according to its query: a number of seconds after the record was
 * received, or a date in seconds since 1970. Null if the query does not say. The interface does not
 * show the parameter's name, so this uses the first number whose name contains `expir`.
 * @spec interface#download-link-lifetime
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

/** The window in which a file may be downloaded; null if its link does not say when it expires. */
export const downloadWindow = (record: FileRecord, receivedAt: TimeText): TimeWindow | null => {
  const closesAt = downloadExpiresAt(record, receivedAt)
  const days = { from: null, lastDay: null, zone: null }
  const opensAt = toInstant(receivedAt)
  return closesAt === null ? null : { name: 'download', entityId: '', opensAt, closesAt, ...days }
}
