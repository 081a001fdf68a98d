// @ts-check
/** The logs, one for each stream: what a backend would keep in its database. */
import { ownLoop } from 'payfold/machine'
import { pf } from '../payfold.js'

/**
 * @typedef {import('payfold').Stream} Stream
 * @typedef {import('payfold').DomainEvent} DomainEvent
 * @typedef {import('payfold/machine').Tip} Tip
 * @typedef {Parameters<ReturnType<typeof ownLoop>['appendAll']>[1]} Addressed events, each with its stream
 */

/** The tips, in the order in which their streams first appeared. */
export const openLogs = () => {
  /** @type {Map<Stream, Tip>} */
  const tips = new Map()
  /** @type {Map<Stream, DomainEvent[]>} */
  const logs = new Map()
  /** @type {string[]} */
  const lines = []
  return {
    /**
     * Adds events, each to its stream's log, and returns how many of them were new.
     *
     * @param {Addressed} addressed
     */
    add: (addressed) => {
      const appended = ownLoop(pf).appendAll(tips, addressed, new Map(), lines.length)
      if (appended._tag === 'Left') return 0
      for (const [stream, tip] of appended.right.tips) tips.set(stream, tip)
      lines.push(...appended.right.entries.map(pf.toLine))
      for (const { stream, event } of appended.right.entries) {
        const events = logs.get(stream) ?? []
        events.push(event)
        logs.set(stream, events)
      }
      return appended.right.entries.length
    },
    /** All logs as one, in the order in which the entries were appended: what an audit reads. */
    lines: () => lines,
    streams: () => [...logs.keys()],
    /** @param {Stream} stream */
    eventsOf: (stream) => logs.get(stream) ?? [],
  }
}

/** @typedef {ReturnType<typeof openLogs>} Logs */
