/** Time in a history: how long it is to the next thing, and what happens then. */
import fc from 'fast-check'
import { type Instant, shift } from '../words/instant.ts'
import type { Fact } from './history.ts'

const DAY = 24 * 60

/** Minutes to what comes next: nothing, more than clocks may differ by, and both sides of the windows. */
export const gap = fc.constantFrom(0, 10, DAY, 3 * DAY, 40 * DAY, 57 * DAY, 430 * DAY)

/** Minutes that no clock could make disappear. */
export const wideGap = fc.constantFrom(10, DAY, 3 * DAY)

/** So many minutes later. */
export const later = (at: Instant, minutes: number): Instant => shift(at, minutes * 60)

/** Something that happened. */
export const fact = (type: string, at: Instant, about = '', amount?: number): Fact =>
  amount === undefined ? { type, at, about } : { type, at, about, amount }
