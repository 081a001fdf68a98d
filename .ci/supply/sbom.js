// @ts-check
/** Turns what `npm sbom` prints about everything installed into the bill of what users install. */
import { createHash } from 'node:crypto'

/**
 * A component of a bill in CycloneDX form, as far as it is looked into.
 * @typedef {{
 *   readonly 'bom-ref': string, readonly name: string, readonly version: string, readonly scope?: string,
 *   readonly externalReferences?: readonly { readonly type: string, readonly url: string }[],
 *   readonly properties?: readonly { readonly name: string, readonly value: string }[],
 * }} Component
 */

/**
 * What `npm sbom` prints.
 * @typedef {{
 *   readonly metadata: {
 *     readonly component: Component, readonly [field: string]: unknown,
 *   },
 *   readonly components: readonly Component[],
 *   readonly dependencies: readonly { readonly ref: string, readonly dependsOn: readonly string[] }[],
 *   readonly [field: string]: unknown,
 * }} Bill
 */

/**
 * The names of the packages that a package needs: its dependencies, and its peers that are not
 * optional.
 * @typedef {{
 *   readonly name?: string, readonly version?: string,
 *   readonly dependencies?: Readonly<Record<string, string>>,
 *   readonly peerDependencies?: Readonly<Record<string, string>>,
 *   readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>,
 * }} Needing
 */

/** @param {Needing} needing */
const neededBy = ({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) => [
  ...Object.keys(dependencies),
  ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true),
]

/**
 * Everything that users install with the package: the paths in the lock file. npm itself omits a
 * dependency that a package for development needs as well.
 * @param {Readonly<Record<string, Needing>>} packages
 * @returns {readonly string[]}
 */
export const installedByUsers = (packages) => {
  /** @type {Set<string>} */
  const found = new Set()
  /** @param {string} from @param {string} name @returns {string | undefined} */
  const pathOf = (from, name) => {
    const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
    if (Object.hasOwn(packages, path)) return path
    const up = from.lastIndexOf('/node_modules/')
    return from === '' ? undefined : pathOf(up === -1 ? '' : from.slice(0, up), name)
  }
  /** @param {string} path */
  const follow = (path) => {
    for (const name of neededBy(packages[path] ?? {})) {
      const next = pathOf(path, name)
      if (next === undefined || found.has(next)) continue
      found.add(next)
      follow(next)
    }
  }
  follow('')
  return [...found].toSorted()
}

/** Kinds of addresses that are about a package; others say where this machine got it from. */
const ABOUT = ['vcs', 'website', 'issue-tracker', 'documentation']

/**
 * A component without where it came from and where it is here. Users install it, even if npm says
 * that it is for development: a peer is both.
 * @param {Component} component @returns {Component}
 */
const withoutSource = ({ externalReferences = [], properties: _, ...component }) => ({
  ...component,
  scope: 'required',
  externalReferences: externalReferences.filter(({ type }) => ABOUT.includes(type)),
})

/** @param {string} hex a name of the content, in the form of a UUID of version 8 */
const uuidOf = (hex) =>
  [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')

/**
 * The bill of what users install. It is the same for the same lock file and npm: it has neither a
 * time nor a random number, and its serial number is made from its content.
 * @param {Bill} bill
 * @param {Readonly<Record<string, Needing>>} packages of the lock file
 * @returns {Bill}
 */
export const sbomOf = ({ serialNumber: _, ...bill }, packages) => {
  const own = packages[''] ?? {}
  const wanted = new Set(
    installedByUsers(packages).map((path) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return `${name}@${packages[path]?.version}`
    }),
  )
  const { timestamp: __, ...metadata } = bill.metadata
  const root = { ...withoutSource(metadata.component), name: own.name ?? '' }
  const isWanted = (/** @type {string} */ ref) => wanted.has(ref)
  const made = {
    ...bill,
    metadata: { ...metadata, component: root },
    components: bill.components.filter((each) => isWanted(each['bom-ref'])).map(withoutSource),
    dependencies: bill.dependencies
      .filter(({ ref }) => ref === root['bom-ref'] || isWanted(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isWanted).toSorted() })),
  }
  const hex = createHash('sha256').update(JSON.stringify(made)).digest('hex')
  return { ...made, serialNumber: `urn:uuid:${uuidOf(hex)}` }
}
