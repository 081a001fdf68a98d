/** When a desk looks again, and what it leaves to a person, whatever else happens meanwhile. */
import * as E from 'fp-ts/lib/Either.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { WindowDefinition } from '../../src/contract/machine-record.ts'
import { desk, type Ports, planner, type Save } from '../../src/desk/index.ts'
import { payfold } from '../../src/index.ts'
import { fromCallback, fromResponse, fromWebhook, messageDigest } from '../../src/provider/index.ts'
import { right } from '../given.ts'
import { bench, bytes, KEY } from './provider.ts'

const pf = payfold([sepaPayment, sepaMandate])
type Row = Save['streams'][number]

let at: ReturnType<typeof bench>
let rows: Map<string, Row>
/** Runs before anything is saved. */
let before: (save: Save) => Promise<void>
let ports: Ports

beforeEach(() => {
  at = bench()
  rows = new Map()
  before = async () => {}
  ports = {
    ...at.ports,
    save: async (save) => {
      await before(save)
      const isSaved = await at.ports.save(save)
      for (const row of isSaved ? save.streams : []) rows.set(row.stream, row)
      return isSaved
    },
  }
})

/** A capture that does not name the method of its payment. */
const captured = () => at.captured('pay_2')

const refund = (shop: { readonly run: ReturnType<typeof desk<typeof sepaPayment>>['run'] }) =>
  shop.run('requestRefund', { paymentId: 'pay_2' as never, amount: 100 }, 'refund-1')

/** A mandate, for many payments or for one. */
const created = (mandate_type = 'recurring') => {
  const message = fromResponse({
    endpoint: 'createSource',
    status: 201,
    receivedAt: at.at(),
    request: { type: 'sepa', source_data: { mandate_type } },
    body: { id: 'src_1', type: 'sepa', response_code: '10000' },
  })
  return E.isRight(message) ? message.right : expect.fail(JSON.stringify(message.left))
}

