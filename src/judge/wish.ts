/** A step of ours, before it is taken: an event that only our own request tells. */
import * as E from 'fp-ts/lib/Either.js'
import { madeId } from '../event/content.ts'
import type { Event } from '../event/envelope.ts'
import { decodeEvent } from '../event/stored.ts'
import { CommandId } from '../words/text.ts'
import { type Unreadable, unreadable } from '../words/unreadable.ts'
import type { CommandMetadata } from './commands.ts'

/**
 * Makes the event that a command would cause: to be judged, and once allowed, recorded before the
 * request is sent. Ids, amounts and times are checked here: what is no such thing is `Unreadable`, and
 * `path` says where.
 */
export const wish = (
  type: string,
  data: Readonly<Record<string, unknown>>,
  { commandId, now }: CommandMetadata,
): E.Either<Unreadable, Event> => {
  const eventId = madeId('wish', type, { commandId })
  const metadata = { eventId, occurredAt: now, recordedAt: now, source: 'request', schema: 1 }
  if (!CommandId.is(commandId)) {
    return E.left(unreadable('commandId', CommandId.name, commandId))
  }
  return decodeEvent({ type, data: { ...data, commandId }, metadata })
}
