/** The two kinds of database for a log; each test gets a new database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin, NO_SERVER, startPostgres } from './postgres.js'

/**
 * @typedef {object} Place
 * @property {string} name
 * @property {boolean} isThere
 * @property {() => Promise<{ readonly environment: Record<string, string>, readonly end: () => Promise<void> }>} make
 */

let count = 0

/** @type {Promise<Awaited<ReturnType<typeof startPostgres>>> | null} */
let started = null

/** The server that the tests share; each test has its own database. */
export const sharedServer = () => {
  started ??= startPostgres()
  return started
}

/** Stops the server. */
export const endServer = async () => {
  const server = await started
  started = null
  await server?.end()
}

/** @type {Place} */
const embedded = {
  name: 'embedded',
  isThere: true,
  make: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'webhooks-'))
    return {
      environment: { DATA: join(folder, 'data') },
      end: () => rm(folder, { recursive: true, force: true }),
    }
  },
}

/** @type {Place} */
const postgresql = {
  name: bin === null ? `PostgreSQL, ${NO_SERVER}` : 'PostgreSQL',
  isThere: bin !== null,
  make: async () => {
    count += 1
    const url = await (await sharedServer()).fresh(`log_${process.pid}_${count}`)
    return { environment: { DATABASE_URL: url }, end: async () => {} }
  },
}

export const PLACES = [postgresql, embedded]
