/** Runs the service as a separate process: started, killed and started again at one address. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.js', import.meta.url))

/**
 * Code that a process runs first, so that its clock is ahead.
 * @param {number} ms
 */
const clockAhead = (ms) =>
  `data:text/javascript,${encodeURIComponent(`
    const True = Date
    globalThis.Date = class extends True {
      constructor(...values) {
        super(...(values.length === 0 ? [True.now() + ${ms}] : values))
      }
      static now() {
        return True.now() + ${ms}
      }
    }`)}`

/**
 * Starts the service; resolves when it responds.
 *
 * @param {Record<string, string>} environment
 * @param {number} [port]
 * @param {number} [aheadMs] how far its clock is ahead
 */
export const startProgram = async (environment, port = 0, aheadMs = 0) => {
  const child = spawn(process.execPath, ['--import', clockAhead(aheadMs), main], {
    env: {
      PATH: process.env['PATH'],
      WEBHOOK_KEYS: 'whsec_for_the_tests',
      PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, complaints] = ['', '']
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  let base = ''
  while (base === '' && !hasEnded) {
    base = /listening at (http:\/\/[\d.]+:\d+)/.exec(output)?.[1] ?? ''
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return {
    base,
    ended,
    output: () => output,
    complaints: () => complaints,
    /** Stops the service by its process id. @param {NodeJS.Signals} signal */
    stop: async (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