describe('a look-up', () => {
  test('of two questions is sent once', async () => {
    const shop = desk(pf, ports)
    const source = { type: 'sepa', id: 'src_1' }
    const data = { id: 'pay_1', amount: 5000, currency: 'EUR', source }
    await shop.webhook(
      ...at.webhook({ id: 'evt_1', type: 'payment_pending', created_on: at.at(5), data }),
    )
    // neither debited nor settled in time
    at.pass(60 * 24 * 30)
    await shop.due()
    const paths = at.calls.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths.length).toBeGreaterThan(0)
  })

  test('is sent by one call, also if others begin while the provider does not answer', async () => {
    const [release, isReleased] = (() => {
      let open = () => {}
      return [() => open(), new Promise<void>((resolve) => (open = resolve))] as const
    })()
    const send: Ports['send'] = async (call) => {
      await isReleased
      await at.ports.send(call)
      return Promise.reject(TypeError('fetch failed'))
    }
    const [one, other] = [desk(pf, { ...ports, send }), desk(pf, { ...ports, send })]
    for (const payment of ['pay_2', 'pay_3', 'pay_4']) {
      await one.webhook(...at.captured(payment, `evt_${payment}`))
    }
    at.pass(20)
    const calls: ReturnType<typeof one.due>[] = []
    for (const each of [one, one, other]) {
      calls.push(each.due())
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    release()
    const asked = (await Promise.all(calls)).map((each) => each.asked)
    const paths = at.calls.map(({ path }) => path)
    expect(new Set(paths).size).toBe(3)
    expect(paths.length).toBe(3)
    expect(asked.reduce((sum, each) => sum + each)).toBe(3)
  })

  test('of an old message that was only taken now comes soon', async () => {
    const message = fromWebhook(...captured(), [KEY], '2025-02-01T10:00:00Z')
    if (E.isLeft(message)) throw new Error('no message')
    await desk(pf, ports).take(message.right)
    const due = rows.get('payment-pay_2')?.due
    at.pass(15)
    expect(due?.slice(0, 19)).toBe(at.at().slice(0, 19))
  })

  test('is not sought for at the end of each open refund while one is due in between', async () => {
    let asked = 0
    const questions: typeof pf.questions = (...given) => {
      asked += 1
      return pf.questions(...given)
    }
    const shop = desk({ ...pf, questions }, ports)
    const source = { type: 'sepa', id: 'src_1' }
    const data = { id: 'pay_2', amount: 5000, currency: 'EUR', source }
    const pending = { id: 'evt_p', type: 'payment_pending', created_on: at.at(5), data }
    for (const body of [pending, captured()]) await shop.webhook(...at.webhook(body))
    const begun = (id: number, data: object = {}) => ({
      id: `evt_r${id}`,
      type: 'payment_refund_pending',
      created_on: at.at(id),
      data: { id: 'pay_2', amount: 1, currency: 'EUR', ...data },
    })
    // it bears no id, so that the list is asked for
    await shop.webhook(...at.webhook(begun(1)))
    at.pass(10)
    for (let id = 1; id <= 20; id += 1) {
      asked = 0
      await shop.webhook(...at.webhook(begun(1 + id, { action_id: `act_${id}` })))
    }
    expect(asked).toBeLessThanOrEqual(3)
  })

  test('that shows the same again comes later and later', async () => {
    const source = { type: 'sepa', id: 'src_1' }
    const pending = { id: 'pay_1', amount: 5000, currency: 'EUR', source }
    const body = new TextEncoder().encode(JSON.stringify({ ...pending, status: 'Pending' }))
    const shop = desk(pf, { ...ports, send: async () => ({ status: 200, body }) })
    const about = { id: 'evt_1', type: 'payment_pending', created_on: at.at(5) }
    await shop.webhook(...at.webhook({ ...about, data: pending }))
    let asked = 0
    let told: number | null = null
    for (let hour = 0; hour < 24 * 40; hour += 1) {
      at.pass(60)
      const looked = await shop.due()
      asked += looked.asked
      if (looked.left.some(({ because }) => /was expected by/.test(because))) told ??= hour
    }
    // after a week a person hears of it, too
    expect(told).toBeGreaterThanOrEqual(7 * 24)
    // at first every quarter of an hour, later after an eighth of its age
    expect(asked).toBeGreaterThan(5)
    expect(asked).toBeLessThan(100)
  })

  test('comes later and later, also if only look-ups know the payment', async () => {
    const requested_on = at.at(5)
    const source = { type: 'sepa', id: 'src_1' }
    const pending = { id: 'pay_1', amount: 5000, currency: 'EUR', source, requested_on }
    const body = new TextEncoder().encode(JSON.stringify({ ...pending, status: 'Pending' }))
    const shop = desk(pf, { ...ports, send: async () => ({ status: 200, body }) })
    await shop.ask('getPayment', { payment_id: 'pay_1' })
    let asked = 0
    for (let hour = 0; hour < 24 * 20; hour += 1) {
      at.pass(60)
      asked += (await shop.due()).asked
    }
    expect(asked).toBeGreaterThan(5)
    expect(asked).toBeLessThan(100)
  })

  test('that shows nothing is told to a person, and one that cannot be answered now is not', async () => {
    const leftAt = async (status: number, text = '{}') => {
      const body = new TextEncoder().encode(text)
      const shop = desk(pf, { ...ports, send: async () => ({ status, body }) })
      await shop.webhook(...captured())
      at.pass(60 * 24)
      return (await shop.due()).left.map(({ because }) => because).join(' ')
    }
    expect(await leftAt(404)).toMatch(/answered 404 to the look-up GET \/payments\/pay_2/)
    expect(await leftAt(200, '<html>')).toMatch(
      /answered 200 to the look-up GET \/payments\/pay_2, which cannot be read: .*[^.]: if it does again/,
    )
    expect(await leftAt(301)).toMatch(/answered 301 to the look-up GET/)
    for (const status of [408, 429, 500, 503])
      expect(await leftAt(status)).not.toMatch(/look-up GET/)
  })
})

