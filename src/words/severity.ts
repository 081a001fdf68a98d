/** How much a finding matters. */

/**
 * How much a finding matters: from `notice`, which is only worth knowing, to `fatal`, which means
 * that the log is no evidence.
 */
export type Severity = 'notice' | 'warning' | 'error' | 'fatal'

/** The severities, least severe first. */
export const SEVERITIES: readonly Severity[] = ['notice', 'warning', 'error', 'fatal']

/** The more severe of two severities; null counts as less than any. */
export const worse = (a: Severity | null, b: Severity): Severity =>
  a !== null && SEVERITIES.indexOf(a) >= SEVERITIES.indexOf(b) ? a : b
