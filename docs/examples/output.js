// @ts-check
/**
 * The standard output of a program. Node writes to a file once, and drops in silence what a full disk
 * did not take; here, the rest is written again, until the disk takes it or says why not.
 */
import { createWriteStream, fstatSync } from 'node:fs'

const { stdout } = process
const place = fstatSync(stdout.fd)
const isTakenWhole = stdout.isTTY || place.isFIFO() || place.isSocket()

/** Where a program writes its output. @type {import('node:stream').Writable} */
export const output = isTakenWhole
  ? stdout
  : createWriteStream('', { fd: stdout.fd, autoClose: false })

/** @type {Error | null} */
let failure = null
// without a listener, a failure would end the process
output.on('error', (error) => {
  failure = error
})

/** Why the output is not whole; null if nothing has failed. */
export const outputFailure = () => failure

/**
 * Writes a text, and waits until the reader or the disk has taken all of it; rejects if it does not.
 *
 * @param {string} text
 * @returns {Promise<void>}
 */
export const written = (text) =>
  new Promise((resolve, reject) => {
    output.write(text, (error) => {
      failure ??= error ?? null
      if (error) reject(error)
      else resolve()
    })
  })
