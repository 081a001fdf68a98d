/** Runs a cluster of three Restate servers on this machine. */
import { markUsed, nodeFolder, opened, portsIn } from './folder.js'
import { MOST_PARTS } from './marks.js'
import { PARTS, startNode } from './node.js'

/** @typedef {import('./marks.js').Place} Place */

/**
 * The first and the longest wait before a node is started again, and how long a node must run to
 * count as healthy.
 */
const [LEAST_MS, MOST_MS, WELL_MS] = [200, 5000, 60_000]

/**
 * Starts the node. Until `keep` is called, its end is reported to the caller that waits for it;
 * from then on, the node is started again.
 *
 * @param {() => ReturnType<typeof startNode>} start
 * @param {(code: string) => void} onEnd receives how the node ended
 */
export const keptNode = (start, onEnd) => {
  let node = start()
  /** Do not start it again: it was stopped, or the code that killed it starts it. */
  let isLeft = false
  let isStopped = false
  let pause = LEAST_MS

  /** @param {typeof node} watched */
  const watch = async (watched) => {
    const began = Date.now()
    const { code, signal } = await watched.ended
    if (isLeft || node !== watched) return
    if (Date.now() - began > WELL_MS) pause = LEAST_MS
    onEnd(String(signal ?? code))
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * 2, MOST_MS)
    if (isLeft || node !== watched) return
    node = start()
    void watch(node)
  }

  return {
    ready: () => node.ready(),
    keep: () => void watch(node),
    /** Kills the node, and starts it again at once. */
    crash: async () => {
      isLeft = true
      await node.stop('SIGKILL')
      if (isStopped) return
      node = start()
      isLeft = false
      void watch(node)
      await node.ready()
    },
    /** @param {NodeJS.Signals} signal */
    stop: async (signal) => {
      isLeft = true
      isStopped = true
      await node.stop(signal)
    },
  }
}

/** @param {readonly import('./node.js').Ports[]} all @returns {Place} */
const placeOf = (all) => ({
  urls: all.map(({ ingress }) => `http://127.0.0.1:${ingress}`),
  admins: all.map(({ admin }) => `http://127.0.0.1:${admin}`),
  parts: PARTS,
})

/** The addresses of the cluster in a folder; null if the folder has no cluster. @param {string} folder */
export const placeIn = async (folder) => {
  const all = await portsIn(folder)
  return all === null ? null : placeOf(all)
}

/**
 * The addresses of the cluster to use: those in the configuration, otherwise those in the folder.
 * Rejects if neither are known.
 *
 * @param {import('./config.js').Config} config
 * @returns {Promise<Place>}
 */
export const placeFor = async ({ urls, adminUrls, folder }) => {
  if (urls.length > 0 && adminUrls.length > 0) return { urls, admins: adminUrls, parts: MOST_PARTS }
  const place = urls.length + adminUrls.length > 0 ? null : await placeIn(folder)
  if (place !== null) return place
  throw new Error(
    'the cluster is not known. Set RESTATE_URLS and RESTATE_ADMIN_URLS to its addresses, or DATA to its folder.',
  )
}

/**
 * Starts the cluster, with its data in a folder; resolves when every node responds. If a node ends
 * later, it is started again.
 *
 * @param {string} folder
 * @param {import('./logging.js').Say} [say]
 */
export const startCluster = async (folder, say = () => {}) => {
  const { all, isNew } = await opened(folder)
  let isMade = !isNew
  const nodes = all.map((_, index) =>
    keptNode(
      // one node creates the cluster, once; the others join it
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
    /** The addresses of all nodes: for calls of handlers, and for registering services and reading state. */
    ...placeOf(all),
    /** Kills a node, and starts it again with its data on disk. @param {number} index */
    crash: async (index) => nodes[index]?.crash(),
    stop: () => stop('SIGTERM'),
  }
}

/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */
