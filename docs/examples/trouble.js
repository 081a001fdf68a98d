// @ts-check
/** Says why a file cannot be read or written, or must not be. */
import { stat } from 'node:fs/promises'

/** @type {Readonly<Record<string, string>>} */
const TROUBLE = {
  ENOENT: 'there is no such file or directory.',
  EISDIR: 'it is a directory.',
  ENOTDIR: 'there is no such directory.',
  EACCES: 'access is denied.',
}

/** The end of a sentence that says why. @param {unknown} error */
export const troubleOf = (error) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return TROUBLE[code] ?? `it cannot be read or written (${code}).`
}

/**
 * Whether two paths lead to the same file. A file that is read must not be written.
 *
 * @param {string} one
 * @param {string} other
 */
export const isSame = async (one, other) => {
  const [first, second] = await Promise.all(
    [one, other].map((path) => stat(path, { bigint: true }).catch(() => null)),
  )
  return first && second ? first.dev === second.dev && first.ino === second.ino : false
}
