// @ts-check
/** Returns the end of a sentence that says why a file cannot be read or written. */

/** @type {Readonly<Record<string, string>>} */
const TROUBLE = {
  ENOENT: 'there is no such file or directory.',
  EISDIR: 'it is a directory.',
  ENOTDIR: 'there is no such directory.',
  EACCES: 'access is denied.',
}

/** @param {unknown} error */
export const troubleOf = (error) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return TROUBLE[code] ?? `it cannot be read or written (${code}).`
}
