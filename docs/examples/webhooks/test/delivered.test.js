/**
 * Every delivery comes twice, concurrently and in any order: the log is the same as if the messages
 * had arrived one after another.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { senderTo, signatureOf, webhookOf } from '../../services/sandbox.js'
import { shuffled, together, webhooksOf } from '../../services/traffic.js'
import { readConfig } from '../src/config.js'
import { open } from '../src/open.js'
import { everythingIn, linesIn, saidBy, saidIn, sequential, statusesIn } from './model.js'
import { endServer, PLACES } from './places.js'
import { running } from './running.js'

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
    expect(everything.messages.reduce((all, { times = 0 }) => all + times, 0)).toBe(
      deliveries.length,
    )
    expect(everything.messages.filter(({ unread }) => unread !== null)).toEqual([])
    const said = saidBy(everything)
    expect(new Set(said).size).toBe(said.length)
    expect(new Set(said)).toEqual(saidIn(bodies))
    const lines = linesIn(everything)
    expect(lines.size).toBeGreaterThanOrEqual(STREAMS)
    expect(lines).toEqual(await sequential(everything))
    const { stored, folded } = statusesIn(everything)
    expect(stored).toEqual(folded)
  })
})

const [postgresql] = /** @type {[import('./places.js').Place]} */ (PLACES)

test.skipIf(!postgresql.isThere)(
  `a message that cannot be stored gets 503, and leaves nothing; in ${postgresql.name}`,
  async () => {
    const { environment, end } = await postgresql.make()
    const service = await running({ ...environment, LOG_LEVEL: 'silent' })
    const { query } = service.database
    const body = JSON.stringify(
      webhookOf('evt_later', 'payment_pending', { id: 'pay_later', amount: 1, currency: 'EUR' }),
    )
    for (const table of ['entries', 'messages', 'streams']) {
      await query(`alter table ${table} rename to elsewhere`)
      expect(await service.post(body)).toMatchObject({ status: 503, body: { is: 'unavailable' } })
      await query(`alter table elsewhere rename to ${table}`)
      expect(
        await query('select line from entries union all select message from messages'),
      ).toEqual([])
    }
    expect((await service.post(body)).status).toBe(200)
    expect((await service.get('/streams/payment-pay_later')).body.rows).toHaveLength(1)
    await service.close()
    await end()
  },
)

/** A webhook about one of many refunds of one payment. @param {number} index */
const refund = (index) => {
  const data = { id: 'pay_long', action_id: `act_${index}`, amount: 1, currency: 'EUR' }
  return webhookOf(`evt_${index}`, 'payment_refunded', data)
}

const captured = webhookOf('evt_captured', 'payment_captured', {
  id: 'pay_long',
  action_id: 'act_capture',
  amount: 1_000_000,
  currency: 'EUR',
  source: { type: 'sepa', id: 'src_long' },
})

test.skipIf(!postgresql.isThere)('while a payment grows, the service answers', async () => {
  const { environment, end } = await postgresql.make()
  const service = await running({ ...environment, LOG_LEVEL: 'silent' })
  await service.send(captured)
  let [isGrowing, answers] = [true, 0]
  const asking = (async () => {
    while (isGrowing) {
      expect((await service.get('/health')).status).toBe(200)
      answers += 1
    }
  })()
  for (let index = 0; index < 300; index += 1) await service.send(refund(index))
  isGrowing = false
  await asking
  // a service that is busy with one webhook for long would answer less often than it takes them
  expect(answers).toBeGreaterThan(100)
  const kept = await service.database.query(
    "select 1 from entries where stream = 'payment-pay_long'",
  )
  expect(kept).toHaveLength(301)
  await service.close()
  await end()
})

test.skipIf(!postgresql.isThere)('two services that take turns write what one would', async () => {
  const { environment, end } = await postgresql.make()
  const both = [await opened(environment), await opened(environment)]
  const bodies = [captured, ...Array.from({ length: 60 }, (_, index) => refund(index))]
  for (const [index, body] of bodies.entries()) {
    await senderTo(`${both[index % 2]?.base}/webhooks`, KEY)(body)
  }
  const [one, other] = await Promise.all(both.map(({ shop }) => shop.view('payment-pay_long')))
  expect(one).toEqual(other)
  for (const { close } of both) await close()
  const everything = await everythingIn(environment)
  expect(linesIn(everything)).toEqual(await sequential(everything))
  await end()
})
