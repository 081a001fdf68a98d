/** A step of ours as an event, before it is taken. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../machines/index.ts'
import { madeId } from '../../src/event/content-hash.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { decoding } from '../../src/event/event-decoder.ts'
import { evolve } from '../../src/fold/fold.ts'
import { tentative as wishFor } from '../../src/judge/tentative-event.ts'
import { explainUnreadable } from '../../src/words/data/unreadable-input.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { given, refusedBy, reported } from '../given.ts'

const { decode } = decoding(sepaPayment.events)
const tentative = (type: string, data: Parameters<typeof wishFor>[2], by: typeof command) =>
  wishFor(decode, type, data, by)
const command = { commandId: 'c-1', now: '2026-03-04T10:00:00Z' as Instant }
const refund = { paymentId: 'pay_1', amount: 300, currency: 'EUR' }
const at = '2026-03-02T10:00:00Z'
const paid = given(
  sepaPayment,
  reported('payment_pending', { paymentId: 'pay_1', amount: 1000, currency: 'EUR' }, { at }),
  reported('payment_captured', { paymentId: 'pay_1', amount: 1000 }, { at }),
)
const attempt = (type: string, data: object, by = command): DomainEvent =>
  E.getOrElseW((problem: unknown) => {
    throw new Error(JSON.stringify(problem))
  })(tentative(type, { ...data }, by))

describe('a command', () => {
  test('is an event that only our request reports, at the time of the command', () => {
    expect(tentative('refund_requested', refund, command)).toEqual(
      E.right({
        type: 'refund_requested',
        data: { ...refund, commandId: 'c-1' },
        metadata: {
          eventId: madeId('wish', 'refund_requested', { commandId: 'c-1' }),
          occurredAt: command.now,
          recordedAt: command.now,
          source: 'request',
          schema: 1,
        },
      }),
    )
  })

  test('has the command’s id, whatever its data say, and no unknown fields', () => {
    const data = { ...refund, commandId: 'c-9', iban: 'x' }
    expect(attempt('refund_requested', data).data).toEqual({ ...refund, commandId: 'c-1' })
  })

  test('has a separate id for each command and type, whatever the time', () => {
    const idOf = (type: string, data: object, by: Partial<typeof command> = {}) =>
      attempt(type, data, { ...command, ...by }).metadata.eventId
    const first = idOf('refund_requested', refund)
    expect(idOf('refund_requested', refund, { now: '2026-05-01T10:00:00Z' as Instant })).toBe(first)
    expect(idOf('refund_requested', refund, { commandId: 'c-2' })).not.toBe(first)
    expect(idOf('payment_refunded', refund)).not.toBe(first)
  })

  test('accepts any idempotency key that programs make, but no card number', () => {
    const keys = [
      '1dc2e42b-4a7a-49c6-9b9e-cb7008c71dc5',
      'refund-1772445600123',
      '184467440737095516',
    ]
    for (const commandId of keys) {
      expect(E.isRight(tentative('refund_requested', refund, { ...command, commandId }))).toBe(true)
    }
    const commandId = '4111-1111-1111-1111'
    expect(E.isLeft(tentative('refund_requested', refund, { ...command, commandId }))).toBe(true)
  })

  test.each([
    ['an id', refund, { ...command, commandId: '4111111111111111' }, 'commandId', 'a command id'],
    [
      'a reference',
      { ...refund, reference: '3782-822463-10005-1' },
      command,
      'data.reference',
      'a reference',
    ],
  ])('with %s that could be a card number is told how to write it', (_, data, by, path, what) => {
    const read = tentative('refund_requested', data, by)
    expect(E.isLeft(read) && explainUnreadable(read.left)).toBe(
      `${path} should be ${what} of at most 80 characters, but is a text that could be a card ` +
        'number: use a UUID, or put letters between the digits.',
    )
  })

  test.each([
    ['test payment', /^a text not made of letters/],
    ['-1', /with a letter or digit first$/],
    ['a'.repeat(81), /^a text of 81 characters$/],
    ['DE89370400440532013000', /account.*UUID/],
    ['', /^an empty text$/],
  ])('with the id %s hears what is wrong with it', (commandId, found) => {
    const read = tentative('refund_requested', refund, { ...command, commandId })
    expect(E.isLeft(read) && read.left.found).toMatch(found)
  })

  test.each([
    ['payment', { ...refund, paymentId: 'src_1' }, command, 'data.paymentId'],
    ['missing payment', { amount: 1 }, command, 'data.paymentId'],
    ['negative amount', { ...refund, amount: -1 }, command, 'data.amount'],
    ['fraction of an amount', { ...refund, amount: 0.5 }, command, 'data.amount'],
    ['amount as text', { ...refund, amount: '300' }, command, 'data.amount'],
    ['currency', { ...refund, currency: 'euro' }, command, 'data.currency'],
    ['time', refund, { ...command, now: 'yesterday' as Instant }, 'metadata.occurredAt'],
    [
      'impossible time',
      refund,
      { ...command, now: '2026-02-29' as Instant },
      'metadata.occurredAt',
    ],
    ['command', refund, { ...command, commandId: 'no good' }, 'commandId'],
    ['command without an id', refund, { ...command, commandId: '' }, 'commandId'],
  ])('with an invalid %s cannot be read, and reports where', (_, data, by, path) => {
    const read = tentative('refund_requested', data, by)
    expect(E.isLeft(read) && read.left).toMatchObject({ error: 'Unreadable', path })
  })

  test('of an unknown type cannot be read', () => {
    for (const type of ['refund', 'time_passed', 'toString', '']) {
      expect(tentative(type, refund, command)).toEqual(
        E.left({
          error: 'Unreadable',
          path: 'event.type',
          expected: 'a known event',
          found: type === '' ? 'an empty text' : 'a text',
        }),
      )
    }
  })

  test('that is repeated under the same command is judged as if it were the only one', () => {
    const all = attempt('refund_requested', { ...refund, amount: 1000 })
    const asked = evolve(sepaPayment)(paid, all)
    expect(refusedBy(sepaPayment, asked, all)).toEqual([])
  })
})
