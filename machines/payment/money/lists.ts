/** What lists settle about one capture, refund or taking: whether they bear out its reports. */
import { NONE } from '../../../src/words/data/lists.ts'
import type { List, Settling } from './money-messages.ts'
import { amountsOf, bearsOut, isOfLast, type MoneyReport } from './reports.ts'

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

/** What a list says of something; null if nobody can tell. */
type ListReading = (list: List) => string | null

/** What a list says of the actions that reports name: '' if it surely has none of them. */
export const rowsOf = (about: readonly MoneyReport[]): ListReading => {
  const kind = about[0]?.about
  const actions = new Set(about.map(({ actionId }) => actionId))
  return ({ rows, isStrange }) => {
    const shown = rows.filter((row) => row.about === kind && actions.has(row.actionId))
    if (shown.length === 0 && isStrange) return null
    return shown
      .map(({ step, amount }) => `${step} ${amount}`)
      .sort()
      .join()
  }
}

/** The last list asked for at least the lag before the last of all, since which all say the same. */
export const sameSince = ({ lists, last }: Settling, says: ListReading): List | undefined => {
  const said = last === null ? null : says(last)
  if (last === null || said === null) return undefined
  const whole = lists.filter(({ isWhole }) => isWhole)
  return whole
    .slice(whole.findLastIndex((list) => says(list) !== said) + 1)
    .findLast((list) => list !== last && list.askedAt <= last.covers)
}

const isOtherwise = (
  { amount, isForeign, step, about }: MoneyReport,
  row: MoneyReport,
  counts: readonly MoneyReport[],
): boolean => {
  // a refund is open before it is done, and what is taken is gone at once
  const isTaken = about === 'takings' && step !== 'failed' && row.step !== 'failed'
  if (isForeign || (step !== row.step && !isTaken)) return isForeign || step !== 'open'
  const named = amountsOf(counts, isTaken ? null : step)
  return amount !== null && named.length > 0 && !named.includes(amount)
}

/** Of the reports that a row bears out and names no amount for, those that tell it; what failed needs none. */
const amountsFor = (
  rows: readonly MoneyReport[],
  reports: readonly MoneyReport[],
): readonly MoneyReport[] => {
  const silent = rows.filter(({ amount, step }) => amount === null && step !== 'failed')
  return silent.length === 0
    ? NONE
    : reports.filter(({ step }) => step === 'open' || silent.some((row) => row.step === step))
}

/** What the last list bears out is replaced, and what a list covers since which all lists say the same. */
export const settleBy = (
  settling: Settling,
  about: readonly MoneyReport[],
  isBorneOut: (reports: readonly MoneyReport[]) => boolean,
  says: ListReading,
): LeftReports => {
  const rows = about.filter(isOfLast)
  const current = about.filter(({ role }) => role === 'report')
  const covered = current.filter(({ isCovered }) => isCovered)
  const added = [...rows, ...current.filter(({ isCovered }) => !isCovered)]
  if (covered.length === 0) return allLeft(added)
  const isBorne = isBorneOut(covered)
  const until = isBorne ? undefined : sameSince(settling, says)?.covers
  const isGone = ({ received }: MoneyReport): boolean => until !== undefined && received <= until
  const left = covered.filter((each) => !isGone(each))
  const isSettled = left.length === 0 || isBorne || isBorneOut(left)
  const settled = [...added, ...amountsFor(rows, left)]
  // of what failed, only what came later says how it goes on
  const isReopened = added.length > rows.length && rows.every(({ step }) => step === 'failed')
  const isReplaced = (each: MoneyReport): boolean =>
    isReopened || rows.every((row) => isOtherwise(each, row, settled))
  for (const each of covered) each.isOverruled = isGone(each) || (isSettled && isReplaced(each))
  const kept = [...added, ...left]
  return { counts: isSettled ? settled : kept, kept, isContradicted: !isSettled }
}

/** Settles what is about one thing by the rows of its actions. */
export const settle = (settling: Settling, about: readonly MoneyReport[]): LeftReports => {
  if (settling.last === null) return allLeft(about)
  const rows = about.filter(isOfLast)
  const isBorneOut = (reports: readonly MoneyReport[]): boolean =>
    rows.length > 0 && rows.every((row) => bearsOut(row, reports, settling.method.mayCostFee))
  return settleBy(settling, about, isBorneOut, rowsOf(about))
}
