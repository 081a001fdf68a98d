/**
 * Workers that are killed, stalled or cut off, and a database that stops, do not change the report.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../src/database.js'
import { onePass } from '../src/one-pass.js'
import { bin, NO_SERVER, startPostgres } from '../src/postgres.js'
import { prepareResults } from '../src/results.js'
import { beginRun, progressOf } from '../src/runs.js'
import { dice, logIn, start } from './running.js'

/** The minimum number of kills. */
const KILLS = Number(process.env['KILLS'] ?? 4)

/** The time limit for a run without kills. */
const PATIENCE_MS = 120_000

/** @param {number} milliseconds */
const pause = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })

describe.skipIf(bin === null)(`workers that end${bin === null ? ` (${NO_SERVER})` : ''}`, () => {
  /** @type {Awaited<ReturnType<typeof startPostgres>>} */
  let server
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.end())

  test(`that are killed at any moment, ${KILLS} times, are replaced by others that continue`, async () => {
    const entries = Math.min(16_000, 1000 * KILLS)
    const { url, client } = await logIn(server, 'killed', { entries, parts: 4 })
    const whole = await onePass(client)
    await prepareResults(client)
    const roll = dice(Number(process.env['SEED'] ?? 1))
    let [kills, runs] = [0, 0]
    while (kills < KILLS) {
      runs += 1
      const run = await beginRun(client, {})
      const isDone = async () =>
        (await progressOf(client, run)).every(({ done, of }) => done === of)
      const one = async () => {
        while (!(await isDone())) {
          const worker = start('work', [String(run)], url, '', { PAGE: '300' })
          await worker.prints(/Working on run/)
          const life = kills < KILLS ? 50 + roll(900) : PATIENCE_MS
          const isOver = await Promise.race([
            worker.ended.then(() => true),
            pause(life).then(() => false),
          ])
          if (isOver) continue
          worker.child.kill('SIGKILL')
          if ((await worker.ended).signal === 'SIGKILL') kills += 1
        }
      }
      await Promise.all([one(), one()])
      const { output } = await start('audit', ['--run', String(run)], url).ended
      expect(output === whole).toBe(true)
    }
    console.log(`${kills} kills in ${runs} runs`)
    await client.end()
  })

  test('because the database stops continue when it is back', async () => {
    const { url, client } = await logIn(server, 'stopped', { entries: 12_000, parts: 4 })
    const whole = await onePass(client)
    await client.end()
    const first = start('audit', ['--workers', '2'], url)
    const run = (await first.prints(/Run (\d+)/))?.[1] ?? ''
    let lines = 0
    const watch = await connect(url)
    while (lines === 0) lines = (await progressOf(watch, Number(run)))[0]?.lines ?? 0
    await watch.end().then(() => server.crash())
    expect(await first.ended).toMatchObject({ code: 75, output: '' })
    let last = await start('audit', ['--run', run, '--workers', '2'], url).ended
    for (let tries = 0; tries < 5 && last.code === 75; tries += 1) {
      last = await start('audit', ['--run', run, '--workers', '2'], url).ended
    }
    expect(last.output === whole).toBe(true)
  })

  test('because they stall lose their part with their connection, and cannot write when they wake', async () => {
    const { url, client } = await logIn(server, 'stalled', { entries: 8000, parts: 2 })
    const whole = await onePass(client)
    await prepareResults(client)
    const run = await beginRun(client, {})
    const stalled = start('work', [String(run)], url)
    const held = `select pid from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`
    const holderNow = async () => (await client.query(held)).rows[0]?.pid ?? null
    let holder = null
    // the worker may be between two parts when it is stopped
    while (holder === null) {
      stalled.child.kill('SIGCONT')
      while ((await holderNow()) === null) await pause(5)
      stalled.child.kill('SIGSTOP')
      await pause(100)
      holder = await holderNow()
    }
    const other = start('work', [String(run)], url)
    await pause(4000)
    // no other worker takes the part of the stalled one while its connection exists
    expect(other.child.exitCode).toBe(null)
    await client.query('select pg_terminate_backend($1)', [holder])
    expect((await other.ended).code).toBe(0)
    stalled.child.kill('SIGCONT')
    expect((await stalled.ended).code).toBe(75)
    const { output } = await start('audit', ['--run', String(run)], url).ended
    expect(output === whole).toBe(true)
    await client.end()
  })

  test('because one statement fails leave their part to others', async () => {
    const { url, client } = await logIn(server, 'cancelled', { entries: 8000, parts: 2 })
    const whole = await onePass(client)
    await prepareResults(client)
    const run = await beginRun(client, {})
    const working = start('work', [String(run)], url)
    await working.prints(/Working on run/)
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
      where application_name = 'payfold-audit' and datname = current_database()
      and pid <> pg_backend_pid() and state = 'active'`
    while (working.child.exitCode === null) await client.query(cancel)
    expect(await working.ended).toMatchObject({
      code: 75,
      stderr: expect.stringContaining('canceling statement'),
    })
    const { output } = await start('audit', ['--run', String(run)], url).ended
    expect(output === whole).toBe(true)
    await client.end()
  })

  test('leave a part that another worker has taken over', async () => {
    const { url, client } = await logIn(server, 'overtaken', { entries: 3000, parts: 1 })
    await prepareResults(client)
    const run = await beginRun(client, {})
    const before = await connect(url)
    // another worker has taken the part over, so the part has come further than this worker knows
    const { keepPiece } = await import('../src/results.js')
    const piece = { lines: 1, recordedAt: null, body: [], found: [], received: [], references: [] }
    const task = { run, phase: 0, part: 0 }
    expect(await keepPiece(client, task, { ...piece, after: '', last: 'm' })).toBe(true)
    expect(await keepPiece(before, task, { ...piece, after: '', last: 'n' })).toBe(false)
    const { rows } = await client.query('select last from audit_pieces where run = $1', [run])
    expect(rows).toEqual([{ last: 'm' }])
    await before.end()
    await client.end()
  })

  test('can be followed by two reports at once, each of which is whole or not written', async () => {
    const { url, client } = await logIn(server, 'twice', { entries: 3000, parts: 3 })
    const whole = await onePass(client)
    await prepareResults(client)
    for (let round = 0; round < Math.max(2, KILLS / 5); round += 1) {
      const run = String(await beginRun(client, {}))
      const both = await Promise.all(
        [1, 2].map(() => start('audit', ['--run', run, '--workers', '1'], url).ended),
      )
      const kinds = both.map(({ code, output }) => {
        if (output === whole) return `all, ${code}`
        return output === '' ? `none, ${code}` : 'some'
      })
      expect(kinds).toContain('all, 2')
      expect(kinds.filter((kind) => kind !== 'all, 2' && kind !== 'none, 64')).toEqual([])
    }
    await client.end()
  })

  test('can be followed by a report that is broken off and written again', async () => {
    const { url, client } = await logIn(server, 'report', { entries: 6000, parts: 4 })
    const whole = await onePass(client)
    const first = start('audit', ['--workers', '2', '--keep'], url)
    const run = (await first.prints(/Run (\d+)/))?.[1] ?? ''
    first.child.stdout.once('data', () => first.child.kill('SIGKILL'))
    expect((await first.ended).output === whole).toBe(false)
    const again = await start('audit', ['--run', run, '--keep'], url).ended
    const twice = await start('audit', ['--run', run], url).ended
    expect([again.output === whole, twice.output === whole]).toEqual([true, true])
    await client.end()
  })
})
