/**
 * Runs rivals on the same work in turns and takes medians of many rounds, so that noise affects all
 * alike.
 */

/** The ways to do the work, by name. */
export type Rivals = Readonly<Record<string, () => unknown>>

/** The result of a rival in nanoseconds per unit: the median, and the lowest and highest tenth. */
export interface Outcome {
  readonly name: string
  readonly median: number
  readonly low: number
  readonly high: number
}

/** Stores results, so that no engine can skip work whose result is unused. */
let kept: unknown = null

/** Nanoseconds per call. */
const once = (run: () => unknown, milliseconds: number): number => {
  const begun = process.hrtime.bigint()
  let calls = 0
  let spent = 0
  while (spent < milliseconds * 1e6) {
    kept = run()
    calls += 1
    spent = Number(process.hrtime.bigint() - begun)
  }
  return spent / calls
}

/** The value below which a share of the sorted values lies. */
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** The median of some values. */
export const median = (all: readonly number[]): number =>
  at(
    all.toSorted((a, b) => a - b),
    0.5,
  )

const [ROUNDS, MILLISECONDS] = [11, 120]

/** Runs rivals in turns, each warmed up first; a call of each processes so many units. */
export const compete = (units: number, rivals: Rivals): readonly Outcome[] => {
  const all = Object.entries(rivals).map(([name, run]) => ({ name, run, found: [] as number[] }))
  for (const { run } of all) once(run, MILLISECONDS * 3)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { run, found } of all) found.push(once(run, MILLISECONDS) / units)
  }
  return all.map(({ name, found }) => {
    const sorted = found.toSorted((a, b) => a - b)
    return { name, median: at(sorted, 0.5), low: at(sorted, 0.1), high: at(sorted, 0.9) }
  })
}

/** How many times as fast one is as another. */
export const ratio = (outcomes: readonly Outcome[], fast: string, slow: string): number => {
  const of = (name: string) => outcomes.find((each) => each.name === name)?.median ?? Number.NaN
  return of(slow) / of(fast)
}

/** Measures calls one by one: the median and the 99th percentile, in microseconds. */
export const latencies = (run: () => unknown, calls = 20_000): readonly [number, number] => {
  const taken: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const begun = process.hrtime.bigint()
    kept = run()
    taken.push(Number(process.hrtime.bigint() - begun) / 1000)
  }
  const sorted = taken.toSorted((a, b) => a - b)
  return [at(sorted, 0.5), at(sorted, 0.99)]
}

/** Uses a value in a way that the engine cannot optimize away. */
export const last = (): unknown => kept
