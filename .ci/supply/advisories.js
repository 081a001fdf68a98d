// @ts-check
/** Judges what `npm audit --json` prints. */

/**
 * What to say, and whether it is a failure.
 * @typedef {{ readonly isFailure: boolean, readonly sentences: readonly string[] }} Judged
 */

const SEVERE = ['high', 'critical']

const NOT_ANSWERED = 'Advisories were not checked: the registry does not answer the request.'

/** @param {string} text @returns {unknown} */
const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * A package with an advisory; `nodes` are its paths.
 * @typedef {{ readonly severity?: unknown, readonly nodes?: unknown }} Affected
 */

/**
 * Judges a report: a severe advisory about something that users install is a failure. Without a
 * report nothing is known and nothing fails, because this machine may have no network. Nothing of
 * npm's own words is repeated, because they name the registry.
 * @param {string} text
 * @param {readonly string[]} installed the paths of what users install
 * @returns {Judged}
 */
export const judgedAdvisories = (text, installed) => {
  const report = /** @type {{
   *   readonly auditReportVersion?: unknown,
   *   readonly vulnerabilities?: Readonly<Record<string, Affected>>,
   * } | null} */ (parsed(text))
  if (report?.auditReportVersion === undefined || report.vulnerabilities === undefined) {
    return { isFailure: false, sentences: [NOT_ANSWERED] }
  }
  const all = Object.entries(report.vulnerabilities)
  // a package whose paths are not stated may be anywhere
  const isInstalled = (/** @type {Affected} */ { nodes }) =>
    !Array.isArray(nodes) || nodes.some((path) => installed.includes(path))
  const listed = (/** @type {typeof all} */ some) =>
    some.map(([name, { severity }]) => `${name} (${String(severity)})`).join(', ')
  const ours = all.filter(([, affected]) => isInstalled(affected))
  const others = all.filter(([, affected]) => !isInstalled(affected))
  return {
    isFailure: ours.some(([, { severity }]) => SEVERE.includes(String(severity))),
    sentences: [
      ours.length === 0
        ? 'No advisory is known about what users install.'
        : `Advisories about what users install: ${listed(ours)}.`,
      ...(others.length === 0
        ? []
        : [`Advisories about tools for development: ${listed(others)}.`]),
    ],
  }
}
