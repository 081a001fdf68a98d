/** Runs the service as a separate process: started, killed and started again at one address. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { placeIn } from '../src/cluster.js'
import { startGuarded } from '../src/node.js'

const main = fileURLToPath(new URL('../src/main.js', import.meta.url))

/**
 * Starts the service; resolves when it listens or, if `isAwaited` is false, at once.
 *
 * @param {Record<string, string>} environment
 */
export const startProgram = async (environment, isAwaited = true) => {
  const { child, ended, hasEnded } = startGuarded(process.execPath, [main], {
    PATH: process.env['PATH'],
    WEBHOOK_KEYS: 'whsec_for_the_tests',
    PORT: '0',
    ...environment,
  })
  let [output, complaints] = ['', '']
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    complaints += chunk
  })
  const said = () => /listening at (\S+), handlers at (\S+);/.exec(output)
  while (isAwaited && said() === null && !hasEnded())
    await new Promise((resolve) => setTimeout(resolve, 10))
  const [, base = '', uri = ''] = said() ?? []
  return {
    base,
    uri,
    ended,
    hasEnded,
    output: () => output,
    complaints: () => complaints,
    /** Stops the service by its process id. @param {NodeJS.Signals} signal */
    stop: async (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/**
 * Starts the service with a supervisor, which starts it again if it ends by itself, and shows why
 * it ended.
 *
 * @param {Record<string, string>} environment
 */
export const supervised = async (environment) => {
  /** The processes that the test ended. */
  const asked = new Set()
  /** @type {Awaited<ReturnType<typeof startProgram>>} */
  let program
  const start = async () => {
    program = await startProgram(environment)
    void watch(program)
  }
  /** @param {typeof program} watched */
  const watch = async (watched) => {
    const { code, signal } = await watched.ended
    if (asked.has(watched)) return
    const said = `the service ended by itself, ${signal ?? code}:\n${watched.complaints()}\n`
    process.stdout.write(said)
    await start()
  }
  await start()
  return {
    now: () => program,
    start,
    /** @param {NodeJS.Signals} signal */
    stop: (signal) => {
      asked.add(program)
      return program.stop(signal)
    },
  }
}

/** The addresses of the cluster in a folder. @param {string} data */
export const clusterIn = async (data) =>
  /** @type {import('../src/marks.js').Place} */ (await placeIn(data))

/**
 * Whether a program listens at a port. Binding it instead would take it from a node that starts.
 * @param {number} port
 */
export const isListening = async (port) => {
  const socket = createConnection({ host: '127.0.0.1', port })
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}

/** Whether no program listens at the ports of a folder. @param {string} data */
export const isSilent = async (data) => {
  const ports = JSON.parse(await readFile(join(data, 'ports.json'), 'utf8'))
  const areListening = await Promise.all(ports.flatMap(Object.values).map(isListening))
  return !areListening.includes(true)
}

/** Waits until no program listens at the ports of a folder, up to a time limit. @param {string} data */
export const silenced = async (data) => {
  for (let tries = 0; tries < 100 && !(await isSilent(data)); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return isSilent(data)
}
