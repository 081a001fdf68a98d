/** Compares an audit with an earlier one: which findings are new, gone or unchanged. */
import type { AuditReport, Found } from './report.ts'

/** The findings that are new, the findings that are gone, and the number of findings that remain. */
export interface Difference {
  readonly appeared: readonly Found[]
  readonly gone: readonly Found[]
  readonly stayed: number
}

/** The findings that others do not have: of several with one id, as many as the others lack. */
const without = (all: readonly Found[], others: readonly Found[]): readonly Found[] => {
  const left = new Map<string, number>()
  for (const each of others) left.set(each.id, (left.get(each.id) ?? 0) + 1)
  return all.filter((each) => {
    const count = left.get(each.id) ?? 0
    left.set(each.id, count - 1)
    return count <= 0
  })
}

/** Compares an audit with an earlier one: findings are the same if they have one id, each matched once. */
export const since = (
  earlier: Pick<AuditReport, 'findings'>,
  report: Pick<AuditReport, 'findings'>,
): Difference => {
  const appeared = without(report.findings, earlier.findings)
  const gone = without(earlier.findings, report.findings)
  return { appeared, gone, stayed: report.findings.length - appeared.length }
}
