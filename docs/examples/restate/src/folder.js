/** The folder of a cluster: its ports, the folders of its nodes, and a mark once the cluster has existed. */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

/**
 * The range of ports, below those that systems use for outgoing connections: such a connection
 * could take a port while a node is away.
 */
const [LEAST, MOST] = [10_000, 32_000]

/** Whether a port is free. @param {number} port @returns {Promise<boolean>} */
const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** Returns `count` different free ports. @param {number} count @returns {Promise<readonly number[]>} */
export const freePorts = async (count) => {
  /** @type {Set<number>} */
  const ports = new Set()
  for (let tries = 0; ports.size < count; tries += 1) {
    const port = LEAST + Math.floor(Math.random() * (MOST - LEAST))
    if (!ports.has(port) && (await isFree(port))) ports.add(port)
    if (tries > 1000) throw new Error('No ports are free.')
  }
  return [...ports]
}

/** @typedef {import('./node.js').Ports} Ports */

const NODES = [0, 1, 2]

/** @param {unknown} error */
const isNone = (error) => /** @type {any} */ (error)?.code === 'ENOENT'

/** @param {string} folder @param {number} index */
export const nodeFolder = (folder, index) => join(folder, `node-${index + 1}`)

/**
 * Writes a file completely or not at all.
 * @param {string} folder @param {string} name @param {unknown} value
 */
const put = async (folder, name, value) => {
  await mkdir(folder, { recursive: true })
  const path = join(folder, name)
  await writeFile(`${path}.new`, JSON.stringify(value), { flush: true })
  await rename(`${path}.new`, path)
}

/** @param {string} path */
const isFilled = async (path) => {
  try {
    return (await readdir(path)).length > 0
  } catch (error) {
    if (isNone(error)) return false
    throw error
  }
}

/**
 * Reads a file of a folder; returns null if there is no such file.
 * @param {string} folder @param {string} name @returns {Promise<string | null>}
 */
const textIn = async (folder, name) => {
  try {
    return await readFile(join(folder, name), 'utf8')
  } catch (error) {
    if (isNone(error)) return null
    throw error
  }
}

/** @param {unknown} value @returns {value is Ports} */
const isPorts = (value) =>
  typeof value === 'object' &&
  ['node', 'ingress', 'admin'].every((name) => Number.isInteger(/** @type {any} */ (value)?.[name]))

/**
 * The ports of a cluster; null if the folder has no ports.
 * @param {string} folder @returns {Promise<readonly Ports[] | null>}
 */
export const portsIn = async (folder) => {
  const text = await textIn(folder, 'ports.json')
  if (text === null) return null
  /** @type {any} */
  let all = null
  try {
    all = JSON.parse(text)
  } catch {
    // the problem is reported below
  }
  if (Array.isArray(all) && all.length === NODES.length && all.every(isPorts)) return all
  throw new Error(
    `${join(folder, 'ports.json')} cannot be read. The nodes find each other through it: restore it from a copy.`,
  )
}

/** @param {string} folder */
const newPorts = async (folder) => {
  const ports = await freePorts(NODES.length * 3)
  const all = NODES.map((index) => {
    const [node = 0, ingress = 0, admin = 0] = ports.slice(index * 3, index * 3 + 3)
    return { node, ingress, admin }
  })
  await put(folder, 'ports.json', all)
  return all
}

/**
 * Reads a folder: the ports that the folder was first used with, and whether its cluster still has
 * to be created. A used folder that lacks the folder of a node is refused, because its nodes would
 * create a second cluster.
 *
 * @param {string} folder
 * @returns {Promise<{ readonly all: readonly Ports[], readonly isNew: boolean }>}
 */
export const opened = async (folder) => {
  const [all, mark] = [await portsIn(folder), await textIn(folder, 'used')]
  const filled = await Promise.all(NODES.map((index) => isFilled(nodeFolder(folder, index))))
  const isUsed = mark !== null || (filled[0] === false && filled.some((each) => each))
  const lacks = NODES.filter((index) => filled[index] === false).map((index) => `node-${index + 1}`)
  if (isUsed && lacks.length > 0) {
    throw new Error(
      `${folder} lacks ${lacks.join(' and ')}. Without it, the nodes would form another cluster. Restore what is missing, or restore the whole folder from a copy that was made while no node was running. To begin again without the data, set DATA to another folder.`,
    )
  }
  if (all === null) {
    if (isUsed || filled.some((each) => each)) {
      throw new Error(
        `${folder} has nodes but no ports.json, through which they find each other. Restore it from a copy.`,
      )
    }
    return { all: await newPorts(folder), isNew: true }
  }
  const ports = all.flatMap((each) => Object.values(each))
  const areFree = await Promise.all(ports.map(isFree))
  const taken = ports.filter((_, index) => areFree[index] === false)
  // a program that listens there would respond in place of our nodes
  if (taken.length > 0) {
    throw new Error(
      `Port ${taken.join(', ')} of ${folder} is in use: another process uses this folder, or another program uses the port.`,
    )
  }
  return { all, isNew: mark === null }
}

/** Marks a folder, to show that its cluster has been created. @param {string} folder */
export const markUsed = (folder) => put(folder, 'used', true)
