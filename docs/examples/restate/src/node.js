/** Runs one node of the cluster: a Restate server in its own process, with its own folder, on loopback only. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'

/** The path of the program; null if there is no program for this platform, or npm did not install it. */
export const binary = (() => {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/restate-server`)
  } catch {
    return null
  }
})()

/** Why no cluster can be started. */
export const NO_BINARY =
  'there is no Restate server for this platform; npm has one for Linux and macOS, x64 and arm64'

/**
 * Before the shell becomes the program, it starts a child process that reads from a pipe. This
 * process writes to the pipe only after the program has ended. If the pipe breaks before that, this
 * process is gone, and the child kills the program.
 */
const SCRIPT = '(read -r _ <&3 || kill -9 $$) & exec 3<&- "$0" "$@"'

/**
 * Runs a program that ends with the process that started it, even if that process is killed. It starts in another process group, so that Ctrl+C reaches only this process, which ends
 * the program later.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export const startGuarded = (file, args, env) => {
  const child = spawn('/bin/sh', ['-c', SCRIPT, file, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const guard = /** @type {import('node:stream').Writable} */ (child.stdio[3])
  guard.on('error', () => {})
  const ended = once(child, 'exit').then(([code, signal]) => {
    guard.end('ended\n')
    return { code, signal }
  })
  return { child, ended, hasEnded: () => child.exitCode !== null || child.signalCode !== null }
}

/**
 * @typedef {object} Ports
 * @property {number} node where the nodes talk to each other
 * @property {number} ingress for calls of handlers
 * @property {number} admin for registering services, and for SQL queries of the state
 */

/** The number of parts into which the cluster divides its data. */
export const PARTS = 4

/**
 * The configuration of a node. Nothing leaves the machine: it listens on loopback, and reports
 * nothing elsewhere.
 *
 * @param {number} index
 * @param {readonly Ports[]} all the ports of every node
 * @param {boolean} isMaker whether this node creates the cluster
 */
const settings = (index, all, isMaker) => ({
  DO_NOT_TRACK: '1',
  RESTATE_DISABLE_TELEMETRY: 'true',
  RESTATE_LISTEN_MODE: 'tcp',
  RESTATE_BIND_IP: '127.0.0.1',
  RESTATE_ADVERTISED_HOST: '127.0.0.1',
  RESTATE_CLUSTER_NAME: 'payfold',
  RESTATE_NODE_NAME: `node-${index + 1}`,
  RESTATE_BIND_PORT: String(all[index]?.node),
  RESTATE_INGRESS__BIND_PORT: String(all[index]?.ingress),
  RESTATE_ADMIN__BIND_PORT: String(all[index]?.admin),
  RESTATE_METADATA_CLIENT__ADDRESSES: JSON.stringify(
    all.map(({ node }) => `http://127.0.0.1:${node}`),
  ),
  RESTATE_AUTO_PROVISION: String(isMaker),
  // every part is on two nodes, so one of three may be away
  RESTATE_DEFAULT_REPLICATION: '2',
  RESTATE_DEFAULT_NUM_PARTITIONS: String(PARTS),
  // how often a node looks for new nodes: every second. The default of 5 seconds is too slow for
  // three nodes on one machine
  RESTATE_GOSSIP_SUSPECT_INTERVAL: '1s',
  RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '256MB',
  RESTATE_LOG_FILTER: 'error',
  RESTATE_LOG_DISABLE_ANSI_CODES: 'true',
})

/** @param {string} url */
const isWell = async (url) => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1000) })).ok
  } catch {
    return false
  }
}

/** How long a node may take to respond, and to end. */
const [PATIENCE_MS, GRACE_MS] = [60_000, 10_000]

/**
 * Starts a node; `ready` resolves when it responds.
 *
 * @param {number} index
 * @param {readonly Ports[]} all
 * @param {string} folder
 * @param {boolean} isMaker whether it creates the cluster; otherwise it joins the cluster for the
 *   first time or again
 */
export const startNode = (index, all, folder, isMaker) => {
  if (binary === null) throw new Error(`Left out: ${NO_BINARY}.`)
  const { child, ended, hasEnded } = startGuarded(binary, ['--no-logo', '--base-dir', folder], {
    PATH: process.env['PATH'],
    ...settings(index, all, isMaker),
  })
  child.stdout?.resume()
  let complaints = ''
  child.stderr?.on('data', (chunk) => {
    complaints = `${complaints}${chunk}`.slice(-4000)
  })
  const { ingress, admin } = /** @type {Ports} */ (all[index])
  const both = [`http://127.0.0.1:${admin}/health`, `http://127.0.0.1:${ingress}/restate/health`]
  return {
    ended,
    ready: async () => {
      const until = Date.now() + PATIENCE_MS
      for (;;) {
        const areWell = (await Promise.all(both.map(isWell))).every((each) => each)
        if (hasEnded() || Date.now() > until) {
          throw new Error(`Node ${index + 1} does not respond. ${complaints}`)
        }
        if (areWell) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    /** Stops the node by its process id. @param {NodeJS.Signals} signal */
    stop: async (signal) => {
      child.kill(signal)
      const late = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
      await ended
      clearTimeout(late)
    },
  }
}