test('a command that only a person can look up is left to a person once it may no longer be under way', async () => {
  const shop = desk(pf, ports)
  await shop.take(created())
  at.meets('losesRequest')
  const cancelled = () => shop.run('cancelMandate', { sourceId: 'src_1' as never }, 'cancel-1')
  expect(await cancelled()).toMatchObject({ is: 'inDoubt' })
  expect(rows.get('mandate-src_1')?.left).toEqual([])
  at.pass(59 / 60)
  expect(await shop.due()).toEqual({ asked: 0, left: [] })
  at.pass(1 / 60)
  const because = expect.stringMatching(/cancelMandate .* nobody knows/)
  expect(await shop.due()).toEqual({ asked: 0, left: [{ stream: 'mandate-src_1', because }] })
  expect(rows.get('mandate-src_1')?.left).toEqual([because])
  expect(await shop.due()).toEqual({ asked: 0, left: [] })
  at.pass(24)
  const word = { asOf: at.at(), usable: false, by: ['person-1'], because: 'case-1' }
  expect(await shop.record('mandate-src_1', 'reviewed', word)).toMatchObject({ is: 'done' })
  expect(await cancelled()).toMatchObject({ is: 'done' })
  at.pass(24)
  expect(await shop.due()).toEqual({ asked: 0, left: [] })
  expect(rows.get('mandate-src_1')).toMatchObject({ due: null, left: [] })
})

describe('a command of which one look-up shows what became of it', () => {
  const price = { amount: 5000, currency: 'EUR' }
  const completion = { type: 'non_hosted', callback_url: 'https://shop.example/3ds' }
  const card = { type: 'card', number: '4242424242424242', expiry_month: 1, expiry_year: 2030 }
  const channel = {
    ...{ channel: 'browser', accept_header: '*/*', java_enabled: true, language: 'de' },
    ...{ color_depth: '24', screen_height: '1080', screen_width: '1920', timezone: '-60' },
    ...{ user_agent: 'Mozilla/5.0', ip_address: '1.12.123.255', three_ds_method_completion: 'U' },
  }
  /** Loses the response to a command on a session, and returns what ten days of look-ups leave. */
  const leftBy = async (command: 'submitChannelData' | 'completeSession', ...shown: string[]) => {
    let asked = 0
    const [first, then = first] = shown.map((status) =>
      bytes({ id: 'sid_1', status, ...price, completion }),
    )
    const shop = desk(payfold([session]), {
      ...ports,
      send: async ({ method, path }) => {
        if (method === 'GET') asked += 1
        if (/channel-data|complete/.test(path)) return Promise.reject(TypeError('fetch failed'))
        return { status: 201, body: (method === 'GET' ? then : first) ?? bytes({}) }
      },
    })
    await shop.ask('createSession', {}, { source: card, completion, ...price })
    const run = () => shop.run(command, { sessionId: 'sid_1' as never }, 'key-1', { body: channel })
    await run()
    for (let hour = 0; hour < 24 * 6; hour += 1) {
      at.pass(60)
      await shop.due()
    }
    const { is } = await run()
    const { left } = rows.get('session-sid_1') ?? {}
    const word = { commandId: 'key-1', by: ['person-7'], because: 'case-1' }
    await shop.record('session-sid_1', 'command_given_up', word)
    return { is, asked, left, leftAfter: rows.get('session-sid_1')?.left }
  }

  test.each([
    ['that it was not carried out', 'pending', 'ended'],
    ['that it was carried out', 'challenged', 'done'],
    ['that it is too late for it', 'expired', 'ended'],
  ])('is over if it shows %s', async (_, status, is) => {
    expect(await leftBy('submitChannelData', 'pending', status)).toMatchObject({ is, left: [] })
  })

  test('is left to a person if it shows nothing of that, and is not looked up for ever', async () => {
    const left = [expect.stringMatching(/completeSession .* nobody knows/)]
    const came = await leftBy('completeSession', 'approved')
    expect(came).toEqual({ is: 'inDoubt', asked: 1, left, leftAfter: [] })
  })
})

