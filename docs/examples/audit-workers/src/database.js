/** One connection to PostgreSQL: what is locked by it is free again when it is gone. */
import pg from 'pg'

/** What was asked wrongly; what could not be written; what has to be tried again. */
export const [USE, NO_OUTPUT, AGAIN] = /** @type {const} */ ([64, 74, 75])

/** A machine that vanishes is noticed by the server after some half a minute, whoever was to speak next. */
const KEEPALIVE = `set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3; set tcp_user_timeout = 30000`

/**
 * A page comes from the index: sorting a part anew for each of its pages would take the square of the time. What
 * has no index then looks so dear that it would be compiled first.
 */
const BY_INDEX =
  'set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off; set jit = off'

/**
 * @typedef {object} Client
 * @property {(sql: string, values?: readonly unknown[]) => Promise<import('pg').QueryResult>} query
 *   in the order in which it was asked, one after the other
 * @property {() => Promise<void>} end
 */

/**
 * Connects; rejects where it cannot.
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
  // whatever is asked of a connection that broke fails, and says why
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
 * Runs something on a connection, and says in one line why it could not be done.
 *
 * @param {(client: Client) => Promise<number>} run gives the code to end with
 */
export const withDatabase = async (run) => {
  const url = process.env['DATABASE_URL']
  if (url === undefined || url === '') {
    process.stderr.write('DATABASE_URL is not set: postgresql://user@host/database\n')
    process.exitCode = USE
    return
  }
  // nobody reads on: there is nothing more to do
  process.stdout.on('error', ({ message }) => {
    process.stderr.write(`The output: ${message}\n`)
    process.exit(NO_OUTPUT)
  })
  /** @type {Client | null} */
  let client = null
  try {
    client = await connect(url)
    process.exitCode = await run(client)
  } catch (error) {
    process.stderr.write(`The database: ${reasonOf(error)}\n`)
    process.exitCode = AGAIN
  } finally {
    // with the connection go its locks
    await client?.end().catch(() => {})
  }
}

/** @param {unknown} error */
export const reasonOf = (error) => {
  const { message = '', code = 'nobody knows why' } = /** @type {any} */ (error)
  return message === '' ? String(code) : String(message)
}
