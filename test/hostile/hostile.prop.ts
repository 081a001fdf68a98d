/**
 * For any input of any shape, a value is returned; nothing throws, and no built-in object changes.
 */
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { forAll } from '../for-all.ts'
import { kinds, RARE } from './kinds.ts'
import { entrances } from './through.ts'

/** How many inputs are tried in all: half of what a long run asks for. */
const TRIED = Number(process.env['RUNS'] ?? 0) / 2
const USUAL = 120

const OBJECTS = [
  Object.prototype,
  Array.prototype,
  String.prototype,
  Function.prototype,
  Map.prototype,
]

const touched = (): readonly unknown[] => OBJECTS.map((each) => Reflect.ownKeys(each))
const untouched = touched()

const weightOf = (kind: string): number => 1 / (RARE[kind] ?? 1)

const weights = Object.keys(kinds).reduce((sum, kind) => sum + weightOf(kind), 0)

/** How many of each kind: an even part of a long run, fewer of slow kinds. */
const partOf = (kind: string): number =>
  TRIED === 0
    ? Math.ceil(USUAL * Math.sqrt(weightOf(kind)))
    : Math.ceil((TRIED * weightOf(kind)) / weights)

interface Tally {
  tried: number
  outcomes: Map<string, number>
}

const tallies = new Map<string, Tally>()

const note = (kind: string, outcomes: readonly string[]): void => {
  const tally = tallies.get(kind) ?? { tried: 0, outcomes: new Map() }
  tally.tried += 1
  for (const outcome of outcomes)
    tally.outcomes.set(outcome, (tally.outcomes.get(outcome) ?? 0) + 1)
  tallies.set(kind, tally)
}

/** Each input goes to three entrances in turn, so that each kind reaches all of them. */
const PLACES = 3

describe('whatever arrives', () => {
  test.each(Object.entries(kinds))(
    '%s returns a value, and has no other effect',
    (kind, values) => {
      let turn = 0
      forAll(partOf(kind), [values], (value) => {
        const outcomes = Array.from({ length: PLACES }, () => {
          const [, enter] = entrances[turn++ % entrances.length] ?? ['', () => '']
          return enter(value)
        })
        note(kind, outcomes)
      })
      expect(touched()).toEqual(untouched)
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    },
  )

  test.each(entrances)('%s receives each kind', (_, enter) => {
    for (const [kind, values] of Object.entries(kinds)) {
      if (RARE[kind] !== undefined && TRIED === 0) continue
      for (const value of fc.sample(values, { seed: 20260302, numRuns: 5 })) {
        expect(typeof enter(value)).toBe('string')
      }
    }
  })
})

afterAll(() => {
  if (TRIED === 0) return
  const lines = [...tallies].map(([kind, { tried, outcomes }]) => {
    const read = [...outcomes].toSorted(([, a], [, b]) => b - a)
    return `${kind}: ${tried} tried; ${read.map(([name, count]) => `${name} ${count}`).join(', ')}`
  })
  const all = [...tallies.values()].reduce((sum, { tried }) => sum + tried, 0)
  const { maxRSS } = process.resourceUsage()
  process.stdout.write(
    `${lines.join('\n')}\n${all} tried, ${Math.round(maxRSS / 1024)} MB at most\n`,
  )
})
