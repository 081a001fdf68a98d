/** One process a folder: two embedded databases on the same files would destroy them. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** How long a process that was killed may take to be gone. */
const PATIENCE_MS = 3000

/** @param {number} pid */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The process that holds a folder; 0 where none does. @param {string} file */
const holderIn = async (file) => {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return 0
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const pid = Number(await readFile(file, 'utf8'))
    const isAnother = Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid)
    if (isAnother) return pid
    await writeFile(file, String(process.pid))
    return 0
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
  const until = Date.now() + PATIENCE_MS
  let holder = await holderIn(file)
  while (holder !== 0 && Date.now() < until) {
    await new Promise((done) => setTimeout(done, 100))
    holder = await holderIn(file)
  }
  if (holder !== 0) throw new Error(`Process ${holder} has this folder open.`)
  return () => rm(file, { force: true })
}
