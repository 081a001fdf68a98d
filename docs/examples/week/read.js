// @ts-check
/** Turns a line of the file into its events, or into the reason why it cannot be read. */
import { readDelivery } from 'payfold/provider'

/** @typedef {import('payfold/provider').Reading} Reading */

/** @type {Reading} */
const notJson = {
  _tag: 'Left',
  left: { error: 'Unreadable', path: 'message', expected: 'JSON', found: 'a text' },
}

/**
 * Reads one recorded message. A line that is not JSON, or not a delivery, is an ordinary result:
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
  return readDelivery(delivery)
}
