/** What messages say of a payment's money, and what a list, a look-up or a person settles of it. */
export {
  allLeft,
  isCovered,
  type Left,
  rowsOf,
  sameSince,
  settle,
  settleBy,
  tellEnd,
  withList,
} from './lists.ts'
export { type Method, type Settling, settlingOf } from './reading.ts'
export {
  differ,
  firstOf,
  isDone,
  isOfLast,
  isRow,
  mostOf,
  overrule,
  ownNames,
  type Report,
  type Thing,
  textOf,
  thingsIn,
  valuesBy,
} from './reports.ts'
export {
  afterWord,
  doubtCurrency,
  happenedAfter,
  isSettledBy,
  lastWord,
  type Word,
} from './review.ts'
