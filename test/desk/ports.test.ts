/** Ports that do not do what they should: a store that returns something else, a clock that goes back. */
import { beforeEach, describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment } from '../../machines/index.ts'
import { type Desk, desk, memoryStore, type Ports, planner } from '../../src/desk/index.ts'
import { payfold } from '../../src/index.ts'
import { fromWebhook } from '../../src/provider/index.ts'
import { right } from '../given.ts'
import { bench, KEY } from './provider.ts'

const pf = payfold([sepaPayment, sepaMandate])
type Shop = Desk<typeof sepaPayment | typeof sepaMandate>

let at: ReturnType<typeof bench>
let shop: Shop
const open = (own: Partial<Ports>): Shop => desk(pf, { ...at.ports, ...own })

const captured = (payment = 'pay_1') => {
  const more = { action_id: `act_${payment.slice(4)}`, source: { type: 'sepa', id: 'src_1' } }
  return at.captured(payment, `evt_${payment.slice(4)}`, more)
}
const refund = (own: Shop, key: string, amount = 100) =>
  own.run('requestRefund', { paymentId: 'pay_1' as never, amount }, key)
/** What was sent that moves money. */
const sent = () => at.calls.filter(({ method }) => method !== 'GET').length

beforeEach(async () => {
  at = bench()
  shop = open({})
  await shop.webhook(...captured())
  await shop.webhook(...captured('pay_2'))
})

const rejecting = () => Promise.reject(Error('the database is gone'))

describe('a port that rejects', () => {
  test.each(['load', 'save'] as const)(
    '%s: the desk rejects with its error, and sends nothing',
    async (name) => {
      const own = open({ [name]: rejecting })
      await expect(own.webhook(...captured('pay_3'))).rejects.toThrow('the database is gone')
      await expect(refund(own, 'r1')).rejects.toThrow('the database is gone')
      expect(at.calls).toEqual([])
    },
  )
  test('due: the desk rejects with its error', async () => {
    await expect(open({ due: rejecting }).due()).rejects.toThrow('the database is gone')
  })
  test('for one stream: the others are looked up all the same', async () => {
    for (const payment of ['pay_3', 'pay_4', 'pay_5']) {
      const bare = { id: payment, action_id: `act_${payment.slice(4)}`, amount: 1, currency: 'EUR' }
      const about = { id: `evt_${payment}`, type: 'payment_captured', created_on: at.at(5) }
      await shop.webhook(...at.webhook({ ...about, data: bare }))
    }
    at.pass(20)
    const own = open({
      load: async (streams, command) =>
        streams.some(({ stream }) => stream === 'payment-pay_4')
          ? rejecting()
          : at.ports.load(streams, command),
    })
    await expect(own.due()).rejects.toThrow('the database is gone')
    const paths = at.calls.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['/payments/pay_3', '/payments/pay_5']))
  })
  test('save, once the request was sent: the same key is in doubt, and then known', async () => {
    let saves = 0
    const own = open({
      save: (save) => (++saves > 1 ? rejecting() : at.ports.save(save)),
    })
    await expect(refund(own, 'r1')).rejects.toThrow('the database is gone')
    expect(await refund(shop, 'r1')).toMatchObject({ is: 'inDoubt' })
    at.pass(62)
    await shop.due()
    expect(await refund(shop, 'r1')).toMatchObject({ is: 'done' })
    expect(at.done.length).toBe(1)
  })
  test('save, after it has saved: nothing is sent, and then it is over', async () => {
    const own = open({ save: async (save) => at.ports.save(save).then(rejecting) })
    await expect(refund(own, 'r1')).rejects.toThrow('the database is gone')
    expect(await refund(own, 'r1')).toMatchObject({ is: 'inDoubt' })
    at.pass(62)
    await shop.due()
    expect(await refund(shop, 'r1')).toMatchObject({ is: 'ended' })
    expect(at.done.length).toBe(0)
  })
})

