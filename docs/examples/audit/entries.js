// @ts-check
/** Reads the entries of streams of a log again: for a sample, for their pages, and for their stories. */
import { createReadStream } from 'node:fs'
import { instant } from 'payfold'
import { lineCutter } from 'payfold/audit'
import { contentHash, ownLoop } from 'payfold/machine'
import { pf } from '../payfold.js'

/** The stream that the end of a line names; a line in another form than the canonical one can have it anywhere. */
const NAMED = /[,{]"stream":"([^"\\]*)","hash":"[0-9a-f]{64}"\}$/

/**
 * @typedef {import('payfold').DomainEvent} DomainEvent
 * @typedef {import('payfold').Entry} Entry
 * @typedef {import('payfold').Stream} Stream
 * @typedef {import('payfold/audit').EntryAtLine} EntryAtLine
 */

/** The entry of a line, in whatever form. @param {ReturnType<typeof pf.fromLine>} read */
const entryIn = (read) => {
  if (read._tag === 'Right') return read.right
  return read.left.error === 'NotCanonical' ? read.left.entry : null
}

/**
 * Returns the entries of streams as an audit takes them, in the order of revisions: each with its line,
 * the first one if there are copies. `broken` counts the lines that are not valid.
 *
 * @param {string} file
 * @param {(stream: string) => boolean} isWanted
 */
export const entriesIn = async (file, isWanted = () => true) => {
  /** @type {Map<Stream, Map<string, EntryAtLine>>} */
  const found = new Map()
  let [line, broken] = [0, 0]
  /** @param {string} text */
  const take = (text) => {
    line += 1
    const name = NAMED.exec(text)?.[1]
    if (name !== undefined && !isWanted(name)) return
    const read = pf.fromLine(text)
    if (read._tag === 'Left') broken += 1
    const entry = entryIn(read)
    if (entry === null || !isWanted(entry.stream)) return
    const own = found.get(entry.stream) ?? new Map()
    if (!own.has(entry.hash)) own.set(entry.hash, { line, entry })
    found.set(entry.stream, own)
  }
  const cutter = lineCutter()
  for await (const chunk of createReadStream(file)) cutter.take(chunk).forEach(take)
  cutter.end().forEach(take)
  const streams = new Map(
    [...found].map(([stream, own]) => [
      stream,
      [...own.values()].sort((a, b) => a.entry.revision - b.entry.revision),
    ]),
  )
  return { streams, broken }
}

/** @param {DomainEvent | Entry} each */
const recordedAt = (each) =>
  instant(('event' in each ? each.event : each).metadata.recordedAt) ?? ''

/**
 * Returns what is recorded in a stream: its entries, and the consequences of others, which are events.
 *
 * @param {typeof pf} root
 * @param {ReadonlyMap<Stream, readonly EntryAtLine[]>} streams
 */
export const recordedIn = (root, streams) => {
  /** @param {Stream} stream */
  const entriesOf = (stream) => (streams.get(stream) ?? []).map(({ entry }) => entry)
  /** @type {Map<Stream, DomainEvent[]>} */
  const implied = new Map()
  for (const from of streams.keys()) {
    const all = ownLoop(root).consequences(root.fold(from, entriesOf(from)))
    for (const { stream, event } of all._tag === 'Right' ? all.right : []) {
      implied.set(stream, implied.get(stream) ?? [])
      implied.get(stream)?.push(event)
    }
  }
  /** @param {Stream} stream @returns {readonly (DomainEvent | Entry)[]} */
  return (stream) => {
    const own = entriesOf(stream)
    const known = new Set(own.map(({ event }) => contentHash(event)))
    const more = (implied.get(stream) ?? []).filter((event) => !known.has(contentHash(event)))
    if (more.length === 0) return own
    return [...own, ...more].sort((a, b) => (recordedAt(a) < recordedAt(b) ? -1 : 1))
  }
}
