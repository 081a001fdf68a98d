/** The values that a doubt about money has compared. */
import type { Compared } from '../../../src/contract/finding.ts'
import { compare, namedFirst } from '../../../src/words/data/lists.ts'
import type { MethodMoney } from './money-messages.ts'
import { isOfLast, type MoneyReport } from './reports.ts'

/** The different values in a list, the first ones in order, as one value to compare; null if there is none. */
export const listed = (values: readonly (string | number | null | undefined)[]): string | null => {
  const named = [...new Set(values.flatMap((each) => each ?? []))].sort(inOrder)
  return named.length === 0 ? null : namedFirst(named)
}

const inOrder = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b))

interface Of {
  readonly method: Pick<MethodMoney, 'currency'>
}

/** What reports say of one thing: each step with each amount that they name for it. */
const saidBy = (reports: readonly MoneyReport[]): string =>
  listed(reports.map(({ step, amount }) => (amount === null ? step : `${step} ${amount}`))) ??
  'nothing'

/** Amounts that reports name of one thing, and how far they lie apart. */
export const amountsIn = ({ method }: Of, reports: readonly MoneyReport[]): Compared => {
  const amounts = reports.flatMap(({ amount }) => amount ?? []).sort((a, b) => a - b)
  const by = (amounts.at(-1) ?? 0) - (amounts[0] ?? 0)
  return { named: saidBy(reports), by, currency: method.currency }
}

/** The currency of a payment, and the others that reports name. */
export const currenciesIn = ({ method }: Of, reports: readonly MoneyReport[]): Compared => ({
  currency: method.currency,
  named: listed(
    reports.map(({ isForeign, data }) => (isForeign ? String(data['currency']) : null)),
  ),
})

/** What messages say of one thing, and what the last list says. */
export const listAgainst = ({ method }: Of, about: readonly MoneyReport[]): Compared => ({
  messages: saidBy(about.filter(({ role }) => role === 'report')),
  list: saidBy(about.filter(isOfLast)),
  currency: method.currency,
})

/** More than was captured: how much, and by how much more. */
export const moreThan = ({ method }: Of, captured: number, gone: Compared): Compared => {
  const [most = 0] = Object.values(gone)
  return { captured, ...gone, by: Number(most) - captured, currency: method.currency }
}

/** What a person has stated of a part of the money, and what reports say. */
export const wordAgainst = (
  { method }: Of,
  { amount, asOf }: { readonly amount: number; readonly asOf: string },
  reports: readonly MoneyReport[],
): Compared => ({
  ...{ stated: amount, statedAsOf: asOf, messages: saidBy(reports) },
  ...{ messageAt: listed(reports.map(({ happened }) => happened)), currency: method.currency },
})
