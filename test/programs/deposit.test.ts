/** A lifecycle of another kind, made without changing a file of the engine. */
import { readdirSync } from 'node:fs'
import { rights } from 'fp-ts/lib/Array.js'
import { isRight, payfold, type Stream } from 'payfold'
import { desk, memoryStore, planner } from 'payfold/desk'
import { emptyTip, ownLoop, tipOf } from 'payfold/machine'
import { obeysTheLaws } from 'payfold/testing'
import { describe, expect, test, vi } from 'vitest'
import { rentalDeposit } from '../../docs/examples/deposit/index.ts'
import { machines } from '../root.ts'

const FOLDER = 'docs/examples/deposit'

const pf = payfold([rentalDeposit])
const stream = 'deposit-dep_1' as Stream
const AT = '2026-01-01T10:00:00Z'
const NOW = '2026-08-20T10:00:00Z'

/** The lines of a deposit whose tenancy is over. */
const lines = ((): readonly string[] => {
  const metadata = { occurredAt: AT, recordedAt: AT, source: 'report', schema: 1 }
  const event = (eventId: string, type: string, more: object) =>
    pf.decode({ type, data: { depositId: 'dep_1', ...more }, metadata: { ...metadata, eventId } })
  const received = event('e-1', 'deposit_received', { amount: 150_000, currency: 'EUR' })
  const ended = event('e-2', 'tenancy_ended', {})
  const appended = ownLoop(pf).append(emptyTip(stream), rights([received, ended]))
  return isRight(appended) ? appended.right.entries.map(pf.toLine) : []
})()

/** A desk on these lines, whose stream is due. */
const deskOnLines = async () => {
  const store = memoryStore()
  const row = { stream, revision: lines.length - 1, status: 'held', was: 'none', state: {} }
  await store.save({
    rows: lines.map((line, revision) => ({ stream, revision, line, command: null })),
    message: null,
    streams: [{ ...row, news: [], due: AT, left: [] }],
  })
  const send = () => Promise.reject(new Error('nothing is sent'))
  return { store, shop: desk(pf, { ...store, now: () => NOW, keys: [], send }) }
}

describe('a rental deposit', () => {
  for (const { name, check } of obeysTheLaws(rentalDeposit, { others: machines, numRuns: 50 })) {
    test(name, check)
  }

  test('consists of six files and a program', () => {
    expect(readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))).toEqual([
      'chart.ts',
      'events.ts',
      'index.ts',
      'main.ts',
      'memory.ts',
      'rules.ts',
      'windows.ts',
    ])
  })

  test('is not requested by a desk, which has no endpoint for it', async () => {
    const { store, shop } = await deskOnLines()
    const data = { depositId: 'dep_1', amount: 1000 }
    const because = ['payfold has no endpoint postReturn: send it from a loop of your own.']
    const run = await shop.run('returnDeposit', data, 'k-1')
    expect(run).toMatchObject({ is: 'invalid', status: 400, because })
    const step = { run: 'returnDeposit', data, key: 'k-1' } as const
    const next = planner(pf)(step, { streams: new Map([[stream, lines]]) }, NOW)
    expect(next).toMatchObject({ next: 'plan', sends: [], outcome: { is: 'invalid', because } })
    expect(store.lines()).toEqual(lines)
  })

  test('leaves to a person what a desk has no look-up for', async () => {
    const { store, shop } = await deskOnLines()
    const because =
      'This was expected by 2026-03-02T10:00:00Z: The landlord should return the rest of the deposit.'
    expect(await shop.due()).toEqual({ asked: 0, left: [{ stream, because }] })
    expect(await store.due(NOW)).toEqual([])
  })

  test('takes the words of a person that end a command, and no review, which states nothing of it', async () => {
    const { store, shop } = await deskOnLines()
    const command = { commandId: 'k-1', now: '2026-08-01T10:00:00Z' }
    const kept = rights(lines.map(pf.fromLine))
    const data = { depositId: 'dep_1', amount: 1000 }
    const state = pf.fold(stream, kept)
    const decided = pf.decide(state, { type: 'returnDeposit', data, metadata: command })
    const events = isRight(decided) ? decided.right.events : []
    const appended = ownLoop(pf).append(tipOf(stream, kept), events)
    const [entry] = isRight(appended) ? appended.right.entries : []
    if (entry === undefined) return expect.fail('nothing is appended')
    const row = { stream, revision: entry.revision, line: pf.toLine(entry), command: 'k-1' }
    await store.save({ rows: [row], message: null, streams: [] })
    const reasons = async () => (await shop.view(stream))?.questions.map(({ reason }) => reason)
    expect(await reasons()).toContain('InDoubt')
    const by = { by: ['person-7'], because: 'case-1' }
    const givenUp = { commandId: 'k-1', ...by }
    expect(await shop.record(stream, 'command_given_up', givenUp)).toMatchObject({ is: 'done' })
    expect(await reasons()).not.toContain('InDoubt')
    const reviewed = { asOf: '2026-08-10T10:00:00Z', ...by }
    expect(await shop.record(stream, 'reviewed', reviewed)).toMatchObject({ is: 'invalid' })
    expect((await shop.view(stream))?.state).toMatchObject({ status: 'held', parked: [] })
    const other = { ...givenUp, depositId: 'dep_2' }
    expect(await shop.record(stream, 'command_given_up', other)).toMatchObject({
      because: ['data.depositId names another stream.'],
    })
    const strange = { ...givenUp, note: 'x' }
    expect(await shop.record(stream, 'command_given_up', strange)).toMatchObject({ is: 'invalid' })
  })

  test('is stored, read back, judged, audited and drawn', async () => {
    const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
    await import('../../docs/examples/deposit/main.ts')
    const lines = printed.mock.calls.map((call) =>
      call.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(' '),
    )
    printed.mockRestore()
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
      '../../docs/examples/deposit/printed.txt',
    )
  })
})
