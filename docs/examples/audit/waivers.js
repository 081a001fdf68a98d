// @ts-check
/** Waivers: what somebody has looked into, and why it may stand. */

/**
 * The waivers in a file, or in half a sentence what is wrong with them: a list of
 * `{ finding, stream, reason, by }`, each a text.
 *
 * @param {unknown} value
 * @returns {readonly import('payfold/audit').Waiver[] | string}
 */
export const readWaivers = (value) => {
  if (!Array.isArray(value)) return 'waivers are a list.'
  const wrong = value.findIndex(
    (each) =>
      !['finding', 'stream', 'reason', 'by'].every((name) => typeof each?.[name] === 'string'),
  )
  return wrong < 0 ? value : `waiver ${wrong + 1} wants a finding, a stream, a reason, and by whom.`
}
