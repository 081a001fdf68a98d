/** Refunds in doubt: whatever becomes of the one request, no other is sent. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { captured } from './payment.js'
import { called, isThere, running } from './running.js'

/** @type {Awaited<ReturnType<typeof running>>} */
let service
/** @type {import('../../services/sandbox.js').Mood} */
let mood = 'grant'
let [turn, name, stream, before] = [0, '', '', { count: 0, asked: 0 }]

beforeAll(async () => {
  const short = { PATIENCE_MS: '1500', SEND_SECONDS: '2' }
  if (isThere) service = await running(() => mood, short)
})

afterAll(async () => {
  if (isThere) await service.close()
})

beforeEach(async () => {
  if (!isThere) return
  turn += 1
  name = `doubt${turn}`
  stream = `payment-pay_${name}`
  mood = 'grant'
  await service.send(captured(name))
  await service.quiet()
  before = { count: service.provider.grants.length, asked: service.provider.asked() }
})

/** @param {object} refund @param {string} [key] */
const refund = (refund, key = `${name}-1`) => service.refund(stream, key, refund)

/** How many refunds the provider carried out, and how many times it was asked. */
const done = () => [
  service.provider.grants.length - before.count,
  service.provider.asked() - before.asked,
]

describe.skipIf(!isThere)(called('a refund'), () => {
  test.each([
    ['flood', 'the provider did not respond', 'RangeError'],
    ['hang', 'the provider did not respond', 'TimeoutError'],
    ['lose', 'the provider did not respond', 'TypeError'],
    ['garble', 'the response of the provider cannot be read', 'stream/run'],
  ])(
    'for which the provider has to %s is in doubt, is logged, and is never requested again',
    async (how, words, detail) => {
      mood = /** @type {typeof mood} */ (how)
      const [said, began] = [service.output().length, Date.now()]
      const memory = process.memoryUsage().rss
      const asked = { amount: 1234, reference: 'REF-1' }
      const answer = await refund(asked)
      expect([answer.status, answer.body.is]).toEqual([202, 'inDoubt'])
      expect(Date.now() - began).toBeLessThan(5000)
      expect(process.memoryUsage().rss - memory).toBeLessThan(200_000_000)
      const output = service.output().slice(said)
      for (const each of [words, detail]) expect(output).toContain(each)
      for (const value of ['1234', 'REF-1', name, 'sk_test']) expect(output).not.toContain(value)
      mood = 'grant'
      // if it was granted, its webhooks may have arrived
      const [granted = 0] = done()
      await service.quiet()
      expect((await refund(asked)).body.is).toMatch(granted > 0 ? /inDoubt|done/ : 'inDoubt')
      expect(done()[1]).toBe(1)
    },
  )

  test('at which the provider fails is never requested again, and reserves its amount', async () => {
    mood = 'fail'
    const said = service.output().length
    const first = await refund({ amount: 6000 })
    expect([first.status, first.body.is]).toEqual([202, 'inDoubt'])
    expect(service.output().slice(said)).toContain('"says":"the provider failed","status":503')
    mood = 'grant'
    for (const _ of ['at once', 'again']) {
      const { status, body } = await refund({ amount: 6000 })
      expect([status, body.is]).toEqual([202, 'inDoubt'])
      expect(body.because.at(-1)).toContain('It must not be sent again')
    }
    expect(done()).toEqual([0, 1])
    expect((await refund({ amount: 4001 }, `${name}-2`)).status).toBe(422)
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const { questions } = (await service.get(`/streams/${stream}`)).body
    const settling = questions.map(
      (/** @type {{ request: { endpoint: string } }} */ { request }) => request?.endpoint,
    )
    expect(settling).toEqual(['getPaymentActions', expect.any(String)])
  })

  test('at which the provider fails after it carried it out is done once its webhooks name it', async () => {
    mood = 'forget'
    await refund({ amount: 6000 })
    mood = 'grant'
    await service.quiet()
    const { status, body } = await refund({ amount: 6000 })
    expect([status, body.is]).toEqual([200, 'done'])
    expect(done()).toEqual([1, 1])
  })

  test('that the provider denies was not carried out, and reserves nothing', async () => {
    mood = 'deny'
    const said = service.output().length
    const first = await refund({ amount: 10_000 })
    expect([first.status, first.body.is]).toEqual([409, 'refused'])
    expect(service.output().slice(said)).toContain('the provider did not accept the request')
    mood = 'grant'
    expect((await refund({ amount: 10_000 }, `${name}-2`)).body.is).toBe('accepted')
    expect(done()).toEqual([1, 2])
  })

  test('that is refused leaves its key free, but one in doubt does not', async () => {
    expect((await refund({ amount: 10_001 })).status).toBe(422)
    mood = 'fail'
    expect((await refund({ amount: 10_000 })).status).toBe(202)
    mood = 'grant'
    for (const asked of [
      { amount: 9999 },
      { amount: 10_001 },
      { amount: 10_000, reference: 'R' },
    ]) {
      const other = await refund(asked)
      expect([other.status, other.body.is]).toEqual([422, 'keyUsed'])
    }
    const elsewhere = await service.refund('payment-pay_none', `${name}-1`, { amount: 10_000 })
    expect(elsewhere.status).toBe(422)
    expect((await refund({ amount: 10_000 })).body.is).toBe('inDoubt')
    expect(done()).toEqual([0, 1])
  })
})
