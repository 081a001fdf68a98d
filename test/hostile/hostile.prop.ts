/**
 * For any input of any shape, a value is returned; nothing throws, and no built-in object changes.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forAll } from '../for-all.ts'
import { isUntouched } from './built-in.ts'
import { kinds, RARE } from './kinds.ts'
import { tally } from './tally.ts'
import { entrances } from './through.ts'

/** How many inputs are tried in all: half of what a long run asks for. */
const TRIED = Number(process.env['RUNS'] ?? 0) / 2
const USUAL = 25

const weightOf = (kind: string): number => 1 / (RARE[kind] ?? 1)

const weights = Object.keys(kinds).reduce((sum, kind) => sum + weightOf(kind), 0)

/** How many of each kind: an even part of a long run, fewer of slow kinds. */
const partOf = (kind: string): number =>
  TRIED === 0
    ? Math.ceil(USUAL * Math.sqrt(weightOf(kind)))
    : Math.ceil((TRIED * weightOf(kind)) / weights)

const note = tally('tried, each at three entrances', TRIED > 0)

/** Each input goes to three entrances in turn, so that each kind reaches all of them. */
const PLACES = 3

describe('whatever arrives', () => {
  test.each(Object.entries(kinds))(
    '%s returns a value, and has no other effect',
    (kind, values) => {
      let turn = 0
      forAll(partOf(kind), [values], (value) => {
        for (let place = 0; place < PLACES; place += 1) {
          const [, enter] = entrances[turn++ % entrances.length] ?? ['', () => '']
          note(`${kind}: ${enter(value)}`)
        }
      })
      expect(isUntouched()).toBe(true)
    },
  )

  test.each(entrances)('%s receives each kind', (_, enter) => {
    for (const [kind, values] of Object.entries(kinds)) {
      if (RARE[kind] !== undefined && TRIED === 0) continue
      for (const value of fc.sample(values, { seed: 20260302, numRuns: 1 })) {
        expect(typeof enter(value)).toBe('string')
      }
    }
  })
})
