// @ts-check
/** From a line of the file to its events, or to why it could not be read. */
import { readDelivery } from 'payfold/provider'

/** @typedef {import('payfold/provider').Reading} Reading */

/** @type {Reading} */
const notJson = {
  _tag: 'Left',
  left: { error: 'Unreadable', path: 'message', expected: 'JSON', found: 'a text' },
}

/**
 * Reads one recorded message. A line that is not JSON, or is no delivery, is a value like any other:
 * the run goes on after it.
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
  return readDelivery(delivery)
}
