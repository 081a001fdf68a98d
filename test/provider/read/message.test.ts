/** Messages: how they are made, stored as JSON, read again, and what is no message. */
import { createHash, createHmac } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import {
  fromCallback,
  fromResponse,
  fromWebhook,
  type Message,
  readMessage,
  readStored,
} from '../../../src/provider/index.ts'
import { right } from '../../given.ts'

const KEY = 'whsec_1234567890'
const AT = '2026-03-02T10:00:05Z'
const bytes = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body))
const signed = (raw: Uint8Array): string => createHmac('sha256', KEY).update(raw).digest('hex')
const digest = (raw: Uint8Array): string => createHash('sha256').update(raw).digest('hex')

const left = (made: E.Either<unknown, unknown>): unknown => (E.isLeft(made) ? made.left : 'right')

const captured = bytes({
  id: 'evt_1',
  type: 'payment_captured',
  created_on: '2026-03-02T10:00:00Z',
  data: { id: 'pay_1', action_id: 'act_1', amount: 100, currency: 'EUR' },
})
const session = bytes({ id: 'sid_y3oqhf46pyzuxjbcn2giaqnb44', status: 'approved' })
const payment = bytes({ id: 'pay_1', status: 'Captured', amount: 100, currency: 'EUR' })
const asked = { endpoint: 'getPayment', params: { payment_id: 'pay_1' }, status: 200 } as const

const webhook = right(fromWebhook(captured, signed(captured), [KEY], AT))
const response = right(
  fromResponse({ ...asked, askedAt: '2026-03-02T10:00:04Z', receivedAt: AT, body: payment }),
)
const callback = right(fromCallback(session, AT))

const found = (message: Message) =>
  right(readMessage(message)).map(({ stream, event: { type, metadata } }) => [
    stream,
    type,
    metadata.source,
    metadata.message,
  ])

