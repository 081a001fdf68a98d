/** The course of a chart over a long stream: a run that goes on, and points to begin at again. */
import type { Placed } from './order.ts'
import type { Going, Progress } from './progress.ts'

/** How far a run had come after the first occurrences of a stream. */
interface Checkpoint<C> {
  readonly count: number
  readonly progress: Progress<C>
}

/** A run that has come to the end of a stream, and how many occurrences that is. */
export interface Live<C> {
  readonly count: number
  readonly run: Going<C>
}

/** What is kept of the course. It changes in place. */
export interface Course<C> {
  /** Some points of the run. */
  checkpoints: readonly Checkpoint<C>[]
  /** The run up to the latest state; null before that has been run. */
  live: Live<C> | null
}

/** Of the last occurrences, at least every so manieth has a checkpoint. */
const LEAST_STEP = 16

/** How far apart checkpoints are that many occurrences before the end: about a quarter of that. */
const stepAt = (distance: number): number => {
  let step = LEAST_STEP
  while (distance > 4 * step) step *= 4
  return step
}

/**
 * The count at which a run over so many occurrences takes its next checkpoint. Each costs a copy of
 * the context, so they are far apart, but for those near the end, where most changes are.
 */
const nextStop = (count: number, length: number): number => {
  const near = (Math.floor(length / LEAST_STEP) - 1) * LEAST_STEP
  if (count >= near) return (Math.floor(count / LEAST_STEP) + 1) * LEAST_STEP
  const step = Math.max(stepAt(length - count), stepAt(length) / 2)
  return Math.min(near, (Math.floor(count / step) + 1) * step)
}

/** The checkpoints that a stream of this length keeps. */
const thinned = <C>(
  checkpoints: readonly Checkpoint<C>[],
  length: number,
): readonly Checkpoint<C>[] =>
  checkpoints.filter(({ count }) => count === length || count % stepAt(length - count) === 0)

/** Whether an occurrence is one that the chart runs on. */
export const isRun = ({ occurrence }: Placed): boolean => occurrence.disposition === 'chart'

/**
 * Runs a chart over a stream again from before a change: goes on with the run if the change comes after
 * all that it has taken, else begins at the last checkpoint before the change.
 */
export const ranFrom = <C>(
  begin: (start: Progress<C> | null) => Going<C>,
  course: Course<C>,
  rows: readonly Placed[],
  first: number,
): Live<C> => {
  const { live, checkpoints } = course
  const found = checkpoints.filter(({ count }) => count <= first)
  const last = found.at(-1)
  const isOn = live !== null && live.count <= first
  let run = isOn ? live.run : begin(last?.progress ?? null)
  let count = isOn ? live.count : (last?.count ?? 0)
  while (count < rows.length) {
    const stop = nextStop(count, rows.length)
    run.take(rows.slice(count, stop).filter(isRun))
    count = Math.min(stop, rows.length)
    if (count < stop) break
    const progress = run.progress()
    found.push({ count, progress })
    run = begin(progress)
  }
  course.checkpoints = thinned(found, rows.length)
  course.live = { count, run }
  return course.live
}
