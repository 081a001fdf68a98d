/** Hosts on one store whose clocks differ: what comes later is recorded later, whatever a clock says. */
import { beforeEach, describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment } from '../../machines/index.ts'
import { audit } from '../../src/audit/index.ts'
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
    const sooner = /a person may give it up before a look-up can end/
    const { because: doubted } = await refund(shop, 'k1')
    expect(sooner.test(doubted.join())).toBe(ahead === YEAR)
    const open = (await shop.view(PAYMENT))?.questions.map(({ because }) => because) ?? []
    expect(open.some((because) => sooner.test(because))).toBe(ahead === YEAR)
    expect((await hours(shop, 1)).length).toBe(ahead === YEAR ? 1 : 0)
    at.pass(-59)
    expect((await giveUp())[0]).toBe(ahead === YEAR ? 'done' : 'refused')
    at.pass(60)
    await shop.due()
    await giveUp()
    expect(await refund(shop, 'k1')).toMatchObject({ is: 'ended' })
  })
})

describe('a command of a host whose clock was a month ahead, to which no response came', () => {
  const MANDATE = 'mandate-src_1'
  const MONTH = 30 * 24 * HOUR
  const ahead = () => host(MONTH)
  const cancel = (on: typeof shop, key: string) =>
    on.run('cancelMandate', { sourceId: 'src_1' }, key)
  const giveUp = async (on: typeof shop, stream: string) => {
    const word = { commandId: 'k1', by: ['ann'], because: 'call-7' }
    return (await on.record(stream, 'command_given_up', word)).is
  }
  const AHEAD = /A clock was far ahead: a person may give it up before a look-up can end the doubt/

  test.each([
    [PAYMENT, refund],
    [MANDATE, cancel],
  ])('is left to a person at once: %s', async (stream, run) => {
    if (stream === MANDATE) await shop.ask('getSource', { id: 'src_1' })
    at.meets('losesRequest')
    expect(await run(ahead(), 'k1')).toMatchObject({ is: 'inDoubt' })
    // by its own clock it may still be sent
    expect(await giveUp(ahead(), stream)).toBe('refused')
    at.pass(1)
    const { is, because } = await run(shop, 'k1')
    expect([is, because.join(' ')]).toEqual(['inDoubt', expect.stringMatching(AHEAD)])
    expect(because.join(' ')).not.toMatch(/from 2026-07/)
    const open = (await shop.view(stream))?.questions.map((each) => each.because) ?? []
    expect(open.filter((each) => AHEAD.test(each)).length).toBe(1)
    const { asked, left } = await shop.due()
    expect([asked, left]).toEqual([expect.any(Number), expect.arrayContaining([expect.anything()])])
    expect(left.filter((each) => AHEAD.test(each.because)).length).toBe(1)
    expect(await giveUp(shop, stream)).toBe('done')
    expect(await run(shop, 'k1')).toMatchObject({ is: 'ended' })
    expect((await shop.view(stream))?.questions).toEqual([])
    expect(await run(shop, 'k2')).toMatchObject({ is: 'inDoubt' })
    expect(at.calls.filter(({ method }) => method !== 'GET').length).toBe(2)
  })

  test('reserves nothing once it is given up', async () => {
    at.meets('losesRequest')
    await refund(ahead(), 'k1', 5000)
    at.meets('answers')
    expect(await refund(shop, 'k2', 5000)).toMatchObject({ is: 'refused' })
    expect(await giveUp(shop, PAYMENT)).toBe('done')
    expect((await shop.view(PAYMENT))?.sums).toMatchObject({ refundable: 5000 })
    expect(await refund(shop, 'k3', 5000)).toMatchObject({ is: 'accepted' })
    expect(at.done.map(({ key }) => key)).toEqual(['k3'])
  })

  test('is not sent once the clock is right again', async () => {
    let ahead = MONTH
    const now = () => new Date(Date.parse(at.at()) + ahead * 1000)
    const save: typeof at.ports.save = async (all) => {
      const isSaved = await at.ports.save(all)
      ahead = 0
      return isSaved
    }
    expect(await refund(desk(pf, { ...at.ports, now, save }), 'k1')).toMatchObject({
      is: 'inDoubt',
    })
    expect(at.done).toEqual([])
  })

  test('is a question of a person only if it was more than a week ahead', async () => {
    at.meets('losesRequest')
    await refund(host(7 * 24 * HOUR - 60), 'k1')
    const { because } = await refund(shop, 'k1')
    expect(because.join(' ')).not.toMatch(AHEAD)
    expect((await shop.view(PAYMENT))?.questions).toEqual([])
    expect(await giveUp(shop, PAYMENT)).toBe('refused')
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

test('a message that another host received by a clock that was behind is later than known look-ups', async () => {
  for (const _ of [1, 2]) {
    at.pass(10)
    await shop.ask('getPaymentActions', { id: 'pay_1' })
  }
  const receivedAt = at.at(3600)
  const data = { id: 'pay_1', action_id: 'act_s', amount: 4000, currency: 'EUR' }
  const body = { id: 'evt_9', type: 'payment_refunded', created_on: at.at(), data }
  const { streams } = await shop.take({
    kind: 'webhook',
    isVerified: true,
    receivedAt,
    body,
  } as never)
  expect(streams[0]?.news[0]?.metadata).toMatchObject({ recordedAt: receivedAt })
  expect(await refund(shop, 'k1', 2000)).toMatchObject({ is: 'refused' })
})

test('a person’s word from before a command does not end it, though it was decided by a clock behind', async () => {
  const mandate = 'mandate-src_1'
  const usable = { asOf: at.at(), usable: true, by: ['ann'], because: 'call-7' }
  expect(await shop.record(mandate, 'reviewed', usable)).toMatchObject({ is: 'done' })
  at.meets('losesResponse')
  at.pass(1)
  const cancelled = await host(-300).run('cancelMandate', { sourceId: 'src_1' }, 'k1')
  expect(cancelled).toMatchObject({ is: 'inDoubt' })
})

describe('after a host whose clock is a day ahead took a message', () => {
  beforeEach(async () => {
    await host(24 * HOUR).webhook(...refunded('act_s', 1000))
    at.pass(30)
    await shop.webhook(...refunded('act_t', 500))
  })
  const review = (asOf: string) => {
    const numbers = { captured: 5000, refunded: 1500, chargedBack: 0 }
    return shop.record(PAYMENT, 'reviewed', { asOf, ...numbers, by: ['ann'], because: 'call-7' })
  }

  test('a word as of now is refused, and says as of when it covers what the stream has', async () => {
    const because = [expect.stringMatching(/ahead gave this stream the time 2026-06-11T08:00:00Z/)]
    expect(await review(at.at())).toMatchObject({ is: 'invalid', because })
    expect(await review('2026-06-11T07:59:59Z')).toMatchObject({ is: 'invalid', because })
    expect(await review('2026-06-11T08:00:00Z')).toMatchObject({ is: 'done' })
    expect((await shop.view(PAYMENT))?.sums).toMatchObject({ refunded: 1500, refundable: 3500 })
    at.pass(30)
    await shop.webhook(...refunded('act_u', 700))
    expect((await shop.view(PAYMENT))?.sums).toMatchObject({ refundable: 0 })
  })

  test('an audit sees when each entry was received', () => {
    const lines = at.store.lines().map((line) => `${line}\n`)
    const codes = (known?: string) =>
      audit(
        pf,
        known === undefined ? {} : { known: known as never },
      )(lines).findings.map(({ code }) => code)
    expect(codes()).toContain('ClockStepsBack')
    expect(codes('2026-06-10T20:00:00.0000000Z')).toContain('ReceivedByThen')
  })
})

test('a list that was under way while a later refund was commanded gives its row to nobody else', async () => {
  at.meets('losesRequest')
  const run = (key: string) => shop.run('requestRefund', { paymentId: 'pay_1', amount: 2000 }, key)
  await run('k1')
  at.pass(63)
  at.meets('answers')
  const { send } = at.ports
  let isSlow = true
  const slow: typeof send = async (call) => {
    if (isSlow) {
      isSlow = false
      at.pass(0.1)
      await run('k2')
      at.pass(0.1)
    }
    return send(call)
  }
  await desk(pf, { ...at.ports, send: slow }).ask('getPaymentActions', { id: 'pay_1' })
  at.pass(2)
  await shop.due()
  expect([await run('k1'), await run('k2')]).toMatchObject([
    { is: 'ended' },
    { is: 'done', id: 'act_r0' },
  ])
})

test('a clock that goes back while a look-up is under way proves nothing, though its stream is ahead', async () => {
  at.meets('losesRequest')
  await refund(shop, 'k1')
  await host(2 * HOUR).webhook(...refunded('act_s', 100))
  at.pass(62)
  let reads = 0
  const now = () => new Date(Date.parse(at.at()) - (reads++ > 0 ? 60_000 : 0))
  await desk(pf, { ...at.ports, now }).ask('getPaymentActions', { id: 'pay_1' })
  expect(await refund(shop, 'k1')).toMatchObject({ is: 'inDoubt' })
  at.pass(1)
  await shop.ask('getPaymentActions', { id: 'pay_1' })
  expect(await refund(shop, 'k1')).toMatchObject({ is: 'ended' })
})
