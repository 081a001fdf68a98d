/** For any input in a known shape, a value is returned, at every entrance and behind it. */
import { expect, test } from 'vitest'
import { forAll } from '../for-all.ts'
import { hasItsKeys, isUntouched } from './built-in.ts'
import { kinds, swept } from './shaped.ts'
import { tally } from './tally.ts'
import { through } from './through.ts'

/** How many inputs are tried in all, each at every entrance: half of what a long run asks for. */
const RUNS = Number(process.env['RUNS'] ?? 0) / 2

const shares = Object.values(kinds).reduce((sum, { share }) => sum + share, 0)

const note = tally('outcomes', RUNS > 0)

test.each(Object.entries(kinds))(
  'of hostile inputs, each at every entrance, %s',
  (_, { things, share, usually }) => {
    const numRuns = RUNS === 0 ? usually : Math.ceil((RUNS * share) / shares)
    forAll({ numRuns }, [things], (thing) => {
      for (const { entrance, outcome } of through(thing)) note(`${entrance}: ${outcome}`)
      if (!hasItsKeys()) throw new Error('a prototype was changed')
    })
    expect(isUntouched()).toBe(true)
  },
)

test.each(Object.entries(swept))(
  'at every entrance, and wherever it could matter, %s',
  (_, things) => {
    expect(things.length).toBeGreaterThan(20)
    // the long run tries all, the usual one about six
    const step = RUNS > 0 ? 1 : Math.ceil(things.length / 6)
    for (let index = 0; index < things.length; index += step) through(things[index] ?? {})
    expect(isUntouched()).toBe(true)
  },
)
