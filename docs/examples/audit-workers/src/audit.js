/** Audits the log with some workers, and writes the report. `npm run --silent audit -- --workers 4 > report.json` */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { output } from '../../output.js'
import { AGAIN, USE, withDatabase } from './database.js'
import { partsIn } from './log-table.js'
import { optionsOf, USAGE } from './options.js'
import { writeReport } from './report.js'
import { prepareResults } from './results.js'
import {
  beginRun,
  forgetRun,
  JUDGED_BY,
  noRun,
  otherRelease,
  PHASES,
  progressOf,
  readRun,
} from './runs.js'

/**
 * The exit code: 0 for no findings or only notices, 1 for warnings, 2 for errors, 3 if the log is
 * no evidence.
 */
const EXIT = { notice: 0, warning: 1, error: 2, fatal: 3 }

const WORKER = fileURLToPath(new URL('work.js', import.meta.url))

/** @param {string} words */
const tell = (words) => process.stderr.write(`${words}\n`)

/** Starts workers on a run. @param {number} run @param {number} count */
const startWorkers = (run, count) =>
  Array.from({ length: count }, () => {
    const worker = spawn(process.execPath, [WORKER, String(run)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return { id: worker.pid, ended: once(worker, 'exit') }
  })

const options = optionsOf(process.argv.slice(2))
if (typeof options === 'string') {
  tell(`${options}\n${USAGE}`)
  process.exit(USE)
}

await withDatabase(async (client) => {
  if ((await partsIn(client, 'entries')) === 0) {
    tell('This database contains no log: npm run load -- FILE')
    return USE
  }
  await prepareResults(client)
  const id = options.run ?? (await beginRun(client, options.asked))
  const run = await readRun(client, id)
  if (run === null) {
    tell(noRun(id))
    return USE
  }
  if (run.judgedBy !== JUDGED_BY) {
    tell(otherRelease(id))
    return USE
  }
  const begun = performance.now()
  const workers = startWorkers(id, options.workers)
  const ids = workers.map((worker) => worker.id).join(', ')
  tell(`Run ${id}, by processes ${ids}. To add workers on another machine: npm run work -- ${id}`)
  const working = Promise.all(workers.map(({ ended }) => ended)).then(() => true)
  const progress = async () => {
    const all = await progressOf(client, id)
    const open = all.find(({ done, of }) => done < of)
    const lines = all.reduce((sum, each) => sum + each.lines, 0)
    return { isDone: all.length === PHASES.length && open === undefined, open, lines }
  }
  for (;;) {
    if (await Promise.race([working, pause(5000, false, { ref: false })])) break
    const { open, lines } = await progress()
    if (open !== undefined) {
      tell(`${PHASES[open.phase]}: ${open.done} of ${open.of} parts, ${lines} lines`)
    }
  }
  const worked = performance.now()
  // keeps the run readable until its report is written, even if another process removes the run
  // meanwhile
  await client.query('begin isolation level repeatable read')
  const { isDone, open, lines } = await progress()
  if (!isDone) {
    tell(
      open === undefined
        ? noRun(id)
        : `The run is not done, and none of its processes is running any more. Resume it with: npm run audit -- --run ${id}`,
    )
    return open === undefined ? USE : AGAIN
  }
  const { worst, lines: reported } = await writeReport(client, run, output)
  await client.query('commit')
  if (reported !== lines)
    throw new Error(`${lines} lines were read, but the report counts ${reported}.`)
  const seconds = (/** @type {number} */ from, /** @type {number} */ to) =>
    ((to - from) / 1000).toFixed(1)
  tell(
    `${lines} lines: ${seconds(begun, worked)} s by ${options.workers} workers here, ` +
      `${seconds(worked, performance.now())} s to merge.`,
  )
  if (!options.keep) await forgetRun(client, id)
  return EXIT[worst ?? 'notice']
})
