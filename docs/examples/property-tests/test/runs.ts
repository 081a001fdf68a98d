/** How many cases each law gets: 50, or as many as RUNS says. */
const asked = process.env['RUNS'] ?? '50'

if (!/^[1-9]\d{0,8}$/.test(asked)) {
  throw new Error(`RUNS is how many cases each law gets, such as 1000, not "${asked}".`)
}

/** For fast-check. */
export const RUNS = { numRuns: Number(asked) }
