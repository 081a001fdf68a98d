/** How many cases each law gets: 50, or the number in RUNS. */
const asked = process.env['RUNS'] ?? '50'

if (!/^[1-9]\d{0,8}$/.test(asked)) {
  throw new Error(`RUNS must be the number of cases for each law, such as 1000, not "${asked}".`)
}

/** The number of cases, as fast-check expects it. */
export const RUNS = { numRuns: Number(asked) }
