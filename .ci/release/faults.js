// @ts-check
/** Finds everything that prevents a release, each as one sentence with its remedy. */

/**
 * What a release is made from, as this script has read it. `code` is the text of
 * src/words/version.ts; `changed` are the files that git would commit; `today` is a day,
 * `2026-11-21`.
 * @typedef {{
 *   readonly manifest: { readonly version?: unknown, readonly private?: unknown },
 *   readonly lock: { readonly version?: unknown },
 *   readonly code: string,
 *   readonly changelog: string,
 *   readonly tags: readonly string[],
 *   readonly changed: readonly string[],
 *   readonly today: string,
 * }} Found
 */

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([a-z]+)(?:\.\d+)?)?$/

/** The tag of a version. @param {string} version */
export const tagOf = (version) => `v${version}`

/**
 * The npm tag of a version: `latest`, or the name of its pre-release, such as `beta`.
 * @param {string} version
 */
export const distTagOf = (version) => VERSION.exec(version)?.[4] ?? 'latest'

/**
 * The sections of a changelog: the title of each, and the text under it.
 * @param {string} changelog
 */
export const sectionsOf = (changelog) =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      return { heading: heading.trim(), text: lines.join('\n').trim() }
    })

/** @param {string} text */
const isDay = (text) => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.valueOf()) && at.toISOString().startsWith(text)
}

/**
 * @param {Found} found
 * @param {string} version
 * @returns {readonly string[]}
 */
const changelogFaults = ({ changelog, today }, version) => {
  const sections = sectionsOf(changelog)
  const open = sections.find(({ heading }) => heading === 'Unreleased')
  const leftOver =
    open === undefined || open.text === ''
      ? []
      : [`CHANGELOG.md has entries under "Unreleased": move them under "## ${version} - ${today}".`]
  const own = sections.find(({ heading }) => heading.split(' ')[0] === version)
  if (own === undefined) {
    return [...leftOver, `CHANGELOG.md has no section "## ${version} - ${today}".`]
  }
  const day = own.heading.slice(version.length).replace(/^ - /, '')
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !isDay(day)) {
    return [
      ...leftOver,
      `CHANGELOG.md gives no day for ${version}: write "## ${version} - ${today}".`,
    ]
  }
  const early = day > today ? [`CHANGELOG.md dates ${version} ${day}, but today is ${today}.`] : []
  const empty = own.text === '' ? [`The section of ${version} in CHANGELOG.md is empty.`] : []
  return [...leftOver, ...early, ...empty]
}

/**
 * Everything that is wrong, in the order in which to repair it; empty if a release may be made.
 * @param {Found} found
 * @returns {readonly string[]}
 */
export const faultsIn = (found) => {
  const { manifest, lock, code, tags, changed } = found
  const { version } = manifest
  const tree =
    changed.length === 0
      ? []
      : [`Commit or revert these files first: ${changed.toSorted().join(', ')}.`]
  const closed = manifest.private === true ? ['package.json marks the package as "private".'] : []
  if (typeof version !== 'string' || !VERSION.test(version)) {
    return [...tree, ...closed, `package.json has no version of the form 1.2.3 or 1.2.3-beta.1.`]
  }
  const [, stated = 'none'] = /VERSION = '([^']*)'/.exec(code) ?? []
  return [
    ...tree,
    ...closed,
    ...(stated === version
      ? []
      : [
          `src/words/version.ts has version ${stated}, but package.json has ${version}: make them equal.`,
        ]),
    ...(lock.version === version
      ? []
      : [
          `package-lock.json has version ${lock.version}, but package.json has ${version}: run npm install.`,
        ]),
    ...changelogFaults(found, version),
    ...(tags.includes(tagOf(version))
      ? [`The tag ${tagOf(version)} exists already: this version was released.`]
      : []),
  ]
}
