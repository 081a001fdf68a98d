/**
 * Refunds are recorded, requested and answered, no matter in which order responses and webhooks
 * arrive, and no matter what the provider does.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everythingIn } from './held.js'
import { eventIn } from './model.js'
import { captured } from './payment.js'
import { called, isThere, running } from './running.js'

/** @type {Awaited<ReturnType<typeof running>>} */
let service
/** @type {import('../../services/sandbox.js').Mood} */
let mood = 'grant'
let [turn, name, stream] = [0, '', '']

beforeAll(async () => {
  if (isThere) service = await running(() => mood, { PATIENCE_MS: '3000' })
})

afterAll(async () => {
  if (isThere) await service.close()
})

beforeEach(() => {
  turn += 1
  name = `back${turn}`
  stream = `payment-pay_${name}`
  mood = 'grant'
})

const paid = async () => {
  await service.send(captured(name))
  await service.quiet()
}

const granted = () =>
  service.provider.grants.map(({ key }) => key).filter((key) => key.startsWith(`${name}-`))
const sums = async () => (await service.get(`/streams/${stream}`)).body.sums

describe.skipIf(!isThere)(called('a refund'), () => {
  test('is recorded, requested, accepted and carried out once', async () => {
    await paid()
    const first = await service.refund(stream, `${name}-1`, { amount: 4000, reference: 'REF-1' })
    expect([first.status, first.body.is]).toEqual([202, 'accepted'])
    await service.quiet()
    const again = await service.refund(stream, `${name}-1`, { amount: 4000, reference: 'REF-1' })
    expect([again.status, again.body.is]).toEqual([200, 'done'])
    expect(await sums()).toMatchObject({ refunded: 4000, refunding: 0, net: 6000 })
    expect(granted().length).toBe(1)
  })

  test('is recorded, and its request names its key, unless it has a reference', async () => {
    await paid()
    for (const [key, reference] of [['1'], ['2', 'REF-1']]) {
      await service.refund(stream, `${name}-${key}`, { amount: 1000, reference })
      const sent = service.provider.grants.find((each) => each.key === `${name}-${key}`)
      expect(sent).toMatchObject({ reference: reference ?? `${name}-${key}` })
    }
    await service.quiet()
    const { entries } = await everythingIn(service.cluster)
    const own = entries.filter(({ command }) => command === `${name}-1`)
    expect(own.map(({ line }) => eventIn(line).type)).toEqual(['refund_requested'])
  })

  test('of too much is refused, with the sentence', async () => {
    await paid()
    const { body } = await service.get(`/streams/${stream}`)
    expect(body.allowed[0]).toMatchObject({ isAllowed: true, amount: { most: 10_000 } })
    const answer = await service.refund(stream, `${name}-1`, { amount: 10_001 })
    expect(answer.status).toBe(422)
    expect(answer.body.because).toEqual([
      '100.01 EUR is 0.01 EUR more than the 100.00 EUR available.',
    ])
    expect(granted()).toEqual([])
  })

  test('without a usable response is in doubt, and says from when on a look-up shows it', async () => {
    await paid()
    mood = 'fail'
    const before = service.provider.asked()
    for (const _ of ['first', 'at once']) {
      const { status, body } = await service.refund(stream, `${name}-1`, { amount: 6000 })
      expect([status, body.is]).toEqual([202, 'inDoubt'])
      expect(body.because.at(-1)).toMatch(
        /must not be sent again: from \S+ on, a look-up or a person ends the doubt\.$/,
      )
    }
    expect(service.provider.asked()).toBe(before + 1)
  })

  test('whose webhooks arrive before its response is the same refund', async () => {
    await paid()
    mood = 'late'
    const { body } = await service.refund(stream, `${name}-1`, { amount: 4000 })
    expect(body.is).toBe('accepted')
    await service.quiet()
    expect(await sums()).toMatchObject({ refunded: 4000, refunding: 0, net: 6000 })
  })

  test('that the provider refuses reserves nothing', async () => {
    await paid()
    mood = 'refuse'
    for (const _ of ['first', 'again']) {
      const { status, body } = await service.refund(stream, `${name}-1`, { amount: 4000 })
      expect([status, body.is]).toEqual([409, 'refused'])
    }
    mood = 'grant'
    const { body } = await service.refund(stream, `${name}-2`, { amount: 10_000 })
    expect(body.is).toBe('accepted')
  })

  test('that many clients request at once, under many keys, never exceeds what is left', async () => {
    await paid()
    const keys = Array.from({ length: 12 }, (_, index) => `${name}-${index % 6}`)
    const answers = await Promise.all(
      keys.map((key) => service.refund(stream, key, { amount: 2000 })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => ![200, 202, 422].includes(status))).toEqual([])
    await service.quiet()
    expect(granted().length).toBeLessThanOrEqual(5)
    expect((await sums()).net).toBe(10_000 - granted().length * 2000)
  })

  test('on one payment differs from one on another, even with the same key', async () => {
    await paid()
    const [one, pairs] = [name, Array.from({ length: 6 }, (_, index) => index)]
    for (const index of pairs) {
      name = `${one}x${index}`
      await service.send(captured(name))
    }
    name = one
    await service.quiet()
    const answers = await Promise.all(
      pairs.map((index) =>
        Promise.all(
          [stream, `payment-pay_${one}x${index}`].map((each) =>
            service.refund(each, `${name}-same/${index}`, { amount: 100 }),
          ),
        ),
      ),
    )
    for (const both of answers) {
      expect(both.map(({ status }) => status).sort()).toEqual([202, 422])
      expect(both.find(({ status }) => status === 422)?.body.is).toBe('keyUsed')
    }
    expect(granted().length).toBe(6)
  })

  test('is requested once per request, however long it waits for others', async () => {
    await paid()
    mood = 'hang'
    const before = service.provider.asked()
    const answers = await Promise.all(
      [1, 2].map((key) => service.refund(stream, `${name}-${key}`, { amount: 1000 })),
    )
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(service.provider.asked() - before).toBe(2)
  })
})
