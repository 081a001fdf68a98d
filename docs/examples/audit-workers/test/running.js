/** Starts what tests need: a server with a log, and audits and workers as separate processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { business } from '../src/business.js'
import { connect } from '../src/database.js'
import { addRows, prepareLog } from '../src/log-table.js'
import { startPostgres } from '../src/postgres.js'

/** @param {string} name */
const program = (name) => fileURLToPath(new URL(`../src/${name}.js`, import.meta.url))

/**
 * Starts a program of the example.
 *
 * @param {string} name
 * @param {readonly string[]} words
 * @param {string | undefined} url
 * @param {string} [input]
 * @param {Record<string, string>} [more]
 */
export const start = (name, words, url, input = '', more = {}) => {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, [program(name), ...words], {
    env: url === undefined ? rest : { ...rest, ...more, DATABASE_URL: url },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let [output, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: /** @type {number | null} */ (code),
    signal: /** @type {NodeJS.Signals | null} */ (signal),
    output: output.trimEnd(),
    stderr,
  }))
  return {
    child,
    ended,
    /**
     * Resolves with the first match of a pattern in the output, or with null if the program ends
     * before a match.
     * @param {RegExp} pattern
     *
     */
    prints: async (pattern) => {
      for (;;) {
        const found = pattern.exec(stderr)
        if (found !== null) return found
        if (child.exitCode !== null || child.signalCode !== null) return null
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
  }
}

/**
 * A database with a log for one test.
 *
 * @param {Awaited<ReturnType<typeof startPostgres>>} server
 * @param {string} name
 * @param {{ entries: number, brokenEvery?: number, parts?: number, seed?: number }} of
 */
export const logIn = async (server, name, { entries, brokenEvery = 100, parts = 8, seed = 7 }) => {
  const url = await server.fresh(name)
  const client = await connect(url)
  await prepareLog(client, parts)
  if (entries > 0) {
    for (const rows of business({ entries, seed, brokenEvery })) await addRows(client, rows)
  }
  return { url, client }
}

/** Numbers that look random; the same seed always returns the same numbers. @param {number} seed */
export const dice = (seed) => {
  let state = seed >>> 0
  /** @param {number} below */
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
