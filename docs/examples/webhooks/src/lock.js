/** One process a folder: two embedded databases on the same files would destroy them. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** @param {number} pid */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
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
  const file = join(folder, '..', `.${folder.split(/[\\/]/).at(-1)}.lock`)
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
  } catch {
    const holder = Number(await readFile(file, 'utf8'))
    if (holder !== process.pid && Number.isInteger(holder) && holder > 0 && isAlive(holder)) {
      throw new Error(`Process ${holder} has this folder open.`)
    }
    await writeFile(file, String(process.pid))
  }
  return () => rm(file, { force: true })
}