describe('a session of which only a callback says something', () => {
  /** Takes in a callback, which anyone may have sent, and returns for how many hours it is looked up. */
  const hoursOf = async (status: number, body: object) => {
    const hours: number[] = []
    const shop = desk(payfold([session]), {
      ...ports,
      send: async () => ({ status, body: bytes(body) }),
    })
    const message = fromCallback({ id: 'sid_9', status: 'approved' }, at.at())
    if (E.isRight(message)) await shop.take(message.right)
    for (let hour = 1; hour <= 24 * 40; hour += 1) {
      at.pass(60)
      if ((await shop.due()).asked > 0) hours.push(hour)
    }
    return { hours, status: (await shop.view('session-sid_9'))?.status }
  }

  test('is looked up for a day, and no longer: nobody else may know of it', async () => {
    const { hours, status } = await hoursOf(404, {})
    expect(status).not.toBe('approved')
    expect(hours.at(-1)).toBeGreaterThan(20)
    expect(hours.at(-1)).toBeLessThanOrEqual(27)
  })

  test('is known once a look-up shows it', async () => {
    const { hours, status } = await hoursOf(200, { id: 'sid_9', status: 'approved' })
    expect({ hours, status }).toEqual({ hours: [1], status: 'approved' })
  })
})

describe('a ticket', () => {
  const ticket = { type: 'pagofacil', integration_type: 'direct' }
  const about = { id: 'pay_3', amount: 5000, currency: 'ARS', source: ticket }
  const list = [
    { id: 'act_2', type: 'Refund', amount: 100, approved: true },
    { id: 'act_1', type: 'Capture', amount: 5000, approved: true },
  ]
  /** Takes a first webhook in, and returns the look-ups of the next month, with all that is left then. */
  const monthAfter = async (type: string, data: object) => {
    const calls: string[] = []
    const shop = desk(payfold([sepaPayment, ticketPayment]), {
      ...ports,
      send: async ({ path }) => {
        calls.push(path)
        const shown = path.endsWith('actions') ? list : { ...about, status: 'Partially Refunded' }
        return { status: 200, body: bytes(shown) }
      },
    })
    await shop.webhook(...at.webhook({ id: 'evt_1', type, created_on: at.at(5), data }))
    for (let hour = 0; hour < 24 * 30; hour += 1) {
      at.pass(60)
      await shop.due()
    }
    const { left } = await shop.due()
    return { calls: new Set(calls), left, sums: (await shop.view('payment-pay_3'))?.sums }
  }
  const settled = { left: [], sums: { captured: 5000, refunded: 100, refunding: 0 } }

  test('whose capture was lost, and whose expiry nobody knows, is looked up', async () => {
    const { calls, ...rest } = await monthAfter('payment_pending', about)
    expect(calls).toContain('/payments/pay_3')
    expect(rest).toMatchObject(settled)
  })

  test('whose refund has no end is looked up', async () => {
    const data = { ...about, amount: 100, action_id: 'act_2' }
    const { calls, ...rest } = await monthAfter('payment_refund_pending', data)
    expect(calls).toContain('/payments/pay_3/actions')
    expect(rest).toMatchObject(settled)
  })
})

test('a new doubt is looked up in time, however long another one has been open', async () => {
  const shop = desk(pf, ports)
  await shop.take(created())
  const pay = (key: string) =>
    shop.run('createPayment', { sourceId: 'src_1' as never, amount: 100 }, key)
  at.meets('losesRequest')
  await pay('pay-1')
  for (let hours = 0; hours < 16 * 24; hours += 1) {
    at.pass(60)
    await shop.due()
  }
  await pay('pay-2')
  at.pass(62)
  await shop.due()
  const asked = at.calls.slice(-2).map(({ path }) => path)
  expect(asked).toContain('/payments?reference=pay-2')
})

