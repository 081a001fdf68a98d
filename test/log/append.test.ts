/** Appending: what is added, what is not, and what conflicts. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { contentHash } from '../../src/event/content-hash.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { type Appended, tipAfter, tipOf } from '../../src/log/append.ts'
import { bodyText, type Entry } from '../../src/log/entry.ts'
import { emptyTip, type Tip } from '../../src/log/tip.ts'
import type { OtherSubject, Stream } from '../../src/words/stream.ts'
import { reported } from '../given.ts'
import { append, appendAll, root } from '../root.ts'
import { sealOf } from './seal.ts'

const stream = 'payment-pay_1' as Stream

const event = (id: string, amount: number, more: object = {}): DomainEvent =>
  reported(
    'payment_refunded',
    { paymentId: 'pay_1', amount },
    { id, at: null, recordedAt: '2024-01-02T10:00:00Z', ...more },
  )

const appended = (tip: Tip, ...events: readonly DomainEvent[]): Appended =>
  E.getOrElse(
    (): Appended => ({ entries: [], tip: emptyTip('unknown-conflict' as Stream), leftOut: [] }),
  )(append(tip, events))

const a = event('evt_1', 6000)
const b = event('evt_2', 4000)
const start = emptyTip(stream)

/** A complete entry, with its hash computed by another implementation. */
const entry = (revision: number, previous: string | null, reported: DomainEvent): Entry => {
  const body = { event: reported, form: 1 as const, previous, revision, stream }
  return { ...body, hash: sealOf(bodyText(body)) }
}

test('a stream without entries ends before its first revision, with no hash and no known events', () => {
  expect(start).toEqual({
    stream,
    revision: -1,
    hash: null,
    known: {},
    nudges: {},
    lookedUpAt: null,
  })
  expect(tipOf(stream, [])).toEqual(start)
})

describe('an append', () => {
  test('of nothing adds nothing', () => {
    expect(append(start, [])).toEqual(E.right({ entries: [], tip: start, leftOut: [] }))
  })

  test('of one content adds it once, whatever message names it, and hashes the first digest', () => {
    const [one, other] = ['1', '2'].map((digit) => ({ message: digit.repeat(64) }))
    const { entries, tip } = appended(start, event('evt_1', 6000, one))
    expect(entries.map(bodyText).join()).toContain(`"message":"${'1'.repeat(64)}"`)
    for (const again of [other, { recordedAt: '2024-01-03T10:00:00Z', ...other }, {}]) {
      expect(appended(tip, event('evt_1', 6000, again)).entries).toEqual([])
    }
    expect(appended(start, event('evt_1', 6000, other)).tip.hash).not.toBe(tip.hash)
  })

  test('numbers entries from 0 without gaps and chains them by hash', () => {
    const first = entry(0, null, a)
    const second = entry(1, first.hash, b)
    const tip: Tip = {
      stream,
      revision: 1,
      hash: second.hash,
      known: { evt_1: [contentHash(a)], evt_2: [contentHash(b)] },
      nudges: {},
      lookedUpAt: null,
    }
    expect(append(start, [a, b])).toEqual(E.right({ entries: [first, second], tip, leftOut: [] }))
    expect(tipOf(stream, [first, second])).toEqual(tip)
  })

  test('of a known id with the same content adds nothing, whenever it was recorded', () => {
    const { tip } = appended(start, a)
    const again = event('evt_1', 6000, { recordedAt: '2024-02-01T00:00:00Z' })
    expect(append(tip, [a, again])).toEqual(E.right({ entries: [], tip, leftOut: [] }))
    expect(appended(start, a, again).entries.length).toBe(1)
  })

  test('of a known id with other content adds it, once', () => {
    const { tip } = appended(start, a)
    const other = event('evt_1', 6001)
    const after = appended(tip, other, other)
    expect(after.entries).toEqual([entry(1, tip.hash, other)])
    expect(after.tip.known).toEqual({ evt_1: [contentHash(a), contentHash(other)] })
    expect(appended(after.tip, a, other).entries).toEqual([])
  })

  test('of a known id from another source adds it', () => {
    const { tip } = appended(start, a)
    const other = event('evt_1', 6000, { source: 'response' })
    expect(appended(tip, other).entries).toEqual([entry(1, tip.hash, other)])
  })

  test('of an id that is an inherited property name is like any other', () => {
    const odd = event('constructor', 6000)
    const { entries, tip } = appended(start, odd, odd)
    expect(entries.length).toBe(1)
    expect(tip.known).toEqual({ constructor: [contentHash(odd)] })
  })

  test('leaves the given tip unchanged', () => {
    const { tip } = appended(start, a)
    const before = structuredClone(tip)
    appended(tip, b, event('evt_1', 1))
    expect(tip).toEqual(before)
  })
})

