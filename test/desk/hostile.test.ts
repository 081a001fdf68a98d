/** What is not what it should be: no function of a desk rejects for it, sends it, or says yes to it. */
import * as E from 'fp-ts/lib/Either.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session } from '../../machines/index.ts'
import { desk, type Ports, planner } from '../../src/desk/index.ts'
import { payfold } from '../../src/index.ts'
import { fromResponse } from '../../src/provider/index.ts'
import { bench, bytes } from './provider.ts'

const pf = payfold([sepaPayment, sepaMandate, session])

/** Any function of a desk, called with anything. */
type Anything = (...given: readonly unknown[]) => Promise<Readonly<Record<string, unknown>>>
type Hostile = Readonly<
  Record<'webhook' | 'run' | 'ask' | 'due' | 'record' | 'take' | 'view', Anything>
>

let at: ReturnType<typeof bench>
let shop: Hostile
const open = (ports: Ports): Hostile => desk(pf, ports) as unknown as Hostile

const throwing = (): never => {
  throw new Error('hostile')
}
const cycle: { self?: unknown } = {}
cycle.self = cycle

/** Values that are not what any function takes. */
const STRANGE: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 5],
  ['not a number', Number.NaN],
  ['a bigint', 5n],
  ['a symbol', Symbol('x')],
  ['a function', () => 1],
  ['no text', ''],
  ['a lone surrogate', '\ud800'],
  ['dots', '..'],
  ['a prototype', '__proto__'],
  ['a list', []],
  ['a record', {}],
  ['a record without a prototype', Object.create(null)],
  ['a cycle', cycle],
  [
    'a throwing getter',
    Object.defineProperty({}, 'paymentId', { get: throwing, enumerable: true }),
  ],
  [
    'a proxy that throws',
    new Proxy(
      {},
      {
        get: throwing,
        has: throwing,
        ownKeys: throwing,
        getPrototypeOf: throwing,
        getOwnPropertyDescriptor: throwing,
      },
    ),
  ],
  [
    'a revoked proxy',
    (() => {
      const made = Proxy.revocable({}, {})
      made.revoke()
      return made.proxy
    })(),
  ],
  ['a value that is no JSON', { toJSON: throwing, toString: throwing }],
  ['a promise', Promise.resolve(1)],
  ['a date without a time', new Date(Number.NaN)],
]

const captured = () => at.captured('pay_1', 'evt_1', { source: { type: 'sepa', id: 'src_1' } })

beforeEach(async () => {
  at = bench()
  shop = open(at.ports)
  await shop.webhook(...captured())
})

/** What a desk has sent that moves something. */
const sent = () => at.calls.filter(({ method }) => method !== 'GET')