describe.each(['sepa_direct_debit', 'SEPA Direct Debit', 'bank_account', 'other'])(
  'a payment whose source has the unknown type %j',
  (type) => {
    /** A desk, its provider's payments, and whether the responses to their creation arrive. */
    const paying = async (isAnswered: boolean) => {
      const paid: object[] = []
      const send: Ports['send'] = async ({ method, body }) => {
        if (method === 'GET') {
          return { status: 200, body: bytes({ total_count: paid.length, data: paid }) }
        }
        const { amount, currency, reference } = JSON.parse(body ?? '{}')
        const sent = { amount, currency, reference, status: 'Pending' }
        paid.push({ id: `pay_${paid.length}`, source: { id: 'src_1', type }, ...sent })
        if (!isAnswered) throw new TypeError('fetch failed')
        return { status: 201, body: bytes(paid.at(-1)) }
      }
      const shop = desk(pf, { ...ports, send })
      await shop.take(created('single'))
      const pay = (key: string) =>
        shop.run('createPayment', { sourceId: 'src_1' as never, amount: 100 }, key)
      return { shop, paid, pay }
    }

    test('is accepted by its response, and collected once', async () => {
      const { shop, paid, pay } = await paying(true)
      expect(await pay('pay-1')).toMatchObject({ is: 'accepted' })
      at.pass(120)
      await shop.due()
      expect([(await pay('pay-1')).is, (await pay('pay-2')).is]).toEqual(['accepted', 'refused'])
      expect(paid).toHaveLength(1)
      expect(rows.get('payment-pay_0')).toMatchObject({ status: 'pending' })
    })

    test('is accepted by a look-up, which says what the mandate knows of it', async () => {
      const { shop, paid, pay } = await paying(false)
      expect(await pay('pay-1')).toMatchObject({ is: 'inDoubt' })
      at.pass(120)
      await shop.due()
      expect([(await pay('pay-1')).is, (await pay('pay-2')).is]).toEqual(['accepted', 'refused'])
      expect(paid).toHaveLength(1)
      expect(rows.get('payment-pay_0')).toMatchObject({ status: 'pending' })
    })
  },
)

test('a stream that has grown while another process looked it up keeps the status and the time of its last events', async () => {
  const other = desk(pf, at.ports)
  let seen: readonly string[] | null = null
  /** What was due before another process looked it up, however often it is asked. */
  const due = async (now: string) => {
    if (seen !== null) return seen
    seen = await at.ports.due(now)
    await other.due()
    return seen
  }
  const shop = desk(pf, { ...ports, due })
  await shop.webhook(...captured())
  at.pass(20)
  before = async () => {
    before = async () => {}
    at.meets('losesRequest')
    expect(await refund(other)).toMatchObject({ is: 'inDoubt' })
  }
  await shop.due()
  at.meets('answers')
  at.pass(62)
  seen = null
  await shop.due()
  expect(await refund(shop)).toMatchObject({ is: 'ended' })
})

describe('what is left to a person', () => {
  test('is said once, however often look-ups show it', async () => {
    const source = { type: 'sepa', id: 'src_1' }
    const data = { id: 'pay_2', amount: 5000, currency: 'EUR', source }
    const nameless = { ...data, source: undefined }
    const shown: readonly (readonly [string, object, object])[] = [
      ['payment_pending', data, { ...data, status: 'Settling' }],
      ['payment_captured', nameless, { ...nameless, status: 'Captured' }],
    ]
    for (const [type, reported, shows] of shown) {
      const shop = desk(pf, {
        ...bench().ports,
        now: at.ports.now,
        send: async () => ({ status: 200, body: bytes(shows) }),
      })
      await shop.webhook(...at.webhook({ id: 'evt_1', type, created_on: at.at(5), data: reported }))
      let left: readonly string[] = []
      for (let day = 0; day < 30; day += 1) {
        at.pass(60 * 24)
        left = (await shop.due()).left.map(({ because }) => because)
      }
      const waiting = left.filter((each) => /payment method|meaning is not known/.test(each))
      expect(waiting).toHaveLength(1)
      expect(new Set(left).size).toBe(left.length)
    }
  })

  test('is also what one look-up did not show, whatever the next one does', async () => {
    const shop = desk(pf, {
      ...ports,
      send: async ({ method, path }) => {
        if (method === 'POST') return Promise.reject(TypeError('fetch failed'))
        const isList = path.endsWith('/actions')
        const body = { id: 'pay_2', status: 'Captured', amount: 5000, currency: 'EUR' }
        return isList ? { status: 404, body: bytes({}) } : { status: 200, body: bytes(body) }
      },
    })
    const source = { type: 'sepa' }
    await shop.webhook(...at.captured('pay_2', 'evt_1', { source }))
    await refund(shop)
    at.pass(70)
    const { asked, left } = await shop.due()
    expect(asked).toBe(2)
    expect(left.map(({ because }) => because).join(' ')).toMatch(/404 to the look-up GET .*actions/)
  })

  test('ends with the word of a person about a payment whose method nobody names', async () => {
    const body = bytes({ id: 'pay_2', status: 'Captured', amount: 5000, currency: 'EUR' })
    const shop = desk(pf, { ...ports, send: async () => ({ status: 200, body }) })
    await shop.webhook(...captured())
    for (let day = 0; day < 10; day += 1) {
      at.pass(60 * 24)
      await shop.due()
    }
    expect(rows.get('payment-pay_2')?.left).toEqual([expect.stringMatching(/payment method/)])
    const word = { asOf: at.at(), by: ['person-7'], because: 'case-1', captured: 5000 }
    expect(await shop.record('payment-pay_2', 'reviewed', word)).toMatchObject({ is: 'done' })
    expect(rows.get('payment-pay_2')).toMatchObject({ due: null, left: [] })
  })
})

