/** Long streams of every shape: a fold of each, one more event, and a decision on each. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { longStream, SHAPES, type ShapeName } from '../generators/long-streams.ts'
import { median } from './rounds.ts'
import { digits, type Part } from './table.ts'
import { root } from './work.ts'

const NAMES = Object.keys(SHAPES) as readonly ShapeName[]

const [FEW, SOME, MANY] = [1000, 5000, 10_000]

/** How many events more are added one by one. */
const MORE = 20

const now = '2026-03-20T10:00:00.0000000Z' as Instant

/** The median of some runs, in milliseconds of processor time. */
const milliseconds = (run: () => unknown, runs: number): number =>
  median(
    Array.from({ length: runs }, () => {
      const begun = process.cpuUsage()
      run()
      const { user, system } = process.cpuUsage(begun)
      return (user + system) / 1000
    }),
  )

const eventsOf = (name: ShapeName, count: number): readonly DomainEvent[] =>
  JSON.parse(JSON.stringify(longStream(name, count)))

/** The processor time of one more event in a stream of some length, in milliseconds. */
const evolving = (name: ShapeName, length: number): number => {
  const { stream } = SHAPES[name]
  const events = eventsOf(name, length + MORE)
  let state = root.fold(stream, events.slice(0, length))
  const rest = events.slice(length)
  return milliseconds(() => {
    const [event] = rest.splice(0, 1)
    if (event !== undefined) state = root.evolve(state, event) as typeof state
  }, MORE)
}

/** What one shape costs. */
const measured = (name: ShapeName) => {
  const { stream } = SHAPES[name]
  const [few, many] = [eventsOf(name, FEW), eventsOf(name, MANY)]
  const fold = (events: readonly DomainEvent[]) => root.fold(stream, events)
  const folded = milliseconds(() => fold(few), 15)
  const exponent = Math.log10(milliseconds(() => fold(many), 3) / folded)
  const state = fold(few)
  root.allowed(state, now)
  const allowed = milliseconds(() => root.allowed(state, now), 15)
  const [more, moreOfSome] = [evolving(name, FEW), evolving(name, SOME)]
  return { folded, exponent, more, moreOfSome, allowed }
}

/** Measures every shape at a thousand, at five thousand and at ten thousand events. */
export const shapesPart = (): Part => {
  const all = NAMES.map((name) => ({ name, ...measured(name) }))
  const worst = (of: (each: (typeof all)[number]) => number): number => Math.max(...all.map(of))
  return {
    title: 'Long streams',
    head: [
      '',
      'fold of 1,000',
      'exponent to 10,000',
      'one more event at 1,000',
      'one more event at 5,000',
      'allowed',
    ],
    rows: all.map(({ name, folded, exponent, more, moreOfSome, allowed }) => [
      name,
      `${digits(folded)} ms`,
      digits(exponent),
      `${digits(more)} ms`,
      `${digits(moreOfSome)} ms`,
      `${digits(allowed)} ms`,
    ]),
    ratios: {
      'long streams: greatest exponent from 1,000 to 10,000': worst(({ exponent }) => exponent),
      'long streams: greatest time for one more event at 1,000, in ms': worst(({ more }) => more),
      'long streams: greatest time for one more event at 5,000, in ms': worst(
        ({ moreOfSome }) => moreOfSome,
      ),
    },
  }
}
