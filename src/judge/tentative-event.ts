/** Makes the tentative event of a command: an event that only our own request reports. */
import * as E from '#fp-ts/Either'
import { madeId } from '../event/content-hash.ts'
import type { DomainEvent } from '../event/envelope.ts'
import type { DecodeEvent } from '../event/event-decoder.ts'
import { attempt } from '../words/data/attempt.ts'
import { firstProblem, type Unreadable, unreadable } from '../words/data/unreadable-input.ts'
import { CommandId } from '../words/text/plain-text.ts'
import type { Instant } from '../words/time/instant.ts'

/** The id of a command, when it is judged, and when it is recorded, if that is another time. */
interface RequestTimes {
  readonly commandId: string
  readonly now: Instant
  readonly recordedAt?: Instant
}

/** Makes the event that a command would cause, before it is judged; `path` says what is invalid. */
export const tentative = (
  decode: DecodeEvent,
  type: string,
  data: Readonly<Record<string, unknown>>,
  { commandId, now, recordedAt = now }: RequestTimes,
): E.Either<Unreadable, DomainEvent> => {
  const eventId = madeId('wish', type, { commandId })
  const metadata = { eventId, occurredAt: now, recordedAt, source: 'request', schema: 1 }
  const id = CommandId.decode(commandId)
  if (E.isLeft(id)) return E.left({ ...firstProblem(id.left), path: 'commandId' })
  return attempt(
    () => decode({ type, data: { ...data, commandId }, metadata }),
    () => E.left(unreadable('data', 'plain data', data)),
  )
}
