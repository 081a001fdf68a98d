/** One connection to PostgreSQL: if it ends, the server releases its locks. */
import pg from 'pg'
import { outputFailure } from '../../output.js'

/** Exit codes: wrong usage, output that cannot be written, and a temporary failure. */
export const [USE, NO_OUTPUT, AGAIN] = /** @type {const} */ ([64, 74, 75])

/**
 * If a client's machine disappears, the server notices within half a minute, even while the server
 * waits for it.
 */
const KEEPALIVE = `set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3; set tcp_user_timeout = 30000`

/**
 * Makes the planner read each page from the index, because sorting a part again for every page
 * would take quadratic time. Also turns off compilation: without sorts, the planner overestimates
 * the cost of other queries, and would compile them.
 */
const BY_INDEX =
  'set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off; set jit = off'

/**
 * @typedef {object} Client
 * @property {(sql: string, values?: readonly unknown[]) => Promise<import('pg').QueryResult>} query
 *   runs the statements one after the other, in the order of the calls
 * @property {() => Promise<void>} end
 */

/**
 * Connects to the database; rejects if that fails.
 *
 * @param {string} connectionString
 * @returns {Promise<Client>}
 */
export const connect = async (connectionString) => {
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    application_name: 'payfold-audit',
  })
  // after the connection breaks, every query fails and says why
  client.on('error', () => {})
  await client.connect()
  await client.query(`${KEEPALIVE}; ${BY_INDEX}`)
  /** @type {Promise<unknown>} */
  let before = Promise.resolve()
  return {
    query: (sql, values = []) => {
      const asked = before.then(() => client.query(sql, [...values]))
      before = asked.catch(() => {})
      return asked
    },
    end: () => client.end(),
  }
}

/**
 * Runs something on a connection, or reports in one line why it cannot.
 *
 * @param {(client: Client) => Promise<number>} run returns the exit code
 */
export const withDatabase = async (run) => {
  const url = process.env['DATABASE_URL']
  if (url === undefined || url === '') {
    process.stderr.write('DATABASE_URL is not set: postgresql://user@host/database\n')
    process.exitCode = USE
    return
  }
  /** @type {Client | null} */
  let client = null
  try {
    client = await connect(url)
    process.exitCode = await run(client)
  } catch (error) {
    const unwritten = outputFailure()
    process.stderr.write(
      unwritten === null
        ? `The database failed: ${reasonOf(error)}\n`
        : `The output failed: ${reasonOf(unwritten)}\n`,
    )
    process.exitCode = unwritten === null ? AGAIN : NO_OUTPUT
  } finally {
    // closing the connection releases its locks
    await client?.end().catch(() => {})
  }
}

/** @param {unknown} error */
export const reasonOf = (error) => {
  const { message = '', code = 'the cause is unknown' } = /** @type {any} */ (error)
  return message === '' ? String(code) : String(message)
}
