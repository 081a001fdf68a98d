/** How a line gets its hash, written separately: the tests of the log rely only on this file. */
import { createHash } from 'node:crypto'

/** SHA-256 by another implementation than the library's. */
export const sha256 = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex')

/**
 * What the hash of a line covers: the canonical body up to its last brace, that is, every byte
 * before `,"hash"`, without the brace.
 */
export const covered = (body: string): string => body.slice(0, -1)

/** The hash in a body's line. */
export const sealOf = (body: string): string => sha256(covered(body))

/** The line of a body, whatever the body contains. */
export const sealedLine = (body: string): string => `${covered(body)},"hash":"${sealOf(body)}"}`

/** The metadata of an event, as JSON. */
export const METADATA =
  '{"eventId":"evt_1","occurredAt":null,"recordedAt":"2024-01-02T10:00:01Z","schema":1,"source":"report"}'

/** A line with its right hash, of an event with any value, as JSON, in its data. */
export const lineWith = (value: string, type = 'invoice_paid', revision = 0): string =>
  sealedLine(
    `{"event":{"data":{"x":${value}},"metadata":${METADATA},"type":"${type}"},"form":1,"previous":null,"revision":${revision},"stream":"payment-pay_1"}`,
  )
