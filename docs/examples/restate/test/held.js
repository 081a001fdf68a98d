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
 * Everything in the objects.
 *
 * @param {Place} place
 * @returns {Promise<import('./model.js').Everything>}
 */
export const everythingIn = async (place) => {
  const rows = await stateIn(place, "service_name in ('inbox', 'stream')")
  const [messages, outcomes, answers, states] = [new Map(), new Map(), new Map(), new Map()]
  /** @type {Map<string, any[]>} */
  const logs = new Map()
  for (const { service_name: service, service_key: of, key, value } of rows) {
    const kept = JSON.parse(value)
    if (service === 'inbox') {
      if (key === 'message') messages.set(of, kept)
      else outcomes.set(of, kept)
    } else if (key === 'end') states.set(of, kept.state)
    else if (key.startsWith('answer/')) answers.set(`${of} ${key}`, kept)
    else if (key.startsWith('event/')) {
      const log = logs.get(of) ?? []
      log[Number(key.slice('event/'.length))] = kept
      logs.set(of, log)
    }
  }
  return { messages, outcomes, answers, states, logs }
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
