/**
 * Allows one process per folder: two embedded databases on the same files would destroy the files.
 */
import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** How long a killed process may take to disappear. */
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

/** Returns the content of a lock file; empty if there is no lock file. @param {string} file */
const read = async (file) => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (is(error, 'ENOENT')) return ''
    throw error
  }
}

/**
 * Makes a second name for a file; returns false if the name exists.
 * @param {string} file @param {string} name
 */
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
 * Tries to take the lock: returns null on success, otherwise the reason. The lock file is created
 * by linking, so it is never half written. The lock of a dead process is claimed first, under a
 * name made from its content. So only one process at a time can take the lock over. A process that
 * comes too late finds a different lock in the file, and gives up its claim.
 *
 * @param {string} file
 * @param {string} own a file that names this process
 * @returns {Promise<string | null>}
 */
const taken = async (file, own) => {
  const there = await read(file)
  if (there === '') return (await linked(own, file)) ? null : 'Another process was faster.'
  const holder = Number.parseInt(there, 10)
  if (holder !== process.pid && isAlive(holder)) {
    return `The lock file says that process ${holder} is using this folder. If that process is not this service, delete ${file}.`
  }
  const claim = `${file}.${createHash('sha256').update(there).digest('hex').slice(0, 16)}`
  if (!(await linked(own, claim))) {
    return `The file ${claim} says that another process is taking this folder over. If no such process is running, delete that file.`
  }
  if ((await read(file)) === there) {
    await rename(claim, file)
    return null
  }
  await rm(claim, { force: true })
  return 'Another process was faster.'
}

/**
 * Locks a folder for this process, even if a dead process still has the lock. Resolves to a
 * function that releases the lock.
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
    if (because !== null) throw new Error(because)
  } finally {
    await rm(own, { force: true })
  }
  return () => rm(file, { force: true })
}
