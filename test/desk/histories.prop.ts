/** A desk in random histories: whatever goes wrong, nothing is done twice, and everything ends. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { histories, life, wrongIn } from './histories.ts'

const RUNS = Number(process.env['RUNS'] ?? 60)
/** The default run tries the same cases each time. */
const runs = process.env['RUNS'] === undefined ? { numRuns: RUNS, seed: 5 } : { numRuns: RUNS }
const PATIENCE = 12 * 3_600_000

/** What happened in all histories together. */
const happened = new Map<string, number>()

/** What is rare, and yet has to happen: an idle rule proves nothing. */
const RARE = [
  ...['is killed before', 'is killed after', 'rejects before', 'rejects after', 'conflicts'],
  ...['done', 'failed', 'refused', 'ended', 'inDoubt', 'keyUsed', 'strangers'],
  ...['ticket paid', 'ticket paid late', 'ticket Expired', 'fee', 'is lost'],
]

test(
  'a desk does nothing twice, and knows the end of everything',
  async () => {
    const property = fc.asyncProperty(histories, async (history) => {
      const lived = await life(history)
      for (const each of history.steps) await lived.run(each)
      await lived.end()
      expect(await wrongIn(lived)).toEqual([])
      for (const [what, times] of Object.entries(lived.at.seen)) {
        happened.set(what, (happened.get(what) ?? 0) + times)
      }
    })
    // who only wants to know whether a mistake is found needs no smallest case
    await fc.assert(property, { ...runs, endOnFailure: process.env['CASES'] !== undefined })
  },
  PATIENCE,
)

test('what is rare has happened', () => {
  expect(RARE.filter((what) => !happened.has(what))).toEqual([])
})
