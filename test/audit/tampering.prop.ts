/** Every change to a log is found, and the finding names the first invalid entry. */
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Entry } from '../../src/log/entry.ts'
import { rootOfEnds } from '../../src/log/head.ts'
import { toLine } from '../../src/log/line.ts'
import { LIMITS } from '../../src/words/data/limits.ts'
import { forAll } from '../for-all.ts'
import { sealedLine } from '../log/seal.ts'
import { forged as edited } from './given.ts'
import { linesOf, logs } from './logs.ts'
import { readLog } from './reading/read-log.ts'

const RUNS = Number(process.env['RUNS'] ?? 10)

const audited = (lines: readonly string[]) => readLog(...lines)

/** The findings, each with its line. */
const problemsIn = (lines: readonly string[]): readonly string[] =>
  audited(lines)
    .findings()
    .map(({ line, code }) => `${line} ${code}`)

/** The root of the log in these lines; null if it is not whole. */
const rootIn = (lines: readonly string[]): string | null => {
  const ends = [...audited(lines).streams].map(([stream, { end }]) => ({
    ...{ stream, size: end.size, root: end.root ?? '' },
  }))
  return rootOfEnds(ends)?.root ?? null
}

const headOf = (entries: readonly Entry[]): string | null => rootIn(linesOf(entries))

/** The index of the next entry of the same stream; -1 for its last entry. */
const nextOf = (entries: readonly Entry[], index: number): number =>
  entries.findIndex(({ stream }, other) => other > index && stream === entries[index]?.stream)

const withAt = <A>(all: readonly A[], index: number, ...put: readonly A[]): readonly A[] =>
  all.toSpliced(index, 1, ...put)

/** All of a list, in another order. */
const ALL = ({ length }: readonly unknown[]) => ({ minLength: length, maxLength: length })

/** A log and an index in it. */
const places = logs.chain((entries) =>
  fc.record({ entries: fc.constant(entries), index: fc.nat(entries.length - 1) }),
)

/** How many logs were tried with each way to tamper. */
const tried = new Map<string, number>()

const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void): void => {
  const name = expect.getState().currentTestName ?? ''
  const counted = (value: T): void => {
    tried.set(name, (tried.get(name) ?? 0) + 1)
    law(value)
  }
  forAll(RUNS, [arbitrary], counted)
}

afterAll(() => {
  if (process.env['RUNS'] === undefined) return
  const all = [...tried.values()].reduce((sum, count) => sum + count, 0)
  const lines = [...tried].map(([name, count]) => `${count} ${name}`)
  process.stdout.write(`${[...lines, `${all} logs tried in all`].join('\n')}\n`)
})

