/** The programs at their limits: wrong usage, what they store, how they read the log. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRows, readRows } from '../src/log-table.js'
import { onePass } from '../src/one-pass.js'
import { bin, NO_SERVER, startPostgres } from '../src/postgres.js'
import { logIn, start } from './running.js'

const NOWHERE = 'postgresql://nobody@127.0.0.1:1/none'

/** @param {string} name @param {readonly string[]} words @param {string} [url] @param {string} [input] */
const run = async (name, words, url, input) => {
  const { code, stderr, output } = await start(name, words, url, input).ended
  return { code, stderr: stderr.trimEnd(), output }
}

describe('without a database', () => {
  test.each(['audit', 'work', 'load', 'log'])('%s says what is missing', async (name) => {
    expect(await run(name, ['1'].slice(name === 'audit' ? 1 : 0))).toEqual({
      code: 64,
      stderr: 'DATABASE_URL is not set: postgresql://user@host/database',
      output: '',
    })
    const { code, stderr } = await run(name, [], NOWHERE)
    expect([code, stderr]).toEqual([
      75,
      expect.stringMatching(/^The database failed: .*ECONNREFUSED/),
    ])
  })

  test.each([
    [['--workers', '0'], '--workers needs a number from 1.'],
    [['--workers', 'many'], '--workers needs a number from 1.'],
    [['--run', 'x'], '--run needs the number of a run.'],
    [
      ['--run', '1', '--as-of', '2026-01-01'],
      'These options cannot be changed for a run that has begun.',
    ],
    [['--as-of', 'monday'], '--as-of needs a time, such as 2026-03-02T10:00:00Z.'],
    [['--head', 'abc'], '--head needs 64 digits, or the JSON file of a head.'],
    [['--quick'], 'Unknown option'],
  ])('audit %j says what is wrong', async (words, sentence) => {
    const { code, stderr } = await run('audit', words, NOWHERE)
    expect([code, stderr]).toEqual([64, expect.stringContaining(sentence)])
    expect(stderr).toContain('Usage: ')
  })
})

test.each([
  ['PAGE', '0'],
  ['PAGE', 'many'],
  ['PARTS', '-1'],
])('%s=%s is reported, and nothing is done', async (name, text) => {
  const { code, stderr } = await start('load', [], NOWHERE, '', { [name]: text }).ended
  expect([code, stderr]).toEqual([64, `${name} should be a whole number from 1.\n`])
})

