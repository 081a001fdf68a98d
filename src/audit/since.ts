/** An audit beside an earlier one: what came, what went, what stayed. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { firstProblem, type Unreadable } from '../words/unreadable.ts'
import { whole } from '../words/whole.ts'
import type { Found, Report } from './report.ts'

const COUNT = whole('whole number from 0', 0, Number.MAX_SAFE_INTEGER)
const orNull = <A>(codec: t.Type<A, A, unknown>) => t.union([codec, t.null])

/** As much of an earlier report as a comparison needs. */
const Earlier = t.type(
  {
    form: t.literal(1),
    findings: t.readonlyArray(
      t.type({
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

/** A finding of an earlier report: what it was, and where it stood. */
export type FoundBefore = t.TypeOf<typeof Earlier>['findings'][number]

/** What came and went between two audits. */
export interface Difference {
  readonly appeared: readonly Found[]
  readonly gone: readonly FoundBefore[]
  readonly stayed: number
}

const nameOf = ({ code, stream, revision, key, line }: FoundBefore): string =>
  stream === null ? `${code} ${line}` : `${code} ${stream} ${revision} ${key}`

/**
 * Compares an audit with an earlier one, parsed from its JSON: the same finding is of the same code at the
 * same entry. What is no report is `Unreadable`.
 */
export const since = (earlier: unknown, report: Report): E.Either<Unreadable, Difference> => {
  const read = Earlier.decode(earlier)
  if (E.isLeft(read)) return E.left(firstProblem(read.left))
  const before = new Set(read.right.findings.map(nameOf))
  const now = new Set(report.findings.map(nameOf))
  return E.right({
    appeared: report.findings.filter((found) => !before.has(nameOf(found))),
    gone: read.right.findings.filter((found) => !now.has(nameOf(found))),
    stayed: report.findings.filter((found) => before.has(nameOf(found))).length,
  })
}
