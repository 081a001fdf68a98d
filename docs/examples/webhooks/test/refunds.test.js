/**
 * Refunds are recorded, requested and answered, no matter in which order responses and webhooks
 * arrive.
 */
import { desk } from 'payfold/desk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sandbox, webhookOf } from '../../services/sandbox.js'
import { pf } from '../src/shop.js'
import { everythingIn, linesIn, sequential } from './model.js'
import { endServer, PLACES } from './places.js'
import { running } from './running.js'

const API_KEY = 'sk_test'
const [SECOND, HOUR] = [1000, 3_600_000]
/** How long after its recording a look-up shows what became of a refund. */
const LOOK_AFTER = HOUR + 2 * 60 * SECOND

/** The provider has it; its webhooks may come while its response is read. */
const TAKEN = /^(?:accepted|done)$/

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
  /** @type {import('../../services/sandbox.js').Mood} */
  let mood = 'grant'

  /** Webhooks leave the provider only after this. */
  let held = Promise.resolve()

  /** The payment of a test: its number, its name and its stream. */
  let [turn, name, stream] = [0, '', '']
  const granted = () =>
    provider.grants.map(({ key }) => key).filter((key) => key.startsWith(`${name}-`))
  const sums = async () => (await service.get(`/streams/${stream}`)).body.sums
  /** Sets the clock of this process, and so of the service and the provider. @param {number} now */
  const clock = (now) => vi.useFakeTimers({ toFake: ['Date'], now })
  /** Looks up what is due now. */
  const lookUp = () => service.shop.due()
  /** The open questions of the payment. */
  const questions = async () => (await service.get(`/streams/${stream}`)).body.questions

  beforeAll(async () => {
    if (!isThere) return
    place = await make()
    provider = await sandbox({
      apiKey: API_KEY,
      send: (message) => held.then(() => service.send(message)),
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
    held = Promise.resolve()
    provider.captures.push({ paymentId: `pay_${name}`, actionId: `act_${name}`, amount: 10_000 })
    await service.send(capturedOf(name))
  })

  afterEach(() => vi.useRealTimers())

  afterAll(async () => {
    if (!isThere) return
    await provider.settled()
    await service.close()
    await provider.close()
    const everything = await everythingIn(place.environment)
    expect(linesIn(everything)).toEqual(await sequential(everything))
    const keys = provider.grants.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    await place.end()
  })

  test.skipIf(!isThere)('is recorded, requested, accepted and carried out once', async () => {
    const first = await service.refund(stream, `${name}-1`, { amount: 4000, reference: 'REF-1' })
    expect(first.body.is).toMatch(TAKEN)
    await provider.settled()
    const again = await service.refund(stream, `${name}-1`, { amount: 4000, reference: 'REF-1' })
    expect([again.status, again.body.is]).toEqual([200, 'done'])
    expect(await sums()).toMatchObject({ refunded: 4000, refunding: 0, net: 6000 })
    expect(granted().length).toBe(1)
  })

  test.skipIf(!isThere)(
    'whose webhooks arrive before its response is the same refund',
    async () => {
      mood = 'late'
      const { status, body } = await service.refund(stream, `${name}-1`, { amount: 4000 })
      expect([status, body.is]).toEqual([200, 'done'])
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
      expect(statuses.filter((status) => ![200, 202, 422].includes(status))).toEqual([])
      // if a webhook comes before the response, the amount counts twice: for the webhook, and for
      // the command without a response. Until the response shows that both are one refund, the log
      // may show too little as left, but never too much
      expect(granted().length).toBeLessThanOrEqual(10)
      for (let index = 15; granted().length < 10; index += 1) {
        expect(
          (await service.refund(stream, `${name}-${index}`, { amount: 1000 })).status,
        ).toBeLessThan(300)
      }
      expect((await service.refund(stream, `${name}-last`, { amount: 1 })).status).toBe(422)
      await provider.settled()
      expect(granted().length).toBe(10)
      expect(await sums()).toMatchObject({ refunded: 10_000, net: 0 })
      expect((await service.get(`/streams/${stream}`)).body.status).toBe('refunded')
    },
  )

  test.skipIf(!isThere)('that is requested ten times at once leaves once', async () => {
    mood = 'hold'
    const before = provider.asked()
    let ended = 0
    const asked = Array.from({ length: 10 }, async () => {
      const answer = await service.refund(stream, `${name}-1`, { amount: 4000 })
      ended += 1
      return answer
    })
    while (ended < 9 || provider.asked() === before)
      await new Promise((resolve) => setTimeout(resolve, 5))
    provider.release()
    const answers = await Promise.all(asked)
    expect(provider.asked()).toBe(before + 1)
    const taken = answers.filter(({ body }) => ['accepted', 'done'].includes(body.is))
    expect(taken.length).toBe(1)
    const others = answers.filter(({ body }) => body.is === 'inDoubt')
    expect(others.length).toBe(9)
    for (const { body } of others) {
      expect(body.because).toEqual([
        expect.stringMatching(
          /must not be sent again: from \S+ on, a look-up or a person ends the doubt\.$/,
        ),
      ])
    }
    expect(granted().length).toBe(1)
  })

  test.skipIf(!isThere)(
    'without a response is in doubt, reserves its amount, and is looked up after an hour',
    async () => {
      mood = 'drop'
      const ask = () => service.refund(stream, `${name}-1`, { amount: 6000 })
      const began = Date.now()
      const before = provider.asked()
      const first = await ask()
      expect([first.status, first.body.is]).toEqual([202, 'inDoubt'])
      clock(began + 2 * 60 * SECOND)
      expect(await questions()).toMatchObject([{ request: {} }, { request: {} }])
      const other = await service.refund(stream, `${name}-2`, { amount: 4001 })
      expect(other).toMatchObject({
        status: 422,
        body: {
          is: 'refused',
          because: ['40.01 EUR is 0.01 EUR more than the 40.00 EUR available.'],
        },
      })
      mood = 'grant'
      expect((await ask()).body.is).toBe('inDoubt')
      expect(provider.asked()).toBe(before + 1)
      expect((await service.refund(stream, `${name}-2`, { amount: 4000 })).body.is).toMatch(TAKEN)
    },
  )

  test.skipIf(!isThere)('whose response was lost was still granted once', async () => {
    mood = 'lose'
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    const first = await service.refund(stream, `${name}-1`, { amount: 4000 })
    expect([first.status, first.body.is]).toEqual([202, 'inDoubt'])
    release()
    await provider.settled()
    const again = await service.refund(stream, `${name}-1`, { amount: 4000 })
    expect(again.body.is).toBe('done')
    expect(granted().length).toBe(1)
    expect(await sums()).toMatchObject({ refunded: 4000, refunding: 0, net: 6000 })
  })

  test.skipIf(!isThere)('whose response was lost is settled by its webhooks', async () => {
    mood = 'lose'
    const before = provider.asked()
    await service.refund(stream, `${name}-1`, { amount: 4000 })
    await provider.settled()
    const again = await service.refund(stream, `${name}-1`, { amount: 4000 })
    expect([again.status, again.body.is]).toEqual([200, 'done'])
    expect(provider.asked()).toBe(before + 1)
  })

  test.skipIf(!isThere)('of which no response came is never requested again', async () => {
    mood = 'drop'
    const ask = () => service.refund(stream, `${name}-1`, { amount: 4000 })
    const began = Date.now()
    expect((await ask()).body.is).toBe('inDoubt')
    const asked = provider.asked()
    mood = 'grant'
    for (const ms of [0, 59 * SECOND, 2 * 60 * SECOND, 23 * HOUR]) {
      clock(began + ms)
      const { status, body } = await ask()
      expect([status, body.is]).toEqual([202, 'inDoubt'])
      expect(body.because).toEqual([expect.stringContaining('must not be sent again')])
    }
    expect(provider.asked()).toBe(asked)
  })

  test.skipIf(!isThere)('at which the provider failed is never requested again', async () => {
    mood = 'fail'
    const ask = () => service.refund(stream, `${name}-1`, { amount: 6000 })
    const began = Date.now()
    const first = await ask()
    expect([first.status, first.body.is]).toEqual([202, 'inDoubt'])
    expect(first.body.because).toEqual([
      'The provider answered 503.',
      expect.stringContaining('must not be sent again'),
    ])
    clock(began + 2 * 60 * SECOND)
    expect(await questions()).toMatchObject([{ request: {} }, { request: {} }])
    const asked = provider.asked()
    mood = 'grant'
    for (const ms of [0, 3 * 60 * SECOND, 22 * HOUR, 24 * HOUR, 8760 * HOUR]) {
      clock(began + ms)
      const again = await ask()
      expect([ms, again.status, again.body.is]).toEqual([ms, 202, 'inDoubt'])
      expect(again.body.because).toEqual([expect.stringContaining('must not be sent again')])
    }
    expect(provider.asked()).toBe(asked)
    clock(began + 25 * HOUR)
    const other = await service.refund(stream, `${name}-2`, { amount: 4001 })
    expect([other.status, other.body.is]).toEqual([422, 'refused'])
    expect((await service.refund(stream, `${name}-3`, { amount: 4000 })).body.is).toMatch(TAKEN)
    await provider.settled()
  })

  test.skipIf(!isThere)('has its response stored with all that its reading needs', async () => {
    mood = 'refuse'
    await service.refund(stream, `${name}-1`, { amount: 4000 })
    const [kept] = await service.database.query(
      `select message from messages where message like '%"kind":"response"%' order by id desc limit 1`,
    )
    expect(JSON.parse(kept?.['message'])).toMatchObject({
      endpoint: 'requestRefund',
      params: { payment_id: `pay_${name}` },
      commandId: `${name}-1`,
      askedAt: expect.any(String),
      status: 422,
    })
  })

  test.skipIf(!isThere)(
    'is recorded before its request is sent, and is not sent if that took too long',
    async () => {
      const { store } = service
      const steps = /** @type {unknown[]} */ ([])
      /** How long the next statement takes. */
      let ms = 0
      const slow = desk(pf, {
        ...store,
        save: async (all) => {
          const isSaved = await store.save(all)
          steps.push(...all.streams.flatMap(({ news }) => news.map(({ type }) => type)))
          clock(Date.now() + ms)
          return isSaved
        },
        now: () => new Date(),
        keys: [],
        send: ({ headers, body }) => {
          steps.push([headers['Cko-Idempotency-Key'], body])
          return Promise.reject(new Error('No response came.'))
        },
      })
      const ask = (/** @type {number} */ turn) =>
        slow.run('requestRefund', { paymentId: `pay_${name}`, amount: 4000 }, `${name}-${turn}`)
      ms = 60 * SECOND
      const unsent = await ask(1)
      expect(unsent.is).toBe('inDoubt')
      expect(unsent.because.at(-1)).toContain('must not be sent again')
      expect(steps).toEqual(['refund_requested'])
      ms = 59 * SECOND
      expect((await ask(2)).is).toBe('inDoubt')
      const request = [`${name}-2`, JSON.stringify({ amount: 4000, reference: `${name}-2` })]
      expect(steps.slice(1)).toEqual(['refund_requested', request])
    },
  )

  test.skipIf(!isThere)('that a look-up does not show after an hour is free again', async () => {
    mood = 'fail'
    const ask = (/** @type {number} */ turn) =>
      service.refund(stream, `${name}-${turn}`, { amount: 6000 })
    const began = Date.now()
    await ask(1)
    mood = 'grant'
    clock(began + LOOK_AFTER / 2)
    await lookUp()
    expect((await ask(1)).body.is).toBe('inDoubt')
    expect((await ask(2)).status).toBe(422)
    clock(began + 2 * LOOK_AFTER)
    await lookUp()
    expect(await ask(1)).toMatchObject({
      status: 409,
      body: { is: 'ended', because: [expect.stringContaining('use a new id')] },
    })
    expect(await sums()).toMatchObject({ refunded: 0, refunding: 0, net: 10_000 })
    const last = (await ask(2)).body
    expect(last.is, last.because.join()).toMatch(TAKEN)
    await provider.settled()
    expect(granted()).toEqual([`${name}-2`])
  })

  test.skipIf(!isThere)('that a look-up shows after an hour was carried out', async () => {
    mood = 'forget'
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    const ask = () => service.refund(stream, `${name}-1`, { amount: 6000 })
    expect((await ask()).body.is).toBe('inDoubt')
    const recorded = Date.now()
    mood = 'grant'
    clock(recorded + 2 * LOOK_AFTER)
    expect((await ask()).body.is).toBe('inDoubt')
    await lookUp()
    const after = await ask()
    expect([after.status, after.body.is]).toEqual([200, 'done'])
    release()
    await provider.settled()
    expect(await sums()).toMatchObject({ refunded: 6000, refunding: 0, net: 4000 })
    expect(granted()).toEqual([`${name}-1`])
  })

  test.skipIf(!isThere)('that the provider refuses reserves nothing', async () => {
    mood = 'refuse'
    const first = await service.refund(stream, `${name}-1`, { amount: 4000 })
    expect(first).toMatchObject({ status: 409, body: { is: 'refused' } })
    const again = await service.refund(stream, `${name}-1`, { amount: 4000 })
    expect(again).toMatchObject({ status: 409, body: { is: 'refused' } })
    mood = 'grant'
    expect((await service.refund(stream, `${name}-2`, { amount: 10_000 })).body.is).toMatch(TAKEN)
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
        expect(
          both.filter(({ body }) => body.is === 'keyUsed').map(({ status }) => status),
        ).toEqual([422])
        expect(both.filter(({ status }) => status < 300)).toHaveLength(1)
      }
      expect(granted().length).toBe(12)
    },
  )

  test.skipIf(!isThere)('whose response is endless is in doubt, and uses no memory', async () => {
    mood = 'flood'
    const before = process.memoryUsage().rss
    const answer = await service.refund(stream, `${name}-1`, { amount: 1000 })
    expect([answer.status, answer.body.is]).toEqual([202, 'inDoubt'])
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
    mood = 'grant'
    expect((await service.refund(stream, `${name}-2`, { amount: 1000 })).body.is).toMatch(TAKEN)
  })

  test.skipIf(!isThere)('is answered with the status for what is wrong', async () => {
    await service.refund(stream, `${name}-1`, { amount: 1 })
    await service.send(capturedOf('card', 'card'))
    const [used, fresh] = [`${name}-1`, `${name}-2`]
    const wrong = {
      'a key of another refund': [stream, used, { amount: 2 }, 422, 'keyUsed'],
      'no key': [stream, null, { amount: 1 }, 400, 'invalid'],
      'a card number as key': [stream, '4242424242424242', { amount: 1 }, 400, 'invalid'],
      'no valid amount': [stream, fresh, { amount: 0 }, 422, 'refused'],
      'no amount': [stream, fresh, {}, 400, 'invalid'],
      'all that is left': [stream, fresh, { amount: 'all' }, 400, 'invalid'],
      'a misspelt amount': [stream, fresh, { ammount: 100 }, 400, 'invalid'],
      'another payment': [stream, fresh, { amount: 1, paymentId: 'pay_card' }, 400, 'invalid'],
      'another currency': [stream, fresh, { amount: 100, currency: 'USD' }, 400, 'invalid'],
      'a name for a reference': [
        stream,
        fresh,
        { amount: 1, reference: 'Max Müller' },
        400,
        'invalid',
      ],
      'a fraction': [stream, fresh, { amount: 1.5 }, 400, 'invalid'],
      'text for an amount': [stream, fresh, { amount: '100' }, 400, 'invalid'],
      'a list': [stream, fresh, [], 400, 'invalid'],
      'no JSON': [stream, fresh, '{"amount":4242424242424242', 400, 'badRequest'],
      'an empty body': [stream, fresh, '', 400, 'badRequest'],
      'a payment without messages': ['payment-pay_none', fresh, { amount: 1 }, 404, 'notFound'],
      'no stream': ['pay_one', fresh, { amount: 1 }, 404, 'notFound'],
      'a payment of another lifecycle': [
        'payment-pay_card',
        'r-2',
        { amount: 1 },
        409,
        'unassigned',
      ],
      'a mandate': [`mandate-src_${name}`, fresh, { amount: 1 }, 400, 'invalid'],
      'too much': [stream, fresh, { amount: 10_000 }, 422, 'refused'],
    }
    for (const [what, [about, key, body, status, error]] of Object.entries(wrong)) {
      const answer = await service.refund(String(about), /** @type {any} */ (key), body)
      expect([what, answer.status, answer.body.is]).toEqual([what, status, error])
      expect(answer.body.because.length, what).toBeGreaterThan(0)
      expect(JSON.stringify(answer.body)).not.toContain('4242')
    }
    expect(granted().length).toBe(1)
  })
})
