/** Faults planted in stores of raw messages and in their logs: each is found, and nothing else. */

import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { DomainEvent } from 'payfold'
import type { MessageFinding } from 'payfold/audit'
import { afterAll, describe, expect, test } from 'vitest'
import { ownLoop } from '../../../src/judge/own-loop.ts'
import { canonical, type Json } from '../../../src/words/data/canonical.ts'
import { forAll, runsOf } from '../../for-all.ts'
import {
  audited,
  bytes,
  digestOf,
  eventsIn,
  type Kept,
  namedIn,
  type OnStream,
  pf,
  readKept,
  textOf,
  tipsOf,
  type World,
  worlds,
} from '../raw-stores.ts'

/** The types of events that commands cause. */
const COMMANDED = new Set(
  pf.machines.flatMap(({ commands }) => Object.values(commands).map(({ event }) => event)),
)

const runs = runsOf(10, 5)

const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void): void => {
  forAll(runs, [arbitrary], law)
}

/** What is compared of a finding. */
const shown = ({ code, line, number }: MessageFinding): string =>
  `${code} ${line === null ? `message ${number}` : `line ${line}`}`

/** An event without what is no content, as text. */
const contentOf = ({ stream, event }: OnStream): string => {
  const { recordedAt: _, message: __, ...metadata } = event.metadata
  return canonical([stream, event.type, event.data, metadata] as unknown as Json) ?? ''
}

/** The contents of a log. */
const contentsOf = (log: readonly string[]): ReadonlySet<string> =>
  new Set(
    log.flatMap((line) => {
      const read = pf.fromLine(line)
      return E.isRight(read) ? [contentOf(read.right)] : []
    }),
  )

/** What the messages that were never appended must be found for: what nothing else has reported. */
const expectedOfForgotten = ({ store, log, binding, forgotten }: World): readonly string[] => {
  const logged = contentsOf(log)
  const numbers = new Map<string, number>()
  store.forEach((kept, index) => {
    const digest = digestOf(kept, binding)
    if (!numbers.has(digest)) numbers.set(digest, index + 1)
  })
  return [...forgotten].flatMap((digest) => {
    const copies = store.filter((kept) => digestOf(kept, binding) === digest)
    const contents = new Set(copies.flatMap((kept) => eventsIn(kept, binding).map(contentOf)))
    return [...contents]
      .filter((content) => !logged.has(content))
      .map(() => `NotLogged message ${numbers.get(digest)}`)
  })
}

/** The body with another amount or, if it has none, with another id. */
const altered = (text: string): string =>
  /"amount":\d/.test(text)
    ? text.replace(/"amount":(\d+)/, (_, amount) => `"amount":${Number(amount) + 1}`)
    : text.replace(/"id":"(\w+)"/, '"id":"$1x"')

const OTHER_TIME = '2031-01-01T00:00:00Z'

const other = ({ stream, event }: OnStream): OnStream => ({
  stream,
  event: { ...event, metadata: { ...event.metadata, occurredAt: OTHER_TIME } } as DomainEvent,
})

/** The faults of one message, and what must be found: at each of its lines, and perhaps of the message. */
const CODES = {
  missing: { at: /^Message(Missing|Altered)$/, besides: /^$/ },
  reformatted: { at: /^MessageAltered$/, besides: /^$/ },
  altered: { at: /^Message(Missing|Altered)$/, besides: /^NotLogged$/ },
  unreadable: { at: /^ReadOtherwise$/, besides: /^$/ },
  'read otherwise': { at: /^ReadOtherwise$/, besides: /^NotLogged$/ },
}
type Fault = keyof typeof CODES
const FAULTS = Object.keys(CODES) as readonly Fault[]

const planted = worlds(false).chain((world) => {
  const digests = [...new Set(namedIn(world.log).filter((each) => each !== null))]
  return fc
    .subarray(digests, {
      minLength: Math.min(1, digests.length),
      maxLength: Math.min(3, digests.length),
    })
    .chain((chosen) =>
      fc
        .array(fc.constantFrom(...FAULTS), { minLength: chosen.length, maxLength: chosen.length })
        .map((faults) => ({
          world,
          faults: new Map(chosen.map((digest, index) => [digest, faults[index] ?? 'missing'])),
        })),
    )
})

/** The store with the faults in it. */
const storeWith = ({ store, binding }: World, faults: ReadonlyMap<string, Fault>) =>
  store.flatMap((kept) => {
    const fault = faults.get(digestOf(kept, binding))
    if (fault === 'missing') return []
    if (fault === 'reformatted') return [{ ...kept, raw: bytes(`${textOf(kept)} `) }]
    if (fault !== 'altered') return [kept]
    const text = altered(textOf(kept))
    // a body with neither an amount nor an id cannot be altered: it is lost
    return text === textOf(kept) ? [] : [{ ...kept, raw: bytes(text) }]
  })

/** How many of each kind were planted. */
const tried = new Map<string, number>()
const count = (kind: string): void => {
  tried.set(kind, (tried.get(kind) ?? 0) + 1)
}

afterAll(() => {
  if (process.env['RUNS'] !== undefined) console.table(Object.fromEntries(tried))
})

