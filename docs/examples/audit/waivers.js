// @ts-check
/** Waivers: findings that somebody has looked into, and why they may remain. */

/**
 * Reads the waivers in a file: a list. The audit reads each of them: what is none is a finding.
 * Otherwise returns the end of a sentence that says what is wrong.
 *
 * @param {unknown} value
 * @returns {readonly import('payfold/audit').Waiver[] | string}
 */
export const readWaivers = (value) => (Array.isArray(value) ? value : 'waivers must be a list.')