describe('what cannot be judged', () => {
  const gift: WindowDefinition = {
    ...{ kind: 'expectation', allows: 'A gift should come.', countedFrom: 'the capture' },
    ...{ lengths: [], source: 'decisions#1', lookUp: 'entity' },
    of: () => [undefined as never].map(({ days }) => days),
  }
  const windows = { ...sepaPayment.windows, gift } as typeof sepaPayment.windows
  const unjudged: typeof pf.questions = () =>
    E.left({ error: 'Unreadable', path: 'state', expected: 'a state', found: 'an object' })
  test.each([
    ['a window of one’s own', payfold([{ ...sepaPayment, windows }]), /window/, 2],
    ['every question', { ...pf, questions: unjudged }, /state should be a state/, 0],
  ])('leaves a refund in doubt due, and says why to a person: %s', async (_, own, why, sent) => {
    const shop = desk(own as typeof pf, ports)
    await shop.webhook(...at.captured('pay_2', 'evt_1', { source: { type: 'sepa' } }))
    at.meets('losesResponse')
    expect(await refund(shop)).toMatchObject({ is: 'inDoubt' })
    at.calls.length = 0
    at.pass(70)
    const { left } = await shop.due()
    expect(left).toContainEqual({
      stream: 'payment-pay_2',
      because: expect.stringMatching(why),
    })
    expect(at.calls).toHaveLength(sent)
    expect(rows.get('payment-pay_2')?.due).not.toBeNull()
    expect(rows.get('payment-pay_2')?.left).toContainEqual(expect.stringMatching(why))
  })
})

describe('a payment of a method that no machine of the desk has', () => {
  test.each([
    ['a ticket', { source: { type: 'pagofacil', integration_type: 'direct' } }],
    ['a payout, which names where its money goes', { destination: { type: 'bank_account' } }],
  ])('is not looked up: %s', async (_, data) => {
    const shop = desk(pf, ports)
    const about = { id: 'evt_1', type: 'payment_paid', created_on: at.at(5) }
    const money = { id: 'pay_2', amount: 5000, currency: 'EUR', ...data }
    for (const type of ['payment_paid', 'payment_captured']) {
      await shop.webhook(...at.webhook({ ...about, id: type, type, data: money }))
    }
    expect(rows.get('payment-pay_2')).toMatchObject({ due: null, left: [] })
  })

  test('is left to another desk on the same store, which has its machine', async () => {
    const shop = desk(pf, ports)
    await shop.webhook(...at.captured('pay_2', 'evt_1', { source: { type: 'sepa' } }))
    at.meets('losesRequest')
    await refund(shop)
    at.pass(70)
    const stored = rows.get('payment-pay_2')
    expect(await desk(payfold([session]), ports).due()).toEqual({ asked: 0, left: [] })
    expect(rows.get('payment-pay_2')).toEqual(stored)
    expect((await shop.due()).asked).toBeGreaterThan(0)
  })
})

test('many payments on one mandate, which the provider has, are no times to look up', async () => {
  let [judged, created_] = [0, 0]
  const questions: typeof pf.questions = (...given) => {
    judged += 1
    return pf.questions(...given)
  }
  const source = { type: 'sepa', id: 'src_1' }
  const shop = desk(
    { ...pf, questions },
    {
      ...ports,
      send: async () => {
        created_ += 1
        const body = {
          id: `pay_${created_}`,
          status: 'Pending',
          amount: 100,
          currency: 'EUR',
          source,
        }
        return { status: 201, body: bytes(body) }
      },
    },
  )
  await shop.take(created())
  const pay = (key: string) =>
    shop.run('createPayment', { sourceId: 'src_1' as never, amount: 100 }, key)
  const judgedBy = async (key: string) => {
    judged = 0
    expect(await pay(key)).toMatchObject({ is: 'accepted' })
    at.pass(1 / 60)
    return judged
  }
  const first = await judgedBy('pay-0')
  for (let index = 1; index < 20; index += 1) await judgedBy(`pay-${index}`)
  expect(await judgedBy('pay-20')).toBeLessThanOrEqual(first + 2)
})

