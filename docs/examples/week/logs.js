// @ts-check
/** The logs, one for each stream: what a backend would keep in its database. */
import { appendAll } from 'payfold'

/**
 * @typedef {import('payfold').Stream} Stream
 * @typedef {import('payfold').Event} Event
 * @typedef {import('payfold').Tip} Tip
 * @typedef {import('payfold').Told} Told
 */

/** Logs in the order in which their streams were first heard of. */
export const openLogs = () => {
  /** @type {Map<Stream, Tip>} */
  const tips = new Map()
  /** @type {Map<Stream, Event[]>} */
  const logs = new Map()
  return {
    /**
     * Adds events, each to its stream's log, and says how many of them were news.
     *
     * @param {readonly Told[]} told
     */
    add: (told) => {
      const appended = appendAll(tips, told)
      if (appended._tag === 'Left') return 0
      for (const [stream, tip] of appended.right.tips) tips.set(stream, tip)
      for (const { stream, event } of appended.right.entries) {
        const events = logs.get(stream) ?? []
        events.push(event)
        logs.set(stream, events)
      }
      return appended.right.entries.length
    },
    streams: () => [...logs.keys()],
    /** @param {Stream} stream */
    eventsOf: (stream) => logs.get(stream) ?? [],
  }
}

/** @typedef {ReturnType<typeof openLogs>} Logs */
