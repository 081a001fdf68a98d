// @ts-check
/** Turns a line of the file into its events, or into the reason why it cannot be read. */
import { isLeft } from 'fp-ts/lib/Either.js'
import { readMessage, readStored } from 'payfold/provider'

/** @typedef {ReturnType<typeof readMessage>} Reading */

/** @type {Reading} */
const notJson = {
  _tag: 'Left',
  left: { error: 'Unreadable', path: 'message', expected: 'JSON', found: 'a text' },
}

/**
 * Reads one recorded message. A line that is not JSON, or not a message, is an ordinary result:
 * the run continues.
 *
 * @param {string} text
 * @returns {Reading}
 */
export const readLine = (text) => {
  /** @type {unknown} */
  let delivery
  try {
    delivery = JSON.parse(text)
  } catch {
    return notJson
  }
  const message = readStored(delivery)
  return isLeft(message) ? message : readMessage(message.right)
}
