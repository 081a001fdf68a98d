/** What a person's word replaces: everything that was received by then about what it states. */
import { askPerson } from '../doubts.ts'
import type { AmountWord, Part, Settling } from './money-messages.ts'
import { type MoneyReport, overrule, type Thing } from './reports.ts'
import { listed, saidBy } from './thing-doubts.ts'

/** Whether a person's word settles a message: it was received by then. */
export const isSettledBy = (
  word: AmountWord | null,
  { received }: Pick<MoneyReport, 'received'>,
): boolean => word !== null && received <= word.asOf

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

/** Raises that messages contradict a person's word, or may be part of it. */
export const doubtWord = (
  settling: Settling,
  word: AmountWord,
  key: string,
  reports: readonly MoneyReport[],
  about = reports,
): void => {
  const compared = {
    ...{ stated: word.amount, statedAsOf: word.asOf, messages: saidBy(reports) },
    messageAt: listed(reports.map(({ happened }) => happened)),
    currency: settling.method.currency,
  }
  askPerson(settling, { code: 'AfterReview', key, compared }, about)
}

/**
 * The things that count after a person's word. The number holds a thing of which something was
 * received by then. Of others, one that `isNew` adds; any may be in the number already, and is in
 * doubt. `isAnew`: what a message says of a thing is new, whatever it repeats.
 */
export const afterWord = (
  settling: Settling,
  part: Part,
  things: readonly Thing[],
  keyOf: (id: string) => string,
  {
    isNew = () => false,
    isAnew = () => false,
  }: {
    readonly isNew?: (thing: Thing, later: readonly MoneyReport[]) => boolean
    readonly isAnew?: (report: MoneyReport, known: readonly MoneyReport[]) => boolean
  } = {},
): readonly Thing[] => {
  const word = settling.words[part]
  if (word === null) return things
  const isKnown = (report: MoneyReport): boolean => isSettledBy(word, report)
  const isOnly = things.filter(({ about }) => about.some(isKnown)).length === 1
  return things.filter((thing) => {
    const { id, about } = thing
    const known = about.filter(isKnown)
    const later = about.filter((each) => !isKnown(each) && each.role !== 'past')
    if (known.length === 0 && isNew(thing, later)) return true
    overrule(about)
    const stated = isOnly ? word.amount : null
    if (later.some((each) => !saysNoMore(each, known, stated) || isAnew(each, known)))
      doubtWord(settling, word, keyOf(id), later, about)
    return false
  })
}

/** Whether a thing happened after a person's word: some time is known, a command's or another, and none is before it. */
export const happenedAfter = ({ asOf }: AmountWord, reports: readonly MoneyReport[]): boolean => {
  const timed = reports.filter(({ isTimed, about }) => isTimed || about === 'requests')
  return timed.length > 0 && timed.every(({ happened }) => happened > asOf)
}