test('a port may return a response as bytes, as text, or as it was parsed', async () => {
  const shown = { id: 'pay_2', status: 'Captured', amount: 5000, currency: 'EUR' }
  for (const body of [bytes(shown), bytes(shown).buffer, JSON.stringify(shown), shown]) {
    const shop = desk(pf, { ...ports, send: async () => ({ status: 200, body: body as never }) })
    expect(await shop.ask('getPayment', { payment_id: 'pay_2' })).toEqual({
      status: 200,
      body: shown,
      because: null,
    })
  }
})

test('a policy that cannot be read stops every step, and says so', async () => {
  for (const policy of [{ refundWindow: { weeks: 8 } }, {}, E.right(pf.policy)]) {
    const broken = payfold([sepaPayment, sepaMandate], { policy: policy as never })
    const shop = desk(broken, ports)
    const because = expect.stringMatching(/^The policy lacks a value or has an invalid value/)
    expect(await shop.webhook(...captured())).toEqual({ status: 503, because })
    expect(await refund(shop)).toMatchObject({ status: 503, because: [because] })
    await expect(shop.view('payment-pay_2')).rejects.toThrow('The policy lacks a value')
    expect(rows.size).toBe(0)
    for (const { subject } of broken.machines) {
      const state = broken.fold(`${subject.prefix}-src_1` as never, [])
      expect(broken.questions(state, at.at())).toMatchObject(
        E.left({ error: 'Stale', differs: 'policy' }),
      )
    }
  }
})

test('a stream that is made due is stored anew, by the machines and the policy of now', async () => {
  const source = { type: 'pagofacil', integration_type: 'direct' }
  const about = { id: 'evt_1', type: 'payment_pending', created_on: at.at(5) }
  const data = { id: 'pay_3', amount: 5000, currency: 'ARS', source }
  await desk(pf, ports).webhook(...at.webhook({ ...about, data }))
  expect(rows.get('payment-pay_3')).toMatchObject({ status: 'unassigned', due: null })
  const due = async () => ['payment-pay_3']
  await desk(payfold([sepaPayment, ticketPayment]), { ...ports, due }).due()
  expect(rows.get('payment-pay_3')).toMatchObject({ status: 'pending', due: expect.any(String) })
})

describe('after a process whose clock was ahead took a message', () => {
  const DAY = 86_400_000
  const takenAhead = async (days: number) => {
    const now = () => new Date(Date.parse(at.at()) + days * DAY)
    const source = { type: 'sepa', id: 'src_1' }
    const paid = { id: 'pay_1', amount: 5000, currency: 'EUR' }
    const shop = desk(pf, ports)
    await shop.webhook(
      ...at.webhook({
        id: 'evt_1',
        type: 'payment_pending',
        created_on: at.at(5),
        data: { ...paid, source },
      }),
    )
    await shop.webhook(...at.captured('pay_1', 'evt_2'))
    const refunded = { id: 'evt_3', type: 'payment_refunded', created_on: at.at(5) }
    await desk(pf, { ...ports, now }).webhook(
      ...at.webhook({ ...refunded, data: { ...paid, amount: 100 } }),
    )
    // whatever comes next is saved by a clock that is right
    await shop.webhook(
      ...at.webhook({
        id: 'evt_4',
        type: 'dispute_received',
        created_on: at.at(5),
        data: { id: 'dsp_1', payment_id: 'pay_1', amount: 50 },
      }),
    )
    return rows.get('payment-pay_1')
  }

  test('a person hears of its doubt within a day', async () => {
    const row = await takenAhead(8)
    expect(row?.left).toEqual([
      expect.stringMatching(/payment_refunded at .* does not say which refund/),
    ])
    expect(Date.parse(row?.due ?? '') - Date.parse(at.at())).toBeLessThanOrEqual(DAY)
  })

  test('its doubt about a command is looked up once or twice a day', async () => {
    const now = () => new Date(Date.parse(at.at()) + 30 * DAY)
    const shop = desk(pf, ports)
    const data = {
      id: 'pay_2',
      amount: 5000,
      currency: 'EUR',
      source: { type: 'sepa', id: 'src_1' },
    }
    const pending = { id: 'evt_0', type: 'payment_pending', created_on: at.at(5), data }
    await shop.webhook(...at.webhook(pending))
    await shop.webhook(...captured())
    const capture = { id: 'act_1', type: 'Capture', amount: 5000, approved: true }
    at.actions.set('pay_2', [capture as never])
    await desk(pf, { ...ports, now }).ask('getPaymentActions', { id: 'pay_2' })
    at.meets('losesRequest')
    await refund(shop)
    let asked = 0
    for (let hours = 0; hours < 20 * 24; hours += 1) {
      at.pass(60)
      asked += (await shop.due()).asked
    }
    expect(await refund(shop)).toMatchObject({ is: 'inDoubt' })
    expect(asked).toBeLessThan(40)
  })

  test('and not if the doubt can be looked up within a week', async () => {
    expect((await takenAhead(6))?.left).toEqual([])
  })
})

