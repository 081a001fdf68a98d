/**
 * For any content of the database, any number of workers write the report that one pass writes,
 * byte for byte.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../src/database.js'
import { addRows } from '../src/log-table.js'
import { onePass } from '../src/one-pass.js'
import { bin, NO_SERVER, startPostgres } from '../src/postgres.js'
import { logIn, start } from './running.js'

/** @typedef {import('payfold/audit').AuditReport} Report */

const ENTRIES = Number(process.env['ENTRIES'] ?? 3000)

/** @param {string} which @param {number} offset */
const row = (which, offset) =>
  `(select stream, revision from entries where ${which} order by stream, revision limit 1 offset ${offset})`

/**
 * What an attacker with access to the database could do to one row, listed by the finding that the
 * change causes.
 */
const FAULTS = {
  Altered: `update entries set line = regexp_replace(line, '"amount":\\d', '"amount":0')
    where (stream, revision) = ${row(`line like '%payment_pending%'`, 40)}`,
  Unreadable: `update entries set line = left(line, 50)
    where (stream, revision) = ${row(`stream like 'session-%' and revision = 2`, 60)}`,
  Missing: `delete from entries
    where (stream, revision) = ${row(`stream like 'session-%' and revision = 1`, 90)}`,
  Misplaced: `update entries set stream = 'payment-pay_another'
    where (stream, revision) = ${row('revision = 3', 30)}`,
}

const MANDATES_FIRST = `update entries set stream = replace(stream, 'mandate-src_', 'mandate-src_zz')
  where (stream, revision) = ${row(`stream like 'mandate-%'`, 200)}`

/** @param {string} text @returns {readonly string[]} */
const codesIn = (text) => /** @type {Report} */ (JSON.parse(text)).findings.map(({ code }) => code)

describe.skipIf(bin === null)(
  `workers on PostgreSQL${bin === null ? ` (${NO_SERVER})` : ''}`,
  () => {
    /** @type {Awaited<ReturnType<typeof startPostgres>>} */
    let server
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server.end())

    /** @param {string} url @param {...string} words */
    const audited = async (url, ...words) => {
      const { code, output, stderr } = await start('audit', words, url).ended
      return { code, output, stderr }
    }

    test('write the report of one pass over a log of ordinary business, one worker or many', async () => {
      const { url, client } = await logIn(server, 'ordinary', { entries: ENTRIES })
      const whole = await onePass(client)
      expect(new Set(codesIn(whole))).toEqual(new Set(['mandateUsable']))
      for (const workers of ['1', '3']) {
        const { code, output } = await audited(url, '--workers', workers)
        expect(output === whole).toBe(true)
        expect(code).toBe(2)
      }
      await client.end()
    })

    test('write the same report as an audit of the printed log', async () => {
      const { url, client } = await logIn(server, 'printed', { entries: 2000 })
      const { output } = await audited(url, '--workers', '2')
      const printed = await start('log', [], url).ended
      const folder = mkdtempSync(join(tmpdir(), 'log-'))
      const file = join(folder, 'log.ndjson')
      writeFileSync(file, `${printed.output}\n`)
      const auditing = fileURLToPath(new URL('../../start.js', import.meta.url))
      const { stdout } = spawnSync(process.execPath, [auditing, 'audit', file, '--json'], {
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      })
      rmSync(folder, { recursive: true })
      expect(stdout.trimEnd() === output).toBe(true)
      await client.end()
    })

    test('find each change to a single row, where it was made, and nothing else', async () => {
      const { url, client } = await logIn(server, 'faults', { entries: ENTRIES, brokenEvery: 1e9 })
      for (const sql of Object.values(FAULTS)) {
        expect((await client.query(sql)).rowCount).toBe(1)
      }
      const whole = await onePass(client)
      const { code, output } = await audited(url, '--workers', '2')
      expect(output === whole).toBe(true)
      expect(code).toBe(3)
      expect(codesIn(whole).toSorted()).toEqual(Object.keys(FAULTS).toSorted())
      await client.end()
    })

    test('merge streams of every kind, unreadable ones, and mandates without payments', async () => {
      const { url, client } = await logIn(server, 'names', { entries: 1000 })
      await client.query(MANDATES_FIRST)
      const ids = ['mandate-src_0', 'mandate-src_zz', 'payment-pay_0', 'session-sid_Z', 'unknown-0']
      await addRows(
        client,
        ids.map((stream) => ({ stream, revision: 0, line: '{"nothing":"of ours"}' })),
      )
      await addRows(client, [{ stream: 'unknown-x', revision: 5, line: 'nothing' }])
      const { output } = await audited(url, '--workers', '2')
      const whole = await onePass(client)
      expect(output === whole).toBe(true)
      expect(codesIn(whole).filter((code) => code === 'Unreadable')).toHaveLength(6)
      await client.end()
    })

    test('write the same report for streams longer than a page, and for parts without streams', async () => {
      const { url, client } = await logIn(server, 'long', { entries: 0, parts: 5 })
      expect((await audited(url)).output === (await onePass(client))).toBe(true)
      const rows = Array.from({ length: 9000 }, (_, revision) => ({
        stream: 'session-sid_long',
        revision,
        line: `nothing ${revision}`,
      }))
      await addRows(client, rows)
      const { output, code } = await audited(url, '--workers', '2')
      expect(output === (await onePass(client))).toBe(true)
      expect(code).toBe(3)
      await client.end()
    })

    test('audit what the log contained when the audit began, even if entries are added meanwhile', async () => {
      const { url, client } = await logIn(server, 'growing', { entries: ENTRIES })
      const before = await onePass(client)
      const under = start('audit', ['--workers', '2', '--keep'], url)
      await under.prints(/by processes/)
      for (let round = 0; round < 20; round += 1) {
        const rows = Array.from({ length: 50 }, (_, index) => ({
          stream:
            index % 2 === 0 ? `mandate-src_n${round}x${index}` : `payment-pay_n${round}x${index}`,
          revision: 0,
          line: 'came later',
        }))
        await addRows(client, rows)
      }
      const { output } = await under.ended
      expect(output === before).toBe(true)
      expect((await onePass(client)) === before).toBe(false)
      await client.end()
    })

    test('ignore what a transaction adds that began earlier but had not ended', async () => {
      const { url, client } = await logIn(server, 'late', { entries: 500 })
      const other = await connect(url)
      await other.query('begin')
      await addRows(other, [{ stream: 'session-sid_late', revision: 0, line: 'late' }])
      const before = await onePass(client)
      const under = start('audit', ['--workers', '1'], url)
      await under.prints(/by processes/)
      await other.query('commit')
      expect((await under.ended).output === before).toBe(true)
      await other.end()
      await client.end()
    })

    test('check the log against its head, and evaluate windows as of a time', async () => {
      const { url, client } = await logIn(server, 'heads', { entries: 1500 })
      /** @type {Report} */
      const { head } = JSON.parse(await onePass(client))
      const right = await audited(url, '--head', head)
      expect(codesIn(right.output)).not.toContain('HeadDiffers')
      const wrong = await audited(url, '--head', 'f'.repeat(64), '--as-of', '2026-01-05T09:00:00Z')
      const auditing = {
        heads: [{ head: 'f'.repeat(64) }],
        occurred: /** @type {import('payfold').Instant} */ ('2026-01-05T09:00:00.0000000Z'),
      }
      expect(wrong.output === (await onePass(client, { auditing }))).toBe(true)
      expect(codesIn(wrong.output)).toContain('HeadDiffers')
      expect([right.code, wrong.code]).toEqual([2, 3])
      await client.end()
    })
  },
)
