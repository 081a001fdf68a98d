/**
 * Raw messages read again: known events add nothing, and earlier unrecognised ones are superseded.
 */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { AppendedAll } from '../../src/log/append.ts'
import type { Tip } from '../../src/log/tip.ts'
import type { StreamEvent } from '../../src/provider/read/stream-event.ts'
import type { Stream } from '../../src/words/stream.ts'
import { machines, right, webhook } from '../given.ts'
import { readDelivery } from '../read-delivery.ts'
import { appendAll, foldStream } from '../root.ts'

const PAYMENT = 'payment-pay_1' as Stream
const money = { id: 'pay_1', amount: 1000, currency: 'EUR', source: { id: 'src_1', type: 'sepa' } }
const messages = [
  webhook('evt_1', 'payment_pending', money, '2026-03-01T10:00:00Z'),
  webhook('evt_2', 'payment_captured', money, '2026-03-02T10:00:00Z'),
]

const read = (message: unknown): readonly StreamEvent[] => right(readDelivery(message))

/** An old reader, which did not know that a payment can be captured. */
const readThen = (message: unknown): readonly StreamEvent[] =>
  read(message).map((reported) =>
    reported.event.type === 'payment_captured'
      ? {
          ...reported,
          event: { ...reported.event, type: 'unrecognised', data: { name: 'payment_captured' } },
        }
      : reported,
  )

const appended = (
  reported: readonly StreamEvent[],
  tips: ReadonlyMap<Stream, Tip> = new Map(),
): AppendedAll => right(appendAll(tips, reported))

const statusOf = (...parts: readonly AppendedAll[]): string =>
  foldStream(machines)(
    PAYMENT,
    parts.flatMap(({ entries }) => entries.map(({ event }) => event)),
  ).status

describe('messages that are read again', () => {
  const then = appended(messages.flatMap(readThen))

  test('by the same reader add nothing', () => {
    const again = appended(messages.flatMap(readThen), then.tips)
    expect(again.entries).toEqual([])
    expect(again.tips).toEqual(then.tips)
  })

  test('by a better reader add what was not understood then, and it counts from now on', () => {
    expect(statusOf(then)).toBe('pending')
    const now = appended(messages.flatMap(read), then.tips)
    expect(now.entries.map(({ revision, event }) => [revision, event.type])).toEqual([
      [2, 'payment_captured'],
    ])
    expect(statusOf(then, now)).toBe('captured')
  })

  test('go to the streams that they concern, each at its own tip', () => {
    const other = webhook('evt_3', 'payment_captured', { id: 'pay_2' }, '2026-03-02T10:00:00Z')
    const { entries, tips } = appended([...messages, other].flatMap(read))
    expect(entries.map(({ stream, revision }) => `${stream} ${revision}`)).toEqual([
      'payment-pay_1 0',
      'payment-pay_1 1',
      'payment-pay_2 0',
    ])
    expect([...tips.values()].map(({ revision }) => revision)).toEqual([1, 0])
  })

  test('are not appended at all if one of them is not an event', () => {
    const [first] = messages.flatMap(read)
    const strange = { stream: PAYMENT, event: { type: 'nonsense' } } as unknown as StreamEvent
    const all = appendAll(new Map(), first === undefined ? [] : [first, strange])
    expect(E.isLeft(all) && all.left.error).toBe('Unreadable')
  })
})
