/** What a cluster holds, asked for by SQL: any of its nodes answers for all of them, or for none. */
import { Stream } from 'payfold'
import { STREAM } from './names.js'

const PATIENCE_MS = 10_000
const PAUSE_MS = 100

/**
 * Asks; rejects where no node answers, or the question is wrong.
 *
 * @param {readonly string[]} admins
 * @param {string} query
 * @param {number} [tries]
 * @returns {Promise<readonly any[]>}
 */
export const askedFor = async (admins, query, tries = 300) => {
  for (let turn = 0; turn < tries; turn += 1) {
    try {
      const answer = await fetch(`${admins[turn % admins.length]}/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (answer.ok) return /** @type {any} */ (await answer.json()).rows
    } catch {
      // this node is away: ask the next
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error('No node answers.')
}

/** Calls that somebody is busy with, or should be: all but those that are done, and timers that wait. */
const BUSY = `select count(*) as busy from sys_invocation where status not in ('completed', 'scheduled')`

/** How many calls are under way. @param {readonly string[]} admins @param {number} [tries] */
export const busyIn = async (admins, tries = TRIES) => {
  const [row] = await askedFor(admins, BUSY, tries)
  return Number(row?.busy)
}

/** How many streams are read at once, and how often a cluster is asked that does not answer. */
const [PAGE, TRIES] = [100, 30]

const ENDS = `select service_key from state where service_name = '${STREAM.name}' and key = 'end'`

/**
 * Every line of the log, stream by stream. What is added meanwhile may be in it or not; a stream that is in it is in
 * it from its first line on, without a gap.
 *
 * @param {readonly string[]} admins
 * @returns {AsyncGenerator<string>}
 */
export const linesIn = async function* (admins) {
  const rows = await askedFor(admins, `${ENDS} order by service_key`, TRIES)
  const streams = rows.map((row) => row['service_key'])
  if (!streams.every(Stream.is)) throw new Error('A stream has a name that is none.')
  for (let first = 0; first < streams.length; first += PAGE) {
    const page = streams.slice(first, first + PAGE)
    const held = await askedFor(
      admins,
      `select service_key, key, value_utf8 from state where service_name = '${STREAM.name}'
       and service_key in (${page.map((stream) => `'${stream}'`).join(', ')})
       and (key = 'end' or key like 'event/%')`,
      TRIES,
    )
    const values = new Map(
      held.map(({ service_key: stream, key, value_utf8: value }) => [`${stream} ${key}`, value]),
    )
    for (const stream of page) {
      const { tip } = JSON.parse(values.get(`${stream} end`) ?? '{"tip":{"revision":-1}}')
      for (let revision = 0; revision <= tip.revision; revision += 1) {
        const kept = values.get(`${stream} event/${revision}`)
        if (kept === undefined) throw new Error(`${stream} has no line ${revision}.`)
        yield JSON.parse(kept).line
      }
    }
  }
}