describe('a message', () => {
  test.each([
    ['webhook', webhook, ['payment-pay_1', 'payment_captured', 'report', digest(captured)]],
    ['response', response, ['payment-pay_1', 'state_observed', 'response', digest(payment)]],
    [
      'callback',
      callback,
      ['session-sid_y3oqhf46pyzuxjbcn2giaqnb44', 'session_approved', 'unsigned', digest(session)],
    ],
  ])('of a %s names its bytes, also after it was stored as JSON', (_, message, event) => {
    const again = right(readStored(JSON.parse(JSON.stringify(message))))
    expect(again).toEqual(message)
    expect(found(message)).toEqual([event])
    expect(found(again)).toEqual([event])
  })

  test.each([
    ['a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, ...captured])],
    ['bytes that are not UTF-8', new Uint8Array([...captured, 0xff])],
    ['no bytes', new Uint8Array()],
    ['a zero', new Uint8Array([0])],
  ])('keeps %s exactly', (_, raw) => {
    const made = right(fromCallback(raw, AT))
    const again = right(readStored(JSON.parse(JSON.stringify(made))))
    const kept =
      again.bytes === undefined ? Buffer.from(String(again.body)) : Buffer.from(again.bytes, 'hex')
    expect([...kept]).toEqual([...raw])
  })

  test('is received at a Date, or at a time with its zone', () => {
    const at = (receivedAt: Date | string) => fromCallback(session, receivedAt)
    expect(right(at(new Date(AT))).receivedAt).toBe('2026-03-02T10:00:05.000Z')
    expect(right(at('2026-03-02T11:00:05+01:00')).receivedAt).toBe('2026-03-02T11:00:05+01:00')
    for (const wrong of ['yesterday', '2026-03-02T10:00:05', '2026-03-02', new Date(Number.NaN)]) {
      expect(left(at(wrong))).toMatchObject({ error: 'Unreadable', path: 'receivedAt' })
    }
  })

  test('of a webhook is made of signed bytes only', () => {
    const made = (raw: unknown, header: string | null) =>
      left(fromWebhook(raw as Uint8Array, header, [KEY], AT))
    expect(made(captured, null)).toEqual({ error: 'BadSignature', because: 'missing' })
    expect(made(captured, signed(session))).toEqual({ error: 'BadSignature', because: 'wrong' })
    const parsed = JSON.parse(new TextDecoder().decode(captured))
    expect(made(parsed, signed(captured))).toEqual({ error: 'BadSignature', because: 'noBytes' })
  })
})

test.each([100, 599])('a response may have the status %d', (status) => {
  expect(E.isRight(fromResponse({ ...asked, status, receivedAt: AT }))).toBe(true)
})

test('a field that is null is absent, as in a column', () => {
  const json = { ...JSON.parse(JSON.stringify(webhook)), bytes: null }
  expect(readStored(json)).toEqual(E.right(webhook))
})

test('a command is named by its key, and the policy judges the times', () => {
  const refund = fromResponse({
    endpoint: 'requestRefund',
    params: { payment_id: 'pay_1' },
    request: { amount: 700 },
    commandId: 'command-1',
    status: 202,
    receivedAt: AT,
    body: { action_id: 'act_1' },
  })
  const [event] = right(readMessage(right(refund))).map(({ event: { data } }) => data)
  expect(event).toEqual({
    paymentId: 'pay_1',
    actionId: 'act_1',
    amount: 700,
    commandId: 'command-1',
  })
  const data = { id: 'pay_1', processed_on: '2026-03-02T10:00:06Z' }
  const raw = bytes({
    id: 'evt_1',
    type: 'payment_captured',
    created_on: '2026-03-02T10:00:05Z',
    data,
  })
  const late = right(fromWebhook(raw, signed(raw), [KEY], AT))
  const claimed = (clockToleranceSeconds: number) =>
    right(readMessage(late, { clockToleranceSeconds })).map(
      ({ event: { metadata } }) => metadata.claimedAt,
    )
  expect(claimed(0)).toEqual([data.processed_on])
  expect(claimed(1)).toEqual([undefined])
})

describe('what is stored and is no message', () => {
  const stored = JSON.parse(JSON.stringify(response)) as object
  const hook = JSON.parse(JSON.stringify(webhook)) as object
  test.each([
    ['a misspelt flag', { ...hook, isVerifed: true }, 'isVerifed'],
    ['a flag that is no boolean', { ...hook, isVerified: 'true' }, 'isVerified'],
    ['a misspelt request', { ...stored, reqest: {} }, 'reqest'],
    ['a time in another spelling', { ...stored, asked_at: AT }, 'asked_at'],
    ['a misspelt endpoint', { ...stored, endpoint: 'getPaymnet' }, 'endpoint'],
    ['a field of another kind', { ...hook, endpoint: 'getPayment' }, 'endpoint'],
    ['no kind', { ...stored, kind: 'Response' }, 'kind'],
    ['a time that is none', { ...stored, receivedAt: 'yesterday' }, 'receivedAt'],
    ['a time without its zone', { ...stored, askedAt: '2026-03-02T10:00:05' }, 'askedAt'],
    ['a status above all', { ...stored, status: 600 }, 'status'],
    ['a status below all', { ...stored, status: 99 }, 'status'],
    ['a fraction of a status', { ...stored, status: 200.5 }, 'status'],
    ['no status', { ...stored, status: undefined }, 'status'],
    ['a key that is none', { ...stored, commandId: 'two words' }, 'commandId'],
    ['parameters that are none', { ...stored, params: 'pay_1' }, 'params'],
    ['a list', [stored], ''],
    ['a text', JSON.stringify(stored), ''],
    ['null', null, ''],
    ['digits that are no bytes', { ...hook, bytes: 'abc' }, 'bytes'],
  ])('%s is named', (_, json, path) => {
    expect(left(readStored(json))).toMatchObject({ error: 'Unreadable', path })
    expect(left(readMessage(json as Message))).toMatchObject({ error: 'Unreadable', path })
  })
})
