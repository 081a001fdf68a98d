/**
 * What a shop receives: random histories of two payments, in every way in which the provider may
 * report them.
 */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { sepaPayment, ticketPayment } from 'payfold/machines'
import { type Delivery, deliveries, histories, planted, type TrueHistory } from 'payfold/testing'
import type { Shop } from '../src/shop.ts'

/** The key of the shop's webhooks. */
export const KEY = 'a key of the tests'

/** A time for inputs whose time makes no difference. */
export const NOW = '2026-03-02T10:00:00Z'

/** Encodes a text as bytes. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Signs a webhook as the provider does. */
export const signed = (bytes: Uint8Array, key = KEY): string =>
  createHmac('sha256', key).update(bytes).digest('hex')

const lineOf = (message: Delivery): string => {
  if (message.kind === 'response') return `the response to ${message.endpoint}`
  const { id, type, data } = message.body as { id: string; type: string; data: { amount?: number } }
  return `${type} (${id}, ${data.amount})`
}

/** Makes fast-check print one message per line, so that people can read a counterexample. */
const shown = (messages: readonly Delivery[]): readonly Delivery[] =>
  Object.defineProperty([...messages], fc.toStringMethod, {
    value: () => `\n  ${messages.map(lineOf).join('\n  ')}`,
  })

/** Delivers messages to a shop, one after another. */
export const deliver = (shop: Shop, messages: readonly Delivery[]): Shop => {
  for (const message of messages) {
    if (message.kind === 'response') shop.answer(message)
    else {
      const bytes = bytesOf(JSON.stringify(message.body))
      shop.webhook(bytes, signed(bytes), message.receivedAt)
    }
  }
  return shop
}

/** Two payments, one for each method, so that a shop can confuse them. */
export const twoHistories: fc.Arbitrary<readonly TrueHistory[]> = fc.tuple(
  histories(sepaPayment, { name: 'one', amount: 6000 }),
  histories(ticketPayment, { name: 'two', amount: 1500 }),
)

const byTime = (a: Delivery, b: Delivery): number => (a.receivedAt < b.receivedAt ? -1 : 1)

/** Messages that together report these histories, in the order of delivery. */
export const deliveriesOf = (
  all: readonly TrueHistory[],
  sent: (history: TrueHistory) => fc.Arbitrary<readonly Delivery[]> = deliveries,
): fc.Arbitrary<readonly Delivery[]> =>
  fc.tuple(...all.map(sent)).map((each) => shown(each.flat().toSorted(byTime)))

/** Messages about a history, with faults of the provider planted into them. */
export const wrong = (history: TrueHistory): fc.Arbitrary<readonly Delivery[]> =>
  deliveries(history)
    .chain((messages) => planted(messages))
    .map(({ delivered }) => delivered)

/**
 * If several messages report the same fact, delivers all of them at the time of the first delivery.
 * If no message gives the provider's time, only the time of receipt is known, so a different time
 * of receipt would make a different history, not just a different order.
 */
const receivedAtOnce = (messages: readonly Delivery[]): readonly Delivery[] => {
  const first = new Map<string, Delivery['receivedAt']>()
  return messages.map((message) => {
    const said = JSON.stringify(message.body)
    const receivedAt = first.get(said) ?? message.receivedAt
    first.set(said, receivedAt)
    return { ...message, receivedAt }
  })
}

/**
 * Two lists of some of the messages: first each message once, then the same messages in a different
 * order, some of them several times.
 */
export const reordered = (
  messages: readonly Delivery[],
): fc.Arbitrary<readonly [once: readonly Delivery[], again: readonly Delivery[]]> => {
  const all = receivedAtOnce(messages)
  return fc
    .array(fc.constantFrom(...all), { minLength: 1, maxLength: 2 * all.length })
    .map((again) => [shown(all.filter((each) => again.includes(each))), shown(again)])
}

const odd = <A>(usual: A): fc.Arbitrary<unknown> => fc.oneof(fc.constant(usual), fc.jsonValue())

/** Any input at all: bytes, texts, JSON of any shape, webhooks with anything in any field. */
export const anyBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.oneof(fc.json(), fc.string()).map(bytesOf),
  fc
    .record(
      {
        id: odd('evt_1'),
        type: odd('payment_captured'),
        created_on: odd(NOW),
        data: fc.oneof(
          fc.record({ id: odd('pay_one'), amount: odd(6000), currency: odd('EUR') }),
          fc.jsonValue(),
        ),
      },
      { requiredKeys: [] },
    )
    .map((body) => bytesOf(JSON.stringify(body))),
)
