// @ts-check
/** Says what a package was made from and with, so that others can make it again and compare. */

/**
 * What a package was made from and with.
 * @typedef {{
 *   readonly commit: string, readonly node: string, readonly npm: string,
 *   readonly integrity: string, readonly bill: string,
 * }} Made
 */

/**
 * The provenance of a package line by line. A package that is published by hand carries no statement
 * that a registry has signed: only a CI that the registry knows can make one.
 * @param {Made} made
 * @returns {readonly string[]}
 */
export const provenanceText = ({ commit, node, npm, integrity, bill }) => [
  'Provenance:',
  `  commit     ${commit}`,
  `  made with  Node.js ${node}, npm ${npm}`,
  `  integrity  ${integrity}`,
  `  contains   what ${bill} lists`,
  'Write these lines into the tag: whoever checks out the commit, and runs npm ci, npm run build and npm pack, gets',
  'the same integrity. Published by hand, the package has no statement of provenance that the registry',
  'signs. In a CI that the registry trusts, add --provenance: then it has one.',
]
