/**
 * A short demonstration: `npm run try`. It audits a log with faults three times: with one worker,
 * with three workers of which one is killed, and in one pass.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { business } from './business.js'
import { connect } from './database.js'
import { addRows, prepareLog } from './log-table.js'
import { onePass } from './one-pass.js'
import { bin, NO_SERVER, startPostgres } from './postgres.js'

const ENTRIES = 20_000

/** @param {string} words */
const say = (words) => process.stdout.write(`${words}\n`)

/** The path of a program in this folder. @param {string} name */
const program = (name) => fileURLToPath(new URL(name, import.meta.url))

if (bin === null) {
  say(`This needs its own PostgreSQL server: ${NO_SERVER}`)
  process.exit(69)
}

say('Starting a separate PostgreSQL server.')
const server = await startPostgres()
const environment = { ...process.env, DATABASE_URL: server.url }
const client = await connect(server.url)

/**
 * Runs an audit as a process, and returns the report that it wrote.
 *
 * @param {number} workers
 * @param {boolean} isOneKilled whether to kill one of the workers, as if its machine lost power
 */
const audit = async (workers, isOneKilled) => {
  const words = [program('audit.js'), '--workers', String(workers)]
  const child = spawn(process.execPath, words, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let report = ''
  child.stdout.on('data', (chunk) => {
    report += chunk
  })
  child.stderr.on('data', (chunk) => {
    const [, id] = /by processes (\d+)/.exec(String(chunk)) ?? []
    if (!isOneKilled || id === undefined) return
    setTimeout(() => {
      process.kill(Number(id), 'SIGKILL')
      say(`   kill -9 ${id}`)
    }, 1500)
  })
  await once(child, 'close')
  return report.trimEnd()
}

/** What an attacker with access to the database does to the log. */
const FAULTS = [
  [
    'An amount is changed',
    `update entries set line = regexp_replace(line, '"amount":\\d', '"amount":9')
     where (stream, revision) = (select stream, revision from entries
       where line like '%payment_captured%' and line not like '%"amount":9%' order by stream limit 1 offset 100)`,
  ],
  [
    'An entry is deleted',
    `delete from entries where (stream, revision) =
       (select stream, revision from entries where revision = 1 and stream like 'session-%'
        order by stream limit 1 offset 200)`,
  ],
  [
    'An entry is moved to another payment',
    `update entries set stream = 'payment-pay_another' where (stream, revision) =
       (select stream, revision from entries where revision = 3 order by stream limit 1 offset 300)`,
  ],
]

/** @param {string} text */
const sum = (text) =>
  `${text.length} bytes, SHA-256 ${createHash('sha256').update(text).digest('hex')}`

try {
  await prepareLog(client, 16)
  for (const rows of business({ entries: ENTRIES, seed: 1, brokenEvery: 1000 })) {
    await addRows(client, rows)
  }
  say(`\n1. A log of ${ENTRIES} entries, in 16 parts. Then an attacker changes it:`)
  for (const [name = '', sql = ''] of FAULTS) {
    const { rowCount } = await client.query(sql)
    say(`   ${name}: ${rowCount} row`)
  }

  say('\n2. One worker audits it:')
  const byOne = await audit(1, false)
  say(`   ${sum(byOne)}`)

  say('\n3. Three workers audit it, and one of them is killed:')
  const byThree = await audit(3, true)
  say(`   ${sum(byThree)}`)

  say('\n4. One process audits all rows in order, in one pass:')
  const whole = await onePass(client)
  say(`   ${sum(whole)}`)

  const isSame = byOne === whole && byThree === whole
  say(`\n${isSame ? 'All reports have the same bytes.' : 'The reports DIFFER.'} The findings:`)
  /** @type {import('payfold/audit').AuditReport} */
  const report = JSON.parse(whole)
  for (const { line, stream, severity, code, because } of report.findings) {
    say(`   line ${line}, ${stream}: ${severity}, ${code}. ${because}`)
  }
  process.exitCode = isSame ? 0 : 1
} finally {
  await client.end()
  await server.end()
}
