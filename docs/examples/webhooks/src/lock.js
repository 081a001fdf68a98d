/** One process a folder: two embedded databases on the same files would destroy them. */
import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** How long a process that was killed may take to be gone. */
const PATIENCE_MS = 3000

/** How long it takes until everybody who took the same stale lock has done so. */
const SETTLE_MS = 200

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

/**
 * Tries once: the process that holds the lock, or null where it is ours now. A lock is linked, so it is never there
 * half written. Of several that take over what a dead process left, the last one has it: each looks again.
 *
 * @param {string} file
 * @param {string} own a file that names this process
 * @param {string} mine what stands in it
 * @returns {Promise<number | null>}
 */
const taken = async (file, own, mine) => {
  for (;;) {
    const there = await read(file)
    const holder = Number.parseInt(there, 10)
    if (there !== '') {
      if (holder !== process.pid && isAlive(holder)) return holder
      const stale = `${own}.stale`
      await rename(file, stale).catch(() => {})
      await rm(stale, { force: true })
    }
    try {
      await link(own, file)
    } catch (error) {
      if (is(error, 'EEXIST')) continue
      throw error
    }
    if (there === '') return null
    await wait(SETTLE_MS)
    if ((await read(file)) === mine) return null
  }
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
  const mine = `${process.pid} ${randomUUID()}`
  const own = `${file}.${mine.split(' ')[1]}`
  await writeFile(own, mine)
  try {
    const until = Date.now() + PATIENCE_MS
    let holder = await taken(file, own, mine)
    while (holder !== null && Date.now() < until) {
      await wait(100)
      holder = await taken(file, own, mine)
    }
    if (holder !== null) {
      throw new Error(`Process ${holder} has this folder open, or else delete ${file}.`)
    }
  } finally {
    await rm(own, { force: true })
  }
  return () => rm(file, { force: true })
}
