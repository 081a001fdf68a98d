/** The shape that every event has, and the time that counts. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { PaymentId } from '../../machines/words/payment-names.ts'
import {
  type DomainEvent,
  eventCodec,
  fields,
  Metadata,
  occurredAt,
  SOURCES,
  Source,
  timeOf,
  timestampOf,
} from '../../src/event/envelope.ts'
import { firstProblem, type Unreadable } from '../../src/words/data/unreadable-input.ts'
import { Minor } from '../../src/words/money.ts'

const whence = {
  eventId: 'evt_1',
  occurredAt: '2024-01-02T10:00:00+01:00',
  recordedAt: '2024-01-02T10:00:01Z',
  source: 'report',
  schema: 1,
}

const problem = <A>(result: E.Either<Parameters<typeof firstProblem>[0], A>): Unreadable | null =>
  E.match(firstProblem, () => null)(result)

describe('metadata', () => {
  test.each([
    ['with every field', { ...whence, claimedAt: '2026-01-02' }],
    ['without a claimed time', whence],
    ["without the provider's time", { ...whence, occurredAt: null }],
    ['with the digest of its message', { ...whence, message: '0a'.repeat(32) }],
    ['from a request', { ...whence, source: 'request' }],
  ])('is read %s', (_, input) => {
    expect(Metadata.decode(input)).toEqual(E.right(input))
  })

  test.each([
    ['eventId', ''],
    ['eventId', undefined],
    ['eventId', '4111111111111111'],
    ['occurredAt', undefined],
    ['occurredAt', '2024-02-30'],
    ['recordedAt', null],
    ['recordedAt', 'now'],
    ['source', 'webhook'],
    ['source', undefined],
    ['schema', 0],
    ['schema', 2],
    ['schema', '1'],
    ['schema', undefined],
    ['message', null],
    ['message', '0a'.repeat(31)],
    ['message', `${'0a'.repeat(32)}0`],
    ['message', '0A'.repeat(32)],
    ['message', `${'0a'.repeat(32)}\n`],
    ['claimedAt', null],
    ['claimedAt', 'soon'],
  ])('is refused for its %s: %j', (name, value) => {
    const path = problem(Metadata.decode({ ...whence, [name]: value }))?.path
    expect(path).toMatch(new RegExp(`\\b${name}\\b`))
  })

  test('loses unknown keys', () => {
    expect(Metadata.decode({ ...whence, ip: '203.0.113.1' })).toEqual(E.right(whence))
  })
})

test('the sources are ordered from weakest to strongest', () => {
  expect(SOURCES).toEqual(['unsigned', 'inferred', 'request', 'response', 'report'])
  expect(Object.keys(Source.keys).toSorted()).toEqual([...SOURCES].toSorted())
})

describe('the codec of an event', () => {
  const Paid = eventCodec('paid', fields({ paymentId: PaymentId }, { amount: Minor }))
  const paid = { type: 'paid', data: { paymentId: 'pay_1', amount: 1 }, metadata: whence }

  test('accepts its type, its fields and its metadata', () => {
    expect(Paid.decode(paid)).toEqual(E.right(paid))
    expect(Paid.decode({ ...paid, data: { paymentId: 'pay_1' } })).toEqual(
      E.right({ ...paid, data: { paymentId: 'pay_1' } }),
    )
    expect(Paid.name).toBe('paid')
  })

  test('refuses another type, a missing field and a wrong one', () => {
    expect([
      problem(Paid.decode({ ...paid, type: 'unpaid' }))?.path,
      problem(Paid.decode({ ...paid, data: { amount: 1 } }))?.path,
      problem(Paid.decode({ ...paid, data: { paymentId: 'pay_1', amount: null } }))?.path,
      problem(Paid.decode({ ...paid, metadata: null }))?.path,
    ]).toEqual([
      'type',
      expect.stringMatching(/^data\b.*\bpaymentId$/),
      expect.stringMatching(/^data\b.*\bamount$/),
      expect.stringMatching(/^metadata\b/),
    ])
  })

  test('names the location of a problem by names only', () => {
    expect([
      problem(Paid.decode({ ...paid, data: { amount: 1 } }))?.path,
      problem(Paid.decode({ ...paid, data: { paymentId: 'pay_1', amount: null } }))?.path,
      problem(Paid.decode({ ...paid, metadata: { ...whence, occurredAt: 5 } }))?.path,
    ]).toEqual(['data.paymentId', 'data.amount', 'metadata.occurredAt'])
  })
})

describe('the time of an event', () => {
  const at = (metadata: object): DomainEvent => ({
    type: 'paid',
    data: {},
    metadata: metadata as DomainEvent['metadata'],
  })

  test("is the provider's, if it gave one", () => {
    expect(occurredAt(at(whence).metadata)).toBe('2024-01-02T09:00:00.0000000Z')
    expect(timeOf(at(whence))).toBe('2024-01-02T09:00:00.0000000Z')
    expect(timestampOf(at(whence))).toEqual({ at: '2024-01-02T09:00:00.0000000Z', timed: true })
  })

  test('is the time of receipt, if the provider gave none: only a bound', () => {
    const untimed = at({ ...whence, occurredAt: null })
    expect(occurredAt(untimed.metadata)).toBeNull()
    expect(timeOf(untimed)).toBe('2024-01-02T10:00:01.0000000Z')
    expect(timestampOf(untimed)).toEqual({ at: '2024-01-02T10:00:01.0000000Z', timed: false })
  })
})
