/** Binds events to their message: each names the digest of the bytes that reported it. */
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import { digesting, type MessageBinding } from '../../event/message-digest.ts'
import { bytesIn } from '../../words/data/bytes.ts'
import { frozen } from '../../words/data/plain-data.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import type { StreamEvent } from './stream-event.ts'

/** Makes events of a message name it. */
type Bind = (events: readonly StreamEvent[]) => readonly StreamEvent[]

/** A body that readers take, as text or parsed, and what binds the events to it. */
interface Opened {
  readonly body: unknown
  readonly bind: Bind
}

const binding =
  (message: string): Bind =>
  (events) =>
    events.map(({ stream, event }) => ({
      stream,
      event: frozen({ ...event, metadata: { ...event.metadata, message } }),
    }))

/**
 * Opens a body. Bytes become text, as every host decodes them, and bind the events. Any other body is
 * left as it is and binds nothing: text was decoded, so its bytes are not known. @spec decisions#63
 */
export const opened = (body: unknown, by: MessageBinding): E.Either<Unreadable, Opened> =>
  pipe(
    digesting(by),
    E.map((digestOf) => {
      const bytes = bytesIn(body)
      return bytes === null
        ? { body, bind: (events) => events }
        : { body: new TextDecoder().decode(bytes), bind: binding(digestOf(bytes)) }
    }),
  )