describe.skipIf(bin === null)(`on PostgreSQL${bin === null ? ` (${NO_SERVER})` : ''}`, () => {
  /** @type {Awaited<ReturnType<typeof startPostgres>>} */
  let server
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.end())

  test('audit reports that there is no log yet', async () => {
    const url = await server.fresh('empty')
    expect(await run('audit', [], url)).toMatchObject({
      code: 64,
      stderr: 'This database contains no log: npm run load -- FILE',
    })
  })

  test('a printed log can be loaded elsewhere, and stays the same', async () => {
    const { url, client } = await logIn(server, 'from_here', { entries: 6000 })
    const { output } = await run('log', [], url)
    const elsewhere = await server.fresh('to_there')
    expect(await run('load', [], elsewhere, `${output}\n`)).toMatchObject({
      code: 0,
      stderr: `${output.split('\n').length} entries.`,
    })
    expect((await run('log', [], elsewhere)).output === output).toBe(true)
    await client.end()
  })

  test('a file with a line that does not show its key is not stored, not even in part', async () => {
    const { url, client } = await logIn(server, 'partly', { entries: 100 })
    const { output } = await run('log', [], url)
    const elsewhere = await server.fresh('nothing_there')
    const lines = output.split('\n')
    const broken = [...lines.slice(0, 20), 'nonsense', ...lines.slice(20)].join('\n')
    expect(await run('load', [], elsewhere, broken)).toMatchObject({
      code: 65,
      stderr: 'Line 21 does not show which entry it is; nothing was stored.',
    })
    expect((await run('log', [], elsewhere)).output).toBe('')
    const twice = await run('load', [], url, output)
    expect([twice.code, twice.stderr]).toEqual([65, expect.stringContaining('nothing was stored')])
    expect(await run('load', ['no-such-file'], url)).toMatchObject({
      code: 65,
      stderr: expect.stringContaining('ENOENT'),
    })
    await client.end()
  })

  test('a run has a number, which is valid until its report is written', async () => {
    const { url, client } = await logIn(server, 'numbers', { entries: 200 })
    const { stderr } = await run('audit', ['--workers', '1'], url)
    const [, id = ''] = /Run (\d+)/.exec(stderr) ?? []
    const gone = `There is no run ${id}: the run is finished, or it never began.`
    expect(await run('work', [id], url)).toMatchObject({ code: 64, stderr: gone })
    expect(await run('audit', ['--run', id], url)).toMatchObject({ code: 64, stderr: gone })
    expect((await run('work', ['x'], url)).code).toBe(64)
    for (const table of ['tasks', 'pieces', 'found', 'heard', 'references']) {
      const { rows } = await client.query(`select count(*)::int as left from audit_${table}`)
      expect([table, rows[0].left]).toEqual([table, 0])
    }
    await client.end()
  })

  test('workers of another release cannot take part in a run', async () => {
    const { url, client } = await logIn(server, 'releases', { entries: 200 })
    const { stderr } = await run('audit', ['--workers', '1', '--keep'], url)
    const [, id = ''] = /Run (\d+)/.exec(stderr) ?? []
    await client.query(`update audit_runs set judged_by = 'another release' where run = $1`, [id])
    expect(await run('work', [id], url)).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('another release'),
    })
    expect(await run('audit', ['--run', id], url)).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('another release'),
    })
    await client.end()
  })

  test('a reader that stops ends the program, and the run is kept', async () => {
    const { url, client } = await logIn(server, 'broken_off', { entries: 4000 })
    const audit = start('audit', ['--workers', '1'], url)
    audit.child.stdout.destroy()
    const { code, stderr } = await audit.ended
    expect([code, stderr]).toEqual([74, expect.stringContaining('The output failed: write EPIPE')])
    const [, id = ''] = /Run (\d+)/.exec(stderr) ?? []
    expect((await run('audit', ['--run', id], url)).code).toBe(2)
    const log = start('log', [], url)
    log.child.stdout.destroy()
    expect((await log.ended).code).toBe(74)
    await client.end()
  })

  test.each(['audit', 'log'])('a disk that takes only its beginning ends %s', async (name) => {
    const { url, client } = await logIn(server, `full_${name}`, { entries: 2000 })
    const folder = mkdtempSync(join(tmpdir(), 'full-'))
    const file = join(folder, 'output')
    const program = fileURLToPath(new URL(`../src/${name}.js`, import.meta.url))
    const shell = 'ulimit -f 64; exec "$0" "$1" > "$2"'
    const child = spawn('bash', ['-c', shell, process.execPath, program, file], {
      env: { ...process.env, DATABASE_URL: url },
    })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const [code] = await once(child, 'close')
    expect([code, statSync(file).size]).toEqual([74, 64 * 1024])
    expect(stderr).toContain('The output failed: EFBIG')
    rmSync(folder, { recursive: true })
    await client.end()
  })

  test('a log that was made again, with other parts, is audited like any other', async () => {
    const { url, client } = await logIn(server, 'anew', { entries: 1500, brokenEvery: 20 })
    expect((await run('audit', ['--workers', '1', '--keep'], url)).code).toBe(2)
    const { output: log } = await run('log', [], url)
    for (const parts of ['3', '12']) {
      await client.query('drop table entries')
      const loading = start('load', [], url, log, { PARTS: parts })
      expect((await loading.ended).code).toBe(0)
      const { output } = await run('audit', ['--workers', '2'], url)
      expect(output === (await onePass(client))).toBe(true)
    }
    await client.end()
  })

  test.each([
    ['', 'check constraint'],
    ['payment-', 'check constraint'],
    ['somebody', 'check constraint'],
    ['payment-pay_\u{1f600}', 'check constraint'],
    [`payment-pay_${'x'.repeat(200)}`, 'check constraint'],
  ])('the log takes no entry under the name %j', async (stream, sentence) => {
    const { client } = await logIn(server, `names_${Math.random()}`.replace('.', ''), {
      entries: 0,
    })
    const row = { revision: 0, line: '{}' }
    await expect(addRows(client, [{ ...row, stream }])).rejects.toThrow(sentence)
    await client.end()
  })

  test('an invalid stream, or a transaction of another database, is reported and not skipped', async () => {
    const { url, client } = await logIn(server, 'beside', { entries: 300, parts: 2 })
    await client.query(`alter table entries drop constraint entries_stream_check`)
    await client.query(
      `update entries set stream = 'Jane Doe' where stream = (select min(stream) from entries)`,
    )
    for (const name of ['audit', 'log']) {
      const { code, stderr, output } = await run(name, [], url)
      expect([code, output]).toEqual([75, ''])
      expect(stderr).toContain('an entry is stored under an invalid stream name.')
      expect(stderr).not.toContain('Jane')
    }
    await client.query(`delete from entries where stream = 'Jane Doe'`)
    await client.query(
      `update entries set tx = '999999999' where stream = (select max(stream) from entries)`,
    )
    const { code, stderr } = await run('audit', [], url)
    expect([code, stderr]).toEqual([
      75,
      expect.stringContaining('a transaction that has not happened yet'),
    ])
    await client.query(`update entries set tx = '3'`)
    expect((await run('audit', [], url)).output === (await onePass(client))).toBe(true)
    await client.end()
  })

  test('a page of long lines has fewer of them, and no row is left out', async () => {
    const { client } = await logIn(server, 'long_lines', { entries: 0, parts: 2 })
    await client.query(`insert into entries (stream, revision, line)
      select 'payment-pay_1', number, repeat('x', 1000000) from generate_series(1, 40) as number`)
    const seen = (await client.query('select pg_current_snapshot()::text as snapshot')).rows[0]
    const sizes = []
    const revisions = []
    for await (const page of readRows(client, { table: 'entries', ...seen })) {
      sizes.push(page.length)
      revisions.push(...page.map(({ revision }) => revision))
    }
    expect(sizes).toEqual([16, 16, 8])
    expect(revisions).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    await client.end()
  })

  test('pages come from the index, in its order: nothing is sorted, and nothing is read twice', async () => {
    const { client } = await logIn(server, 'plans', { entries: 0, parts: 2 })
    await client.query(`insert into entries (stream, revision, line)
      select 'payment-pay_' || number, 0, repeat('x', 400) from generate_series(1, 60000) as number`)
    await client.query('analyze')
    /** @type {string[]} */
    const plans = []
    const spied = {
      ...client,
      /** @param {string} sql @param {readonly unknown[]} [values] */
      query: async (sql, values = []) => {
        const { rows } = await client.query(`explain ${sql}`, values)
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        return client.query(sql, values)
      },
    }
    for (const table of ['entries', 'entries_0']) {
      for await (const _ of readRows(spied, { table, snapshot: '1:1000000000:' })) break
    }
    expect(plans.length).toBeGreaterThan(1)
    for (const plan of plans) {
      expect(plan).toContain('Index Scan')
      expect(plan).not.toMatch(/(^|->)\s*(Sort {2}|Seq Scan)/m)
    }
    await client.end()
  })
})
