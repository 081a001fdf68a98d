/** Hosts on one store whose clocks differ: what comes later is recorded later, whatever a clock says. */
import { beforeEach, describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment } from '../../machines/index.ts'
import { desk } from '../../src/desk/index.ts'
import { payfold } from '../../src/index.ts'
import { bench } from './provider.ts'

const pf = payfold([sepaPayment, sepaMandate])
const PAYMENT = 'payment-pay_1'
const HOUR = 3600
const YEAR = 365 * 24 * HOUR

let at: ReturnType<typeof bench>
let shop: ReturnType<typeof host>

/** A host whose clock is so many seconds ahead; behind if negative. */
const host = (seconds: number) =>
  desk(pf, { ...at.ports, now: () => new Date(Date.parse(at.at()) + seconds * 1000) })

const refund = (on: typeof shop, key: string, amount = 2000) =>
  on.run('requestRefund', { paymentId: 'pay_1', amount, reference: 'order-1' }, key)

const refunded = (id: string, amount: number) => {
  const about = { id: `evt_${id}`, type: 'payment_refunded', created_on: at.at() }
  return at.webhook({ ...about, data: { id: 'pay_1', action_id: id, amount, currency: 'EUR' } })
}

/** What some hours of look-ups leave to a person about the payment. */
const hours = async (on: typeof shop, count: number) => {
  const all: string[] = []
  for (let hour = 0; hour < count; hour += 1) {
    at.pass(60)
    const { left } = await on.due()
    for (const { stream, because } of left) if (stream === PAYMENT) all.push(because)
  }
  return all
}

beforeEach(async () => {
  at = bench()
  shop = host(0)
  const source = { type: 'sepa', id: 'src_1' }
  const data = { id: 'pay_1', amount: 5000, currency: 'EUR', source }
  const pending = { id: 'evt_1', type: 'payment_pending', created_on: at.at(9), data }
  await shop.webhook(...at.webhook(pending))
  await shop.webhook(...at.captured('pay_1', 'evt_2'))
  at.actions.set('pay_1', [{ id: 'act_1', type: 'Capture', amount: 5000, approved: true } as never])
})

test.each([0, 66, 600, 6 * HOUR])(
  'a command of a host %i seconds ahead, whose webhook comes to another',
  async (ahead) => {
    at.meets('losesResponse')
    await refund(host(ahead), 'k1')
    await shop.webhook(...refunded('act_r0', 2000))
    at.meets('answers')
    await hours(shop, Math.ceil(ahead / HOUR) + 3)
    expect(await refund(shop, 'k1')).toMatchObject({ is: 'done', id: 'act_r0' })
  },
)

describe.each([HOUR, YEAR])('after look-ups by a clock that is %i seconds ahead', (ahead) => {
  beforeEach(async () => {
    for (const _ of [1, 2]) {
      at.pass(10)
      await host(ahead).ask('getPaymentActions', { id: 'pay_1' })
    }
  })

  test('no refund counts for nothing: only what is left is refunded', async () => {
    await shop.webhook(...refunded('act_s', 1000))
    const outcomes: string[] = []
    for (const key of ['k1', 'k2', 'k3']) {
      at.pass(1)
      outcomes.push((await refund(shop, key, 3000)).is)
    }
    expect(outcomes).toEqual(['accepted', 'refused', 'refused'])
    const view = await shop.view(PAYMENT)
    expect(view?.sums).toMatchObject({ refunded: 1000, refunding: 3000, refundable: 1000 })
  })

  test('a command that nobody answered is left to a person, if no look-up can end it in a week', async () => {
    at.meets('losesRequest')
    await refund(shop, 'k1')
    const giveUp = async () => {
      const word = { commandId: 'k1', by: ['ann'], because: 'call-7' }
      const { is, because } = await shop.record(PAYMENT, 'command_given_up', word)
      return [is, ...because]
    }
    const from = ahead === YEAR ? '2026-06-10T09:22' : '2026-06-10T10:22'
    at.pass(61)
    expect(await giveUp()).toEqual(['refused', expect.stringContaining(`give it up from ${from}`)])
    expect((await hours(shop, 1)).length).toBe(ahead === YEAR ? 1 : 0)
    at.pass(-59)
    expect((await giveUp())[0]).toBe(ahead === YEAR ? 'done' : 'refused')
    at.pass(60)
    await shop.due()
    await giveUp()
    expect(await refund(shop, 'k1')).toMatchObject({ is: 'ended' })
  })
})

test('what a person states by a clock that is ahead does not settle what comes later', async () => {
  const ahead = host(HOUR)
  const now = new Date(Date.parse(at.at()) + HOUR * 1000).toISOString()
  await ahead.record(PAYMENT, 'reviewed', {
    asOf: now,
    refunded: 0,
    by: ['ann'],
    because: 'call-7',
  })
  at.pass(5)
  await shop.webhook(...refunded('act_s', 1000))
  const { sums, state } = (await shop.view(PAYMENT)) ?? {}
  const codes = state?.findings.map(({ code }) => code)
  expect([sums?.['refundable'], codes]).toEqual([0, ['Overruled', 'AfterReview']])
})

test('a command of a host that is two hours behind is looked up by the time of the log', async () => {
  at.pass(180)
  await shop.webhook(...refunded('act_s', 100))
  at.meets('losesRequest')
  await refund(host(-2 * HOUR), 'k1')
  at.meets('answers')
  at.pass(1)
  await shop.due()
  expect(await refund(shop, 'k1')).toMatchObject({ is: 'inDoubt' })
  expect(at.calls.filter(({ method }) => method === 'POST').length).toBe(1)
})

test('a message that is read again keeps its time, where no clock is wrong', async () => {
  at.pass(60)
  await shop.ask('getPaymentActions', { id: 'pay_1' })
  const receivedAt = at.at(1800)
  const body = { id: 'evt_9', type: 'dispute_received', created_on: receivedAt }
  const data = { id: 'dsp_1', payment_id: 'pay_1', amount: 50 }
  const message = { kind: 'webhook', isVerified: true, receivedAt, body: { ...body, data } }
  const { streams } = await shop.take(message as never)
  expect(streams[0]?.news[0]?.metadata.recordedAt.slice(0, 19)).toBe(receivedAt.slice(0, 19))
})
