/**
 * Reads the contents of a cluster by SQL. Any node answers for the whole cluster, or fails. An
 * answer may come from a copy that lags behind, so marks are set first, and the query is repeated
 * until the answer contains these marks.
 */
import { Stream } from 'payfold'
import { MARK, setMarks } from './marks.js'
import { partsTo, STREAM } from './steps.js'

/** @typedef {import('./marks.js').Place} Place */

const PATIENCE_MS = 10_000
const PAUSE_MS = 100

/**
 * How many streams to read at once, and how many times to query a cluster that does not respond.
 */
const [PAGE, TRIES] = [100, 30]

/** What is missing from an answer that comes from a lagging copy. */
const A_MARK = 'the latest changes'

/** @param {string} text */
const quoted = (text) => `'${text}'`

/**
 * Sends a query until an answer is complete; rejects if no answer is complete.
 *
 * @param {readonly string[]} admins
 * @param {string} query
 * @param {(rows: readonly any[]) => string | null} [lackIn]
 * @returns {Promise<readonly any[]>}
 */
export const askedFor = async (admins, query, lackIn = () => null) => {
  let because = 'No node responds.'
  for (let turn = 0; turn < TRIES; turn += 1) {
    try {
      const answer = await fetch(`${admins[turn % admins.length]}/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (answer.ok) {
        const { rows } = /** @type {any} */ (await answer.json())
        const lack = lackIn(rows)
        if (lack === null) return rows
        because = `The nodes respond without ${lack}.`
      }
    } catch {
      // this node is away: query the next node
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(because)
}

/**
 * What objects contain, including everything that happened before the query.
 *
 * @param {Place} place
 * @param {string} where
 * @param {string} [value] the value to read of each, as an SQL expression of type text
 * @returns {Promise<readonly { service_name: string, service_key: string, key: string, value: string }[]>}
 */
export const stateIn = async (place, where, value = 'value_utf8') => {
  const marks = await setMarks(place)
  const isMark = `service_name = '${MARK.name}'`
  const rows = await askedFor(
    place.admins,
    `select service_name, service_key, key, case when ${isMark} then value_utf8 else ${value} end as value
     from state where ${isMark} or (${where}) order by service_key`,
    (all) => {
      const counts = new Map(
        all.flatMap(({ service_name: of, service_key: key, value: count }) =>
          of === MARK.name ? [[key, Number(count)]] : [],
        ),
      )
      return marks.every(({ key, count }) => (counts.get(key) ?? 0) >= count) ? null : A_MARK
    },
  )
  return rows.filter(({ service_name: of }) => of !== MARK.name)
}

/**
 * The ids of calls, including all that began before the query.
 *
 * @param {Place} place
 * @param {string} where
 * @returns {Promise<readonly string[]>}
 */
export const callsIn = async (place, where) => {
  const marks = (await setMarks(place)).map(({ call }) => call)
  const rows = await askedFor(
    place.admins,
    `select id from sys_invocation where id in (${marks.map(quoted).join(', ')})
     or (target_service_name <> '${MARK.name}' and (${where}))`,
    (all) => (marks.every((mark) => all.some(({ id }) => id === mark)) ? null : A_MARK),
  )
  return rows.map(({ id }) => id).filter((id) => !marks.includes(id))
}

/**
 * How many times in a row the cluster must be idle. A message between two objects belongs to
 * neither of them for a moment.
 */
const LOOKS = 3

/**
 * How many calls are in progress: all calls except those that are done and timers that are waiting.
 * @param {Place} place
 */
export const busyIn = async (place) => {
  for (let look = 0; look < LOOKS; look += 1) {
    const busy = await callsIn(place, "status not in ('completed', 'scheduled')")
    if (busy.length > 0) return busy.length
  }
  return 0
}

/**
 * The lines of streams up to the last revision of each.
 *
 * @param {readonly { readonly service_key: string, readonly key: string, readonly value: string }[]} rows
 * @param {readonly { readonly stream: string, readonly last: number }[]} page
 * @returns {ReadonlyMap<string, readonly string[]>}
 */
const linesBy = (rows, page) => {
  const values = new Map(rows.map(({ service_key: of, key, value }) => [`${of} ${key}`, value]))
  return new Map(
    page.map(({ stream, last }) => {
      const parts = partsTo(last).flatMap((part) =>
        JSON.parse(values.get(`${stream} ${part}`) ?? '[]'),
      )
      return [stream, parts.slice(0, last + 1).map(({ line }) => line)]
    }),
  )
}

/**
 * Yields every line of the log, stream by stream: everything in it when the reading began. A line
 * that is added meanwhile may be missing, but each stream is read from its first line on, without a
 * gap.
 *
 * @param {Place} place
 * @returns {AsyncGenerator<string>}
 */
export const linesIn = async function* (place) {
  const ends = await stateIn(
    place,
    `service_name = '${STREAM.name}' and key = 'end'`,
    "cast(json_get_int(value_utf8, 'revision') as varchar)",
  )
  const streams = ends.map((row) => ({ stream: row.service_key, last: Number(row.value) }))
  if (!streams.every(({ stream }) => Stream.is(stream))) {
    throw new Error('An object has an invalid stream name.')
  }
  for (let first = 0; first < streams.length; first += PAGE) {
    const page = streams.slice(first, first + PAGE)
    const rows = await askedFor(
      place.admins,
      `select service_key, key, value_utf8 as value from state where service_name = '${STREAM.name}'
       and service_key in (${page.map(({ stream }) => quoted(stream)).join(', ')}) and key like 'lines/%'`,
      (all) => {
        const held = linesBy(all, page)
        const lacking = page.find(({ stream, last }) => (held.get(stream)?.length ?? 0) <= last)
        return lacking === undefined ? null : `${lacking.stream} ${lacking.last}`
      },
    )
    for (const [, lines] of linesBy(rows, page)) yield* lines
  }
}
