// @ts-check
/** Why a file cannot be read or written, in half a sentence. */

/** @type {Readonly<Record<string, string>>} */
const TROUBLE = {
  ENOENT: 'there is no such file or directory.',
  EISDIR: 'it is a directory.',
  ENOTDIR: 'there is no such directory.',
  EACCES: 'it may not be read or written.',
}

/** @param {unknown} error */
export const troubleOf = (error) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return TROUBLE[code] ?? `it cannot be read or written (${code}).`
}
