/** A cluster of three Restate servers on this machine. */
import { markUsed, nodeFolder, opened, portsIn } from './folder.js'
import { keptNode } from './kept.js'
import { startNode } from './node.js'

/** @param {readonly import('./node.js').Ports[]} all */
const adminsAt = (all) => all.map(({ admin }) => `http://127.0.0.1:${admin}`)

/** Where the cluster of a folder is asked by SQL; none where there is no such cluster. @param {string} folder */
export const adminsIn = async (folder) => adminsAt((await portsIn(folder)) ?? [])

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
    /** Where handlers are called: any of the nodes. */
    urls: all.map(({ ingress }) => `http://127.0.0.1:${ingress}`),
    /** Where services are registered, and state is asked for: any of the nodes. */
    admins: adminsAt(all),
    /** Kills a node, and starts it again over what it has on disk. @param {number} index */
    crash: async (index) => nodes[index]?.crash(),
    stop: () => stop('SIGTERM'),
  }
}

/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */
