/** A cluster of three Restate servers on this machine. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startNode } from './node.js'
import { freePorts, isFree } from './ports.js'

const NODES = [0, 1, 2]

/** @param {string} folder @returns {Promise<readonly import('./node.js').Ports[] | null>} null where it is new */
const portsIn = async (folder) => {
  try {
    return JSON.parse(await readFile(join(folder, 'ports.json'), 'utf8'))
  } catch {
    return null
  }
}

/** @param {string} folder */
const newPorts = async (folder) => {
  const ports = await freePorts(NODES.length * 3)
  const all = NODES.map((index) => {
    const [node = 0, ingress = 0, admin = 0] = ports.slice(index * 3, index * 3 + 3)
    return { node, ingress, admin }
  })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'ports.json'), JSON.stringify(all))
  return all
}

/** Those that the folder was first used with: the nodes know each other by them. @param {string} folder */
const heldPorts = async (folder) => {
  const all = await portsIn(folder)
  if (all === null) return newPorts(folder)
  const areFree = await Promise.all(all.flatMap((ports) => Object.values(ports)).map(isFree))
  if (areFree.every((each) => each)) return all
  // its nodes would answer in place of ours
  throw new Error('Somebody listens at the ports of this folder: another process has it open.')
}

/** @param {readonly import('./node.js').Ports[]} all */
const adminsAt = (all) => all.map(({ admin }) => `http://127.0.0.1:${admin}`)

/** Where the cluster of a folder is asked by SQL; none where there is no such cluster. @param {string} folder */
export const adminsIn = async (folder) => adminsAt((await portsIn(folder)) ?? [])

/**
 * Starts it, with its data in a folder; resolves when every node answers.
 *
 * @param {string} folder
 */
export const startCluster = async (folder) => {
  const all = await heldPorts(folder)
  const start = (/** @type {number} */ index) =>
    startNode(index, all, join(folder, `node-${index + 1}`))
  const nodes = NODES.map(start)
  const stop = (/** @type {NodeJS.Signals} */ signal) =>
    Promise.all(nodes.map((node) => node.stop(signal)))
  try {
    await Promise.all(nodes.map((node) => node.ready()))
  } catch (error) {
    await stop('SIGKILL')
    throw error
  }
  return {
    /** Where handlers are called: any of the nodes. */
    urls: all.map(({ ingress }) => `http://127.0.0.1:${ingress}`),
    /** Where services are registered, and state is asked for: any of the nodes. */
    admins: adminsAt(all),
    /** Kills a node, and starts it again over what it has on disk. @param {number} index */
    crash: async (index) => {
      await nodes[index]?.stop('SIGKILL')
      nodes[index] = start(index)
      await nodes[index].ready()
    },
    stop: () => stop('SIGTERM'),
  }
}

/** @typedef {Awaited<ReturnType<typeof startCluster>>} Cluster */