describe('an append that expects a revision', () => {
  const { tip } = appended(start, a)

  test('is refused at the revision of a state that bare events made: it says nothing', () => {
    const problem = {
      error: 'Unreadable',
      path: 'expected',
      expected: 'the revision of a state folded from entries',
      found: 'null',
    }
    expect(append(tip, [b], null)).toEqual(E.left(problem))
    const sent = [{ stream, event: b }]
    const tips = new Map([[stream, tip]])
    expect(appendAll(tips, sent, new Map([[stream, null]]))).toEqual(E.left(problem))
    expect(E.isRight(appendAll(tips, sent, new Map()))).toBe(true)
    expect(E.isRight(appendAll(tips, sent, new Map([[stream, tip.revision]])))).toBe(true)
  })
})

describe('an event about another subject', () => {
  const other: DomainEvent = { ...b, data: { paymentId: 'pay_2', amount: 4000 } }
  const OTHER = 'payment-pay_2' as Stream
  const problem: OtherSubject = { error: 'OtherSubject', stream, belongsTo: OTHER }

  test('is refused together with the rest of its call; one about its own subject is not', () => {
    expect(append(start, [a, b])).toMatchObject(E.right({ tip: { revision: 1 } }))
    expect(append(start, [a, other])).toEqual(E.left(problem))
    expect(append(emptyTip(OTHER), [other])).toMatchObject(E.right({ tip: { revision: 0 } }))
    expect(root.explain(problem)).toBe(
      'What was given belongs to payment-pay_2, not to payment-pay_1.',
    )
  })

  test('comes after a wrong revision, and in the order of the events', () => {
    const expected = 3
    expect(append(start, [other], expected)).toMatchObject(E.left({ error: 'RevisionConflict' }))
    expect(append(start, [other, null as never])).toEqual(E.left(problem))
    expect(append(start, [null as never, other])).toMatchObject(E.left({ error: 'Unreadable' }))
  })

  test('is about an entity of another kind only if the stream is of that kind', () => {
    const named = { ...a, type: 'state_observed', data: { sourceId: 'src_9', sessionId: 'sid_9' } }
    for (const name of ['payment-pay_1', 'unknown-evt_1']) {
      expect(E.isRight(append(emptyTip(name as Stream), [named]))).toBe(true)
    }
    expect(append(emptyTip('session-sid_1' as Stream), [named])).toMatchObject(
      E.left({ error: 'OtherSubject', belongsTo: 'session-sid_9' }),
    )
    expect(E.isRight(append(emptyTip('unknown-evt_1' as Stream), [a, other]))).toBe(true)
  })

  test('goes to its own stream if many are appended, after what that stream has already', () => {
    const { tip } = appended(emptyTip(OTHER), { ...other, data: { paymentId: 'pay_2', amount: 1 } })
    const sent = [a, other, b].map((each) => ({ stream, event: each }))
    const all = appendAll(new Map([[OTHER, tip]]), sent)
    expect(all).toMatchObject(
      E.right({
        entries: [
          { stream, revision: 0, event: a },
          { stream, revision: 1, event: b },
          { stream: OTHER, revision: 1, event: other },
        ],
      }),
    )
  })
})

test('the tip after an entry is that of the entry, unchecked', () => {
  const { tip } = appended(start, a)
  const loose: Entry = { ...entry(7, 'f'.repeat(64), b), hash: '0'.repeat(64) }
  expect(tipAfter(tip, loose)).toEqual({
    stream,
    revision: 7,
    hash: '0'.repeat(64),
    known: { evt_1: [contentHash(a)], evt_2: [contentHash(b)] },
    nudges: {},
    lookedUpAt: null,
  })
})

