/** Laws of appending: no gaps, one chain, repetitions add nothing, and parts equal the whole. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaPaymentEvents } from '../../machines/sepa-payment/events.ts'
import { contentHash } from '../../src/event/content-hash.ts'
import { type DomainEvent, isUnsigned } from '../../src/event/envelope.ts'
import { type Appended, tipOf } from '../../src/log/append.ts'
import { bodyText } from '../../src/log/entry.ts'
import { emptyTip, type Tip } from '../../src/log/tip.ts'
import type { Stream } from '../../src/words/stream.ts'
import { forAll } from '../for-all.ts'
import { anyEvent } from '../generators/events.ts'
import { right } from '../given.ts'
import { append } from '../root.ts'
import { sealOf } from './seal.ts'

const stream = 'payment-pay_1' as Stream

/** Events of which some are repeated later, recorded at another time or at the same. */
const histories: fc.Arbitrary<readonly DomainEvent[]> = fc
  .tuple(
    fc.array(anyEvent(sepaPaymentEvents), { maxLength: 8 }),
    fc.array(fc.tuple(fc.nat(7), fc.constantFrom('2024-01-02', '2030-01-01')), { maxLength: 4 }),
  )
  .map(([events, repeated]) => [
    ...events,
    ...repeated.flatMap(([index, on]) => {
      const { type, data, metadata } = events[index] ?? {}
      if (type === undefined || data === undefined || metadata === undefined) return []
      return [
        {
          type,
          data,
          metadata: { ...metadata, recordedAt: on as DomainEvent['metadata']['recordedAt'] },
        },
      ]
    }),
  ])

/** Those of them that count: of unsigned events, an append takes one until somebody looks. */
const signed = histories.map((events) => events.filter((event) => !isUnsigned(event)))

const appended = (tip: Tip, events: readonly DomainEvent[]): Appended => right(append(tip, events))

const added = (events: readonly DomainEvent[]): Appended => appended(emptyTip(stream), events)

describe('an append', () => {
  test('numbers entries without gaps and chains them by hash', () => {
    forAll({}, [histories], (events) => {
      let previous: string | null = null
      for (const [index, entry] of added(events).entries.entries()) {
        expect([entry.revision, entry.previous, entry.form, entry.stream]).toEqual([
          index,
          previous,
          1,
          stream,
        ])
        expect(entry.hash).toBe(sealOf(bodyText(entry)))
        previous = entry.hash
      }
    })
  })

  test('keeps the first event of every content, in order of receipt', () => {
    forAll({}, [signed], (events) => {
      const hashes = events.map(contentHash)
      const firsts = events.filter((_, index) => hashes.indexOf(hashes[index] ?? '') === index)
      expect(added(events).entries.map(({ event }) => event)).toEqual(firsts)
    })
  })

  test('ends where the entries end', () => {
    forAll({}, [histories], (events) => {
      const { entries, tip } = added(events)
      expect(tip).toEqual(tipOf(stream, entries))
    })
  })

  test('of the same events again adds nothing', () => {
    forAll({}, [signed], (events) => {
      const { tip } = added(events)
      expect(appended(tip, events)).toEqual({ entries: [], tip, leftOut: [] })
    })
  })

  test('in two parts equals the append of the whole', () => {
    forAll({}, [histories, fc.nat(12)], (events, at) => {
      const first = added(events.slice(0, at))
      const second = appended(first.tip, events.slice(at))
      expect({
        entries: [...first.entries, ...second.entries],
        tip: second.tip,
        leftOut: [...first.leftOut, ...second.leftOut],
      }).toEqual(added(events))
    })
  })

  test('adds only at the expected revision', () => {
    forAll({}, [histories, fc.integer({ min: -2, max: 3 })], (events, expected) => {
      const { tip } = added(events.slice(0, 2))
      const result = append(tip, events, expected)
      const conflict = { error: 'RevisionConflict', stream, expected, actual: tip.revision }
      expect(result).toEqual(expected === tip.revision ? append(tip, events) : E.left(conflict))
    })
  })
})
