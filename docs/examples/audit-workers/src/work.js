/**
 * A worker: takes one part after another, phase by phase, until the run is done. `npm run work --
 * RUN`
 */
import { setTimeout as pause } from 'node:timers/promises'
import { USE, withDatabase } from './database.js'
import { DO } from './phases.js'
import { keepPiece } from './results.js'
import { JUDGED_BY, noRun, otherRelease, PHASES, readRun } from './runs.js'

/**
 * @typedef {import('./database.js').Client} Client
 * @typedef {import('./runs.js').Run} Run
 */

/** How long to wait if other workers are working on all remaining parts of a phase. */
const WAIT_MS = 100

const OPEN = `select part, reached from audit_tasks
  where run = $1 and phase = $2 and not is_done order by random()`
const REACHED = `select reached from audit_tasks
  where run = $1 and phase = $2 and part = $3 and not is_done`
const DONE = `update audit_tasks set is_done = true
  where run = $1 and phase = $2 and part = $3 and reached = $4`

// the lock belongs to the connection, so a worker that is killed loses the lock
const LOCK = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_mine'
const UNLOCK = 'select pg_advisory_unlock(hashtextextended($1, 0))'

/**
 * Works on a part from the stream that it has reached to its end. Stops early if another worker has
 * taken the part over.
 *
 * @param {Client} client
 * @param {Run} run
 * @param {number} phase
 * @param {number} part
 */
const goThrough = async (client, run, phase, part) => {
  const task = { run: run.run, phase, part }
  const { rows } = await client.query(REACHED, [run.run, phase, part])
  if (rows.length === 0) return
  let after = String(rows[0].reached)
  /** Writes one piece while the next piece is computed. @type {Promise<boolean>} */
  let kept = Promise.resolve(true)
  for await (const piece of DO[PHASES[phase] ?? 'rows'](client, { run, part, after })) {
    if (!(await kept)) return
    kept = keepPiece(client, task, { after, ...piece })
    // the failure is reported when the promise is awaited
    kept.catch(() => {})
    after = piece.last
  }
  if (!(await kept)) return
  await client.query(DONE, [run.run, phase, part, after])
}

/**
 * Takes parts of a phase until no part is left. Only then does the next phase begin.
 *
 * @param {Client} client
 * @param {Run} run
 * @param {number} phase
 */
const workOn = async (client, run, phase) => {
  for (;;) {
    const { rows } = await client.query(OPEN, [run.run, phase])
    if (rows.length === 0) return
    let hasWorked = false
    for (const { part } of rows) {
      const lock = [`payfold audit ${run.run} ${phase} ${part}`]
      if (!(await client.query(LOCK, lock)).rows[0].is_mine) continue
      await goThrough(client, run, phase, part)
      await client.query(UNLOCK, lock)
      hasWorked = true
      break
    }
    if (!hasWorked) await pause(WAIT_MS)
  }
}

const [asked = ''] = process.argv.slice(2)

await withDatabase(async (client) => {
  /** @param {string} why */
  const giveUp = (why) => {
    process.stderr.write(`${why}\n`)
    return USE
  }
  if (!/^\d{1,9}$/.test(asked))
    return giveUp('Usage: npm run work -- RUN, where RUN is the number that the audit printed.')
  const run = await readRun(client, Number(asked))
  if (run === null) return giveUp(noRun(Number(asked)))
  if (run.judgedBy !== JUDGED_BY) {
    return giveUp(otherRelease(Number(asked)))
  }
  process.stderr.write(`Working on run ${asked}.\n`)
  for (const phase of PHASES.keys()) await workOn(client, run, phase)
  const peak = Math.round(process.resourceUsage().maxRSS / 1024)
  process.stderr.write(`Run ${asked} is done: ${peak} MB of memory at most.\n`)
  return 0
})
