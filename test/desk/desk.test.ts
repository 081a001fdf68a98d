/** What a desk answers, what it saves, and what it sends. */
import { beforeEach, describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { Consequences } from '../../src/contract/machine-record.ts'
import { type Desk, desk, type Save } from '../../src/desk/index.ts'
import { madeId } from '../../src/event/content-hash.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { payfold } from '../../src/index.ts'
import type { Stream } from '../../src/words/stream.ts'
import { bench } from './provider.ts'

const pf = payfold([sepaPayment, sepaMandate])

let at: ReturnType<typeof bench>
let shop: Desk<typeof sepaPayment | typeof sepaMandate>

const pending = () =>
  at.webhook({
    id: 'evt_1',
    type: 'payment_pending',
    created_on: at.at(9),
    data: { id: 'pay_1', amount: 5000, currency: 'EUR', source: { type: 'sepa', id: 'src_1' } },
  })
const captured = (payment = 'pay_1', event = 'evt_2') => at.captured(payment, event)
const refund = (amount: number, key: string, paymentId = 'pay_1') =>
  shop.run('requestRefund', { paymentId, amount }, key)

beforeEach(async () => {
  at = bench()
  shop = desk(pf, at.ports)
  await shop.webhook(...pending())
  await shop.webhook(...captured())
})

describe('a webhook', () => {
  test('is saved with all that follows', async () => {
    const lines = await at.store.load([{ stream: 'payment-pay_1', revision: 0 }], null)
    expect(lines.length).toBe(2)
    const view = await shop.view('payment-pay_1')
    expect(view).toMatchObject({ sums: { captured: 5000 } })
    expect(view?.state).toMatchObject({ machine: 'sepa-payment@1', status: 'captured' })
  })
  test('loads at once whatever it will need, whether its streams are kept or not', async () => {
    const loads: (readonly string[])[] = []
    const load: typeof at.ports.load = (streams, command) => {
      loads.push(streams.map(({ stream }) => stream))
      return at.ports.load(streams, command)
    }
    const counting = desk(pf, { ...at.ports, load })
    await counting.webhook(...captured())
    await counting.webhook(...captured())
    await desk(pf, { ...at.ports, load }).webhook(...pending())
    const both = ['payment-pay_1', 'mandate-src_1']
    // also what is repeated may imply what the mandate lacks
    expect(loads).toEqual([['payment-pay_1'], ['mandate-src_1'], both, both])
  })
  test('that is read again tells a mandate what a machine that was added since takes from it', async () => {
    const before = bench()
    const old = desk(payfold([sepaPayment]), before.ports)
    const messages = [pending(), captured()]
    for (const each of messages) await old.webhook(...each)
    const added = desk(pf, before.ports)
    for (const each of messages) await added.webhook(...each)
    const { context } = (await added.view('mandate-src_1'))?.state ?? {}
    expect(context).toMatchObject({ collections: { pay_1: { capturedAt: expect.any(String) } } })
    const lines = before.store.lines().length
    for (const each of messages) await added.webhook(...each)
    expect(before.store.lines().length).toBe(lines)
  })
  describe('whose events imply others', () => {
    /** Each capture implies one of the next payment; null: of none. */
    const implying = (after: (payment: number) => number | null) => {
      const of: Consequences<never>['of'] = ({ occurrences }) =>
        occurrences.flatMap(({ key, type, entityId, data, events }) => {
          const next = after(Number((data as { paymentId?: string }).paymentId?.slice(4)))
          if (type !== 'payment_captured' || next === null) return []
          return events.map(({ metadata }) => {
            const paymentId = `pay_${next}`
            const eventId = madeId('consequence', type, { entityId, of: metadata.eventId })
            const event = { type, data: { ...data, paymentId }, metadata: { ...metadata, eventId } }
            return { key, stream: `payment-${paymentId}` as Stream, event: event as DomainEvent }
          })
        })
      const machine = { ...sepaPayment, consequences: { prefix: 'payment', of } }
      return desk(payfold([machine]), bench().ports)
    }
    const first = () => at.captured('pay_1', 'evt_2', { source: { type: 'sepa' } })
    test('is saved with all of them, if they end', async () => {
      const chained = implying((payment) => (payment < 8 ? payment + 1 : null))
      const reply = await chained.webhook(...first())
      expect(reply).toEqual({ status: 200, because: null })
      expect(await chained.view('payment-pay_8')).not.toBeNull()
      expect(await chained.view('payment-pay_9')).toBeNull()
    })
    test.each([
      ['on one stream after another', (payment: number) => payment + 1],
      ['on two streams by turns', (payment: number) => 3 - payment],
    ])('without end is saved as unread, and says why: %s', async (_, after) => {
      const endless = implying(after)
      expect(await endless.webhook(...first())).toEqual({
        status: 200,
        because: expect.stringMatching(/imply others without end/),
      })
      expect(await endless.view('payment-pay_1')).toBeNull()
    })
  })
  test('of another key is not read', async () => {
    const [raw, signature] = at.webhook({}, 'whsec_other_0123456789')
    expect(await shop.webhook(raw, signature)).toMatchObject({ status: 401 })
  })
  test('does not conflict with the others of its payment that arrive at once', async () => {
    let conflicts = 0
    const { ports } = at
    const counting = desk(pf, {
      ...ports,
      save: async (all) => {
        const isSaved = await ports.save(all)
        if (!isSaved) conflicts += 1
        return isSaved
      },
    })
    const all = Array.from({ length: 60 }, (_, index) => captured('pay_1', `evt_at_once_${index}`))
    const replies = await Promise.all(all.map((each) => counting.webhook(...each)))
    expect(replies).toEqual(all.map(() => ({ status: 200, because: null })))
    expect(conflicts).toBe(0)
  })
  test('that is repeated adds nothing', async () => {
    expect(await shop.webhook(...captured())).toEqual({ status: 200, because: null })
    expect(at.store.lines().length).toBe(4)
  })
  test('that cannot be read is kept with the reason', async () => {
    const [raw, signature] = at.webhook({
      id: 'evt_9',
      type: 'payment_captured',
      data: { amount: 1 },
    })
    const { status, because } = await shop.webhook(raw, signature)
    expect(status).toBe(200)
    expect(because).toMatch(/\w/)
  })
})

describe('a command', () => {
  test('is sent once, whatever is asked again', async () => {
    expect(await refund(2000, 'r1')).toMatchObject({ is: 'accepted', status: 202, id: 'act_r0' })
    expect(await refund(2000, 'r1')).toMatchObject({ is: 'accepted', status: 202, id: 'act_r0' })
    expect(at.done.length).toBe(1)
  })
  test('is refused by a rule with its status, is not recorded, and is judged anew with the same key', async () => {
    const before = at.store.lines().length
    expect(await refund(5001, 'r1')).toMatchObject({ is: 'refused', status: 422 })
    expect([at.calls, at.store.lines().length]).toEqual([[], before])
    expect(await refund(5000, 'r1')).toMatchObject({ is: 'accepted', status: 202 })
  })
  test('is refused by the provider with its codes', async () => {
    at.meets('refuses')
    const { is, status, because } = await refund(100, 'r1')
    expect([is, status]).toEqual(['refused', 409])
    expect(because.join(' ')).toMatch(/The provider answered 422\..*refund_amount_exceeds_balance/)
    at.meets('answers')
    expect(await refund(100, 'r1')).toMatchObject({ is: 'refused', status: 409 })
    expect(at.calls).toHaveLength(1)
  })
  test('in doubt is ended by a look-up, and is never sent again', async () => {
    at.meets('losesRequest')
    expect(await refund(100, 'r1')).toMatchObject({ is: 'inDoubt', status: 202 })
    at.meets('answers')
    expect(await refund(100, 'r1')).toMatchObject({ is: 'inDoubt' })
    at.pass(61)
    await shop.due()
    const before = at.calls.length
    expect(await shop.due()).toEqual({ asked: 0, left: [] })
    at.pass(1)
    expect(await shop.due()).toEqual({ asked: 1, left: [] })
    expect(at.calls.slice(before).map(({ path }) => path)).toEqual(['/payments/pay_1/actions'])
    expect(await refund(100, 'r1')).toMatchObject({ is: 'ended', status: 409 })
    expect(at.done.length).toBe(0)
  })
  test('whose response was lost is found by a look-up', async () => {
    at.meets('losesResponse')
    expect(await refund(100, 'r1')).toMatchObject({ is: 'inDoubt', status: 202 })
    at.pass(62)
    await shop.due()
    expect(await refund(100, 'r1')).toMatchObject({ is: 'done', status: 200, id: 'act_r0' })
  })
  test('is judged by the clock once its stream was loaded, however long that takes', async () => {
    const { ports } = at
    const slow = desk(pf, {
      ...ports,
      load: async (...asked) => {
        const lines = await ports.load(...asked)
        at.pass(60 * 24 * 57)
        return lines
      },
    })
    const { is, refusals } = await slow.run(
      'requestRefund',
      { paymentId: 'pay_1', amount: 1 },
      'r1',
    )
    expect([is, refusals.map(({ rule }) => rule)]).toEqual(['refused', ['withinRefundWindow']])
  })
  test('under a key of another command is not sent', async () => {
    await shop.webhook(...captured('pay_2', 'evt_3'))
    await refund(100, 'r1')
    expect(await refund(200, 'r1')).toMatchObject({ is: 'keyUsed', status: 422 })
    expect(await refund(100, 'r1', 'pay_2')).toMatchObject({ is: 'keyUsed', status: 422 })
    expect(at.done.length).toBe(1)
  })
  test.each([
    ['a misspelt field', { paymentId: 'pay_7', amout: 1 }, /^data\.amout should be one of/],
    ['an id of another form', { paymentId: 'pay-7' }, /^data\.paymentId .* pay_ identifier/],
  ])('with %s is invalid, whatever is known of its stream', async (_, data, because) => {
    const came = await shop.run('requestRefund', data as never, 'r1')
    expect(came).toMatchObject({ is: 'invalid', because: [expect.stringMatching(because)] })
  })
  test('on what nothing is known of is not found', async () => {
    expect(await refund(100, 'r1', 'pay_7')).toMatchObject({ is: 'notFound', status: 404 })
  })
  test('on a payment whose method is unknown looks first', async () => {
    await shop.webhook(...captured('pay_2', 'evt_3'))
    expect(await refund(100, 'r1', 'pay_2')).toMatchObject({ is: 'accepted', status: 202 })
    expect(at.calls.map(({ path }) => path)).toEqual(['/payments/pay_2', '/payments/pay_2/refunds'])
  })
  test('with data that is wrong says what is wrong', async () => {
    expect(await refund(-1, 'r1')).toMatchObject({ is: 'invalid', status: 400 })
    expect(await refund(1, '')).toMatchObject({ is: 'invalid', status: 400 })
    expect(await refund(1, 'r1', '')).toMatchObject({ is: 'invalid', status: 400 })
    expect(await shop.run('requestRefnd' as never, {} as never, 'r1')).toMatchObject({
      is: 'invalid',
    })
  })
})

describe('a machine that names another parameter than the endpoint has', () => {
  const named = (machine: typeof sepaPayment) => {
    const own = bench()
    return { own, shop: desk(payfold([machine]), own.ports) }
  }
  test('sends no command, and saves none', async () => {
    const { requestRefund } = sepaPayment.commands
    const request = { ...requestRefund.request, param: 'refund_id' }
    const commands = { ...sepaPayment.commands, requestRefund: { ...requestRefund, request } }
    const { own, shop } = named({ ...sepaPayment, commands } as unknown as typeof sepaPayment)
    await shop.webhook(...own.captured('pay_1', 'evt_2', { source: { type: 'sepa' } }))
    const before = own.store.lines()
    expect(
      await shop.run('requestRefund', { paymentId: 'pay_1', amount: 100 }, 'key-1'),
    ).toMatchObject({
      is: 'invalid',
      because: ['params.payment_id should be an id.'],
    })
    expect(own.calls).toEqual([])
    expect(own.store.lines()).toEqual(before)
  })
  test('leaves its look-ups to a person', async () => {
    const entity = { endpoint: 'getPayment', param: 'id' } as const
    const subject = { ...sepaPayment.subject, lookUp: { entity, actions: entity } }
    const { own, shop } = named({ ...sepaPayment, subject } as unknown as typeof sepaPayment)
    await shop.webhook(...own.captured('pay_1'))
    own.pass(60)
    expect(await shop.due()).toMatchObject({ asked: 0, left: [{ stream: 'payment-pay_1' }] })
    expect(own.calls).toEqual([])
  })
})

describe('a response', () => {
  const json = (body: unknown) => new TextEncoder().encode(JSON.stringify(body))
  const html = new TextEncoder().encode('<html>')
  const gone = () => Promise.reject(new TypeError('fetch failed'))
  const answers = (status: number, body = json({})) => {
    return () => Promise.resolve({ status, body })
  }

  test.each([
    ['none', gone, 'No response came (TypeError).'],
    ['no status', answers(0), 'status should be an HTTP status, but is a number.'],
    ['302', answers(302), 'The provider answered 302.'],
    ['408', answers(408), 'The provider answered 408.'],
    ['500', answers(500), 'The provider answered 500.'],
    [
      '202 without a field',
      answers(202),
      'The provider answered 202, which cannot be read: its field action_id has another form.',
    ],
    [
      '202, no JSON',
      answers(202, html),
      'The provider answered 202, which cannot be read: The input should be JSON, but is a text.',
    ],
  ])('that is %s leaves a command in doubt, and is named', async (_, send, said) => {
    const own = desk(pf, { ...at.ports, send })
    const came = await own.run('requestRefund', { paymentId: 'pay_1', amount: 100 }, 'r1')
    const doubt = expect.stringMatching(/nobody knows/)
    expect(came).toMatchObject({ is: 'inDoubt', because: [said, doubt] })
  })

  test.each([
    ['none', gone, 'No response came (TypeError).'],
    ['404', answers(404), 'The provider answered 404.'],
  ])('that is %s to the look-up before a command is named', async (_, send, said) => {
    const own = desk(pf, { ...at.ports, send })
    await own.webhook(...captured('pay_2', 'evt_3'))
    const came = await own.run('requestRefund', { paymentId: 'pay_2', amount: 100 }, 'r1')
    const because = [said, 'No machine is known for the stream yet.']
    expect(came).toMatchObject({ is: 'unassigned', because })
  })
})

test('what the look-up before a command said is not said of the command', async () => {
  const lost = async (call: Parameters<typeof at.ports.send>[0]) =>
    call.method === 'GET' ? at.ports.send(call) : Promise.reject(new TypeError('fetch failed'))
  const own = desk(pf, { ...at.ports, send: lost })
  await own.webhook(...captured('pay_2', 'evt_3'))
  const came = await own.run('requestRefund', { paymentId: 'pay_2', amount: 100 }, 'r1')
  const doubt = expect.stringMatching(/nobody knows/)
  expect(came).toMatchObject({ is: 'inDoubt', because: ['No response came (TypeError).', doubt] })
})

test('a doubt about a command calls it as its caller did', async () => {
  const own = desk(pf, { ...at.ports, send: () => Promise.reject(new TypeError('fetch failed')) })
  const questions = async (stream: string) =>
    (await own.view(stream))?.questions.map(({ because }) => because) ?? []
  const asked = (name: string) => expect.stringMatching(`^${name} was requested at .*nobody knows`)
  const cancelled = await own.run('cancelMandate', { sourceId: 'src_1' }, 'c1')
  expect(cancelled.because.at(-1)).toEqual(asked('cancelMandate'))
  const refunded = await own.run('requestRefund', { paymentId: 'pay_1', amount: 100 }, 'r1')
  expect(refunded.because.at(-1)).toEqual(asked('requestRefund'))
  at.pass(61)
  expect(await questions('mandate-src_1')).toContainEqual(asked('cancelMandate'))
  expect(await questions('payment-pay_1')).toContainEqual(asked('requestRefund'))
})

describe('what is asked', () => {
  const ticket = {
    source: {
      ...{ type: 'pagofacil', integration_type: 'direct', country: 'AR' },
      payer: { name: 'Ada Lovelace', email: 'ada@shop.example', document: '12345678' },
    },
    ...{ amount: 5000, currency: 'ARS', reference: 'order-7' },
  }
  const asking = (send: typeof at.ports.send) =>
    desk(payfold([ticketPayment]), { ...at.ports, send })
  const created = async () => {
    const body = { id: 'pay_9', status: 'Pending', reference: 'order-7' }
    return { status: 202, body: new TextEncoder().encode(JSON.stringify(body)) }
  }

  test('is sent with the key, if it creates a payment', async () => {
    const keys: unknown[] = []
    const own = asking(({ headers }) => {
      keys.push(headers['Cko-Idempotency-Key'])
      return created()
    })
    expect(await own.ask('createPayment', {}, ticket, 'ticket-7')).toMatchObject({ status: 202 })
    expect(await own.ask('createPayment', {}, ticket)).toMatchObject({ status: 202 })
    expect(keys).toEqual(['ticket-7', undefined])
    expect(await own.view('payment-pay_9')).toMatchObject({ status: 'pending', questions: [] })
  })

  test('takes a key of the right form, and only where the provider honours one', async () => {
    const own = asking(created)
    const wrong = (...body: string[]) => ({ status: 400, body, because: body.join(' ') })
    expect(await own.ask('createPayment', {}, ticket, 'a b')).toEqual(wrong('key should be an id.'))
    expect(await own.ask('getPayment', { payment_id: 'pay_9' }, undefined, 'k')).toEqual(
      wrong('getPayment takes no key.'),
    )
  })

  test.each([
    ...[
      'DE89 3704 0044 0532 0130 00',
      'ada@shop.example',
      'a&limit=1',
      'b\r\nX: 1 ',
      'a'.repeat(41),
    ],
    'sk_live_abcdefghijklmnop',
  ])('has no parameter of the name %j, and no error repeats it', async (name) => {
    const own = asking(created)
    const body = ['params.another parameter should have a name in small letters.']
    for (const value of ['x', 1]) {
      const asked = await own.ask('getPayments', { reference: 'r', [name]: value } as never)
      expect(asked).toEqual({ status: 400, body, because: body[0] })
    }
  })

  test('may have parameters in its query', async () => {
    const paths: string[] = []
    const own = asking(({ path }) => {
      paths.push(path)
      return created()
    })
    await own.ask('getPayments', { reference: 'a&b', ['a'.repeat(40)]: '1' } as never)
    expect(paths).toEqual([`/payments?reference=a%26b&${'a'.repeat(40)}=1`])
  })

  test('leaves no parameter out that has no value: the list would have all payments', async () => {
    const own = asking(() => Promise.reject(new TypeError('sent')))
    expect(await own.ask('getPayments', { reference: undefined } as never)).toMatchObject({
      status: 400,
      because: 'params.reference should be a text.',
    })
  })

  test('has the status 504 if no response came, and can be looked up', async () => {
    const own = asking(() => Promise.reject(new TypeError('fetch failed')))
    expect(await own.ask('createPayment', {}, ticket, 'ticket-7')).toEqual({
      status: 504,
      body: ['No response came (TypeError).'],
      because: 'No response came (TypeError).',
    })
  })

  test('says why the log took nothing from the response', async () => {
    const [payment, notJson] = [{ id: 'pay_1', status: 'Captured' }, 'The input should be JSON']
    for (const [body, read, because] of [
      [`\uFEFF${JSON.stringify(payment)}`, payment, null],
      [JSON.stringify({ ...payment, id: 'pay_2' }), { ...payment, id: 'pay_2' }, 'pay_2'],
      ['{}', {}, 'The input should be a payment, but is an empty object.'],
      ['', null, 'The input should be a payment, but is nothing.'],
      ['<html>', null, notJson],
      [new Uint8Array([0x1f, 0x8b, 0x08, 0x00]), null, notJson],
    ] as const) {
      const own = asking(async () => ({ status: 200, body: body as never }))
      expect(await own.ask('getPayment', { payment_id: 'pay_1' })).toEqual({
        status: 200,
        body: read,
        because: because === null ? null : expect.stringContaining(because),
      })
    }
  })
})

test('an error with the status of a success leaves a command in doubt, and settles nothing', async () => {
  const body = new TextEncoder().encode('{"error_type":"processing_error","error_codes":["gone"]}')
  const own = desk(pf, { ...at.ports, send: async () => ({ status: 200, body }) })
  const cancelled = await own.run('cancelMandate', { sourceId: 'src_1' }, 'c1')
  expect(cancelled).toMatchObject({ is: 'inDoubt', status: 202 })
  const before = at.store.lines().length
  await own.ask('getSource', { id: 'src_1' })
  await own.ask('getPayment', { payment_id: 'pay_1' })
  expect(at.store.lines().length).toBe(before)
})

test('a desk with few machines keeps what has a place, and keeps other messages to be read later', async () => {
  const few = bench()
  const small = desk(payfold([sepaPayment]), few.ports)
  expect(await small.webhook(...pending())).toEqual({ status: 200, because: null })
  expect(few.store.lines().length).toBe(1)
  const [raw, signature] = few.webhook({
    id: 'evt_7',
    type: 'authentication_approved',
    created_on: few.at(5),
    data: { session_id: 'sid_1' },
  })
  const saves: Save[] = []
  const save: typeof few.ports.save = (each) => {
    saves.push(each)
    return few.ports.save(each)
  }
  const saving = desk(payfold([sepaPayment]), { ...few.ports, save })
  const { because } = await saving.webhook(raw, signature)
  expect(because).toContain('not among the machines')
  // as it was saved, with why it could not be read
  const { message } = saves[0] ?? {}
  expect(message?.unread).toBe(because)
  const more = desk(payfold([sepaPayment, session]), few.ports)
  expect(await more.take(message as never)).toMatchObject({ rows: [{}], message: { unread: null } })
})

describe('what only a person settles', () => {
  const chargeback = (type: string, more: object) =>
    at.webhook({
      id: `evt_${type}`,
      type,
      created_on: at.at(3),
      data: { id: 'pay_1', amount: 2000, currency: 'EUR', ...more },
    })

  test('is told again until a person has said what is true', async () => {
    await shop.webhook(...chargeback('payment_chargeback', { action_id: 'act_7' }))
    await shop.webhook(...chargeback('dispute_received', { id: 'dsp_1', payment_id: 'pay_1' }))
    const told: string[] = []
    for (let hour = 0; hour < 200; hour += 1) {
      at.pass(60)
      const { left } = await shop.due()
      told.push(...left.filter(({ stream }) => stream === 'payment-pay_1').map(() => `${hour}`))
    }
    expect(told.length).toBeGreaterThan(3)
    const word = { asOf: at.at(), chargedBack: 2000, by: ['person-7'], because: 'case-1' }
    expect(await shop.record('payment-pay_1', 'reviewed', word)).toMatchObject({ is: 'done' })
    at.pass(24 * 60)
    const { left } = await shop.due()
    expect(left.filter(({ stream }) => stream === 'payment-pay_1')).toEqual([])
    expect(await shop.view('payment-pay_1')).toMatchObject({ sums: { refundable: 3000 } })
  })

  test('is refused with the reason where it says nothing', async () => {
    const wrong = await shop.record('payment-pay_1', 'reviewed', { asOf: 'today' })
    expect(wrong).toMatchObject({ is: 'invalid', status: 400 })
    const other = { paymentId: 'pay_9', asOf: at.at(), captured: 1, by: ['p'], because: 'b' }
    expect(await shop.record('payment-pay_1', 'reviewed', other)).not.toMatchObject({ is: 'done' })
    expect(await shop.record('payment-pay_9', 'reviewed', {})).toMatchObject({ is: 'notFound' })
    expect(await shop.record('pay_1', 'reviewed', {})).toMatchObject({ is: 'invalid' })
    expect(await shop.record('payment-pay_1', 'payment_captured' as never, {})).toMatchObject({
      is: 'invalid',
    })
  })

  test('is refused where it states nothing', async () => {
    const word = { asOf: at.at(), by: ['person-7'], because: 'case-1' }
    const record = (data: object) => shop.record('payment-pay_1', 'reviewed', data)
    expect(await record(word)).toMatchObject({ is: 'invalid', status: 400 })
    expect(await record({ ...word, paymentId: 'pay_1' })).toMatchObject({ is: 'invalid' })
    const named = { ...word, captured: 5000 }
    for (const by of [[], ['a', 'b', 'c']]) {
      expect(await record({ ...named, by })).toMatchObject({ is: 'invalid' })
    }
    for (const asOf of [undefined, '2026-06-10', '2026-06-10T07:59:00', '20260610T0759Z', 'now']) {
      expect(await record({ ...named, asOf })).toMatchObject({
        is: 'invalid',
        because: [expect.stringMatching(/^data\.asOf should be a Date, or a time with its zone/)],
      })
    }
    expect(await record({ ...word, usable: false })).toMatchObject({ is: 'invalid' })
    expect(await record({ ...named, refundd: 100 })).toMatchObject({
      is: 'invalid',
      because: ['data.refundd should be left out, but is a number.'],
    })
    expect(await record({ ...named, because: 'the bank called' })).toMatchObject({
      is: 'invalid',
      because: [
        'data.because should be plain text of at most 80 characters, but is a text not made of letters, digits and . _ : / # + - with a letter or digit first.',
      ],
    })
    expect(await record({ ...named, by: 'person-7' })).toMatchObject({
      is: 'invalid',
      because: ['data.by should be a list of one or two names, but is a text.'],
    })
    expect(await record(named)).toMatchObject({ is: 'done' })
    expect(await record({ ...named, asOf: new Date(at.at(1)) })).toMatchObject({ is: 'done' })
  })

  test('may be that a command is over, once nobody answered it', async () => {
    at.meets('losesRequest')
    await shop.run('cancelMandate', { sourceId: 'src_1' }, 'c1')
    const givenUp = (commandId: string) => {
      const word = { commandId, by: ['person-7'], because: 'case-2' }
      return shop.record('mandate-src_1', 'command_given_up', word)
    }
    const lines = at.store.lines().length
    at.pass(59 / 60)
    expect(await givenUp('c1')).toMatchObject({
      is: 'refused',
      status: 409,
      because: [expect.stringMatching(/^The provider may .+: give it up from 2026-\S+ on\.$/)],
    })
    expect(await givenUp('c2')).toMatchObject({ is: 'notFound', status: 404 })
    const nobody = { commandId: 'c1', by: [], because: 'case-2' }
    expect(await shop.record('mandate-src_1', 'command_given_up', nobody)).toMatchObject({
      is: 'invalid',
    })
    expect(at.store.lines().length).toBe(lines)
    at.pass(61)
    expect(await givenUp('c1')).toMatchObject({ is: 'refused' })
    at.pass(1 / 60)
    expect(await givenUp('c1')).toMatchObject({ is: 'done' })
    expect(await givenUp('c1')).toMatchObject({
      is: 'refused',
      because: [expect.stringMatching(/^It is ended/)],
    })
    expect(await shop.run('cancelMandate', { sourceId: 'src_1' }, 'c1')).toMatchObject({
      is: 'ended',
    })
  })
})