describe('an audit of raw messages', () => {
  test('finds nothing where every message was appended, whatever came twice, late and out of order', () => {
    holds(worlds(false), (world) => {
      const report = audited(world)
      expect(report.findings).toEqual([])
      expect(report.lines).toBe(world.log.length)
      count('no fault')
      const digests = new Set(world.store.map((kept) => digestOf(kept, world.binding)))
      expect([report.stored, report.messages]).toEqual([world.store.length, digests.size])
    })
  })

  test('finds exactly what was never appended', () => {
    holds(worlds(true), (world) => {
      expect(audited(world).findings.map(shown).toSorted()).toEqual(
        expectedOfForgotten(world).toSorted(),
      )
      for (const _ of world.forgotten) count('never appended')
    })
  })

  test('finds each fault of a message at every entry that names it, and nothing else', () => {
    holds(planted, ({ world, faults }) => {
      const { binding, log } = world
      const read = (kept: Kept) => {
        const fault = faults.get(digestOf(kept, binding))
        if (fault === 'unreadable') return E.left('no more')
        const events = readKept(binding)(kept)
        return fault === 'read otherwise'
          ? E.map((all: readonly OnStream[]) => all.map(other))(events)
          : events
      }
      const { findings } = audited({ ...world, store: storeWith(world, faults) }, read as never)
      const expected = namedIn(log).flatMap((digest, index) => {
        const fault = digest === null ? undefined : faults.get(digest)
        return fault === undefined ? [] : [{ line: index + 1, fault }]
      })
      const atLines = findings.filter(({ line }) => line !== null)
      expect(
        atLines.map(({ line }) => line),
        [...faults.values(), ...findings.map(shown)].join(),
      ).toEqual(expected.map(({ line }) => line))
      atLines.forEach(({ code }, index) => {
        const fault = expected[index]?.fault ?? 'missing'
        expect(code, fault).toMatch(CODES[fault].at)
      })
      for (const fault of faults.values()) count(fault)
      const besides = findings.filter(({ line }) => line === null).map(({ code }) => code)
      for (const code of besides) {
        expect([...faults.values()].some((fault) => CODES[fault].besides.test(code))).toBe(true)
      }
    })
    for (const fault of FAULTS) expect(tried.get(fault), fault).toBeGreaterThan(0)
  })

  test('finds an entry that somebody made up, whichever message it names', () => {
    const forged = fc.tuple(
      worlds(false),
      fc.constantFrom('none', 'unknown', 'another', 'ours'),
      fc.nat(),
      fc.boolean(),
    )
    holds(forged, ([world, names, pick, isSameId]) => {
      const { log } = world
      const victim = pf.fromLine(log[pick % Math.max(1, log.length)] ?? '')
      if (E.isLeft(victim)) return
      const { stream, event } = victim.right
      const { message, ...metadata } = event.metadata
      const digests = namedIn(log).filter((each) => each !== null)
      // a command has no message: whoever can append can make one up
      if (names === 'ours' && COMMANDED.has(event.type)) return
      const named = {
        none: undefined,
        ours: undefined,
        unknown: 'ab'.repeat(32),
        another: digests[(pick * 7) % digests.length],
      }[names]
      const own = {
        ...metadata,
        eventId: isSameId ? metadata.eventId : 'evt_forged',
        source: names === 'ours' ? 'request' : 'report',
        occurredAt: OTHER_TIME,
      }
      const made = {
        type: event.type,
        data: event.data,
        metadata: named === undefined ? own : { ...own, message: named },
      } as DomainEvent
      const appended = ownLoop(pf).appendAll(tipsOf(log), [{ stream, event: made }])
      if (E.isLeft(appended) || appended.right.entries.length === 0) return
      const { findings } = audited({
        ...world,
        log: [...log, ...appended.right.entries.map(pf.toLine)],
      })
      const codes = {
        none: ['NoMessage'],
        ours: ['NoMessage'],
        unknown: ['MessageMissing'],
        another: ['NotInMessage', 'ReadOtherwise'],
      }[names]
      expect(findings.map(({ line }) => line)).toEqual([log.length + 1])
      expect(codes).toContain(findings[0]?.code)
      count(`made up, names ${names}`)
    })
    for (const names of ['none', 'unknown', 'another', 'ours']) {
      expect(tried.get(`made up, names ${names}`), names).toBeGreaterThan(0)
    }
  })

  test('counts what is stored again as one message, in whatever order it is read', () => {
    const replayed = worlds(true).chain((world) =>
      fc.tuple(fc.constant(world), fc.nat(), fc.integer({ min: 1, max: 20 })),
    )
    holds(replayed, ([world, pick, times]) => {
      const { store } = world
      const victim = store[pick % store.length]
      if (victim === undefined) return
      const once = audited(world)
      const many = audited({ ...world, store: [...store, ...Array(times).fill(victim)] })
      expect(many).toEqual({
        ...once,
        stored: once.stored + times,
        unread: many.unread,
        mostCopies: many.mostCopies,
      })
      expect(many.mostCopies?.copies).toBeGreaterThan(times)
      count('replayed')
      const reversed = audited({ ...world, store: store.toReversed() })
      expect(reversed.findings.map(({ code, message }) => `${code} ${message}`).toSorted()).toEqual(
        once.findings.map(({ code, message }) => `${code} ${message}`).toSorted(),
      )
    })
  })
})
