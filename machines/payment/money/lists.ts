/** What lists settle about one capture, refund or taking: whether they bear out its reports. */
import type { List, Settling } from './money-messages.ts'
import { isDone, isOfLast, type MoneyReport, mostOf } from './reports.ts'

/**
 * What is left of the reports of one thing. `counts` are those that count, the row among them; `kept`
 * also those that the row has replaced and bears out; what says otherwise is overruled.
 * `isContradicted`: the last list does not bear the reports out, and no second one says so.
 */
export interface LeftReports {
  readonly counts: readonly MoneyReport[]
  readonly kept: readonly MoneyReport[]
  readonly isContradicted: boolean
}

/** What is left where no list says anything: all. */
export const allLeft = (about: readonly MoneyReport[]): LeftReports => ({
  counts: about,
  kept: about,
  isContradicted: false,
})

/** Whether the last list covers a report. */
export const isCovered = (
  { last }: Settling,
  { received }: Pick<MoneyReport, 'received'>,
): boolean => last !== null && received <= last.covers

type ListReading = (list: List) => string

/** What a list says of the actions that reports name. */
export const rowsOf = (about: readonly MoneyReport[]): ListReading => {
  const kind = about[0]?.about
  const actions = new Set(about.map(({ actionId }) => actionId))
  return ({ rows }) =>
    rows
      .filter((row) => row.about === kind && actions.has(row.actionId))
      .map(({ step, amount }) => `${step} ${amount}`)
      .sort()
      .join()
}

/**
 * The last list that was asked for at least the lag before the last one of all, and since which all
 * lists say the same of something.
 */
export const sameSince = ({ lists, last }: Settling, says: ListReading): List | undefined => {
  if (last === null) return undefined
  const whole = lists.filter(({ isWhole }) => isWhole)
  const said = says(last)
  return whole
    .slice(whole.findLastIndex((list) => says(list) !== said) + 1)
    .findLast(({ askedAt }) => askedAt <= last.covers)
}

/** Whether reports say how a thing ended, and whether they say so of a step. */
export const reportEnd = (
  reports: readonly MoneyReport[],
  step: MoneyReport['step'] | null,
): boolean => reports.some((each) => each.step !== 'open' && (step === null || each.step === step))

/** What a row is of: a capture whose amount it does not name is of the payment's. */
const amountOf = ({ amount: whole }: Settling, { amount, about }: MoneyReport): number | null =>
  amount ?? (about === 'captures' ? whole : null)

const mayLackFee = ({ method }: Settling, row: MoneyReport): boolean =>
  method.mayCostFee && row.about === 'refunds' && isDone(row)

/**
 * Whether a row bears reports out: its step is an end that they name, or they name none; and its amount
 * is one that they name for that step, else for any. What failed may have any amount. Less than asked
 * is a fee, where there may be one, unless a report says how it ended.
 */
const bearsOut = (
  settling: Settling,
  row: MoneyReport,
  reports: readonly MoneyReport[],
): boolean => {
  const isEnded = reportEnd(reports, null)
  if (isEnded && !reportEnd(reports, row.step)) return false
  if (row.step === 'failed') return true
  const step = mostOf(reports, row.step) === null ? null : row.step
  const most = mostOf(reports, step)
  if (most === null) return true
  const amount = amountOf(settling, row)
  if (amount === null) return false
  return (
    (!isEnded && amount < most && mayLackFee(settling, row)) ||
    reports.some((each) => (step === null || each.step === step) && each.amount === amount)
  )
}

/** Whether a report says otherwise than the row that bears it out, and what came later. */
const isOtherwise = (
  settling: Settling,
  { amount, isForeign, step }: MoneyReport,
  row: MoneyReport,
  counts: readonly MoneyReport[],
): boolean => {
  if (isForeign || step !== row.step) return isForeign || step !== 'open'
  const named = mostOf(counts, step) ?? amountOf(settling, row)
  return (
    amount !== null &&
    named !== null &&
    named !== amount &&
    !counts.some((each) => each.step === step && each.amount === amount)
  )
}

/**
 * Settles reports by what lists say: what the last list bears out is replaced, and so is what a list
 * covers since which all lists say the same; the rest is added.
 */
export const settleBy = (
  settling: Settling,
  about: readonly MoneyReport[],
  isBorneOut: (reports: readonly MoneyReport[]) => boolean,
  says: ListReading,
): LeftReports => {
  const rows = about.filter(isOfLast)
  const current = about.filter(({ role }) => role === 'report')
  const covered = current.filter((each) => isCovered(settling, each))
  const added = [...rows, ...current.filter((each) => !isCovered(settling, each))]
  if (covered.length === 0) return allLeft(added)
  const isBorne = isBorneOut(covered)
  const until = isBorne ? undefined : sameSince(settling, says)?.covers
  const isGone = ({ received }: MoneyReport): boolean => until !== undefined && received <= until
  const left = covered.filter((each) => !isGone(each))
  const isSettled = left.length === 0 || isBorne || isBorneOut(left)
  // of what failed, only what came later says how it goes on
  const isReopened = added.length > rows.length && rows.every(({ step }) => step === 'failed')
  const isReplaced = (each: MoneyReport): boolean =>
    isReopened || rows.every((row) => isOtherwise(settling, each, row, added))
  for (const each of covered) each.isOverruled = isGone(each) || (isSettled && isReplaced(each))
  return {
    counts: isSettled ? added : [...added, ...left],
    kept: [...added, ...left],
    isContradicted: !isSettled,
  }
}

/** Settles what is about one thing by the rows of its actions; `all` also has the rows of earlier lists. */
export const settle = (
  settling: Settling,
  about: readonly MoneyReport[],
  all = about,
): LeftReports => {
  if (settling.last === null) return allLeft(about)
  const rows = about.filter(isOfLast)
  const isBorneOut = (reports: readonly MoneyReport[]): boolean =>
    rows.length > 0 && rows.every((row) => bearsOut(settling, row, reports))
  return settleBy(settling, about, isBorneOut, rowsOf(all))
}