describe('a log', () => {
  test('as it was written has no findings and is valid', () => {
    holds(logs, (entries) => {
      const read = audited(linesOf(entries))
      expect(read.findings()).toEqual([])
      expect(entries.every(({ stream }) => read.isValid(stream))).toBe(true)
    })
  })

  test('with one changed byte has one finding, at its line, and the stream is not valid', () => {
    const byte = fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code))
    const changes = places.chain(({ entries, index }) =>
      fc.record({
        entries: fc.constant(entries),
        index: fc.constant(index),
        at: fc.nat(toLine(entries[index] as Entry).length - 1),
        byte,
      }),
    )
    holds(changes, ({ entries, index, at, byte }) => {
      const lines = linesOf(entries)
      const line = lines[index] ?? ''
      fc.pre(line[at] !== byte)
      const changed = withAt(lines, index, line.slice(0, at) + byte + line.slice(at + 1))
      expect(problemsIn(changed)).toEqual([
        expect.stringMatching(`^${index + 1} (Altered|Unreadable)$`),
      ])
      if (nextOf(entries, index) < 0) return
      expect(audited(changed).isValid(entries[index]?.stream as never)).toBe(false)
    })
  })

  test('with two swapped lines has a finding, unless they are of two streams', () => {
    holds(places, ({ entries, index }) => {
      fc.pre(index > 0)
      const lines = linesOf(entries)
      const [one = '', two = ''] = [lines[index - 1], lines[index]]
      const swapped = withAt(withAt(lines, index - 1, two), index, one)
      const same = entries[index - 1]?.stream === entries[index]?.stream
      expect(problemsIn(swapped)).toEqual(same ? [`${index} Moved`] : [])
      expect(rootIn(swapped)).toBe(headOf(entries))
    })
  })

  test('without one of its lines has a finding at the next of the stream, or another head', () => {
    holds(places, ({ entries, index }) => {
      const left = withAt(linesOf(entries), index)
      const next = nextOf(entries, index)
      expect(problemsIn(left)).toEqual(next < 0 ? [] : [`${next} Missing`])
      expect(rootIn(left)).not.toBe(headOf(entries))
    })
  })

  test('with one line twice has a finding at the second', () => {
    const twice = places.chain(({ entries, index }) =>
      fc.record({
        entries: fc.constant(entries),
        index: fc.constant(index),
        to: fc.integer({ min: index + 1, max: entries.length }),
      }),
    )
    holds(twice, ({ entries, index, to }) => {
      const lines = linesOf(entries)
      const more = [...lines.slice(0, to), lines[index] ?? '', ...lines.slice(to)]
      expect(problemsIn(more)).toEqual([`${to + 1} Repeated`])
    })
  })

  test('with an inserted line has a finding there', () => {
    holds(fc.tuple(places, fc.string()), ([{ entries, index }, text]) => {
      const lines = linesOf(entries)
      const more = [...lines.slice(0, index), text, ...lines.slice(index)]
      expect(problemsIn(more)).toEqual([`${index + 1} Unreadable`])
    })
  })

  test('that was cut off within its last line has a finding there', () => {
    holds(fc.tuple(logs, fc.nat()), ([entries, cut]) => {
      const lines = linesOf(entries)
      const last = lines[lines.length - 1] ?? ''
      const short = withAt(lines, lines.length - 1, last.slice(0, cut % last.length))
      expect(problemsIn(short)).toEqual([`${lines.length} Unreadable`])
    })
  })

  test('with an entry that names another stream has a finding there', () => {
    holds(places, ({ entries, index }) => {
      const entry = entries[index] as Entry
      const moved = { ...entry, stream: 'payment-pay_9' as Entry['stream'] }
      const [first] = problemsIn(withAt(linesOf(entries), index, toLine(moved)))
      expect(first).toBe(`${index + 1} Altered`)
    })
  })

  test('with an edited entry and a matching hash has a finding at the next entry, or another head', () => {
    holds(places, ({ entries, index }) => {
      const changed = withAt(entries, index, edited(entries[index] as Entry))
      const next = nextOf(entries, index)
      expect(problemsIn(linesOf(changed))).toEqual(next < 0 ? [] : [`${next + 1} NotFollowing`])
      expect(headOf(changed)).not.toBe(headOf(entries))
    })
  })

  test('with a stream rewritten to its end has no finding, but another head', () => {
    holds(places, ({ entries, index }) => {
      const { stream } = entries[index] as Entry
      let previous = entries[index]?.previous ?? null
      const rewritten = entries.map((entry, at) => {
        if (at < index || entry.stream !== stream) return entry
        const forged = edited(entry, previous)
        previous = forged.hash
        return forged
      })
      expect(problemsIn(linesOf(rewritten))).toEqual([])
      expect(headOf(rewritten)).not.toBe(headOf(entries))
    })
  })

  test('with a forged entry before the true one has a finding at the true one, and no head', () => {
    holds(places, ({ entries, index }) => {
      const entry = entries[index] as Entry
      const forged = [...entries.slice(0, index), edited(entry), ...entries.slice(index)]
      expect(problemsIn(linesOf(forged))).toEqual([`${index + 2} Conflicting`])
    })
  })

  test('whose lines are in any order is valid, and none of them is lost', () => {
    const shuffled = logs.chain((entries) => fc.shuffledSubarray([...entries], ALL(entries)))
    holds(shuffled, (entries) => {
      const read = audited(linesOf(entries))
      expect(entries.every(({ stream }) => read.isValid(stream))).toBe(true)
      const codes = new Set(read.findings().map(({ code }) => code))
      expect([...codes].filter((code) => code !== 'Moved' && code !== 'ClockStepsBack')).toEqual([])
    })
  })

  test('with a forged entry before others of its stream is not valid, in whatever order its lines are', () => {
    const forged = places.chain(({ entries, index }) => {
      const changed = withAt(entries, index, edited(entries[index] as Entry))
      return fc.record({
        stream: fc.constant(entries[index]?.stream),
        isLast: fc.constant(nextOf(entries, index) < 0),
        lines: fc.shuffledSubarray([...changed], ALL(changed)),
      })
    })
    holds(forged, ({ stream, isLast, lines }) => {
      expect(audited(linesOf(lines)).isValid(stream as never)).toBe(isLast)
    })
  })

  test('with two branches is not valid, whichever comes first and however long they are', () => {
    const forks = places.chain(({ entries, index }) => {
      const { stream } = entries[index] as Entry
      let previous = entries[index]?.previous ?? null
      const branch = entries.slice(index).flatMap((entry) => {
        if (entry.stream !== stream) return []
        const forged = edited(entry, previous)
        previous = forged.hash
        return [forged]
      })
      return fc.record({
        stream: fc.constant(stream),
        lines: fc.nat(branch.length - 1).chain((length) => {
          const all = [...entries, ...branch.slice(0, length + 1)]
          return fc.oneof(fc.constant(all), fc.shuffledSubarray(all, ALL(all)))
        }),
      })
    })
    holds(forks, ({ stream, lines }) => {
      const read = audited(linesOf(lines))
      expect(read.isValid(stream)).toBe(false)
      expect(read.findings().some(({ code }) => code === 'Conflicting')).toBe(true)
    })
  })

  test('with a line beyond the limits has a finding there, and no other', () => {
    const depth = fc.integer({ min: LIMITS.nesting - 1, max: 20_000 })
    holds(fc.tuple(places, depth, fc.boolean()), ([{ entries, index }, deep, isList]) => {
      const [open, close] = isList ? ['[', ']'] : ['{"a":', '}']
      const value = `${open.repeat(deep)}1${close.repeat(deep)}`
      const body = `{"event":{"data":{"x":${value}}},"form":1,"previous":null,"revision":0,"stream":"payment-pay_7"}`
      const lines = linesOf(entries)
      const more = [...lines.slice(0, index), sealedLine(body), ...lines.slice(index)]
      expect(problemsIn(more)).toEqual([`${index + 1} Unreadable`])
      expect(entries.every(({ stream }) => audited(more).isValid(stream))).toBe(true)
    })
  })
})
