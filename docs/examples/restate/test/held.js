/** Reads the contents of the cluster by SQL: messages, logs, and calls that are not done. */
import { busyIn, stateIn } from '../src/sql.js'

/** @typedef {import('../src/marks.js').Place} Place */

/** Resolves when the cluster is idle. @param {Place} place */
export const quiet = async (place) => {
  const until = Date.now() + 60_000
  for (;;) {
    // while a node is starting again, the cluster may refuse the query
    const busy = await busyIn(place).catch(String)
    if (busy === 0) return
    if (Date.now() > until) throw new Error(`${busy} calls are not done.`)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}

/**
 * Everything in the objects, and what became of each message.
 *
 * @param {Place} place
 */
export const everythingIn = async (place) => {
  const rows = await stateIn(place, "service_name in ('inbox', 'stream')")
  /** @type {{ id: string, message: string }[]} */
  const messages = []
  /** @type {{ stream: string, revision: number, line: string, message: string | null, command: string | null }[]} */
  const entries = []
  /** @type {{ stream: string, revision: number, status: string }[]} */
  const streams = []
  /** @type {Map<string, string>} */
  const outcomes = new Map()
  for (const { service_name: service, service_key: of, key, value } of rows) {
    if (service === 'inbox') {
      if (key === 'message') messages.push({ id: of, message: value })
      else outcomes.set(of, JSON.parse(value))
    } else if (key === 'end') streams.push({ stream: of, ...JSON.parse(value) })
    else if (key.startsWith('answer/')) messages.push({ id: `${of} ${key}`, message: value })
    else if (key.startsWith('lines/')) {
      for (const { line, message } of JSON.parse(value)) {
        const command = message.startsWith('own ') ? message.slice('own '.length) : null
        const { revision } = JSON.parse(line)
        entries.push({
          stream: of,
          revision,
          line,
          message: command === null ? message : null,
          command,
        })
      }
    }
  }
  entries.sort((a, b) => a.stream.localeCompare(b.stream) || a.revision - b.revision)
  return { messages, entries, streams, outcomes }
}

/**
 * Replaces a value in an object, as an operator may; resolves when the new value is stored.
 *
 * @param {Place} place
 * @param {string} service
 * @param {string} key
 * @param {Readonly<Record<string, unknown>>} state
 */
export const put = async (place, service, key, state) => {
  const bytes = Object.entries(state).map(([name, value]) => [
    name,
    [...Buffer.from(JSON.stringify(value))],
  ])
  const answer = await fetch(`${place.admins[0]}/services/${service}/state`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ object_key: key, new_state: Object.fromEntries(bytes) }),
  })
  if (!answer.ok)
    throw new Error(`The value was not stored: ${answer.status} ${await answer.text()}`)
  const held = `service_name = '${service}' and service_key = '${key}'`
  for (;;) {
    const rows = await stateIn(place, held)
    const isThere = rows.every(({ key: name, value }) => JSON.stringify(state[name]) === value)
    if (isThere && rows.length === bytes.length) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
