/**
 * Sums over records of things by id, kept up to date while a run adds to the records: otherwise a run
 * would add up all things again for each of them. A copy of a record is added up anew.
 */
import { isDraft } from 'immer'
import { NONE } from '../words/data/lists.ts'
import { ownAt } from '../words/data/plain-data.ts'

/**
 * A sum over things, which changes in place. `replace` puts a thing into it, in the place of the one
 * that had its id before, if any.
 */
export interface Summing<T, A> {
  readonly nothing: () => A
  readonly replace: (sum: A, id: string, thing: T, before: T | undefined) => void
}

interface KeptSum<T> {
  readonly summing: Summing<T, unknown>
  readonly sum: unknown
}

const sums = new WeakMap<object, KeptSum<never>[]>()

const keptOf = <T>(record: object) => (sums.get(record) ?? NONE) as unknown as readonly KeptSum<T>[]

/**
 * Puts a thing into a record, in the place of the one that has its id, and into every sum that is
 * kept of the record. Things are replaced, never changed in place.
 */
export const put = <T>(record: Record<string, T>, id: string, thing: NoInfer<T>): void => {
  for (const { summing, sum } of keptOf<T>(record)) {
    summing.replace(sum, id, thing, ownAt(record, id))
  }
  if (id !== '__proto__' || isDraft(record)) record[id] = thing
  // set like any other, it would be no thing of the record, but what the record inherits from
  else Object.defineProperty(record, id, { value: thing, ...ORDINARY })
}

const ORDINARY = { configurable: true, enumerable: true, writable: true }

/** The sum over so few things is sooner computed again than kept. */
const FEW = 3

/** The sum over a record. Of more than a few things it is computed once; `put` keeps it. */
export const summed =
  <T, A>(summing: Summing<T, A>) =>
  (record: Readonly<Record<string, T>>): A => {
    const kept = keptOf<T>(record)
    for (const each of kept) if (each.summing === summing) return each.sum as A
    const sum = summing.nothing()
    let count = 0
    for (const id in record) {
      summing.replace(sum, id, record[id] as T, undefined)
      count += 1
    }
    if (count > FEW) sums.set(record, [...kept, { summing, sum }] as unknown as KeptSum<never>[])
    return sum
  }
