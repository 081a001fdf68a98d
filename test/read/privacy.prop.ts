/** Nothing personal gets past reading: not into an event, a stream's name or the text of an error. */

import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readDelivery } from '../../src/read/delivery.ts'
import { isIban } from '../../src/words/personal.ts'
import { explainUnreadable } from '../../src/words/unreadable.ts'
import { type Kept, messages, placesIn, SECRETS, valueAt, withAt } from './messages.ts'

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
}

const bare = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()

const luhn = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

/** What leaks of anything that reading gave. */
const leaks = (delivery: unknown, secrets: readonly string[]): readonly string[] => {
  const reading = readDelivery(delivery)
  const given = E.isLeft(reading)
    ? textsIn({ ...reading.left, sentence: explainUnreadable(reading.left) })
    : textsIn(reading.right)
  return given.filter(
    (text) =>
      secrets.some((secret) => bare(text).includes(bare(secret))) ||
      (text.match(/\d{12,}/g) ?? []).some(luhn) ||
      isIban(bare(text)),
  )
}

const every = Object.values(SECRETS)

/** Where only a number of minor units or a moment of our own can stand. */
const ELSEWHERE = ['amount', 'total_captured', 'total_refunded', 'receivedAt', 'kind', 'endpoint']

/** A message, and a place of it. */
const somewhere = fc
  .tuple(fc.constantFrom<Kept>(...messages), fc.nat())
  .map(([{ delivery }, at]) => {
    const places = placesIn(delivery).filter((place) => !ELSEWHERE.includes(String(place.at(-1))))
    return { delivery, place: places[at % places.length] ?? ['body'] }
  })

const { card, iban, email } = SECRETS

/** Numbers of cards and accounts, as people and systems write them. */
const numbers = fc.constantFrom(
  card,
  '4242 4242 4242 4242',
  '4242-4242-4242-4242',
  '4242.4242.4242.4242',
  `ORD-${card}`,
  `ORD_${card}_1`.slice(0, -2),
  `card:${card}`,
  `pay_${card}`,
  `act_${card}`,
  `src_${card}`,
  `sid_${card}`,
  `cus_${card}`,
  `dsp_${card}`,
  `evt_${card}`,
  iban,
  iban.toLowerCase(),
  'DE89 3704 0044 0532 0130 00',
  'DE89-3704-0044-0532-0130-00',
  `ORD-${iban}`,
  `payment_${iban.toLowerCase()}`,
  `pay_${iban}`,
  `src_${iban}`,
  `evt_${iban.toLowerCase()}`,
)

describe('nothing personal is given', () => {
  test.each(messages)('by $name, which is full of it', ({ delivery }) => {
    expect(textsIn(delivery).some((text) => every.some((secret) => text.includes(secret)))).toBe(
      true,
    )
    expect(leaks(delivery, every)).toEqual([])
  })

  test('by a field that nobody knows, wherever it stands, nor by its name', () => {
    fc.assert(
      fc.property(
        somewhere,
        fc.constantFrom(...every),
        fc.constantFrom('note', 'name', 'email', 'number', 'iban', ...every),
        ({ delivery, place }, secret, name) => {
          fc.pre(
            typeof place.at(-1) === 'string' &&
              !(name in (valueAt(delivery, place.slice(0, -1)) as object)),
          )
          expect(leaks(withAt(delivery, [...place.slice(0, -1), name], secret), every)).toEqual([])
        },
      ),
      { numRuns: 500 },
    )
  })

  test('by a card or account number in any field at all', () => {
    fc.assert(
      fc.property(somewhere, numbers, ({ delivery, place }, number) => {
        expect(leaks(withAt(delivery, place, number), every)).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  test('by an e-mail address in any field at all', () => {
    fc.assert(
      fc.property(somewhere, ({ delivery, place }) => {
        expect(leaks(withAt(delivery, place, email), every)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('by a message that cannot be read', () => {
    fc.assert(
      fc.property(somewhere, numbers, ({ delivery, place }, number) => {
        const planted = withAt(delivery, place, number)
        const cutOff = JSON.stringify(planted['body'] ?? null).slice(0, -1)
        const { body: _, ...rest } = planted
        for (const body of [cutOff, [cutOff], { [number]: number }, number]) {
          expect(leaks({ ...rest, body }, every)).toEqual([])
        }
        expect(leaks({ ...planted, kind: number }, every)).toEqual([])
        expect(leaks({ ...planted, receivedAt: number }, every)).toEqual([])
        expect(leaks({ ...planted, endpoint: number, status: 200 }, every)).toEqual([])
        expect(leaks({ [number]: planted }, every)).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  test('by a name or an address in a text that is kept to the letter', () => {
    const kept = [
      'reference',
      'id',
      'response_code',
      'transaction_id',
      'protocol_version',
      'mandate_reference',
    ]
    fc.assert(
      fc.property(
        somewhere,
        fc.constantFrom(SECRETS.name, SECRETS.address, SECRETS.phone),
        ({ delivery, place }, secret) => {
          fc.pre(kept.includes(String(place.at(-1))))
          expect(leaks(withAt(delivery, place, secret), every)).toEqual([])
        },
      ),
      { numRuns: 200 },
    )
  })
})
