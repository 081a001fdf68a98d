/**
 * No personal data gets past reading: not into the log, a state, a finding, a refusal, a question,
 * an error.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isIban } from '../../src/words/text/personal-data.ts'
import { forAll } from '../for-all.ts'
import {
  type Kept,
  messages,
  placesIn,
  SECRETS,
  valueAt,
  withAt,
} from '../provider/read/messages.ts'
import { REQUESTS } from '../provider/wire/examples.ts'
import { everythingOf, problemsOf, readingOf } from './everything.ts'
import { checked } from './secrets.ts'
import { whole } from './whole.ts'

const bare = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()

const luhn = (digits: string): boolean => checked(digits.slice(0, -1)) === digits

/** Every name and every text in a JSON text, without our own hashes and ids. */
const textsIn = (json: string): readonly string[] =>
  (json.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*/g) ?? [])
    .map((text) => text.replace(/^"|"$/g, ''))
    .filter((text) => !/^[0-9a-f]{64}$/.test(text))

/** The personal data in the result of reading a message. */
const leaks = (delivery: unknown, secrets: readonly string[]): readonly string[] =>
  leaksIn(readingOf(delivery), secrets)

const leaksIn = (everything: string, secrets: readonly string[]): readonly string[] =>
  [...new Set(textsIn(everything))].filter(
    (text) =>
      secrets.some((secret) => bare(text).includes(bare(secret))) ||
      (text.match(/\d{12,}/g) ?? []).some(luhn) ||
      isIban(bare(text)),
  )

const every = Object.values(SECRETS)

/** Fields that only contain minor units or a time of our own. */
const ELSEWHERE = ['amount', 'total_captured', 'total_refunded', 'receivedAt', 'kind', 'endpoint']

/** A message, and a location in it. */
const somewhere = fc.tuple(fc.constantFrom<Kept>(...whole), fc.nat()).map(([{ delivery }, at]) => {
  const locations = placesIn(delivery).filter((place) => !ELSEWHERE.includes(String(place.at(-1))))
  return { delivery, place: locations[at % locations.length] ?? ['body'] }
})

const { card, iban, email } = SECRETS

/**
 * How often to try a property: often enough to fail if it is false, or as often as a long run asks.
 */
const runs = (usual: number): number => Number(process.env['RUNS'] ?? usual)

/** Card and account numbers, as people and systems write them. */
const numbers = fc.constantFrom(
  ...[card, '4242 4242 4242 4242', '4242-4242-4242-4242', '4242.4242.4242.4242'],
  ...[iban, 'DE89 3704 0044 0532 0130 00', 'DE89-3704-0044-0532-0130-00', iban.toLowerCase()],
  ...'ORD- ORD_ card: pay_ act_ src_ sid_ cus_ dsp_ evt_'.split(' ').map((word) => word + card),
  ...'ORD- pay_ src_'.split(' ').map((word) => word + iban),
  ...'payment_ evt_'.split(' ').map((word) => word + iban.toLowerCase()),
)

describe('no personal data is kept', () => {
  test.each(messages)('from $name, which is full of it', ({ delivery }) => {
    expect(every.some((secret) => JSON.stringify(delivery).includes(secret))).toBe(true)
    expect(leaksIn(everythingOf(delivery), every)).toEqual([])
  })

  test('from an unknown field, at any location, nor from its name', () => {
    forAll(
      runs(150),
      [
        somewhere,
        fc.constantFrom(...every),
        fc.constantFrom('note', 'name', 'email', 'number', 'iban', ...every),
      ],
      ({ delivery, place }, secret, name) => {
        fc.pre(
          typeof place.at(-1) === 'string' &&
            !(name in (valueAt(delivery, place.slice(0, -1)) as object)),
        )
        expect(leaks(withAt(delivery, [...place.slice(0, -1), name], secret), every)).toEqual([])
      },
    )
  })

  test('from a card or account number in any field', () => {
    forAll(runs(300), [somewhere, numbers], ({ delivery, place }, number) => {
      expect(leaks(withAt(delivery, place, number), every)).toEqual([])
    })
  })

  test('in anything that follows from a message with such a number in any field', () => {
    forAll(runs(30), [somewhere, numbers], ({ delivery, place }, number) => {
      expect(leaksIn(everythingOf(withAt(delivery, place, number)), every)).toEqual([])
    })
  })

  test('from an e-mail address in any field', () => {
    forAll(runs(150), [somewhere], ({ delivery, place }) => {
      expect(leaks(withAt(delivery, place, email), every)).toEqual([])
    })
  })

  test('from a message that cannot be read', () => {
    forAll(runs(30), [somewhere, numbers], ({ delivery, place }, number) => {
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
    })
  })

  test('in the problems of a request that should not be sent', () => {
    const request = fc
      .tuple(fc.constantFrom(...REQUESTS), fc.nat(), fc.constantFrom(...every), fc.boolean())
      .map(([{ endpoint, body }, at, secret, asName]) => {
        const locations = placesIn(body)
        const place = locations[at % locations.length] ?? []
        const where = asName ? [...place.slice(0, -1), secret] : place
        return { endpoint, body: withAt(body, where, asName ? { [secret]: secret } : [secret]) }
      })
    forAll(runs(150), [request], ({ endpoint, body }) => {
      expect(leaksIn(problemsOf(endpoint, body), every)).toEqual([])
    })
  })

  test('from a name or an address in a text that is kept unchanged', () => {
    const kept = [
      ...'reference id response_code transaction_id'.split(' '),
      ...'protocol_version mandate_reference'.split(' '),
    ]
    forAll(
      runs(60),
      [somewhere, fc.constantFrom(SECRETS.name, SECRETS.address, SECRETS.phone)],
      ({ delivery, place }, secret) => {
        fc.pre(kept.includes(String(place.at(-1))))
        expect(leaks(withAt(delivery, place, secret), every)).toEqual([])
      },
    )
  })
})
