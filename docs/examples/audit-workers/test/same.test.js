/**
 * For any content of the database, any number of workers write the report that one pass writes,
 * byte for byte.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { instant } from 'payfold'
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

/** Values that no reader of a log should try to read. */
const DEEP = '['.repeat(3000) + ']'.repeat(3000)
const LONG = JSON.stringify('x'.repeat(9_000_000))

/** A line whose hash is right, whatever its event contains. @param {string} stream @param {string} value */
const sealed = (stream, value) => {
  const metadata =
    '{"eventId":"evt_1","occurredAt":null,"recordedAt":"2026-01-05T10:00:00Z","schema":1,"source":"report"}'
  const covered = `{"event":{"data":{"x":${value}},"metadata":${metadata},"type":"invoice_paid"},"form":1,"previous":null,"revision":0,"stream":"${stream}"`
  return `${covered},"hash":"${createHash('sha256').update(covered).digest('hex')}"}`
}

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

    test('report a line that is nested or long without end, under its key, and end', async () => {
      const { url, client } = await logIn(server, 'bounds', { entries: ENTRIES, brokenEvery: 1e9 })
      const before = codesIn(await onePass(client))
      await addRows(client, [
        { stream: 'session-sid_deep', revision: 0, line: sealed('session-sid_deep', DEEP) },
        { stream: 'session-sid_long', revision: 0, line: sealed('session-sid_long', LONG) },
      ])
      const { code, output, stderr } = await audited(url, '--workers', '2')
      expect(output === (await onePass(client))).toBe(true)
      /** @type {Report} */
      const { findings } = JSON.parse(output)
      const unreadable = findings.filter(({ code: each }) => each === 'Unreadable')
      expect(unreadable.map(({ stream, because }) => [stream, because])).toEqual([
        ['session-sid_deep', 'The line is not JSON that is nested at most 64 deep.'],
        ['session-sid_long', 'The line is not a line of at most 8388608 characters.'],
      ])
      expect(findings).toHaveLength(before.length + 2)
      // no worker died, so none had to begin again
      expect(stderr).not.toMatch(/Resume|Error/)
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
      const right = await audited(url, '--head', head ?? '')
      expect(codesIn(right.output)).not.toContain('HeadDiffers')
      const wrong = await audited(url, '--head', 'f'.repeat(64), '--as-of', '2026-01-05T09:00:00Z')
      const auditing = {
        heads: [{ root: 'f'.repeat(64) }],
        occurred: /** @type {import('payfold').Instant} */ ('2026-01-05T09:00:00.0000000Z'),
      }
      expect(wrong.output === (await onePass(client, { auditing }))).toBe(true)
      expect(codesIn(wrong.output)).toContain('HeadDiffers')
      expect([right.code, wrong.code]).toEqual([2, 3])
      await client.end()
    })

    test.each(['2026-01-12', '700'])('audit what the log knew at %s', async (at) => {
      const { url, client } = await logIn(server, `known_${at.replaceAll('-', '')}`, {
        entries: 1500,
      })
      const { output } = await audited(url, '--known-at', at)
      const known = /^\d+$/.test(at) ? Number(at) : (instant(at) ?? 0)
      expect(output === (await onePass(client, { auditing: { known } }))).toBe(true)
      expect(JSON.parse(output).known.leftOut > 0).toBe(at !== '700')
      expect(codesIn(output).includes('OrderUnknown')).toBe(at === '700')
      await client.end()
    })
  },
)
