/** Codecs in other libraries: as validators of Hono, and as inputs of tRPC. */
import { sValidator } from '@hono/standard-validator'
import { initTRPC, TRPCError } from '@trpc/server'
import * as E from 'fp-ts/lib/Either.js'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { ticketPayment } from '../../../machines/index.ts'
import { PaymentId } from '../../../machines/words/payment-names.ts'
import { fold } from '../../../src/fold/fold.ts'
import { decide } from '../../../src/judge/decide.ts'
import { endpoints } from '../../../src/provider/wire/endpoints.ts'
import { type Minor, Minor as MinorCodec } from '../../../src/words/money.ts'
import { Stream } from '../../../src/words/stream.ts'
import { reported } from '../../given.ts'

const CARD = '4242424242424242'

describe('Hono validates with them', () => {
  const app = new Hono()
    .post('/refunds', sValidator('json', endpoints.requestRefund.request), (context) =>
      context.json({ asked: context.req.valid('json').amount ?? null }),
    )
    .get('/streams/:id', (context) => {
      const { issues } = Stream['~standard'].validate(context.req.param('id')) as {
        issues?: readonly object[]
      }
      return context.json(issues ?? 'a stream', issues === undefined ? 200 : 400)
    })
  const post = (body: object) =>
    app.request('/refunds', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('and passes on what they have read', async () => {
    const answer = await post({ amount: 100, reference: 'REF-1' })
    expect([answer.status, await answer.json()]).toEqual([200, { asked: 100 }])
  })

  test('and reports where the input is wrong, without its value', async () => {
    const answer = await post({ amount: CARD })
    expect(answer.status).toBe(400)
    const message = 'amount should be an amount in minor units, from 1 to 999999999, but is a text.'
    expect(await answer.json()).toMatchObject({ error: [{ message, path: ['amount'] }] })
  })

  test('and with the names of streams', async () => {
    expect((await app.request('/streams/payment-pay_1')).status).toBe(200)
    const wrong = await app.request(`/streams/payment-${CARD}`)
    expect([wrong.status, (await wrong.text()).includes(CARD)]).toEqual([400, false])
  })
})

describe('tRPC uses them as inputs', () => {
  const { router, procedure, createCallerFactory } = initTRPC.create()
  const state = fold(ticketPayment)([
    reported('payment_captured', { paymentId: 'pay_1', amount: 1000, currency: 'ARS' }),
  ])
  const api = router({
    payment: procedure.input(PaymentId).query(({ input }) => `payment-${input}`),
    refund: procedure.input(MinorCodec).mutation(({ input }: { input: Minor }) => {
      const metadata = { commandId: 'refund-1', now: '2026-03-04T10:00:00Z' }
      const data = { paymentId: 'pay_1', amount: input }
      const decided = decide(ticketPayment)(state, { type: 'requestRefund', data, metadata })
      return E.isRight(decided) ? decided.right.events.length : decided.left.error
    }),
  })
  const caller = createCallerFactory(api)({})

  test('and passes on what they have read', async () => {
    expect(await caller.payment('pay_1' as PaymentId)).toBe('payment-pay_1')
    expect(await caller.refund(1000 as Minor)).toBe(1)
    expect(await caller.refund(1001 as Minor)).toBe('Refused')
  })

  test('and refuses what they cannot read, without its value', async () => {
    const refused = await caller.payment(CARD as PaymentId).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(TRPCError)
    const { code, message, cause } = refused as TRPCError
    expect([code, message]).toEqual([
      'BAD_REQUEST',
      'The input should be a pay_ identifier, but is a text.',
    ])
    expect(JSON.stringify({ message, cause })).not.toContain(CARD)
  })
})
