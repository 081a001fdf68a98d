/**
 * Runs the SQL statements: on a PostgreSQL server, or on an embedded PostgreSQL whose data are in a
 * folder.
 */
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { lock } from './lock.js'

/**
 * @typedef {object} Database
 * @property {'postgresql' | 'embedded'} kind
 * @property {(sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, any>[]>} query
 *   runs one statement, completely or not at all
 * @property {() => Promise<void>} close
 */

/**
 * @param {string} connectionString
 * @param {number} patienceMs
 * @returns {Promise<Database>}
 */
const server = async (connectionString, patienceMs) => {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    statement_timeout: patienceMs,
    application_name: 'payfold-webhooks',
  })
  /** The statements are few and always the same, so each connection prepares each once. @type {Map<string, string>} */
  const names = new Map()
  /** @param {string} sql */
  const nameOf = (sql) => {
    const name = names.get(sql) ?? `s${names.size}`
    names.set(sql, name)
    return name
  }
  // an idle connection that breaks is replaced; the next query reports a lasting failure
  pool.on('error', () => {})
  return {
    kind: 'postgresql',
    query: async (sql, values = []) => {
      const statement = values.length === 0 ? { text: sql } : { name: nameOf(sql), text: sql }
      return (await pool.query({ ...statement, values: [...values] })).rows
    },
    close: () => pool.end(),
  }
}

/**
 * @param {string} folder
 * @returns {Promise<Database>}
 */
const embedded = async (folder) => {
  const unlock = await lock(folder)
  const database = await PGlite.create(folder)
  return {
    kind: 'embedded',
    query: async (sql, values = []) =>
      /** @type {Record<string, any>[]} */ ((await database.query(sql, [...values])).rows),
    close: async () => {
      await database.close()
      await unlock()
    },
  }
}

/**
 * Opens the configured database; rejects if that fails.
 *
 * @param {Pick<import('./config.js').Config, 'databaseUrl' | 'folder' | 'patienceMs'>} config
 * @returns {Promise<Database>}
 */
export const openDatabase = ({ databaseUrl, folder, patienceMs }) =>
  databaseUrl === null ? embedded(folder) : server(databaseUrl, patienceMs)

/**
 * PostgreSQL's codes for conflicts with another process: in rows, in locks, or when tables are
 * created.
 */
const CONFLICTS = ['23505', '40001', '40P01', '42P07', '42710']

/** Whether a statement failed because another process was faster. @param {unknown} error */
export const isConflict = (error) =>
  error instanceof Error && 'code' in error && CONFLICTS.includes(String(error.code))
