/** What lists settle about one capture, refund or return: whether they bear out its reports. */
import { shift } from '../../src/words/instant.ts'
import type { PaymentPolicy } from './policy.ts'
import { covers, type List, lastWhole, type Report, type Reports, type Row } from './reports.ts'

/** What is needed to settle: all reports, the policy, and whether refunds may cost a fee. */
export interface Settling {
  readonly reports: Reports
  readonly policy: PaymentPolicy
  readonly mayCostFee: boolean
  /** Whether the last list covers a report. */
  readonly isCovered: (report: Pick<Report, 'received'>) => boolean
}

/** Prepares to settle the reports of a payment. */
export const settlingOf = (
  reports: Reports,
  policy: PaymentPolicy,
  mayCostFee: boolean,
): Settling => {
  const last = lastWhole(reports)
  return {
    reports,
    policy,
    mayCostFee,
    isCovered: ({ received }) => covers(last, received, policy),
  }
}

/**
 * What is left of the reports of one thing. `counts` are those that count, the row among them; `kept`
 * also those that the row has replaced and bears out. `overruled` say otherwise than what replaced them.
 * `isContradicted`: the last list does not bear the reports out, and no second one says so.
 */
export interface Left {
  readonly counts: readonly Report[]
  readonly kept: readonly Report[]
  readonly overruled: readonly Report[]
  readonly isContradicted: boolean
}

/** What the messages about a thing name as its amount: each once. */
export const amountsIn = (
  reports: readonly Report[],
  step: Report['step'] | null = null,
): readonly number[] => [
  ...new Set(
    reports.flatMap((each) => (step === null || each.step === step ? (each.amount ?? []) : [])),
  ),
]

/** Of several amounts, the greater counts. */
export const most = (amounts: readonly number[]): number | null =>
  amounts.length === 0 ? null : Math.max(...amounts)

/** What a list says of something, as text that can be compared. */
type Says = (list: List) => string

/** What a list says of some actions. */
export const saysOf =
  (kind: Row['kind'], actionIds: ReadonlySet<string>): Says =>
  ({ rows }) =>
    rows
      .filter((row) => row.kind === kind && actionIds.has(row.actionId))
      .map(({ step, amount }) => `${step} ${amount}`)
      .sort()
      .join()

/**
 * The last list that was asked for at least the lag before the last one of all, and since which all
 * lists say the same of something.
 */
export const sameSince = ({ reports, policy }: Settling, says: Says): List | undefined => {
  const lists = reports.lists.filter(({ isWhole }) => isWhole)
  const last = lists.at(-1)
  if (last === undefined) return undefined
  const said = says(last)
  const by = shift(last.askedAt, -policy.readLagSeconds)
  return lists
    .slice(lists.findLastIndex((list) => says(list) !== said) + 1)
    .findLast(({ askedAt }) => askedAt <= by)
}

/** The ends among the steps of reports. */
export const endsIn = (reports: readonly Report[]): readonly Report['step'][] =>
  reports.flatMap(({ step }) => (step === 'open' ? [] : [step]))

/** The messages about a thing, and the last list: it says something even if it has no row of it. */
export const withList = (
  { reports }: Settling,
  about: readonly Report[],
): readonly Pick<Report, 'event' | 'happened'>[] => {
  const list = lastWhole(reports)
  return list === undefined ? about : [...about, { event: list.event, happened: list.received }]
}

/** Whether a report is a row of the last list. */
export const isOfLast = (each: Report): each is Row => each.role === 'row'

/** The actions that reports name. */
const actionsIn = (reports: readonly Report[]): ReadonlySet<string> =>
  new Set(reports.flatMap(({ actionId }) => actionId ?? []))

/**
 * Whether a row bears reports out: its step is an end that they name, or they name none; and its amount
 * is one that they name for that step, else for any. What failed may have any amount. Less than asked
 * is a fee, where there may be one, unless a report says how it ended.
 */
const bearsOut = (
  { reports: { amount: whole }, mayCostFee }: Settling,
  row: Row,
  reports: readonly Report[],
): boolean => {
  const ends = endsIn(reports)
  if (ends.length > 0 && !ends.includes(row.step)) return false
  if (row.step === 'failed') return true
  const own = amountsIn(reports, row.step)
  const named = own.length > 0 ? own : amountsIn(reports)
  const amount = row.amount ?? (row.kind === 'capture' ? whole : null)
  if (named.length === 0) return true
  if (amount === null) return false
  const isFee = mayCostFee && row.kind === 'refund' && row.step === 'done' && ends.length === 0
  return named.includes(amount) || (isFee && named.some((each) => amount < each))
}

/** Whether a report says otherwise than the row that bears it out, and what came later. */
const isOtherwise = (report: Report, row: Row, counts: readonly Report[]): boolean => {
  const { amount, isForeign, step } = report
  if (isForeign || step !== row.step) return isForeign || step !== 'open'
  const named = amountsIn(counts, step)
  return amount !== null && named.length > 0 && !named.includes(amount)
}

/**
 * Settles reports by what lists say: what the last list bears out is replaced, and so is what a list
 * covers since which all lists say the same; the rest is added.
 */
export const settleBy = (
  settling: Settling,
  about: readonly Report[],
  isBorneOut: (reports: readonly Report[]) => boolean,
  says: Says,
): Left => {
  const { policy, isCovered } = settling
  const rows = about.filter(isOfLast)
  const current = about.filter(({ role }) => role === 'report')
  const covered = current.filter(isCovered)
  const added = [...rows, ...current.filter((each) => !isCovered(each))]
  const isBorne = covered.length > 0 && isBorneOut(covered)
  const since = covered.length === 0 || isBorne ? undefined : sameSince(settling, says)
  const [gone, left]: [Report[], Report[]] = [[], []]
  for (const each of covered) (covers(since, each.received, policy) ? gone : left).push(each)
  const isSettled = left.length === 0 || isBorne || isBorneOut(left)
  // of what failed, only what came later says how it goes on
  const isReopened = added.length > rows.length && rows.every(({ step }) => step === 'failed')
  const otherwise = left.filter(
    (each) => isSettled && (isReopened || rows.every((row) => isOtherwise(each, row, added))),
  )
  return {
    counts: isSettled ? added : [...added, ...left],
    kept: [...added, ...left],
    overruled: [...gone, ...otherwise],
    isContradicted: !isSettled,
  }
}

/** Settles what is about one thing by the rows of its actions. */
export const settle = (settling: Settling, kind: Row['kind'], about: readonly Report[]): Left => {
  const rows = about.filter(isOfLast)
  const isBorneOut = (reports: readonly Report[]): boolean =>
    rows.length > 0 && rows.every((row) => bearsOut(settling, row, reports))
  return settleBy(settling, about, isBorneOut, saysOf(kind, actionsIn(about)))
}
