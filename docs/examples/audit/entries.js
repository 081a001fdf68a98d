// @ts-check
/** Reads the entries of some streams of a log again: for a sample, and for their pages. */
import { createReadStream } from 'node:fs'
import { lineCutter } from 'payfold/audit'
import { pf } from '../payfold.js'

/** The stream that the end of a line names. */
const NAMED = /"stream":"([^"\\]*)","hash":"[0-9a-f]{64}"\}$/

/** @typedef {import('payfold').Stream} Stream */

/**
 * Returns the entries of streams, each with its line, in the order of revisions.
 *
 * @param {string} file
 * @param {readonly { readonly stream: Stream }[]} wanted
 */
export const entriesIn = async (file, wanted) => {
  /** @type {Map<string, import('payfold/audit').EntryAtLine[]>} */
  const found = new Map(wanted.map(({ stream }) => [stream, []]))
  let count = 0
  /** @param {readonly string[]} lines */
  const take = (lines) => {
    for (const text of lines) {
      count += 1
      const own = found.get(NAMED.exec(text)?.[1] ?? '')
      const read = own === undefined ? null : pf.fromLine(text)
      if (read?._tag === 'Right') own?.push({ line: count, entry: read.right })
    }
  }
  if (found.size > 0) {
    const cutter = lineCutter()
    for await (const chunk of createReadStream(file)) take([...cutter.take(chunk)])
    take([...cutter.end()])
  }
  for (const own of found.values()) own.sort((a, b) => a.entry.revision - b.entry.revision)
  /** @param {Stream} stream */
  return (stream) => found.get(stream) ?? []
}
