/** No field of any message keeps a card number, a key or a token, however it is written. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PaymentId } from '../../machines/words/payment-names.ts'
import { Stream } from '../../src/words/stream.ts'
import { CommandId, PlainText, Reference } from '../../src/words/text/plain-text.ts'
import { forAll } from '../for-all.ts'
import { placesIn, withAt } from '../provider/read/messages.ts'
import { everythingOf, readingOf } from './everything.ts'
import { holdsPlanted, type Planted, secrets } from './secrets.ts'
import { whole } from './whole.ts'

/** How many secrets to plant: enough to fail if a form gets in, or as many as a long run asks. */
const RUNS = Number(process.env['RUNS'] ?? 800)

/** Fields that hold minor units, and what only the caller's own program sets. */
const ELSEWHERE = ['amount', 'total_captured', 'total_refunded', 'receivedAt', 'kind']

const fields = whole.flatMap(({ delivery }) =>
  placesIn(delivery).flatMap((place) =>
    ELSEWHERE.includes(String(place.at(-1))) ? [] : [{ delivery, place }],
  ),
)

/** The texts of a result that hold the secret. */
const kept = (result: string, planted: Planted): readonly string[] =>
  (result.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*/g) ?? []).filter((text) =>
    holdsPlanted(text, planted),
  )

const plantedIn = (from: (delivery: unknown) => string, numRuns: number): void =>
  forAll({ numRuns }, [fc.constantFrom(...fields), secrets], ({ delivery, place }, planted) => {
    expect(kept(from(withAt(delivery, place, planted.text)), planted)).toEqual([])
  })

describe('a card number, a key or a token', () => {
  test('is kept by no codec of a text', () => {
    const codecs = { PlainText, Reference, CommandId, PaymentId, Stream }
    forAll(RUNS, [secrets], ({ text }) => {
      for (const written of [text, `pay_${text}`, `payment-${text}`]) {
        const keepers = Object.entries(codecs).filter(([, codec]) => codec.is(written))
        expect([written, keepers.map(([name]) => name)]).toEqual([written, []])
      }
    })
  })

  test('is kept from no field of any message', () => {
    plantedIn(readingOf, RUNS)
  })

  test('is in nothing that follows from a message', () => {
    plantedIn(everythingOf, Math.max(15, RUNS / 1000))
  })
})