describe('a stream whose name no reader of the log takes', () => {
  test.each(['payment-x', 'payment-src_1', 'mandate-pay_1', 'session-x'])(
    '%s gets no entry',
    (name) => {
      const wrong = name as Stream
      const shown = { ...event('evt_1', 100), type: 'state_observed', data: { sourceId: 'src_1' } }
      const problem = E.left({ error: 'Unreadable', expected: 'a stream name' })
      expect(append(emptyTip(wrong), [shown as DomainEvent])).toMatchObject(problem)
    },
  )

  test('is one if no machine has its prefix', () => {
    const data = { sourceId: 'src_1', customerId: 'cus_1' }
    const shown = { ...event('evt_1', 100), type: 'state_observed', data } as DomainEvent
    expect(append(emptyTip('payment-x' as Stream), [shown])).toMatchObject(
      E.left({ error: 'Unreadable', path: 'tip.stream' }),
    )
    const other = append(emptyTip('parcel-x' as Stream), [shown])
    expect(E.isRight(other)).toBe(true)
  })
})

describe('an unsigned event', () => {
  const at = (minute: number) => `2024-01-02T10:${String(minute).padStart(2, '0')}:00Z`
  const nudge = (id: string, minute: number, type = 'payment_refunded'): DomainEvent => ({
    ...event(id, minute, { source: 'unsigned', recordedAt: at(minute) }),
    type,
  })
  const lookUp = (askedAt: number, minute: number): DomainEvent => ({
    ...event(`look_${askedAt}`, 0, { source: 'response', recordedAt: at(minute) }),
    type: 'state_observed',
    data: { paymentId: 'pay_1', askedAt: at(askedAt) },
  })
  const [first, second] = [nudge('made_1', 1), nudge('made_2', 2)]

  test('adds nothing after one of its type that nobody has looked up since, and this is said', () => {
    const { entries, tip, leftOut } = appended(start, first, second)
    expect([entries.map((each) => each.event), leftOut]).toEqual([[first], [second]])
    expect(appended(tip, second)).toEqual({ entries: [], tip, leftOut: [second] })
    expect(appended(tip, first)).toEqual({ entries: [], tip, leftOut: [] })
    expect(tip.nudges).toEqual({ payment_refunded: '2024-01-02T10:01:00.0000000Z' })
  })

  test('is added if it is of another type, or in another stream', () => {
    const captured = nudge('made_3', 3, 'payment_captured')
    expect(appended(start, first, captured).entries.length).toBe(2)
    const other = { ...second, data: { paymentId: 'pay_2' } }
    const all = appendAll(
      new Map(),
      [first, second, other].map((each) => ({ stream, event: each })),
    )
    if (E.isLeft(all)) throw new Error(all.left.error)
    expect(all.right.entries.map((each) => each.event)).toEqual([first, other])
    expect(all.right.leftOut).toEqual([{ stream, event: second }])
  })

  test('is added again once a look-up was asked after the one before it was received', () => {
    const third = nudge('made_3', 4)
    // asked when the first one was received answers it; asked a minute before does not
    expect(appended(start, first, lookUp(1, 3), third).leftOut).toEqual([])
    expect(appended(start, first, lookUp(0, 3), third).leftOut).toEqual([third])
    // a look-up that was asked after it, or whose clock is wrong, says nothing new
    expect(appended(start, first, lookUp(4, 5), third).leftOut).toEqual([third])
    expect(appended(start, first, lookUp(3, 2), third).leftOut).toEqual([third])
  })

  test('that claims to be a look-up is none', () => {
    const claimed = { ...lookUp(1, 3), metadata: nudge('made_9', 3).metadata }
    expect(appended(start, first, claimed, nudge('made_3', 4)).leftOut.length).toBe(1)
  })

  test('is judged by the tip alone, wherever that comes from', () => {
    const { tip } = appended(start, first, lookUp(1, 3))
    const stored: Tip = JSON.parse(JSON.stringify(tip))
    expect(stored).toMatchObject({ lookedUpAt: '2024-01-02T10:01:00.0000000Z' })
    for (const from of [tip, stored]) {
      const later = appended(from, nudge('made_3', 4), nudge('made_4', 5))
      expect([later.entries.length, later.leftOut.length]).toEqual([1, 1])
    }
  })

  test('is said to be left out again if all events are appended again', () => {
    const all = [first, second, lookUp(2, 3), nudge('made_3', 4)]
    const { tip, leftOut } = appended(start, ...all)
    expect(leftOut).toEqual([second])
    expect(appended(tip, ...all)).toEqual({ entries: [], tip, leftOut: [second] })
  })
})
