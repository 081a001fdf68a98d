/** The time between the facts of a history, and how to write a fact. */
import fc from 'fast-check'
import { type Instant, shift } from '../../words/time/instant.ts'
import type { Fact } from './history.ts'

const DAY = 24 * 60

/**
 * Minutes to the next fact: none, more than the clock tolerance, or just inside or outside a
 * window.
 */
export const gap = fc.constantFrom(0, 10, DAY, 3 * DAY, 40 * DAY, 57 * DAY, 430 * DAY)

/** Minutes to the next fact, always more than the clock tolerance. */
export const wideGap = fc.constantFrom(10, DAY, 3 * DAY)

/** Adds minutes to a time. */
export const later = (at: Instant, minutes: number): Instant => shift(at, minutes * 60)

/** Writes a fact. */
export const fact = (type: string, at: Instant, entityId = '', amount?: number): Fact =>
  amount === undefined ? { type, at, entityId } : { type, at, entityId, amount }
