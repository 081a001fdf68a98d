/** What happens to the requests of our commands: sent, refused, failed, given up. */
import * as t from 'io-ts'
import { eventCodec, fields } from '../../src/event/envelope.ts'
import { integer } from '../../src/words/data/codec.ts'
import { CommandId, PlainText } from '../../src/words/text/plain-text.ts'
import { PaymentId, SourceId } from '../words/payment-names.ts'
import { SessionId } from '../words/session-names.ts'

/** The number of a request's attempt, from 1: nothing writes it, but form 1 has it. */
const attempt = integer('the number of an attempt', 1, 1_000_000)

/** The ids by which an event may name what it is about. */
export const subject = { paymentId: PaymentId, sessionId: SessionId, sourceId: SourceId }

/** The provider refused our request. An event that only this request reports did not happen. */
export const RequestRefused = eventCodec(
  'request_refused',
  fields(
    {},
    {
      ...subject,
      commandId: CommandId,
      endpoint: PlainText,
      attempt,
      httpStatus: integer('an HTTP status', 100, 599),
      errorType: PlainText,
      errorCodes: t.readonlyArray(PlainText),
    },
  ),
)
export type RequestRefused = t.TypeOf<typeof RequestRefused>

/** One of our requests was about to be sent. Nothing writes it, but form 1 has it. It decides nothing. */
export const RequestSent = eventCodec(
  'request_sent',
  fields({ commandId: CommandId, attempt }, subject),
)
export type RequestSent = t.TypeOf<typeof RequestSent>

/** The provider failed at our request, and may have carried it out. It decides nothing. */
export const RequestFailed = eventCodec(
  'request_failed',
  fields(
    { commandId: CommandId },
    { ...subject, attempt, endpoint: PlainText, httpStatus: integer('an HTTP status', 100, 599) },
  ),
)
export type RequestFailed = t.TypeOf<typeof RequestFailed>

/** A person decided that a command is over. `by` names one or two persons by pseudonyms. */
export const CommandGivenUp = eventCodec(
  'command_given_up',
  fields({ commandId: CommandId, by: t.readonlyArray(PlainText), because: PlainText }, subject),
)
export type CommandGivenUp = t.TypeOf<typeof CommandGivenUp>
