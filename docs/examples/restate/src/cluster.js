/** A cluster of three Restate servers on this machine. */
import { markUsed, nodeFolder, opened, portsIn } from './folder.js'
import { keptNode } from './kept.js'
import { MOST_PARTS } from './marks.js'
import { PARTS, startNode } from './node.js'

/** @typedef {import('./marks.js').Place} Place */

/** @param {readonly import('./node.js').Ports[]} all @returns {Place} */
const placeOf = (all) => ({
  urls: all.map(({ ingress }) => `http://127.0.0.1:${ingress}`),
  admins: all.map(({ admin }) => `http://127.0.0.1:${admin}`),
  parts: PARTS,
})

/** Where the cluster of a folder is; null where there is none. @param {string} folder */
export const placeIn = async (folder) => {
  const all = await portsIn(folder)
  return all === null ? null : placeOf(all)
}

/**
 * Where the cluster is that is to be asked: one that is named, or that of the folder. Rejects where it is not known.
 *
 * @param {import('./config.js').Config} config
 * @returns {Promise<Place>}
 */
export const placeFor = async ({ urls, adminUrls, folder }) => {
  if (urls.length > 0 && adminUrls.length > 0) return { urls, admins: adminUrls, parts: MOST_PARTS }
  const place = urls.length + adminUrls.length > 0 ? null : await placeIn(folder)
  if (place !== null) return place
  throw new Error(
    'nobody knows where the cluster is. RESTATE_URLS and RESTATE_ADMIN_URLS should name it, or DATA its folder.',
  )
}

/**
 * Starts it, with its data in a folder; resolves when every node answers. From then on a node that ends is started
 * again.
 *
 * @param {string} folder
 * @param {import('./logging.js').Say} [say]
 */
export const startCluster = async (folder, say = () => {}) => {
  const { all, isNew } = await opened(folder)
  let isMade = !isNew
  const nodes = all.map((_, index) =>
    keptNode(
      // one node makes the cluster, once; the others join it
      () => startNode(index, all, nodeFolder(folder, index), !isMade && index === 0),
      (how) => say('a node ended, and is started again', { node: index + 1, how }),
    ),
  )
  const stop = (/** @type {NodeJS.Signals} */ signal) =>
    Promise.all(nodes.map((node) => node.stop(signal)))
  try {
    await Promise.all(nodes.map((node) => node.ready()))
    isMade = true
    await markUsed(folder)
  } catch (error) {
    await stop('SIGKILL')
    throw error
  }
  for (const node of nodes) node.keep()
  return {
    /** Where handlers are called, and where services are registered and state is asked for: any of the nodes. */
    ...placeOf(all),
    /** Kills a node, and starts it again over what it has on disk. @param {number} index */
    crash: async (index) => nodes[index]?.crash(),
    stop: () => stop('SIGTERM'),
  }
}

/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */
