/** The doubts that any capture, refund or taking may be in, also after a person's word about its part. */
import type { Compared } from '../../../src/contract/finding.ts'
import { compare, greatest, least, namedFirst } from '../../../src/words/data/lists.ts'
import { askList, askPerson } from '../doubts.ts'
import type { AmountWord, Part, Settling } from './money-messages.ts'
import {
  amountsOf,
  isNameless,
  isOfLast,
  type MoneyReport,
  overrule,
  type Thing,
} from './reports.ts'

const inOrder = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b))

/** The different values in a list, the first ones in order, as one value to compare; null if there is none. */
export const listed = (values: readonly (string | number | null | undefined)[]): string | null => {
  const named = [...new Set(values.flatMap((each) => each ?? []))].sort(inOrder)
  return named.length === 0 ? null : namedFirst(named)
}

const saidBy = (reports: readonly MoneyReport[]): string =>
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

/** What may be in doubt of a thing: a list, currencies, or the amounts that `differing` messages name. */
interface Doubtful {
  readonly key: string
  readonly about: readonly MoneyReport[]
  readonly isContradicted: boolean
  readonly foreign: readonly MoneyReport[]
  readonly differing: readonly MoneyReport[]
}

/** Raises the doubts about one thing. That a list contradicts its messages is always a list's to settle. */
export const doubtThing = (
  settling: Settling,
  { key, about, isContradicted, foreign, differing }: Doubtful,
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
    const by = (greatest(amounts) ?? 0) - (least(amounts) ?? 0)
    const compared = { named: saidBy(differing), by, currency }
    ask(settling, { code: 'Disagreement', key, compared }, about)
  }
}

// after a person's word -------------------------------------------------------
/** Whether the number holds what a message says of a thing of which others were received before. */
const saysNoMore = (
  report: MoneyReport,
  known: readonly MoneyReport[],
  stated: number | null,
): boolean =>
  known.some(
    ({ step, amount, isForeign }) =>
      (step === report.step || report.step === 'open') &&
      isForeign === report.isForeign &&
      (report.amount === null || report.amount === amount || report.amount === stated),
  )

/** Raises that messages contradict what a person has stated of a part, if anything, or may be in it. */
export const doubtWord = (
  settling: Settling,
  part: Part,
  key: string,
  reports: readonly MoneyReport[],
  about = reports,
): void => {
  const word = settling.words[part]
  if (word === null) return
  const compared = {
    ...{ stated: word.amount, statedAsOf: word.asOf, messages: saidBy(reports) },
    messageAt: listed(reports.map(({ happened }) => happened)),
    currency: settling.method.currency,
  }
  askPerson(settling, { code: 'AfterReview', key, compared }, about)
}

/** Whether a message says when something began: one that it failed, or how a dispute went on, does not. */
const saysWhen = ({ about, isTimed, step, data }: MoneyReport): boolean => {
  const isLater = data['movesNothing'] === true || data['disputeStatus'] === 'arbitration_lost'
  return about === 'requests' || (isTimed && step !== 'failed' && !isLater)
}

/** Whether some message says when it began, and no time that is known is before a person's word. */
const happenedAfter = ({ asOf }: AmountWord, reports: readonly MoneyReport[]): boolean => {
  const timed = reports.filter(({ isTimed, about }) => isTimed || about === 'requests')
  return timed.some(saysWhen) && timed.every(({ happened }) => happened > asOf)
}

/**
 * The things that count after a person's word. The number holds a thing of which something was
 * received by then. Of others, a refund or taking that happened later adds, and so does what names no
 * thing; any may be in the number already, and is in doubt. `isAnew`: what a message says of a thing is
 * new, whatever it repeats.
 */
export const afterWord = (
  settling: Settling,
  part: Part,
  things: readonly Thing[],
  keyOf: (id: string) => string,
  isAnew: (report: MoneyReport, known: readonly MoneyReport[]) => boolean = () => false,
): readonly Thing[] => {
  const word = settling.words[part]
  if (word === null) return things
  const knownIn = ({ about }: Thing) => about.filter(({ isSettled }) => isSettled)
  const isOnly = things.filter((thing) => knownIn(thing).length > 0).length === 1
  return things.filter((thing) => {
    const { id, about, requests } = thing
    const known = knownIn(thing)
    const later = about.filter(({ isSettled, role }) => !isSettled && role !== 'past')
    const isLater = happenedAfter(word, [...later, ...requests])
    const isAdded = part !== 'captured' && (isNameless(thing) || isLater)
    if (known.length === 0 && isAdded) return true
    overrule(about)
    const stated = isOnly ? word.amount : null
    if (later.some((each) => !saysNoMore(each, known, stated) || isAnew(each, known)))
      doubtWord(settling, part, keyOf(id), later, about)
    return false
  })
}
