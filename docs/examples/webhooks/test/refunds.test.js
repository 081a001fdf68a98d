/**
 * Refunds are recorded, requested and answered, no matter in which order responses and webhooks
 * arrive.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sandbox, webhookOf } from '../src/sandbox.js'
import { everythingIn, linesIn, sequential } from './model.js'
import { endServer, PLACES } from './places.js'
import { running } from './running.js'

const API_KEY = 'sk_test'
const HOUR = 3_600_000

afterAll(endServer)

/** @param {string} name */
const capturedOf = (name, type = 'sepa') => ({
  ...webhookOf(`evt_${name}`, 'payment_captured', {
    id: `pay_${name}`,
    amount: 10_000,
    currency: 'EUR',
    source: { type, id: `src_${name}` },
    action_id: `act_${name}`,
  }),
})

describe.each(PLACES)('a refund, in $name', ({ isThere, make }) => {
  /** @type {Awaited<ReturnType<typeof make>>} */
  let place
  /** @type {Awaited<ReturnType<typeof running>>} */
  let service
  /** @type {Awaited<ReturnType<typeof sandbox>>} */
  let provider
  /** @type {import('../src/sandbox.js').Mood} */
  let mood = 'grant'

  /** The payment of a test: its number, its name and its stream. */
  let [turn, name, stream] = [0, '', '']
  const granted = () => [...provider.granted.keys()].filter((key) => key.startsWith(`${name}-`))
  const sums = async () => (await service.get(`/streams/${stream}`)).body.sums

  beforeAll(async () => {
    if (!isThere) return
    place = await make()
    provider = await sandbox({
      apiKey: API_KEY,
      send: (message) => service.send(message),
      moodFor: () => mood,
    })
    service = await running({
      ...place.environment,
      PROVIDER_URL: provider.url,
      PROVIDER_KEY: API_KEY,
      LOG_LEVEL: 'silent',
    })
  })

  beforeEach(async () => {
    if (!isThere) return
    turn += 1
    name = `one${turn}`
    stream = `payment-pay_${name}`
    mood = 'grant'
    await service.send(capturedOf(name))
  })

  afterAll(async () => {
    if (!isThere) return
    await provider.settled()
    await service.close()
    await provider.close()
    const everything = await everythingIn(place.environment)
    expect(linesIn(everything)).toEqual(sequential(everything))
    await place.end()
  })

  test.skipIf(!isThere)('is recorded, requested, accepted and carried out once', async () => {
    const first = await service.refund(stream, `${name}-1`, { amount: 4000, reference: 'REF-1' })
    expect([first.status, first.body.outcome]).toEqual([202, 'accepted'])
    await provider.settled()
    const again = await service.refund(stream, `${name}-1`, { amount: 4000, reference: 'REF-1' })
    expect([again.status, again.body.outcome]).toEqual([200, 'done'])
    expect(await sums()).toMatchObject({ refunded: 4000, refunding: 0, net: 6000 })
    expect(granted().length).toBe(1)
  })

  test.skipIf(!isThere)(
    'whose webhooks arrive before its response is the same refund',
    async () => {
      mood = 'late'
      expect((await service.refund(stream, `${name}-1`, { amount: 4000 })).body.outcome).toBe(
        'accepted',
      )
      expect(await sums()).toMatchObject({ refunded: 4000, refunding: 0, net: 6000 })
    },
  )

  test.skipIf(!isThere)(
    'that many clients request at once, under many keys, never exceeds what is left',
    async () => {
      const keys = Array.from({ length: 30 }, (_, index) => `${name}-${index % 15}`)
      const answers = await Promise.all(
        keys.map((key) => service.refund(stream, key, { amount: 1000 })),
      )
      await provider.settled()
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => ![200, 202, 409].includes(status))).toEqual([])
      // if a webhook comes before the response, the amount counts twice: for the webhook, and for
      // the command without a response. Until the response shows that both are one refund, the log
      // may show too little as left, but never too much
      expect(granted().length).toBeLessThanOrEqual(10)
      for (let index = 15; granted().length < 10; index += 1) {
        expect((await service.refund(stream, `${name}-${index}`, { amount: 1000 })).status).toBe(
          202,
        )
      }
      expect((await service.refund(stream, `${name}-last`, { amount: 1 })).status).toBe(409)
      await provider.settled()
      expect(granted().length).toBe(10)
      expect(await sums()).toMatchObject({ refunded: 10_000, net: 0 })
      expect((await service.get(`/streams/${stream}`)).body.status).toBe('refunded')
    },
  )

  test.skipIf(!isThere)(
    'without a response is in doubt, reserves its amount, and is requested again',
    async () => {
      mood = 'fail'
      const first = await service.refund(stream, `${name}-1`, { amount: 6000 })
      expect([first.status, first.body.outcome]).toEqual([202, 'inDoubt'])
      const { body } = await service.get(`/streams/${stream}/questions`)
      expect(body.questions).toMatchObject([
        { reason: 'InDoubt', request: { endpoint: 'requestRefund', commandId: `${name}-1` } },
        { reason: 'missingPredecessor' },
      ])
      const other = await service.refund(stream, `${name}-2`, { amount: 4001 })
      expect(other).toMatchObject({
        status: 409,
        body: {
          error: 'Refused',
          sentences: ['40.01 EUR is 0.01 EUR more than the 40.00 EUR available.'],
        },
      })
      mood = 'grant'
      expect((await service.refund(stream, `${name}-1`, { amount: 6000 })).body.outcome).toBe(
        'accepted',
      )
      expect((await service.refund(stream, `${name}-2`, { amount: 4000 })).body.outcome).toBe(
        'accepted',
      )
    },
  )

  test.skipIf(!isThere)('whose response was lost was still granted once', async () => {
    mood = 'lose'
    const first = await service.refund(stream, `${name}-1`, { amount: 4000 })
    expect([first.status, first.body.outcome]).toEqual([202, 'inDoubt'])
    mood = 'grant'
    const again = await service.refund(stream, `${name}-1`, { amount: 4000 })
    expect(['accepted', 'done']).toContain(again.body.outcome)
    await provider.settled()
    expect(granted().length).toBe(1)
    expect(await sums()).toMatchObject({ refunded: 4000, refunding: 0, net: 6000 })
  })

  test.skipIf(!isThere)(
    'is not requested again once the provider may have forgotten its key',
    async () => {
      mood = 'fail'
      const ask = () => service.refund(stream, `${name}-1`, { amount: 4000 })
      const began = Date.now()
      expect((await ask()).body.outcome).toBe('inDoubt')
      const recorded = Date.now()
      const asked = provider.asked()
      mood = 'grant'
      try {
        vi.useFakeTimers({ toFake: ['Date'], now: recorded + 23 * HOUR })
        const { status, body } = await ask()
        expect([status, body.outcome]).toEqual([202, 'inDoubt'])
        expect(body.sentences).toEqual([expect.stringContaining('forgotten its key')])
        expect(provider.asked()).toBe(asked)
        vi.setSystemTime(began + 23 * HOUR - 1)
        expect((await ask()).body.outcome).toBe('accepted')
        expect(provider.asked()).toBe(asked + 1)
        await provider.settled()
      } finally {
        vi.useRealTimers()
      }
    },
  )

  test.skipIf(!isThere)('that the provider refuses reserves nothing', async () => {
    mood = 'refuse'
    const first = await service.refund(stream, `${name}-1`, { amount: 4000 })
    expect(first).toMatchObject({ status: 409, body: { error: 'RefusedByProvider' } })
    const again = await service.refund(stream, `${name}-1`, { amount: 4000 })
    expect(again).toMatchObject({ status: 409, body: { error: 'RefusedByProvider' } })
    mood = 'grant'
    expect((await service.refund(stream, `${name}-2`, { amount: 10_000 })).body.outcome).toBe(
      'accepted',
    )
  })

  test.skipIf(!isThere)(
    'on one payment differs from one on another, even with the same key',
    async () => {
      const pairs = Array.from({ length: 12 }, (_, index) => index)
      for (const index of pairs) await service.send(capturedOf(`other${turn}x${index}`))
      const answers = await Promise.all(
        pairs.map((index) =>
          Promise.all(
            [stream, `payment-pay_other${turn}x${index}`].map((each) =>
              service.refund(each, `${name}-same${index}`, { amount: 100 }),
            ),
          ),
        ),
      )
      for (const both of answers) {
        expect(both.map(({ status }) => status).sort()).toEqual([202, 422])
        expect(both.find(({ status }) => status === 422)?.body.error).toBe('KeyUsed')
      }
      expect(granted().length).toBe(12)
    },
  )

  test.skipIf(!isThere)('whose response is endless is in doubt, and uses no memory', async () => {
    mood = 'flood'
    const before = process.memoryUsage().rss
    const answer = await service.refund(stream, `${name}-1`, { amount: 1000 })
    expect([answer.status, answer.body.outcome]).toEqual([202, 'inDoubt'])
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
    mood = 'grant'
    expect((await service.refund(stream, `${name}-1`, { amount: 1000 })).body.outcome).toBe(
      'accepted',
    )
  })

  test.skipIf(!isThere)('is answered with the status for what is wrong', async () => {
    await service.refund(stream, `${name}-1`, { amount: 1 })
    await service.send(capturedOf('card', 'card'))
    const [used, fresh] = [`${name}-1`, `${name}-2`]
    const wrong = {
      'a key of another refund': [stream, used, { amount: 2 }, 422, 'KeyUsed'],
      'no key': [stream, null, { amount: 1 }, 400, 'NoKey'],
      'a card number as key': [stream, '4242424242424242', { amount: 1 }, 400, 'NoKey'],
      'no valid amount': [stream, fresh, { amount: 0 }, 400, 'Unsendable'],
      'a misspelt amount': [stream, fresh, { ammount: 100 }, 400, 'Unsendable'],
      'another currency': [stream, fresh, { amount: 100, currency: 'USD' }, 400, 'Unsendable'],
      'a name for a reference': [
        stream,
        fresh,
        { amount: 1, reference: 'Max Müller' },
        400,
        'Unsendable',
      ],
      'a fraction': [stream, fresh, { amount: 1.5 }, 400, 'Unsendable'],
      'text for an amount': [stream, fresh, { amount: '100' }, 400, 'Unsendable'],
      'a list': [stream, fresh, [], 400, 'Unsendable'],
      'no JSON': [stream, fresh, '{"amount":4242424242424242', 400, 'BadRequest'],
      'an empty body': [stream, fresh, '', 400, 'BadRequest'],
      'a payment without messages': ['payment-pay_none', fresh, { amount: 1 }, 404, 'NotFound'],
      'no stream': ['pay_one', fresh, { amount: 1 }, 400, 'NoStream'],
      'a payment of another lifecycle': [
        'payment-pay_card',
        'r-2',
        { amount: 1 },
        409,
        'Unassigned',
      ],
      'a mandate': [`mandate-src_${name}`, fresh, { amount: 1 }, 409, 'Refused'],
      'too much': [stream, fresh, { amount: 10_000 }, 409, 'Refused'],
    }
    for (const [what, [about, key, body, status, error]] of Object.entries(wrong)) {
      const answer = await service.refund(String(about), /** @type {any} */ (key), body)
      expect([what, answer.status, answer.body.error]).toEqual([what, status, error])
      expect(answer.body.sentences.length, what).toBeGreaterThan(0)
      expect(JSON.stringify(answer.body)).not.toContain('4242')
    }
    expect(granted().length).toBe(1)
  })
})
