/** What a law is, and how two plain values are told apart. */
import { canonical, type Json } from '../words/canonical.ts'

/** One law: a sentence that goes on from the machine's name, and the trial, which throws when it is broken. */
export interface Law {
  readonly name: string
  readonly check: () => void
}

/** Whether two plain values are the same. */
export const same = (a: unknown, b: unknown): boolean =>
  canonical(a as Json) === canonical(b as Json)

/** Names in an order that does not hang on where they come from. */
export const sorted = (all: Iterable<string>): readonly string[] => [...all].sort()
