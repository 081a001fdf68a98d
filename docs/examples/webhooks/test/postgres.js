/**
 * Starts a separate PostgreSQL server for the tests: with its own folder, on loopback, at a free
 * port. The server is stopped by its process id.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const PLACES = '/usr/lib/postgresql'

/**
 * The folder of the newest version that Debian installed, or the folder that PGBIN names; null if
 * there is no such folder.
 */
export const bin = (() => {
  const named = process.env['PGBIN']
  if (named !== undefined) return named
  if (!existsSync(PLACES)) return null
  const versions = readdirSync(PLACES).filter((name) =>
    existsSync(join(PLACES, name, 'bin/initdb')),
  )
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  return newest === undefined ? null : join(PLACES, newest, 'bin')
})()

/** Why tests that need a server are skipped. */
export const NO_SERVER =
  'left out: PostgreSQL was not found; install it, or set PGBIN to the folder of its programs'

/** The server refuses to run as root, so it runs as the user that Debian created for it. */
const user = bin !== null && process.getuid?.() === 0 ? ids('postgres') : null

/** @param {string} name */
function ids(name) {
  const id = (/** @type {string} */ flag) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

const asUser = user === null ? {} : user

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** @param {string} url */
const answers = async (url) => {
  for (let tries = 0; tries < 600; tries += 1) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error('PostgreSQL does not respond.')
}

/** Starts an empty server. */
export const startPostgres = async () => {
  const programs = bin ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  if (user !== null) await chown(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'payfold', '--auth=trust', '--no-sync', '-E', 'UTF8']
  await promisify(execFile)(join(programs, 'initdb'), initdb, { ...asUser, cwd: folder })
  const port = await freePort()
  const url = `postgresql://payfold@127.0.0.1:${port}/postgres`
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
  ]
  const start = async () => {
    const words = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
    const server = spawn(join(programs, 'postgres'), words, {
      ...asUser,
      cwd: folder,
      stdio: 'ignore',
    })
    await answers(url)
    return server
  }
  let server = await start()
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) =>
    new Promise((resolve) => {
      server.once('exit', () => resolve(null))
      server.kill(signal)
    })
  return {
    url,
    /**
     * Stops the server at once, as `pg_ctl stop -m immediate` does, and starts it again. The server
     * then recovers from its log.
     */
    crash: async () => {
      await stop('SIGQUIT')
      server = await start()
    },
    /** Makes a database for one test. @param {string} name */
    fresh: async (name) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return url.replace(/postgres$/, name)
    },
    end: async () => {
      await stop('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
