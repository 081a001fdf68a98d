// @ts-check
/** Reads the entries of some streams of a log again: for a sample, and for their pages. */
import { createReadStream } from 'node:fs'
import { lineCutter } from 'payfold/audit'
import { pf } from '../payfold.js'

/** The stream that the end of a line names; a line in another form than the canonical one can have it anywhere. */
const NAMED = /[,{]"stream":"([^"\\]*)","hash":"[0-9a-f]{64}"\}$/

/** @typedef {import('payfold').Stream} Stream */

/** The entry of a line, in whatever form. @param {ReturnType<typeof pf.fromLine>} read */
const entryIn = (read) => {
  if (read._tag === 'Right') return read.right
  return read.left.error === 'NotCanonical' ? read.left.entry : null
}

/**
 * Returns the entries of streams as an audit takes them, in the order of revisions: each with its line,
 * the first one if there are copies.
 *
 * @param {string} file
 * @param {readonly { readonly stream: Stream }[]} wanted
 */
export const entriesIn = async (file, wanted) => {
  /** @type {Map<string, Map<string, import('payfold/audit').EntryAtLine>>} */
  const found = new Map(wanted.map(({ stream }) => [stream, new Map()]))
  let line = 0
  /** @param {readonly string[]} lines */
  const take = (lines) => {
    for (const text of lines) {
      line += 1
      const name = NAMED.exec(text)?.[1]
      if (name !== undefined && !found.has(name)) continue
      const entry = entryIn(pf.fromLine(text))
      const own = entry === null ? undefined : found.get(entry.stream)
      if (entry !== null && !own?.has(entry.hash)) own?.set(entry.hash, { line, entry })
    }
  }
  if (found.size > 0) {
    const cutter = lineCutter()
    for await (const chunk of createReadStream(file)) take([...cutter.take(chunk)])
    take([...cutter.end()])
  }
  /** @param {Stream} stream */
  return (stream) =>
    [...(found.get(stream)?.values() ?? [])].sort((a, b) => a.entry.revision - b.entry.revision)
}
