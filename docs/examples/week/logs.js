// @ts-check
/** The logs, one for each stream: what a backend would keep in its database. */
import { append, emptyTip } from 'payfold'

/**
 * @typedef {import('payfold').Stream} Stream
 * @typedef {import('payfold').Entry} Entry
 * @typedef {import('payfold').Tip} Tip
 * @typedef {import('payfold').Told} Told
 */

/** Logs in the order in which their streams were first heard of. */
export const openLogs = () => {
  /** @type {Map<Stream, { tip: Tip, entries: Entry[] }>} */
  const logs = new Map()
  return {
    /**
     * Adds events, each to its stream's log, and says how many of them were news.
     *
     * @param {readonly Told[]} told
     */
    add: (told) => {
      let added = 0
      for (const { stream, event } of told) {
        const log = logs.get(stream) ?? { tip: emptyTip(stream), entries: [] }
        const appended = append(log.tip, [event])
        if (appended._tag === 'Left') continue
        log.tip = appended.right.tip
        log.entries.push(...appended.right.entries)
        logs.set(stream, log)
        added += appended.right.entries.length
      }
      return added
    },
    streams: () => [...logs.keys()],
    /** @param {Stream} stream */
    eventsOf: (stream) => (logs.get(stream)?.entries ?? []).map(({ event }) => event),
  }
}

/** @typedef {ReturnType<typeof openLogs>} Logs */
