/** What an audit does for a line does not grow with the number of lines, whatever they are. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import {
  type NamingEntry,
  nothingRaw,
  type ReportedEvent,
} from '../../src/audit/messages/raw-messages.ts'
import { compareRaw } from '../../src/audit/messages/raw-report.ts'
import { chain } from '../../src/audit/reading/chain.ts'
import { namedSizes } from '../../src/audit/reading/roots.ts'
import type { Entry } from '../../src/log/entry.ts'
import type { Stream } from '../../src/words/stream.ts'
import { reported } from '../given.ts'

const SESSION = 'session-sid_1' as Stream

describe('many entries that do not follow', () => {
  const MANY = 60_000
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

  /** The least times of a few runs in turn, of this process alone, in microseconds. */
  const timesOf = (...logs: readonly (readonly Entry[])[]): readonly number[] => {
    const runs = Array.from({ length: 3 }, () =>
      logs.map((entries) => {
        const before = process.cpuUsage()
        readMade(entries)
        return process.cpuUsage(before).user
      }),
    )
    return logs.map((_, index) => Math.min(...runs.map((run) => run[index] ?? 0)))
  }

  test.each([
    ['conflict at one revision', (index: number) => at(5, `${index}`), MANY],
    ['are repeated', () => at(5, 'a'), MANY],
    ['leave a gap each', (index: number) => at(2 * index + 1, 'a'), MANY],
    ['fill a gap each', (index: number, many: number) => filling(index, many), MANY / 2 - 1],
    [
      'fill the last gap first',
      (index: number, many: number) => filling(index, many, true),
      MANY / 2 - 1,
    ],
  ])('cost no more than as many that do: %s', (_, make, found) => {
    const made = (of: typeof make) => Array.from({ length: MANY }, (_, index) => of(index, MANY))
    const entries = made(make)
    expect(readMade(entries).findings().length).toBe(found)
    const [usual = 0, time = 0] = timesOf(made(inChain), entries)
    expect(time).toBeLessThan(12 * usual)
  })
})

describe('many heads that name one stream', () => {
  const timeOf = (many: number): number => {
    const end = { stream: SESSION, size: 1, root: '' }
    const streams = Array.from({ length: many }, () => end)
    const before = process.cpuUsage()
    expect(namedSizes([{ root: '', streams }]).get(SESSION)).toHaveLength(many)
    return process.cpuUsage(before).user
  }

  test('cost no more each than a few', () => {
    const few = Math.max(timeOf(5_000), timeOf(5_000), 5_000)
    expect(timeOf(50_000)).toBeLessThan(40 * few)
  })
})

describe('many entries of one message that is read otherwise today', () => {
  const message = 'm'
  const timeOf = (many: number): number => {
    const raw = nothingRaw()
    const numbers = [...Array(many).keys()]
    const about = { stream: SESSION, type: 'action_observed', nudge: null }
    const events = numbers.map((index): [string, ReportedEvent] => [
      `b${index}`,
      { ...about, content: `b${index}`, eventId: `made_b${index}` },
    ])
    raw.messages.set(message, { message, number: 1, copies: 1, events: new Map(events) })
    for (const index of numbers) {
      const ids = { content: `a${index}`, eventId: `made_a${index}`, message }
      const recordedAt = '2026-03-02T10:00:00.0000000Z' as NamingEntry['recordedAt']
      raw.entries.push({ ...about, ...ids, line: 1, revision: index, isOurs: false, recordedAt })
    }
    const before = process.cpuUsage()
    expect(compareRaw(raw, null).findings).toHaveLength(many)
    return process.cpuUsage(before).user
  }

  test('cost no more each than a few', () => {
    const few = Math.max(Math.min(timeOf(500), timeOf(500)), 5_000)
    expect(timeOf(5_000)).toBeLessThan(40 * few)
  })
})
