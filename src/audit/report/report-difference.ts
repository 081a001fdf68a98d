/** Compares an audit with an earlier one: which findings are new, gone or unchanged. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { integer, reader } from '../../words/data/codec.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import type { AuditReport, Found } from './report.ts'

const COUNT = integer('a whole number from 0', 0, Number.MAX_SAFE_INTEGER)
const orNull = <A>(codec: t.Type<A, A, unknown>) => t.union([codec, t.null])

/** The part of an earlier report that a comparison needs. */
const Earlier = t.type(
  {
    form: t.literal(1),
    findings: t.readonlyArray(
      t.type({
        id: t.string,
        code: t.string,
        line: COUNT,
        stream: orNull(t.string),
        revision: orNull(COUNT),
        key: orNull(t.string),
      }),
    ),
  },
  'report',
)

/** A finding of an earlier report, and its location. */
export type FoundBefore = t.TypeOf<typeof Earlier>['findings'][number]

/**
 * The findings that are new, the findings that are gone, and the number of findings that remain.
 */
export interface Difference {
  readonly appeared: readonly Found[]
  readonly gone: readonly FoundBefore[]
  readonly stayed: number
}

const readEarlier = reader(Earlier)

/** The findings that others do not have: of several with one id, as many as the others lack. */
const without = <A extends FoundBefore>(
  all: readonly A[],
  others: readonly FoundBefore[],
): readonly A[] => {
  const left = new Map<string, number>()
  for (const each of others) left.set(each.id, (left.get(each.id) ?? 0) + 1)
  return all.filter((each) => {
    const count = left.get(each.id) ?? 0
    left.set(each.id, count - 1)
    return count <= 0
  })
}

/**
 * Compares an audit with an earlier report, given as parsed JSON. Two findings are the same if they
 * have the same id, and each is matched with one other. Input that is not a
 * report is refused as `Unreadable`.
 */
export const since = (earlier: unknown, report: AuditReport): E.Either<Unreadable, Difference> => {
  const read = readEarlier(earlier)
  if (E.isLeft(read)) return read
  const appeared = without(report.findings, read.right.findings)
  const gone = without(read.right.findings, report.findings)
  return E.right({ appeared, gone, stayed: report.findings.length - appeared.length })
}
