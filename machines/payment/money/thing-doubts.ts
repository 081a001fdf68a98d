/** The doubts that any capture, refund or taking may be in, and the values that they compare. */
import type { Compared } from '../../../src/contract/finding.ts'
import { compare, namedFirst } from '../../../src/words/data/lists.ts'
import { askList } from '../doubts.ts'
import type { Settling } from './money-messages.ts'
import { amountsOf, isOfLast, type MoneyReport } from './reports.ts'

const inOrder = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b))

/** The different values in a list, the first ones in order, as one value to compare; null if there is none. */
export const listed = (values: readonly (string | number | null | undefined)[]): string | null => {
  const named = [...new Set(values.flatMap((each) => each ?? []))].sort(inOrder)
  return named.length === 0 ? null : namedFirst(named)
}

/** What reports say of one thing: each step with each amount that they name for it. */
export const saidBy = (reports: readonly MoneyReport[]): string =>
  listed(reports.map(({ step, amount }) => (amount === null ? step : `${step} ${amount}`))) ??
  'nothing'

/** The currency of a payment, and the others that reports name. */
export const currenciesIn = ({ method }: Settling, reports: readonly MoneyReport[]): Compared => ({
  currency: method.currency,
  named: listed(reports.map(({ isForeign, data }) => (isForeign ? `${data['currency']}` : null))),
})

/** More than was captured: how much, and by how much more. */
export const moreThan = ({ method }: Settling, captured: number, gone: Compared): Compared => {
  const [most = 0] = Object.values(gone)
  return { captured, ...gone, by: Number(most) - captured, currency: method.currency }
}

/**
 * Raises the doubts about one thing: the last list does not bear its messages out, though it may have no
 * row of it; messages name another currency; or `differing` ones name other amounts than each other.
 */
export const doubtThing = (
  settling: Settling,
  {
    key,
    about,
    isContradicted,
    foreign,
    differing,
  }: {
    readonly key: string
    readonly about: readonly MoneyReport[]
    readonly isContradicted: boolean
    readonly foreign: readonly MoneyReport[]
    readonly differing: readonly MoneyReport[]
  },
  ask = askList,
): void => {
  const { last, method } = settling
  const { currency } = method
  if (isContradicted) {
    const messages = saidBy(about.filter(({ role }) => role === 'report'))
    const compared = { messages, list: saidBy(about.filter(isOfLast)), currency }
    const all = last === null ? about : [...about, last]
    askList(settling, { code: 'StatementDiffers', key, compared }, all)
  }
  if (foreign.length > 0) {
    ask(settling, { code: 'OtherCurrency', key, compared: currenciesIn(settling, foreign) }, about)
  }
  if (differing.length > 0) {
    const amounts = amountsOf(differing)
    const by = Math.max(...amounts) - Math.min(...amounts)
    const compared = { named: saidBy(differing), by, currency }
    ask(settling, { code: 'Disagreement', key, compared }, about)
  }
}