/** What a store may return instead of the lines that it has. */
const LOADS: readonly (readonly [string, (lines: readonly string[]) => readonly string[]])[] = [
  ['too little: nothing', () => []],
  ['too little: not the last line', (lines) => lines.slice(0, -1)],
  ['too little: not the first line', (lines) => lines.slice(1)],
  ['too much: each line twice', (lines) => lines.flatMap((line) => [line, line])],
  ['the wrong order', (lines) => lines.toReversed()],
  ['another encoding', (lines) => lines.map((line) => JSON.stringify(JSON.parse(line), null, 1))],
  ['another text', (lines) => lines.map((line) => line.replace('5000', '9000'))],
  ['no lines', () => ['', 'null', '{}']],
  ['values that are no text', () => [null, 5, {}] as never],
  ['nothing at all', () => null as never],
]

describe.each(LOADS)('a store that returns %s', (_, changed) => {
  const opened = () => open({ load: async (...asked) => changed(await at.ports.load(...asked)) })

  test('makes a desk neither send nor say that it did', async () => {
    const before = at.store.lines()
    const came = await refund(opened(), 'r1').catch(() => null)
    if (came !== null) expect(['notFound', 'inDoubt', 'unassigned']).toContain(came.is)
    expect(sent()).toBe(0)
    expect(at.store.lines()).toEqual(before)
  })
  test('says nothing about a command that was carried out', async () => {
    expect(await refund(shop, 'r1')).toMatchObject({ is: 'accepted' })
    const came = await refund(opened(), 'r1').catch(() => null)
    if (came !== null) expect(['inDoubt', 'notFound']).toContain(came.is)
    expect(sent()).toBe(1)
  })
  test('loses no webhook', async () => {
    const again = at.webhook({
      id: 'evt_5',
      type: 'payment_refunded',
      created_on: at.at(1),
      data: { id: 'pay_1', action_id: 'act_5', amount: 100, currency: 'EUR' },
    })
    const came = await opened()
      .webhook(...again)
      .catch(() => ({ status: 503, because: '' }))
    // either the provider sends it again, or it is kept with the reason why it was not read
    if (came.status === 200) expect(came.because).toMatch(/line/)
    else expect(came.status).toBe(503)
  })
})

test.each([
  [
    'whole streams',
    async () =>
      at.ports.load(
        ['mandate-src_1', 'payment-pay_1', 'payment-pay_2'].map((stream) => ({
          stream,
          revision: 0,
        })),
        null,
      ),
  ],
  [
    'only the streams that were asked for, from their first lines',
    (streams: Parameters<Ports['load']>[0], command: string | null) =>
      at.ports.load(
        streams.map(({ stream }) => ({ stream, revision: 0 })),
        command,
      ),
  ],
] as const)('a store that returns more than it was asked for %s: does no harm', async (_, load) => {
  const own = open({ load })
  expect(await refund(own, 'r1')).toMatchObject({ is: 'accepted' })
  expect(await refund(own, 'r1')).toMatchObject({ is: 'accepted' })
  expect(await refund(own, 'r2', 5000)).toMatchObject({ is: 'refused', status: 422 })
  expect(sent()).toBe(1)
})

test('a store that was put back to an older time is read again as a whole', async () => {
  let lines = 0
  const older = memoryStore()
  const own = open({
    load: (...asked) => (lines > 0 ? older.load(...asked) : at.ports.load(...asked)),
    save: (save) => (lines > 0 ? older.save(save) : at.ports.save(save)),
  })
  expect(await refund(own, 'r1', 5000)).toMatchObject({ is: 'accepted' })
  const first = desk(pf, { ...at.ports, ...older })
  await first.webhook(...captured())
  lines = 1
  expect((await own.view('payment-pay_1'))?.sums).toMatchObject({ refunding: 0 })
})

