// @ts-check
/** The folder of a report: it says one thing, so nothing of an earlier report stays in it. */
import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readReport } from 'payfold/audit'
import { NO_OUTPUT, USE } from '../exits.js'
import { isSame, troubleOf } from '../trouble.js'

const FILES = [
  'report.json',
  'report.txt',
  'report.html',
  'findings.csv',
  'streams.csv',
  'sample.csv',
]
const PAGES = 'streams'
const PAGE = /^[1-9]\d*\.html$/

/** @typedef {{ readonly exitCode: number, readonly text: string }} Trouble */

/** The files in a folder that a report has: those that may be there. @param {string} folder */
const oursIn = async (folder) => {
  const pages = await readdir(join(folder, PAGES)).catch(() => [])
  return [...FILES, ...pages.filter((name) => PAGE.test(name)).map((name) => join(PAGES, name))]
}

/** Whether a folder holds a report that the audit wrote. @param {string} folder */
const hasReport = async (folder) => {
  try {
    const json = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
    return readReport(json)._tag === 'Right'
  } catch {
    return false
  }
}

/**
 * Says why a folder must not or cannot be written; null if it can. A folder with anything in it has to
 * hold a report, and none of its files may be one that the audit reads.
 *
 * @param {string} folder
 * @param {readonly string[]} inputs
 * @returns {Promise<Trouble | null>}
 */
export const troubleIn = async (folder, inputs) => {
  for (const name of await oursIn(folder)) {
    const path = join(folder, name)
    for (const input of inputs) {
      if (!(await isSame(path, input))) continue
      return { exitCode: USE, text: `${path}: the audit reads this file, so it does not write it.` }
    }
  }
  for (const input of inputs) {
    // a head may be given as words
    const isFile = await stat(input).then(
      () => true,
      () => false,
    )
    if (!isFile || !(await isSame(dirname(input), folder))) continue
    return {
      exitCode: USE,
      text: `${input}: the audit reads this file, so it writes no report beside it.`,
    }
  }
  try {
    const names = await readdir(folder)
    if (names.length === 0 || (await hasReport(folder))) return null
    return { exitCode: USE, text: `${folder}: this folder is not empty, and has no report.` }
  } catch (error) {
    const isNew = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const above = isNew ? await stat(dirname(folder)).catch(() => null) : null
    return above?.isDirectory()
      ? null
      : { exitCode: NO_OUTPUT, text: `${folder}: ${troubleOf(error)}` }
  }
}

/**
 * Removes an earlier report from a folder, and writes files to it; returns why that fails, or null.
 *
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} texts
 * @returns {Promise<Trouble | null>}
 */
export const writeFolder = async (folder, texts) => {
  try {
    for (const name of await oursIn(folder)) await rm(join(folder, name), { force: true })
    await rmdir(join(folder, PAGES)).catch(() => {})
    for (const [name, text] of Object.entries(texts)) {
      const path = join(folder, name)
      // no folder above it is made: with `recursive`, some paths never end
      await mkdir(dirname(path)).catch((error) => {
        if (error.code !== 'EEXIST') throw error
      })
      await writeFile(path, text)
    }
    return null
  } catch (error) {
    return { exitCode: NO_OUTPUT, text: `${folder}: ${troubleOf(error)}` }
  }
}
