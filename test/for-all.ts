/** Laws over random values: what holds for all of them, and how many are tried. */
import fc from 'fast-check'

type Arbitraries<Values> = { [Key in keyof Values]: fc.Arbitrary<Values[Key]> }

/** How often a law is tried, or everything that fast-check may be asked for. */
type Runs<Values> = number | fc.Parameters<Values>

const asked = <Values>(runs: Runs<Values>): fc.Parameters<Values> =>
  typeof runs === 'number' ? { numRuns: runs } : runs

/** Fails, with the smallest case, unless something holds for all values of some arbitraries. */
export const forAll = <Values extends [unknown, ...unknown[]]>(
  runs: Runs<Values>,
  arbitraries: Arbitraries<Values>,
  holds: (...values: Values) => void,
): void => fc.assert(fc.property<Values>(...arbitraries, holds), asked(runs))

/** The same for what takes time. */
export const forAllAsync = <Values extends [unknown, ...unknown[]]>(
  runs: Runs<Values>,
  arbitraries: Arbitraries<Values>,
  holds: (...values: Values) => Promise<void>,
): Promise<void> => fc.assert(fc.asyncProperty<Values>(...arbitraries, holds), asked(runs))

/** As many runs as RUNS asks for; else as many as CASES or as usual, and then the same cases each time. */
export const runsOf = (usual: number, seed: number): { numRuns: number; seed?: number } => {
  const { RUNS, CASES = usual } = process.env
  return RUNS === undefined ? { numRuns: Number(CASES), seed } : { numRuns: Number(RUNS) }
}