test('a mandate whose lines are broken is named, and stops nothing that does not need it', async () => {
  let isBroken = false
  const own = open({
    load: async (...asked) => {
      const lines = await at.ports.load(...asked)
      const broken = (line: string) => line.replace('"form":1', '"form":2')
      return lines.map((line) =>
        isBroken && /"stream":"mandate-/.test(line) ? broken(line) : line,
      )
    },
  })
  await own.webhook(...captured())
  isBroken = true
  expect(await refund(own, 'r1', 999_999)).toMatchObject({ is: 'refused', status: 422 })
  const because = expect.stringMatching(/^mandate-src_1: a line is missing/)
  expect(await own.webhook(...captured('pay_3'))).toEqual({ status: 200, because })
})

test('a store that never saves makes a desk answer 503, and send nothing', async () => {
  const own = open({ save: async () => false })
  const because = expect.stringMatching(/does load return what save has stored/)
  expect(await own.webhook(...captured('pay_3'))).toEqual({ status: 503, because })
  const message = right(fromWebhook(...captured('pay_3'), [KEY], at.at()))
  await expect(own.take(message)).rejects.toThrow(/does load return what save has stored/)
  expect(await refund(own, 'r1')).toMatchObject({
    is: 'inDoubt',
    status: 503,
    because: [because],
  })
  expect(await own.due()).toEqual({ asked: 0, left: [] })
  expect(at.calls).toEqual([])
})

test('a store that was put back to a backup is read anew: what was kept of it is let go of', async () => {
  const backup = at.store.lines()
  let isBack = false
  const own = open({
    load: async (streams, command) => {
      const lines = await at.ports.load(streams, command)
      return isBack ? lines.filter((line) => backup.includes(line)) : lines
    },
    save: async (save) => isBack || at.ports.save(save),
  })
  const data = { id: 'pay_1', action_id: 'act_9', amount: 1000, currency: 'EUR' }
  const about = { id: 'evt_9', type: 'payment_refunded', created_on: at.at() }
  await own.webhook(...at.webhook({ ...about, data }))
  expect(await refund(own, 'r1', 5000)).toMatchObject({ is: 'refused' })
  isBack = true
  expect(await refund(own, 'r2', 5000)).not.toMatchObject({ is: 'refused' })
})

describe('a clock', () => {
  /** A desk whose clock is another one from the first save on. */
  const turning = (after: () => Date): Shop => {
    let isSaved = false
    return open({
      save: async (save) => {
        isSaved = await at.ports.save(save)
        return isSaved
      },
      now: () => (isSaved ? after() : new Date(at.at())),
    })
  }
  test.each([
    ['no time', 'yesterday'],
    ['no zone', '2026-06-10T08:00:00'],
    ['no date', new Date(Number.NaN)],
    ['nothing', null],
    ['a number', 5],
  ])('that returns %s makes a desk reject, and nothing is sent', async (_, time) => {
    const own = open({ now: () => time as never })
    const text = /ports\.now\(\)/
    await expect(own.webhook(...captured('pay_3'))).rejects.toThrow(text)
    await expect(refund(own, 'r1')).rejects.toThrow(text)
    await expect(own.due()).rejects.toThrow(text)
    await expect(own.view('payment-pay_1')).rejects.toThrow(text)
    await expect(own.ask('getPayment', { payment_id: 'pay_1' })).rejects.toThrow(text)
    expect(at.calls).toEqual([])
  })
  test('that stops once a command is recorded sends nothing, and then it is over', async () => {
    const own = turning(() => null as never)
    await expect(refund(own, 'r1')).rejects.toThrow(/ports\.now\(\)/)
    expect(sent()).toBe(0)
    at.pass(62)
    await shop.due()
    expect(await refund(shop, 'r1')).toMatchObject({ is: 'ended' })
  })
  test.each([
    ['59 seconds', 59_000, 1],
    ['60 seconds', 60_000, 0],
    ['a day', 86_400_000, 0],
  ])('that is %s later once a command is recorded', async (_, later, times) => {
    const own = turning(() => new Date(Date.parse(at.at()) + later))
    await refund(own, 'r1')
    expect(sent()).toBe(times)
  })
  test('that goes back lets no command be sent twice', async () => {
    const start = Date.parse(at.at())
    let back = 0
    const own = open({ now: () => new Date(start - back) })
    at.meets('losesResponse')
    for (back = 0; back < 10 * 3_600_000; back += 1_800_000) {
      expect(await refund(own, 'r1')).toMatchObject({ is: 'inDoubt' })
      await own.due()
    }
    expect(sent()).toBe(1)
    at.pass(62)
    await shop.due()
    expect(await refund(shop, 'r1')).toMatchObject({ is: 'done' })
  })
  test('that goes back while a look-up is under way proves nothing', async () => {
    at.meets('losesRequest')
    await refund(shop, 'r1')
    at.pass(62)
    let reads = 0
    const own = open({ now: () => new Date(Date.parse(at.at()) - (++reads > 3 ? 60_000 : 0)) })
    await own.due()
    expect(await refund(shop, 'r1')).toMatchObject({ is: 'inDoubt' })
    at.pass(20)
    await shop.due()
    expect(await refund(shop, 'r1')).toMatchObject({ is: 'ended' })
  })
})

