/**
 * Refunds in doubt: a lost response is requested again only when the attempt is over, and a request
 * at which the provider failed never.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { captured } from './payment.js'
import { called, isThere, running } from './running.js'

/** @type {Awaited<ReturnType<typeof running>>} */
let service
/** @type {import('../src/sandbox.js').Mood} */
let mood = 'grant'
let [turn, name, stream, before] = [0, '', '', { count: 0, asked: 0 }]

/** How long an attempt may leave, and then be on its way. */
const ATTEMPT_SECONDS = 2

beforeAll(async () => {
  const short = { PATIENCE_MS: '1500', ATTEMPT_SECONDS: String(ATTEMPT_SECONDS) }
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
  before = { count: service.provider.count(), asked: service.provider.asked() }
})

/** Resolves when the attempt that was just recorded is over. */
const over = () => new Promise((resolve) => setTimeout(resolve, 2 * ATTEMPT_SECONDS * 1000))

/** @param {object} refund @param {string} [key] */
const refund = (refund, key = `${name}-1`) => service.refund(stream, key, refund)

/** How many refunds the provider carried out, and how many times it was asked. */
const done = () => [
  service.provider.count() - before.count,
  service.provider.asked() - before.asked,
]

describe.skipIf(!isThere)(called('a refund'), () => {
  test.each([
    ['flood', 'the provider did not respond', 'RangeError'],
    ['hang', 'the provider did not respond', 'TimeoutError'],
    ['lose', 'the provider did not respond', 'TypeError'],
    ['deny', 'the provider did not accept the request', '401'],
    ['garble', 'the response of the provider cannot be read', 'stream/refund'],
  ])(
    'for which the provider has to %s is in doubt, is logged, and is requested again when its attempt is over',
    async (how, words, detail) => {
      mood = /** @type {typeof mood} */ (how)
      const [said, began] = [service.output().length, Date.now()]
      const memory = process.memoryUsage().rss
      const asked = { amount: 1234, reference: 'REF-1' }
      const answer = await refund(asked)
      expect([answer.status, answer.body.outcome]).toEqual([202, 'inDoubt'])
      expect(Date.now() - began).toBeLessThan(5000)
      expect(process.memoryUsage().rss - memory).toBeLessThan(200_000_000)
      const output = service.output().slice(said)
      for (const each of [words, detail]) expect(output).toContain(each)
      for (const value of ['1234', 'REF-1', name, 'sk_test']) expect(output).not.toContain(value)
      mood = 'grant'
      // a step that was interrupted runs again, and sends the same attempt once more
      const [, first = 1] = done()
      // it is not requested at once; if it was granted, its webhooks may have arrived
      expect((await refund(asked)).body.outcome).toMatch(
        how === 'lose' ? /inDoubt|done/ : 'inDoubt',
      )
      expect(done()[1]).toBe(first)
      await over()
      expect(['accepted', 'done']).toContain((await refund(asked)).body.outcome)
      await service.quiet()
      expect(done()).toEqual(how === 'lose' ? [1, first] : [1, first + 1])
      expect((await service.get(`/streams/${stream}`)).body.sums.refunded).toBe(1234)
    },
  )

  test('at which the provider fails is never requested again, and reserves its amount', async () => {
    mood = 'fail'
    const said = service.output().length
    const first = await refund({ amount: 6000 })
    expect([first.status, first.body.outcome]).toEqual([202, 'inDoubt'])
    expect(service.output().slice(said)).toContain('"says":"the provider failed","status":503')
    mood = 'grant'
    for (const wait of [async () => {}, over, over]) {
      await wait()
      const { status, body } = await refund({ amount: 6000 })
      expect([status, body.outcome]).toEqual([202, 'inDoubt'])
      expect(body.sentences[0]).toContain('It must not be sent again')
    }
    expect(done()).toEqual([0, 1])
    expect((await refund({ amount: 4001 }, `${name}-2`)).status).toBe(409)
    // from now on, only a look-up of the actions shows what became of it
    const open = (await service.get(`/streams/${stream}/questions`)).body.questions
    expect(open[0]).toMatchObject({
      reason: 'InDoubt',
      request: { endpoint: 'getPaymentActions', from: expect.any(String) },
    })
  })

  test('at which the provider fails after it carried it out is done once its webhooks name it', async () => {
    mood = 'forget'
    await refund({ amount: 6000 })
    mood = 'grant'
    await service.quiet()
    await over()
    const { status, body } = await refund({ amount: 6000 })
    expect([status, body.outcome]).toEqual([200, 'done'])
    expect(done()).toEqual([1, 1])
  })

  test('that the provider refuses at the second attempt stays in doubt: the first may have been taken', async () => {
    mood = 'hang'
    await refund({ amount: 6000 })
    mood = 'refuse'
    await over()
    const { status, body } = await refund({ amount: 6000 })
    expect([status, body.outcome]).toEqual([202, 'inDoubt'])
    expect(body.sentences[0]).toContain('It must not be sent again')
    mood = 'grant'
    await over()
    await refund({ amount: 6000 })
    expect(done()).toEqual([0, 2])
  })

  test('that is refused leaves its key free, but one in doubt does not', async () => {
    expect((await refund({ amount: 10_001 })).status).toBe(409)
    mood = 'deny'
    expect((await refund({ amount: 10_000 })).status).toBe(202)
    mood = 'grant'
    for (const asked of [
      { amount: 9999 },
      { amount: 10_001 },
      { amount: 10_000, reference: 'R' },
    ]) {
      const other = await refund(asked)
      expect([other.status, other.body.error]).toEqual([422, 'KeyUsed'])
    }
    const elsewhere = await service.refund('payment-pay_none', `${name}-1`, { amount: 10_000 })
    expect(elsewhere.status).toBe(422)
    await over()
    expect((await refund({ amount: 10_000 })).body.outcome).toBe('accepted')
    expect(done()).toEqual([1, 2])
  })
})
