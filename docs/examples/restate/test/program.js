/** The service as a process of its own: started, killed and started again at one address. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { placeIn } from '../src/cluster.js'
import { startGuarded } from '../src/guarded.js'
import { isFree } from '../src/ports.js'

const main = fileURLToPath(new URL('../src/main.js', import.meta.url))

/**
 * Starts it; resolves when it listens, unless nobody waits for that.
 *
 * @param {Record<string, string>} environment
 */
export const startProgram = async (environment, isAwaited = true) => {
  const { child, ended, hasEnded } = startGuarded(process.execPath, [main], {
    PATH: process.env['PATH'],
    WEBHOOK_KEYS: 'whsec_test',
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
    output: () => output,
    complaints: () => complaints,
    /** Stops it by its own id. @param {NodeJS.Signals} signal */
    stop: async (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/**
 * The same, under somebody who starts it again where it ends unasked, as whatever runs programs does, and shows why.
 *
 * @param {Record<string, string>} environment
 */
export const supervised = async (environment) => {
  /** Those that were to end. */
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

/** Where the cluster of a folder is that has one. @param {string} data */
export const clusterIn = async (data) =>
  /** @type {import('../src/marks.js').Place} */ (await placeIn(data))

/** Whether anybody listens at the ports of a folder. @param {string} data */
export const isSilent = async (data) => {
  const ports = JSON.parse(await readFile(join(data, 'ports.json'), 'utf8'))
  const areFree = await Promise.all(ports.flatMap(Object.values).map(isFree))
  return areFree.every((each) => each)
}

/** The same, after a while at most. @param {string} data */
export const silenced = async (data) => {
  for (let tries = 0; tries < 100 && !(await isSilent(data)); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return isSilent(data)
}