describe('what a desk returns', () => {
  test('can be changed by nobody who got it', async () => {
    const saved: object[] = []
    const save: typeof at.ports.save = (one) => {
      saved.push(...one.streams.map(({ state }) => (state as { context: object }).context))
      saved.push(...one.streams.flatMap(({ news }) => news.map(({ data }) => data)))
      return at.ports.save(one)
    }
    await refund(open({ save }), 'r1')
    expect(saved.length).toBeGreaterThan(1)
    for (const one of saved) expect(() => Object.assign(one, { amount: 1 })).toThrow(TypeError)
  })
  test('takes no memory for streams of which nothing is known', async () => {
    let folds = 0
    const fold = (...given: Parameters<typeof pf.fold>) => {
      folds += 1
      return pf.fold(...given)
    }
    const own = desk({ ...pf, fold } as typeof pf, at.ports)
    const unknown = { paymentId: 'pay_7', amount: 1 }
    await own.run('requestRefund', unknown, 'r7')
    const once = folds
    await own.run('requestRefund', unknown, 'r7')
    // what is kept is not folded again
    expect(folds).toBe(2 * once)
  })
  test('is of the client only what it should be: other fields of a response change nothing', async () => {
    const own = open({
      send: async (call) => {
        const answer = await at.ports.send(call)
        return {
          ...answer,
          headers: {},
          request: { amount: 1 },
          endpoint: 'getPayment',
          commandId: 'x',
        }
      },
    })
    expect(await refund(own, 'r1')).toMatchObject({ is: 'accepted' })
  })
})

describe.each([{}, { rows: [] }, new Map(), new Set(), 7, null])(
  'a store that returns %j instead of a list of lines',
  (lines) => {
    const own = (): Shop => open({ load: async () => lines as never })
    test('does not say that nothing is known', async () => {
      expect(await refund(own(), 'r1')).toMatchObject({ is: 'inDoubt', status: 503 })
      await expect(own().view('payment-pay_1')).rejects.toThrow()
      expect((await shop.webhook(...captured('pay_4'))).status).toBe(200)
      expect((await own().webhook(...captured('pay_4'))).because).toContain('a line is missing')
      expect(at.calls).toEqual([])
    })
    test('is nothing to plan on', () => {
      const streams = new Map([['payment-pay_1', lines as never]])
      expect(planner(pf)({ due: 'payment-pay_1' }, { streams }, at.at(9)).next).toBe('wrong')
    })
  },
)

test('a planner plans nothing on the lines of another stream', () => {
  const plan = planner(pf)
  const lines = at.store.lines().filter((line) => line.includes('"stream":"payment-pay_1"'))
  const loaded = { streams: new Map([['payment-pay_2', lines]]) }
  const run = {
    run: 'requestRefund',
    data: { paymentId: 'pay_2', amount: 1 },
    key: 'r1',
  } as never
  const next = plan(run, loaded, at.at())
  expect(next.next === 'plan' ? next.outcome?.is : next.next).toMatch(/wrong|notFound/)
})
