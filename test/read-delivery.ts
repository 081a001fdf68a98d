/** Reads a message from its stored form, as a backend does that reads its messages again. */
import * as E from 'fp-ts/lib/Either.js'
import { readMessage, readStored } from '../src/provider/index.ts'

/** Reads a stored message to events. */
export const readDelivery = (
  json: unknown,
  options?: Parameters<typeof readMessage>[1],
): ReturnType<typeof readMessage> =>
  E.chainW((message: Parameters<typeof readMessage>[0]) => readMessage(message, options))(
    readStored(json),
  )
