/** One process a folder: two embedded databases on the same files would destroy them. */
import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** How long a process that was killed may take to be gone. */
const PATIENCE_MS = 3000

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms))

/** @param {unknown} error @param {string} code */
const is = (error, code) => error instanceof Error && 'code' in error && error.code === code

/** @param {number} pid */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return is(error, 'EPERM')
  }
}

/** What stands in a lock; nothing where there is none. @param {string} file */
const read = async (file) => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (is(error, 'ENOENT')) return ''
    throw error
  }
}

/** Makes a second name for a file; false where the name is taken. @param {string} file @param {string} name */
const linked = async (file, name) => {
  try {
    await link(file, name)
    return true
  } catch (error) {
    if (is(error, 'EEXIST')) return false
    throw error
  }
}

/**
 * Tries once: null where the lock is ours now, else why it is not. A lock is linked, so it is never there half
 * written. What a dead process left is claimed first, under a name made of what it left: so one process at a time can
 * take it over, and one that comes late finds another lock than the one it has claimed.
 *
 * @param {string} file
 * @param {string} own a file that names this process
 * @returns {Promise<string | null>}
 */
const taken = async (file, own) => {
  const there = await read(file)
  if (there === '') return (await linked(own, file)) ? null : 'Another process was faster'
  const holder = Number.parseInt(there, 10)
  if (holder !== process.pid && isAlive(holder)) {
    return `Process ${holder} has this folder open, or else delete ${file}`
  }
  const claim = `${file}.${createHash('sha256').update(there).digest('hex').slice(0, 16)}`
  if (!(await linked(own, claim))) {
    return `Another process takes this folder over, or else delete ${claim}`
  }
  if ((await read(file)) === there) {
    await rename(claim, file)
    return null
  }
  await rm(claim, { force: true })
  return 'Another process was faster'
}

/**
 * Takes a folder for this process; resolves to a way to give it back. What a process left behind that is no
 * longer there is taken over.
 *
 * @param {string} folder
 * @returns {Promise<() => Promise<void>>}
 */
export const lock = async (folder) => {
  await mkdir(folder, { recursive: true })
  const whole = resolve(folder)
  const file = join(dirname(whole), `.${basename(whole)}.lock`)
  const name = randomUUID()
  const own = `${file}.${name}`
  await writeFile(own, `${process.pid} ${name}`)
  try {
    const until = Date.now() + PATIENCE_MS
    let because = await taken(file, own)
    while (because !== null && Date.now() < until) {
      await wait(100)
      because = await taken(file, own)
    }
    if (because !== null) throw new Error(`${because}.`)
  } finally {
    await rm(own, { force: true })
  }
  return () => rm(file, { force: true })
}
