/** Every delivery twice, at once and in any order: the log is what one after the other gives. */
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.js'
import { openDatabase } from '../src/database.js'
import { open } from '../src/open.js'
import { signatureOf, webhookOf } from '../src/sandbox.js'
import { everythingIn, linesIn, saidBy, saidIn, sequential } from './model.js'
import { endServer, PLACES } from './places.js'
import { running } from './running.js'
import { shuffled, together, webhooksOf } from './traffic.js'

const KEY = 'whsec_test'
const STREAMS = Number(process.env['STREAMS'] ?? 1000)

afterAll(endServer)

/** @param {Record<string, string>} environment */
const opened = async (environment) => {
  const read = readConfig({ WEBHOOK_KEYS: KEY, LOG_LEVEL: 'silent', ...environment })
  if ('wrong' in read) throw new Error(read.wrong.join(' '))
  const service = await open(read.config)
  return { ...service, base: await service.app.listen({ host: '127.0.0.1', port: 0 }) }
}

describe.each(PLACES)('in $name', ({ isThere, make }) => {
  test.skipIf(!isThere)(`${STREAMS} streams are each one truth`, async () => {
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
    expect(everything.messages.length).toBe(deliveries.length)
    expect(everything.messages.filter(({ outcome }) => outcome !== 'told')).toEqual([])
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
  `a message that is kept and cannot be read for now is answered with 2xx, and read later; in ${postgresql.name}`,
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
