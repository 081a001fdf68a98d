/** Runs: what to audit, under which machines and policy, and how far the audit has come. */

import { judgedBy } from 'payfold/audit'
import { canonical } from 'payfold/machine'
import { partsIn } from './log-table.js'
import { pf } from './payfold.js'

/** @typedef {import('./database.js').Client} Client */

/**
 * Workers of another release, other machines or another policy would produce parts that do not fit
 * together.
 */
export const JUDGED_BY = canonical(judgedBy(pf)) ?? ''

/** @param {number} run */
export const noRun = (run) => `There is no run ${run}: the run is finished, or it never began.`

/** @param {number} run */
export const otherRelease = (run) =>
  `Run ${run} began under another release, other machines or another policy: its parts would not fit together.`

/** The phases of a run; each phase begins when the phase before it is done. */
export const PHASES = /** @type {const} */ (['streams', 'mandates', 'rows'])

/**
 * The options of an audit.
 *
 * @typedef {object} Options
 * @property {import('payfold').Instant} [occurred] leaves out what happened later
 * @property {import('payfold/audit').KnownAt} [known] leaves out what the log did not know yet
 * @property {readonly import('payfold/audit').PublishedHead[]} [heads] the published heads
 */

/**
 * @typedef {object} Run
 * @property {number} run
 * @property {string} snapshot what the log contained when the run began: later entries are ignored
 * @property {string} judgedBy
 * @property {Options} options
 * @property {number} parts
 */

const BEGIN = `with
  begun as (
    insert into audit_runs (snapshot, judged_by, options, parts)
    values (pg_current_snapshot()::text, $1, $2, $3) returning run, parts
  ),
  tasks as (
    insert into audit_tasks (run, phase, part)
    select run, phase, part
    from begun, generate_series(0, $4::int - 1) as phase, generate_series(0, parts - 1) as part
  )
  select run from begun`

/**
 * Begins a run over everything that the log contains now.
 *
 * @param {Client} client
 * @param {Options} options
 * @returns {Promise<number>}
 */
export const beginRun = async (client, options) => {
  const parts = await partsIn(client, 'entries')
  const values = [JUDGED_BY, JSON.stringify(options), parts, PHASES.length]
  return (await client.query(BEGIN, values)).rows[0].run
}

const READ = `select run, snapshot, judged_by as "judgedBy", options, parts
  from audit_runs where run = $1`

/**
 * @param {Client} client
 * @param {number} run
 * @returns {Promise<Run | null>}
 */
export const readRun = async (client, run) => (await client.query(READ, [run])).rows[0] ?? null

const PROGRESS = `select phase, count(*) filter (where is_done)::int as done, count(*)::int as of,
    sum(lines)::float8 as lines
  from audit_tasks where run = $1 group by phase order by phase`

/**
 * Returns how far each phase is.
 *
 * @param {Client} client
 * @param {number} run
 * @returns {Promise<readonly { phase: number, done: number, of: number, lines: number }[]>}
 */
export const progressOf = async (client, run) => (await client.query(PROGRESS, [run])).rows

/** @param {Client} client @param {number} run */
export const forgetRun = (client, run) =>
  client.query('delete from audit_runs where run = $1', [run])

const LATEST = `select max(recorded_at) as latest from audit_pieces where run = $1`

/**
 * The time at which windows are evaluated: the time given in the options, otherwise the last time
 * at which anything was recorded.
 *
 * @param {Client} client
 * @param {Run} run
 * @returns {Promise<import('payfold').Instant | null>}
 */
export const momentOf = async (client, { run, options }) =>
  options.occurred ?? (await client.query(LATEST, [run])).rows[0]?.latest ?? null
