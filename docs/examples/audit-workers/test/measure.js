/**
 * Figures: `npm run measure`, or `ENTRIES=1000000 npm run measure`. It makes a log, and audits it
 * with one worker, with two workers, and in one pass.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { business } from '../src/business.js'
import { connect } from '../src/database.js'
import { addRows, prepareLog, readRows } from '../src/log-table.js'
import { onePass } from '../src/one-pass.js'
import { startPostgres } from '../src/postgres.js'
import { writeReport } from '../src/report.js'
import { prepareResults } from '../src/results.js'
import { beginRun, forgetRun, progressOf, readRun } from '../src/runs.js'

const ENTRIES = Number(process.env['ENTRIES'] ?? 200_000)
const WORKER = fileURLToPath(new URL('../src/work.js', import.meta.url))
const MEGABYTE = 1e6

/** @param {string} words */
const say = (words) => process.stdout.write(`${words}\n`)

/** @param {number} number */
const digits = (number) => Math.round(number).toLocaleString('en')

/** @template A @param {() => Promise<A>} run @returns {Promise<readonly [number, A]>} */
const timed = async (run) => {
  const begun = performance.now()
  const made = await run()
  return [(performance.now() - begun) / 1000, made]
}

const server = await startPostgres()
const client = await connect(server.url)
try {
  const [{ model = '' } = {}] = cpus()
  say(`${ENTRIES} entries, ${cpus().length} × ${model}, load before ${loadavg()[0]?.toFixed(1)}`)
  await prepareLog(client, 16)
  const [made] = await timed(async () => {
    for (const rows of business({ entries: ENTRIES, seed: 1, brokenEvery: 5000 })) {
      await addRows(client, rows)
    }
    await client.query('analyze entries')
  })
  /** @param {string} like */
  const sizeOf = async (like) => {
    const { rows } = await client.query(
      `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
       where relname like $1 and relkind = 'r'`,
      [like],
    )
    return Number(rows[0].bytes)
  }
  const streams = (await client.query('select count(distinct stream)::int as n from entries'))
    .rows[0].n
  say(
    `made in ${made.toFixed(0)} s; ${digits(streams)} streams; ${digits((await sizeOf('entries%')) / ENTRIES)} bytes per entry with its index`,
  )
  await prepareResults(client)

  for (const workers of [1, 2, 1, 2]) {
    const run = await beginRun(client, {})
    /** When each phase was over, as seen from outside. @type {number[]} */
    const ends = []
    const begun = performance.now()
    const processes = Array.from({ length: workers }, () =>
      spawn(process.execPath, [WORKER, String(run)], {
        env: { ...process.env, DATABASE_URL: server.url },
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    )
    let stderr = ''
    for (const each of processes) {
      each.stderr.on('data', (chunk) => {
        stderr += chunk
      })
    }
    let isOver = false
    const all = Promise.all(processes.map((each) => once(each, 'close'))).then(() => {
      isOver = true
    })
    while (!isOver) {
      for (const { phase, done, of } of await progressOf(client, run)) {
        if (done === of) ends[phase] ??= (performance.now() - begun) / 1000
      }
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 200))])
    }
    const seconds = (performance.now() - begun) / 1000
    const peak = Math.max(...[...stderr.matchAll(/(\d+) MB/g)].map(([, size]) => Number(size)))
    const known = await readRun(client, run)
    if (known === null) throw new Error('no run')
    let bytes = 0
    const nowhere = new Writable({
      write: (chunk, _, done) => {
        bytes += chunk.length
        done()
      },
    })
    const [merging] = await timed(() => writeReport(client, known, nowhere))
    const results = await sizeOf('audit%')
    say(
      `${workers} worker${workers > 1 ? 's' : ''}: ${seconds.toFixed(1)} s, ${digits(ENTRIES / seconds)} entries/s ` +
        `(phases over after ${ends.map((end) => end.toFixed(1)).join(', ')} s), at most ${peak} MB each; ` +
        `merged in ${merging.toFixed(1)} s, ${digits(streams / merging)} streams/s, ${(bytes / MEGABYTE).toFixed(0)} MB; ` +
        `${(results / MEGABYTE).toFixed(0)} MB of results stored meanwhile`,
    )
    await forgetRun(client, run)
    await client.query('vacuum')
  }
  const [read] = await timed(async () => {
    const snapshot = (await client.query('select pg_current_snapshot()::text as s')).rows[0].s
    for await (const _ of readRows(client, { table: 'entries', snapshot }));
  })
  say(`pages only: ${read.toFixed(1)} s, ${digits(ENTRIES / read)} entries/s`)
  const [whole] = await timed(() => onePass(client))
  say(`one pass, one process: ${whole.toFixed(1)} s, ${digits(ENTRIES / whole)} entries/s`)
} finally {
  await client.end()
  await server.end()
}
