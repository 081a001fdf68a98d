/** Long streams of every shape: a fold of each, one more event, and a decision on each. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Instant } from '../../src/words/instant.ts'
import { longStream, SHAPES, type ShapeName } from '../generators/long-streams.ts'
import { digits, type Part } from './table.ts'
import { root } from './work.ts'

const NAMES = Object.keys(SHAPES) as readonly ShapeName[]

const FEW = 1000
const MANY = 10_000

/** How many events more are added one by one. */
const MORE = 400

const now = '2026-03-20T10:00:00.0000000Z' as Instant

/** The median of some runs, in milliseconds of processor time. */
const milliseconds = (run: () => unknown, runs: number): number => {
  const taken = Array.from({ length: runs }, () => {
    const begun = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  })
  return taken.toSorted((a, b) => a - b)[runs >> 1] ?? Number.NaN
}

const eventsOf = (name: ShapeName, count: number): readonly DomainEvent[] =>
  JSON.parse(JSON.stringify(longStream(name, count)))

/** The processor time of one more event, in milliseconds, if each state is read in some way. */
const evolving = (name: ShapeName, read: (state: object) => unknown): number => {
  const { stream } = SHAPES[name]
  const events = eventsOf(name, FEW + MORE)
  const pass = (): number => {
    let state = root.evolve(root.fold(stream, events.slice(0, FEW)), events[FEW] as DomainEvent)
    read(state)
    const begun = process.cpuUsage()
    for (const event of events.slice(FEW + 1)) {
      state = root.evolve(state as never, event)
      read(state)
    }
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000 / (MORE - 1)
  }
  pass()
  return [pass(), pass(), pass()].toSorted((a, b) => a - b)[1] ?? Number.NaN
}

/** Ways to read a state: not at all, its status, its context, and everything in it. */
const READS: readonly ((state: object) => unknown)[] = [
  () => null,
  (state) => (state as { readonly status: string }).status,
  (state) => (state as { readonly context: object }).context,
  (state) => Object.values(state),
]

/** What one shape costs. */
const measured = (name: ShapeName) => {
  const { stream } = SHAPES[name]
  const [few, many] = [eventsOf(name, FEW), eventsOf(name, MANY)]
  const fold = (events: readonly DomainEvent[]) => root.fold(stream, events)
  const [folded, foldedMany] = [
    milliseconds(() => fold(few), 15),
    milliseconds(() => fold(many), 3),
  ]
  const [unread = 0, status = 0, context = 0, whole = 0] = READS.map((read) => evolving(name, read))
  const state = fold(few)
  root.allowed(state, now)
  const allowed = milliseconds(() => root.allowed(state, now), 15)
  return {
    folded,
    exponent: Math.log10(foldedMany / folded),
    unread,
    status,
    context,
    whole,
    allowed,
  }
}

/** Measures every shape at a thousand and at ten thousand events. */
export const shapesPart = (): Part => {
  const all = NAMES.map((name) => ({ name, ...measured(name) }))
  const worst = (of: (each: (typeof all)[number]) => number): number => Math.max(...all.map(of))
  return {
    title: 'Long streams',
    head: [
      '',
      'fold of 1,000',
      'exponent to 10,000',
      'one more event, unread',
      'its status read',
      'its context read',
      'all of it read',
      'allowed',
    ],
    rows: all.map(({ name, folded, exponent, unread, status, context, whole, allowed }) => [
      name,
      `${digits(folded)} ms`,
      digits(exponent),
      `${digits(unread * 1000)} µs`,
      `${digits(status)} ms`,
      `${digits(context)} ms`,
      `${digits(whole)} ms`,
      `${digits(allowed)} ms`,
    ]),
    ratios: {
      'long streams: greatest exponent from 1,000 to 10,000': worst(({ exponent }) => exponent),
      'long streams: greatest time for one more event at 1,000, unread, in ms': worst(
        ({ unread }) => unread,
      ),
      'long streams: greatest time for one more event at 1,000, its status read, in ms': worst(
        ({ status }) => status,
      ),
      'long streams: greatest time for one more event at 1,000, its context read, in ms': worst(
        ({ context }) => context,
      ),
      'long streams: greatest time for one more event at 1,000, all of it read, in ms': worst(
        ({ whole }) => whole,
      ),
    },
  }
}