describe('the key of digests', () => {
  const monthly = (receivedAt: string) => `a secret of ${receivedAt.slice(0, 7)}`
  const raw = () => at.captured('pay_2')[0]
  const digestsOf = async (shop: { readonly webhook: ReturnType<typeof desk>['webhook'] }) => {
    await shop.webhook(...at.captured('pay_2'))
    const lines = at.store.lines().map((line) => JSON.parse(line))
    return lines.map(({ event }) => event.metadata.message)
  }

  test('is asked for by the time of receipt', async () => {
    const own = desk(pf, { ...ports, messageKey: monthly })
    const keyed = messageDigest(raw(), { messageKey: monthly(at.at()) })
    expect(await digestsOf(own)).toEqual([right(keyed)])
  })

  test('is none unless it is given', async () => {
    expect(await digestsOf(desk(pf, ports))).toEqual([right(messageDigest(raw()))])
  })

  test('that is no secret stores nothing, so that the message comes again', async () => {
    for (const key of [undefined, '', 'short']) {
      const own = desk(pf, { ...ports, messageKey: () => key as never })
      const because = expect.stringMatching(/^messageKey should be/)
      expect(await own.webhook(...at.captured('pay_2'))).toEqual({ status: 503, because })
    }
    expect(rows.size).toBe(0)
  })

  test('that is no secret sends no command, as its response would be lost', async () => {
    const source = { type: 'sepa', id: 'src_1' }
    const data = { id: 'pay_2', amount: 5000, currency: 'EUR', source }
    const shop = desk(pf, ports)
    await shop.webhook(
      ...at.webhook({ id: 'evt_0', type: 'payment_pending', created_on: at.at(5), data }),
    )
    await shop.webhook(...captured())
    const lines = at.store.lines()
    const because = [expect.stringMatching(/^messageKey should be/)]
    const own = desk(pf, { ...ports, messageKey: () => 'short' })
    expect(await refund(own)).toMatchObject({ is: 'inDoubt', status: 503, because })
    expect([at.calls.length, at.store.lines()]).toEqual([0, lines])
    expect(await refund(desk(pf, { ...ports, messageKey: monthly }))).toMatchObject({ status: 202 })
    expect(at.calls.length).toBe(1)
  })

  test('is one that a loop of one’s own has, too', () => {
    const message = right(fromWebhook(...at.captured('pay_2'), [KEY], at.at()))
    const streams = new Map([['payment-pay_2', []]])
    const linesBy = (...more: readonly object[]) => {
      const next = planner(pf, ...(more as []))({ take: message }, { streams }, at.at())
      return next.next === 'plan' ? next.save.rows.map(({ line }) => line) : next
    }
    const key = right(messageDigest(raw(), { messageKey: monthly(at.at()) }))
    expect(linesBy({ messageKey: monthly })).toEqual([expect.stringContaining(key)])
    expect(linesBy()).toEqual([expect.not.stringContaining(key)])
  })
})
