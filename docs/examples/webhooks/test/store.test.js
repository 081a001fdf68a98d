/** The store keeps what a desk needs of it, and every message once. */
import { storageLaws } from 'payfold/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { webhookOf } from '../../services/sandbox.js'
import { openDatabase } from '../src/database.js'
import { storeIn } from '../src/store.js'
import { endServer, PLACES } from './places.js'
import { running } from './running.js'

afterAll(endServer)

/** @param {object} message @param {string} receivedAt @param {string | null} unread */
const saveOf = (message, receivedAt, unread) => ({
  rows: [],
  streams: [],
  message: /** @type {any} */ ({
    kind: 'webhook',
    isVerified: true,
    ...message,
    receivedAt,
    unread,
  }),
})

describe.each(PLACES)('$name', ({ isThere, make }) => {
  if (!isThere) return test.skip('everything', () => {})

  /** @type {(() => Promise<void>)[]} */
  const ends = []
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })

  /** The database of these tests: opening an embedded one takes seconds. @type {ReturnType<typeof made> | null} */
  let own = null
  const made = async () => {
    const { environment, end } = await make()
    ends.push(end)
    const { DATABASE_URL: databaseUrl = null, DATA: folder = '' } = environment
    const connected = async () => {
      const database = await openDatabase({ databaseUrl, folder, patienceMs: 5000 })
      ends.push(database.close)
      return database
    }
    return { database: await connected(), connected, isShared: databaseUrl !== null }
  }

  /** Empties the database; returns its store, and how another process opens it. */
  const opened = async () => {
    own ??= made()
    const { database, connected, isShared } = await own
    const store = storeIn(database)
    await store.prepare()
    await database.query('truncate entries, messages, streams')
    // only one process may open the folder of an embedded database
    const again = async () => storeIn(isShared ? await connected() : database)
    return { database, store, again }
  }

  for (const { name, check } of storageLaws(opened)) test(name, check)

  test('a message is stored once, however often it comes', async () => {
    const { database, store } = await opened()
    const all = ['a', 'b', 'a', 'b', 'a'].map((body) =>
      saveOf({ body }, '2026-03-02T10:00:00Z', null),
    )
    expect(await Promise.all(all.map(store.save))).toEqual(all.map(() => true))
    // the same bytes about something else are another message
    await store.save(saveOf({ body: 'a', kind: 'callback' }, '2026-03-02T10:00:00Z', null))
    const counts = async () =>
      (await database.query('select times from messages order by messages.id')).map(
        ({ times }) => times,
      )
    expect((await counts()).sort()).toEqual([1, 2, 3])
    // an erased body stays erased
    await database.query("update messages set message = ''")
    await store.save(saveOf({ body: 'a' }, '2026-03-02T10:00:00Z', null))
    expect((await counts()).sort()).toEqual([1, 2, 4])
    expect(await database.query("select 1 from messages where message <> ''")).toEqual([])
  })

  test('a message has the time at which it was read', async () => {
    const { database, store } = await opened()
    const row = async () => {
      const [{ message = '{}', unread, times } = {}] =
        await database.query('select * from messages')
      return [JSON.parse(message).receivedAt, unread, times]
    }
    const [first, second, third] = ['10', '11', '12'].map((hour) => `2026-03-02T${hour}:00:00Z`)
    await store.save(saveOf({ body: 'a' }, String(first), 'It cannot be read.'))
    expect(await row()).toEqual([first, 'It cannot be read.', 1])
    await store.save(saveOf({ body: 'a' }, String(second), null))
    expect(await row()).toEqual([second, null, 2])
    await store.save(saveOf({ body: 'a' }, String(third), 'It cannot be read.'))
    expect(await row()).toEqual([second, null, 3])
  })

  test('a message that cannot be read is read again when the service starts', async () => {
    const { environment, end } = await make()
    const first = await running({ ...environment, LOG_LEVEL: 'silent' })
    const data = { id: 'pay_later', amount: 1, currency: 'EUR' }
    const body = JSON.stringify(webhookOf('evt_later', 'payment_pending', data))
    expect((await first.post(body)).body).toEqual({ is: 'read', because: [] })
    const [entry] = await first.database.query('select line from entries')
    await first.database.query("update entries set line = ''")
    const second = JSON.stringify(webhookOf('evt_more', 'payment_pending', { ...data, amount: 2 }))
    expect(await first.post(second)).toMatchObject({ status: 200, body: { is: 'unread' } })
    expect((await first.get('/health')).body.unread).toBe(1)
    await first.database.query('update entries set line = $1', [entry?.['line']])
    await first.close()
    const next = await running({ ...environment, LOG_LEVEL: 'silent' })
    while ((await next.get('/health')).body.unread > 0)
      await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await next.get('/streams/payment-pay_later')).body.entries).toBe(2)
    await next.close()
    await end()
  })
})
