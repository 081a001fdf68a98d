/** The findings that a stream as a whole can have, by the types of its occurrences. */

import type { Judge } from '../contract/definition.ts'
import type { Finding } from '../contract/finding.ts'
import type { FindingDefinition, FoldedStream } from '../contract/machine-record.ts'
import { NONE } from '../words/data/lists.ts'
import { remembering } from '../words/data/result-cache.ts'

type Whole = FoldedStream<never, never>
type AnyFindingDefinition = FindingDefinition<never, never>

/** Finds everything in a folded stream. */
type Find = (whole: Whole, judge: Judge) => readonly Finding[]

/** More types than this have no place in a number: then every finder runs. */
const MOST_TYPES = 30

/** Prepares the finders of a machine: each runs only where something in the stream can cause it. */
export const finding = (all: readonly AnyFindingDefinition[]): Find => {
  const causing = [...new Set(all.flatMap(({ causes = [] }) => causes))]
  const places = new Map(causing.map((type, index) => [type, 1 << index] as const))
  const isListed = causing.length <= MOST_TYPES
  const placesOf = (causes: readonly string[]): number =>
    causes.reduce((sum, type) => sum | (places.get(type) ?? 0), 0)
  /** The finders for the types of a stream, which are few, by the sum of their places. */
  const finders = remembering((types: number): readonly AnyFindingDefinition[] =>
    all.filter(
      ({ causes }) => causes === undefined || !isListed || (placesOf(causes) & types) !== 0,
    ),
  )
  return (whole, judge) => {
    let types = 0
    for (const { type } of whole.occurrences) types |= places.get(type) ?? 0
    let found: readonly Finding[] = NONE
    for (const { find } of finders(types)) {
      const own = find(whole, judge)
      if (own.length > 0) found = [...found, ...own]
    }
    return found
  }
}
