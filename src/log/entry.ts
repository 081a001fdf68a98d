/** What the log is made of: entries, each bound to the one before by its hash. */
import type { Event } from '../event/envelope.ts'
import { canonical, type Json } from '../words/canonical.ts'
import { hash } from '../words/hash.ts'
import type { Stream } from '../words/stream.ts'

/** What an entry's hash covers. `previous` is the hash of the stream's entry before, null at 0. */
export interface Body {
  readonly event: Event
  readonly form: 1
  readonly previous: string | null
  readonly revision: number
  readonly stream: Stream
}

/** An event in the log: 0-based revision without gaps, and the hash of all that stands before it. */
export interface Entry extends Body {
  readonly hash: string
}

/** The canonical text of an entry's body. @spec RFC 8785 */
export const bodyText = ({ event, form, previous, revision, stream }: Body): string =>
  canonical({ event: event as unknown as Json, form, previous, revision, stream })

/**
 * Completes a body with its hash: SHA-256 of the body's text up to its last brace, which is where the
 * line goes on with the hash. @spec design, 7 The log
 */
export const sealed = (body: Body): Entry => ({ ...body, hash: hash(bodyText(body).slice(0, -1)) })
