// @ts-check
/** Runs an example as a program: its exit code is that of its run only if all output was written. */
import { written } from './output.js'

/** The exit codes of a program that failed, and of one whose output was cut off. */
export const FAILED = 70
export const CUT_OFF = 74

/**
 * @typedef {object} Out
 * @property {boolean} [isTTY]
 * @property {number} [columns]
 * @property {(text: string) => unknown} write
 */

/** @param {unknown} error */
export const codeOf = (error) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'

/**
 * Runs a command line, writes its output, and sets the exit code. A reader that stops reading, a full
 * disk and an exception all end with a code that no run returns, and with a sentence on stderr.
 *
 * @param {(words: readonly string[], outs: { readonly stdout: Out, readonly stderr: Out }) => Promise<number>} run
 */
export const runAsProgram = async (run) => {
  const { stdout, stderr } = process
  // nobody reads it any more
  stderr.on('error', () => {})
  /** @type {string[]} */
  const texts = []
  const { isTTY, columns } = stdout
  /** @type {Out} */
  const collected = { isTTY, columns, write: (text) => texts.push(text) }
  try {
    const exitCode = await run(process.argv.slice(2), { stdout: collected, stderr })
    try {
      await written(texts.join(''))
      process.exitCode = exitCode
    } catch (error) {
      process.exitCode = CUT_OFF
      stderr.write(
        `The output was cut off (${codeOf(error)}): this is not all of it. The exit code would have been ${exitCode}.\n`,
      )
    }
  } catch (error) {
    process.exitCode = FAILED
    stderr.write(`The program failed (${codeOf(error)}).\n`)
  }
}
