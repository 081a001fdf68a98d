/** Every reading of the reports of refunds: which are of one refund, and how each refund ended. */
import { type Gone, type Report, seconds, splits, sums, TOLERANCE } from './readings.ts'

/** The stages of a refund, the furthest first. */
const STAGES = [
  'payment_refunded',
  'payment_refund_declined',
  'payment_refund_pending',
  'refund_requested',
]

/** The ids of refunds: a command has the action's id once a message names both. */
const idOf = (report: Report, all: readonly Report[]): string | null => {
  if (report.actionId !== undefined) return report.actionId
  if (report.commandId === undefined) return null
  const answers = all.flatMap(({ commandId, actionId }) =>
    commandId === report.commandId ? (actionId ?? []) : [],
  )
  return answers.sort()[0] ?? `command:${report.commandId}`
}

/** What a refund may be of: the amounts that its furthest stage names; infinite if none does. */
const amountsOf = (reports: readonly Report[]): readonly number[] => {
  for (const stage of STAGES) {
    const named = reports.flatMap(({ type, amount }) => (type === stage ? (amount ?? []) : []))
    if (named.length > 0) return named
  }
  return [Number.POSITIVE_INFINITY]
}

/** The last time of a stage; a report without a time repeats one that has a time. */
const lastOf = (reports: readonly Report[]) =>
  reports
    .flatMap(({ at }) => at ?? [])
    .sort()
    .at(-1) ?? null

/** Whether a refund may be gone, and whether it may have failed. */
const endsOf = (
  reports: readonly Report[],
): { readonly gone: boolean; readonly failed: boolean } => {
  const done = reports.filter(({ type }) => type === 'payment_refunded')
  const failed = reports.filter(({ type }) => type === 'payment_refund_declined')
  if (failed.length === 0) return { gone: true, failed: false }
  if (done.length === 0) return { gone: false, failed: true }
  const apart = seconds(lastOf(done), lastOf(failed))
  return {
    gone: apart === null || apart <= TOLERANCE,
    failed: apart === null || apart >= -TOLERANCE,
  }
}

const ofRefund = (reports: readonly Report[]): readonly Gone[] => {
  const { gone, failed } = endsOf(reports)
  return [...(gone ? amountsOf(reports) : []), ...(failed ? [0] : [])]
}

/** Whether two reports could be of one refund, by their amounts. */
const isAlike = (a: Report, b: Report): boolean =>
  a.amount === undefined || b.amount === undefined || a.amount === b.amount

/** Whether two reports are of two refunds: a refund reaches each stage once. */
const areApart = (a: Report, b: Report): boolean =>
  a.type === b.type && Math.abs(seconds(a.at, b.at) ?? 0) > TOLERANCE

/** What all refunds together took, in every reading. */
export const refundReadings = (all: readonly Report[]): readonly Gone[] => {
  const reports = all.filter(({ type }) => STAGES.includes(type))
  const id = (report: Report): string | null => idOf(report, reports)
  const found = splits(
    reports.toSorted((a, b) => (id(a) === null ? 0 : 1) - (id(b) === null ? 0 : 1)),
    (group, report) =>
      id(report) === null &&
      group.some((each) => isAlike(each, report)) &&
      !group.some((each) => areApart(each, report)),
    (group, report) => id(report) !== null && group.some((each) => id(each) === id(report)),
  )
  return [...new Set(found.flatMap((groups) => sums(groups.map(ofRefund))))]
}
