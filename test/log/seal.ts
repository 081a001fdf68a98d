/** How a line is sealed, written once and on its own: the tests of the log lean on this file alone. */
import { createHash } from 'node:crypto'

/** SHA-256 by another implementation than the library's. */
export const sha256 = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex')

/**
 * What the hash of a line covers: the canonical body up to its last brace, that is every byte before
 * `,"hash"`. The brace itself is not covered.
 */
export const covered = (body: string): string => body.slice(0, -1)

/** The hash that a body's line carries. */
export const sealOf = (body: string): string => sha256(covered(body))

/** The line of a body, whatever the body says. */
export const sealedLine = (body: string): string => `${covered(body)},"hash":"${sealOf(body)}"}`
