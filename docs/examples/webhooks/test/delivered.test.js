/**
 * Every delivery comes twice, concurrently and in any order: the log is the same as if the messages
 * had arrived one after another.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.js'
import { openDatabase } from '../src/database.js'
import { again, intakeInto } from '../src/intake.js'
import { metricsOf } from '../src/metrics.js'
import { open } from '../src/open.js'
import { signatureOf, webhookOf } from '../src/sandbox.js'
import { storeIn } from '../src/store.js'
import { everythingIn, linesIn, saidBy, saidIn, sequential } from './model.js'
import { endServer, PLACES } from './places.js'
import { running } from './running.js'
import { shuffled, together, webhooksOf } from './traffic.js'

const KEY = 'whsec_for_the_tests'
const STREAMS = Number(process.env['STREAMS'] ?? 100)

afterAll(endServer)

/** @param {Record<string, string>} environment */
const opened = async (environment) => {
  const read = readConfig({ WEBHOOK_KEYS: KEY, LOG_LEVEL: 'silent', ...environment })
  if ('wrong' in read) throw new Error(read.wrong.join(' '))
  const service = await open(read.config)
  return { ...service, base: await service.app.listen({ host: '127.0.0.1', port: 0 }) }
}

describe.each(PLACES)('in $name', ({ isThere, make }) => {
  test.skipIf(!isThere)(`${STREAMS} streams have one history each`, async () => {
    const { environment, end } = await make()
    const [one, other] = await Promise.all(
      environment['DATABASE_URL'] === undefined
        ? [opened(environment)]
        : [opened(environment), opened(environment)],
    )
    const bodies = webhooksOf(STREAMS, 1).flatMap((all) => all.slice(0, 4))
    const bases = [one, other ?? one].map((service) => service?.base)
    const deliveries = shuffled(
      bodies.flatMap((body) => bases.map((base) => ({ body, base }))),
      2,
    )
    /** @type {Record<number, number>} */
    const statuses = {}
    await together(deliveries, 32, async ({ body, base }) => {
      const headers = {
        'content-type': 'application/json',
        'cko-signature': signatureOf(body, KEY),
      }
      const { status, ...answer } = await fetch(`${base}/webhooks`, {
        method: 'POST',
        headers,
        body,
      })
      void answer
      statuses[status] = (statuses[status] ?? 0) + 1
    })
    await one?.close()
    await other?.close()
    expect(statuses).toEqual({ 200: deliveries.length })

    const everything = await everythingIn(environment)
    await end()
    expect(everything.messages.length).toBe(new Set(bodies).size)
    expect(everything.messages.reduce((all, { times }) => all + times, 0)).toBe(deliveries.length)
    expect(everything.messages.filter(({ outcome }) => outcome !== 'recorded')).toEqual([])
    const said = saidBy(everything)
    expect(new Set(said).size).toBe(said.length)
    expect(new Set(said)).toEqual(saidIn(bodies))
    const lines = linesIn(everything)
    expect(lines.size).toBeGreaterThanOrEqual(STREAMS)
    expect(lines).toEqual(sequential(everything))
  })
})

const [postgresql] = /** @type {[import('./places.js').Place]} */ (PLACES)

test.skipIf(!postgresql.isThere)(
  `a message that is stored but cannot be read yet gets 2xx, and is read later; in ${postgresql.name}`,
  async () => {
    const { environment, end } = await postgresql.make()
    const database = await openDatabase({
      databaseUrl: environment['DATABASE_URL'] ?? '',
      folder: '',
      patienceMs: 5000,
    })
    const service = await running({ ...environment, LOG_LEVEL: 'silent' })
    await database.query('alter table entries rename to elsewhere')
    const body = JSON.stringify(
      webhookOf('evt_later', 'payment_pending', { id: 'pay_later', amount: 1, currency: 'EUR' }),
    )
    expect(await service.post(body)).toMatchObject({
      status: 200,
      body: { outcome: 'kept', added: 0 },
    })
    expect((await service.get('/health')).body.unread).toBe(1)
    expect((await service.get('/streams/payment-pay_later')).status).toBe(503)
    await database.query('alter table elsewhere rename to entries')
    while ((await service.get('/health')).body.unread > 0)
      await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await service.get('/streams/payment-pay_later')).body.revision).toBe(0)

    await database.query('alter table messages rename to elsewhere')
    expect(await service.post(body)).toMatchObject({ status: 503, body: { error: 'Unavailable' } })
    expect((await service.get('/health')).status).toBe(503)
    await database.query('alter table elsewhere rename to messages')
    expect((await service.post(body)).status).toBe(200)
    await service.close()
    await database.close()
    await end()
  },
)

test.skipIf(!postgresql.isThere)(
  `stored messages are read from the oldest on, even if some fail; in ${postgresql.name}`,
  async () => {
    const { environment, end } = await postgresql.make()
    const url = environment['DATABASE_URL'] ?? ''
    const database = await openDatabase({ databaseUrl: url, folder: '', patienceMs: 5000 })
    const store = storeIn(database)
    await again(store.prepare, () => {})
    for (let index = 1; index <= 1300; index += 1) {
      const data = { id: `pay_left${index}`, amount: 1, currency: 'EUR' }
      const body = Buffer.from(
        JSON.stringify(webhookOf(`evt_left${index}`, 'payment_pending', data)),
      )
      await store.keep([
        {
          receivedAt: '2026-03-02T10:00:00Z',
          kind: 'webhook',
          about: { isVerified: true },
          body,
        },
      ])
    }
    // more than a page of the messages fail whenever they are read
    const failing = (/** @type {string} */ id) => Number(id) > 990 && Number(id) <= 1150
    const strict = {
      ...store,
      addRead: async (/** @type {Parameters<typeof store.addRead>} */ ...given) => {
        if (given[0].some(failing)) throw new Error('It fails.')
        return store.addRead(...given)
      },
    }
    const failed = /** @type {string[]} */ ([])
    const options = {
      seconds: 0,
      isWanted: () => true,
      onFailure: (/** @type {unknown} */ _, /** @type {string} */ id) => failed.push(id),
    }
    const { catchUp } = intakeInto(strict, metricsOf(store))
    expect(await catchUp(options)).toBe(1140)
    expect(failed).toEqual(Array.from({ length: 160 }, (_, index) => String(991 + index)))
    expect(await intakeInto(store, metricsOf(store)).catchUp(options)).toBe(160)
    expect(await store.countUnread()).toBe(0)
    await database.close()
    await end()
  },
)
