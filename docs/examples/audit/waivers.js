// @ts-check
/** Waivers: findings that somebody has looked into, and why they may remain. */

/**
 * Reads the waivers in a file: a list of `{ finding, stream, reason, by }`, all of them texts.
 * Otherwise returns the end of a sentence that says what is wrong.
 *
 * @param {unknown} value
 * @returns {readonly import('payfold/audit').Waiver[] | string}
 */
export const readWaivers = (value) => {
  if (!Array.isArray(value)) return 'waivers must be a list.'
  const wrong = value.findIndex(
    (each) =>
      !['finding', 'stream', 'reason', 'by'].every((name) => typeof each?.[name] === 'string'),
  )
  return wrong < 0
    ? value
    : `waiver ${wrong + 1} needs a finding, a stream, a reason and a name in "by".`
}
