/** What a person's word replaces: everything that was received by then about what it states. */
import { askPerson } from '../doubts.ts'
import type { AmountWord, Part, Settling } from './money-messages.ts'
import { isNameless, type MoneyReport, overrule, type Thing } from './reports.ts'
import { listed, saidBy } from './thing-doubts.ts'

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

/** Whether a thing happened after a person's word: some time is known, a command's or another, and none is before it. */
const happenedAfter = ({ asOf }: AmountWord, reports: readonly MoneyReport[]): boolean => {
  const timed = reports.filter(({ isTimed, about }) => isTimed || about === 'requests')
  return timed.length > 0 && timed.every(({ happened }) => happened > asOf)
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
    const since = [...later, ...requests.filter(({ isSettled }) => !isSettled)]
    const isAdded = part !== 'captured' && (isNameless(thing) || happenedAfter(word, since))
    if (known.length === 0 && isAdded) return true
    overrule(about)
    const stated = isOnly ? word.amount : null
    if (later.some((each) => !saysNoMore(each, known, stated) || isAnew(each, known)))
      doubtWord(settling, part, keyOf(id), later, about)
    return false
  })
}
