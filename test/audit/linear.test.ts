/** What an audit does for a line does not grow with the number of lines: counted, since times vary. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { compareRaw, nothingRaw } from '../../src/audit/messages/raw-messages.ts'
import { chain } from '../../src/audit/reading/chain.ts'
import { namedSizes } from '../../src/audit/reading/heads.ts'
import type { Entry } from '../../src/log/entry.ts'
import type { Stream } from '../../src/words/stream.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { counting } from '../counting-reads.ts'
import { reported } from '../given.ts'

const SESSION = 'session-sid_1' as Stream

/** For eight times as many, eight times the reads, and the logarithm of sorting. */
const MOST = 8 ** 1.15

describe('many entries that do not follow', () => {
  const event = reported('action_observed', { paymentId: 'pay_1' })
  const at = (revision: number, previous: string | null = null): Entry => ({
    event,
    form: 1,
    hash: `${revision} ${previous}`,
    previous,
    revision,
    stream: SESSION,
  })
  const hashAt = (revision: number): string => `hash ${revision}`
  const inChain = (revision: number): Entry => ({
    ...at(revision, revision === 0 ? null : hashAt(revision - 1)),
    hash: hashAt(revision),
  })
  /** All even revisions, and then all odd ones. */
  const filling = (index: number, many: number, isReversed = false): Entry => {
    if (index < many / 2) return inChain(2 * index)
    return inChain(isReversed ? 2 * (many - index) - 1 : 2 * (index - many / 2) + 1)
  }
  const readMade = (entries: readonly Entry[]): ReturnType<typeof chain> => {
    const reading = chain(SESSION, { toleranceSeconds: 60, lostBefore: () => false })
    for (const [line, entry] of entries.entries()) reading.read({ line, text: '' }, E.right(entry))
    return reading
  }

  test.each([
    ['conflict at one revision', (index: number) => at(5, `${index}`), 1],
    ['are repeated', () => at(5, 'a'), 1],
    ['leave a gap each', (index: number) => at(2 * index + 1, 'a'), 1],
    ['fill a gap each', filling, 0.5],
    ['fill the last gap first', (index: number, many: number) => filling(index, many, true), 0.5],
  ])('cost no more each than a few: %s', (_, make, share) => {
    const readsOf = (many: number): number => {
      const { reading, reads } = counting()
      const made = Array.from({ length: many }, (_, index) => reading(make(index, many)))
      const found = readMade(made).findings().length
      expect(Math.abs(found - share * many)).toBeLessThanOrEqual(1)
      return reads()
    }
    expect(readsOf(8_000) / readsOf(1_000)).toBeLessThan(MOST)
  })
})

describe('many heads that name one stream', () => {
  const readsOf = (many: number): number => {
    const { reading, reads } = counting()
    const streams = Array.from({ length: many }, () =>
      reading({ stream: SESSION, size: 1, root: '' }),
    )
    expect(namedSizes([{ root: '', streams }]).get(SESSION)).toEqual(new Set([1]))
    return reads()
  }

  test('cost no more each than a few', () => {
    expect(readsOf(8_000) / readsOf(1_000)).toBeLessThan(MOST)
  })
})

describe('many entries of one message that is read otherwise today', () => {
  const message = 'm'
  const readsOf = (many: number): number => {
    const { reading, reads } = counting()
    const raw = nothingRaw()
    const numbers = [...Array(many).keys()]
    const recordedAt = '2026-03-02T10:00:00.0000000Z' as Instant
    const times = { occurredAt: null, recordedAt }
    const about = { stream: SESSION, type: 'action_observed', nudge: null, ...times }
    const events = new Map(
      numbers.map((index) => [
        `b${index}`,
        reading({ ...about, content: `b${index}`, eventId: `made_b${index}` }),
      ]),
    )
    raw.messages.set(message, { message, number: 1, copies: 1, events })
    for (const index of numbers) {
      const ids = { content: `a${index}`, eventId: `made_a${index}`, message }
      const own = { ...about, ...ids, line: 1, revision: index, isOurs: false }
      raw.entries.push(reading(own))
    }
    expect(compareRaw(raw, null).findings).toHaveLength(many)
    return reads()
  }

  test('cost no more each than a few', () => {
    expect(readsOf(4_000) / readsOf(500)).toBeLessThan(MOST)
  })
})
