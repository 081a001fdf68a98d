/** The type of a law, and how laws compare plain values. */
import { canonicalText, type Json } from '../../words/data/canonical.ts'

/**
 * One law. `name` completes a sentence that starts with the machine's name; `check` throws if the
 * law is broken.
 */
export interface Law {
  readonly name: string
  readonly check: () => void
}

/** Whether two plain values are equal. */
export const same = (a: unknown, b: unknown): boolean =>
  canonicalText(a as Json) === canonicalText(b as Json)

/** Sorts names, so that comparisons ignore their original order. */
export const sorted = (all: Iterable<string>): readonly string[] => [...all].sort()
