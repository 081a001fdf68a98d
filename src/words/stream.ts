/** The names of streams: one history each, of a session, a payment, a mandate, or of nobody knows what. */
import type * as t from 'io-ts'
import { check } from './codec.ts'
import { PaymentId, SessionId, SourceId, Text } from './text.ts'

interface StreamBrand {
  readonly Stream: unique symbol
}

/** What a stream is the history of. */
export type StreamKind = 'session' | 'payment' | 'mandate' | 'unknown'

/** A stream's name: its kind, a hyphen, the id of what it is about: `payment-pay_…`. */
export type Stream = t.Branded<`${StreamKind}-${string}`, StreamBrand>

const SUBJECTS: Readonly<Record<StreamKind, { is(input: unknown): boolean }>> = {
  session: SessionId,
  payment: PaymentId,
  mandate: SourceId,
  unknown: Text,
}

const isStream = (input: unknown): input is Stream => {
  if (typeof input !== 'string') return false
  const end = input.indexOf('-')
  const kind = input.slice(0, Math.max(0, end))
  return Object.hasOwn(SUBJECTS, kind) && SUBJECTS[kind as StreamKind].is(input.slice(end + 1))
}

/** The codec of `Stream`. */
export const Stream = check<Stream, string>('stream name', isStream)

/** What a stream is the history of, read off its name. */
export const kindOfStream = (stream: Stream): StreamKind =>
  stream.slice(0, stream.indexOf('-')) as StreamKind

/** The stream of a payment. */
export const paymentStream = (id: PaymentId): Stream => `payment-${id}` as Stream
/** The stream of a session. */
export const sessionStream = (id: SessionId): Stream => `session-${id}` as Stream
/** The stream of a mandate: it has its source's id. */
export const mandateStream = (id: SourceId): Stream => `mandate-${id}` as Stream
/** The stream of a message that names nothing we know: one of its own. */
export const unknownStream = (eventId: Text): Stream => `unknown-${eventId}` as Stream
