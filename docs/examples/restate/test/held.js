/** What the cluster holds, asked for by SQL: messages, logs, and calls that are not done. */
import { askedFor, busyIn } from '../src/sql.js'

const STATE = `select service_name, service_key, key, value_utf8 from state where service_name in ('inbox', 'stream')`

/** Resolves when nobody is busy. @param {readonly string[]} admins */
export const quiet = async (admins) => {
  const until = Date.now() + 60_000
  for (let quietFor = 0; quietFor < 3; ) {
    const busy = await busyIn(admins, 300)
    quietFor = busy === 0 ? quietFor + 1 : 0
    if (Date.now() > until) throw new Error(`${busy} calls are not done.`)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}

/**
 * Everything that the objects hold.
 *
 * @param {readonly string[]} admins
 * @returns {Promise<import('./model.js').Everything>}
 */
export const everythingIn = async (admins) => {
  const rows = await askedFor(admins, STATE)
  const [messages, outcomes, answers, states] = [new Map(), new Map(), new Map(), new Map()]
  /** @type {Map<string, any[]>} */
  const logs = new Map()
  for (const { service_name: service, service_key: of, key, value_utf8: value } of rows) {
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
 * Puts something in the place of what an object holds, as an operator may; resolves when it is there.
 *
 * @param {readonly string[]} admins
 * @param {string} service
 * @param {string} key
 * @param {Readonly<Record<string, unknown>>} state
 */
export const put = async (admins, service, key, state) => {
  const bytes = Object.entries(state).map(([name, value]) => [
    name,
    [...Buffer.from(JSON.stringify(value))],
  ])
  const answer = await fetch(`${admins[0]}/services/${service}/state`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ object_key: key, new_state: Object.fromEntries(bytes) }),
  })
  if (!answer.ok) throw new Error(`It is not put: ${answer.status} ${await answer.text()}`)
  const held = `select key, value_utf8 from state where service_name = '${service}' and service_key = '${key}'`
  for (;;) {
    const rows = await askedFor(admins, held)
    const isThere = rows.every(
      ({ key: name, value_utf8: text }) => JSON.stringify(state[name]) === text,
    )
    if (isThere && rows.length === bytes.length) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
