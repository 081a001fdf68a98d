/** What messages say of a payment's money, and what a list, a look-up or a person settles of it. */
export {
  amountsIn,
  currenciesIn,
  listAgainst,
  listed,
  moreThan,
  saidBy,
  wordAgainst,
} from './compared.ts'
export {
  allLeft,
  isCovered,
  type LeftReports,
  reportEnd,
  rowsOf,
  sameSince,
  settle,
  settleBy,
  withList,
} from './lists.ts'
export { type MethodMoney, type Settling, settlingOf } from './money-messages.ts'
export {
  differ,
  firstOf,
  isDone,
  isOfLast,
  isRow,
  type MoneyReport,
  mostOf,
  overrule,
  ownNames,
  type Thing,
  textOf,
  thingsIn,
  valuesBy,
} from './reports.ts'
export {
  type AmountWord,
  afterWord,
  doubtCurrency,
  happenedAfter,
  isSettledBy,
  lastWord,
} from './review.ts'