describe.each(STRANGE)('%s', (_, strange) => {
  test('is no webhook', async () => {
    const [raw, signature] = captured()
    const because = expect.stringMatching(/signature|key|body/)
    const wrong = { status: 401, because }
    expect(await shop.webhook(strange, signature)).toEqual(wrong)
    expect(await shop.webhook(raw, strange)).toEqual(wrong)
    for (const keys of [strange, [strange]]) {
      expect(await open({ ...at.ports, keys: keys as never }).webhook(raw, signature)).toEqual(
        wrong,
      )
    }
  })
  test('is no command', async () => {
    const data = { paymentId: 'pay_1', amount: 100 }
    const invalid = { is: 'invalid', status: 400 }
    expect(await shop.run(strange, data, 'r1')).toMatchObject(invalid)
    expect(await shop.run('requestRefund', strange, 'r1')).toMatchObject(invalid)
    expect(await shop.run('requestRefund', { ...data, paymentId: strange }, 'r1')).toMatchObject(
      invalid,
    )
    expect(
      await shop.run('requestRefund', { ...data, amount: strange === 5 ? 5.5 : strange }, 'r1'),
    ).toMatchObject(invalid)
    if (strange !== '__proto__' && strange !== '..') {
      expect(await shop.run('requestRefund', data, strange)).toMatchObject(invalid)
    }
    expect(sent()).toEqual([])
  })
  test('is no word of a person', async () => {
    const invalid = { is: 'invalid', status: 400 }
    const data = { asOf: at.at(), captured: 100, by: ['p1'], because: 'seen' }
    expect(await shop.record(strange, 'reviewed', data)).toMatchObject(invalid)
    expect(await shop.record('payment-pay_1', strange, data)).toMatchObject(invalid)
    expect(await shop.record('payment-pay_1', 'reviewed', strange)).toMatchObject(invalid)
    const by = { ...data, by: strange }
    expect(['invalid', 'done']).toContain(
      (await shop.record('payment-pay_1', 'reviewed', by))['is'],
    )
  })
  test('is no option', async () => {
    const data = { paymentId: 'pay_1', amount: 100 }
    const { is } = await shop.run('requestRefund', data, 'r1', strange)
    expect(['accepted', 'invalid']).toContain(is)
  })
  test('is no body of a command', async () => {
    const message = fromResponse({
      ...{ endpoint: 'createSession', status: 202, receivedAt: at.at() },
      body: { id: 'sid_1', status: 'pending', next_actions: ['collect_channel_data'] },
      request: { completion: { type: 'non_hosted' } },
    })
    if (E.isRight(message)) await shop.take(message.right)
    const came = await shop.run('submitChannelData', { sessionId: 'sid_1' }, 's1', {
      body: strange,
    })
    expect(came).toMatchObject({ is: 'invalid' })
    expect(sent()).toEqual([])
  })
  test('is no request', async () => {
    expect(await shop.ask(strange, { id: 'pay_1' })).toMatchObject({ status: 400 })
    expect(await shop.ask('getPayment', strange)).toMatchObject({ status: 400 })
    if (strange !== 5 && strange !== '__proto__') {
      expect(await shop.ask('getPayment', { payment_id: strange })).toMatchObject({ status: 400 })
    }
    expect(await shop.ask('createSource', {}, strange)).toMatchObject({ status: 400 })
    expect(await shop.ask('createPayment', {}, strange)).toMatchObject({ status: 400 })
    expect(at.calls).toEqual([])
  })
  test('is no parameter of a query', async () => {
    const asked = await shop.ask('getPayments', { reference: strange })
    expect([400, 404]).toContain(asked['status'])
  })
  test('is no stored message', async () => {
    const before = at.store.lines()
    await expect(shop.take(strange)).rejects.toThrow(TypeError)
    expect(at.store.lines()).toEqual(before)
  })
  test('is no stream', async () => {
    expect(await shop.view(strange)).toBe(null)
  })
  test('is no response', async () => {
    const answering = (answer: unknown) =>
      open({ ...at.ports, send: (async () => answer) as never })
    const refund = (own: Hostile, key: string) =>
      own.run('requestRefund', { paymentId: 'pay_1', amount: 100 }, key)
    expect(await refund(answering(strange), 'r1')).toMatchObject({ is: 'inDoubt' })
    expect(
      await refund(answering({ status: strange === 5 ? 0 : strange, body: bytes({}) }), 'r2'),
    ).toMatchObject({ is: 'inDoubt' })
    expect(['inDoubt', 'accepted']).toContain(
      (await refund(answering({ status: 202, body: strange }), 'r3'))['is'],
    )
    const asked = await answering({ status: 200, body: strange }).ask('getPayment', {
      payment_id: 'pay_1',
    })
    expect([200, 504]).toContain(asked['status'])
  })
  test('is no reason for a failed request', async () => {
    const failing = open({ ...at.ports, send: (() => Promise.reject(strange)) as never })
    const refund = { paymentId: 'pay_1', amount: 100 }
    expect(await failing.run('requestRefund', refund, 'r1')).toMatchObject({ is: 'inDoubt' })
    const at_once = open({
      ...at.ports,
      send: (() => {
        throw strange
      }) as never,
    })
    expect(await at_once.run('requestRefund', refund, 'r2')).toMatchObject({ is: 'inDoubt' })
  })
  test('is no step of a planner', () => {
    const plan = planner(pf) as unknown as (...given: readonly unknown[]) => { next: string }
    const take = { take: strange }
    for (const step of [
      strange,
      take,
      { due: strange },
      { run: strange, data: strange, key: strange },
    ]) {
      const { next } = plan(step, { streams: new Map() }, at.at())
      expect(['wrong', 'plan', 'load']).toContain(next)
    }
    const due = { due: 'payment-pay_1' }
    expect(plan(due, strange, at.at()).next).toMatch(/wrong|load/)
    expect(plan(due, { streams: strange }, at.at()).next).toMatch(/wrong|load/)
    expect(plan(due, { streams: new Map([['payment-pay_1', strange]]) }, at.at()).next).toMatch(
      /wrong|plan/,
    )
    expect(plan(due, { streams: new Map([['payment-pay_1', [strange]]]) }, at.at()).next).toBe(
      'wrong',
    )
    expect(plan(due, { streams: new Map() }, strange).next).toBe('wrong')
  })
})
