/** Captures: one for each action id. A message without one is about the only one, and of several about none. */
import type { Compared } from '../../../src/contract/finding.ts'
import { isInferred } from '../../../src/event/envelope.ts'
import { NONE, sortedBy } from '../../../src/words/data/lists.ts'
import { total } from '../../../src/words/money.ts'
import { earlier, type Instant, shift } from '../../../src/words/time/instant.ts'
import { askList } from '../doubts.ts'
import { type LeftReports, rowsOf, sameSince, settle } from './lists.ts'
import type { AmountWord, Settling } from './money-messages.ts'
import {
  differ,
  firstOf,
  isDone,
  isOfLast,
  isRow,
  type MoneyReport,
  mostOf,
  overrule,
  type Thing,
  thingsIn,
} from './reports.ts'
import { afterWord, doubtThing, doubtWord, listed } from './thing-doubts.ts'

/** None of several captures is meant by what is `silent` on its action. `since`: the first receipt. */
export interface Captures {
  readonly total: number
  readonly since: Instant | null
  readonly silent: readonly MoneyReport[]
}

interface SettledCapture extends Thing, LeftReports {
  readonly amount: number | null
  readonly done: readonly MoneyReport[]
}

const keyOf = (id: string): string => (id === '' ? 'payment_captured' : `payment_captured:${id}`)

/** What is about captures, by action id; '' where none is known. */
const thingsOf = (settling: Settling) => {
  const { captures, words } = settling
  const nameless = captures.filter(({ actionId }) => actionId === null)
  const named = thingsIn(
    captures.filter(({ actionId }) => actionId !== null),
    ({ actionId }) => String(actionId),
  )
  const counting = named.filter(({ about }) => settle(settling, about).counts.length > 0)
  if (counting.length > 1) return { things: named, silent: nameless }
  // what look-ups show after a person's word is judged by the number
  const own = nameless.filter(
    ({ event, isSettled }) => words.captured === null || isSettled || !isInferred(event),
  )
  const [{ id, about, requests } = { id: '', about: [], requests: [] }] = counting
  const others = named.filter((each) => each.id !== id)
  return { things: [...others, { id, about: [...about, ...own], requests }], silent: [] }
}

// a copy by spreads would be felt in each short fold
const captureOf = (settling: Settling, { id, about, requests }: Thing): SettledCapture => {
  const { counts, kept, isContradicted } = settle(settling, about)
  const counting = counts.filter(isDone)
  const isOfLists = counting.length > 0 && settling.last !== null
  const done = isOfLists ? [...kept, ...about.filter(isRow)].filter(isDone) : counting
  const amount = mostOf(counting) ?? settling.amount
  return { id, about, requests, counts, kept, isContradicted, amount, done }
}

/** Whether captures are several, or one that is in part, of an unknown amount, or not the payment's. */
const isOdd = (captures: readonly SettledCapture[], whole: number | null): boolean =>
  captures.length > 1 ||
  captures.some(
    ({ amount, counts }) =>
      amount === null ||
      (whole !== null && amount !== whole) ||
      counts.some((each) => isDone(each) && each.data['partlyCaptured'] === true),
  )

const wholeAgainst = (
  { amount: whole, method }: Settling,
  captures: readonly SettledCapture[],
): Compared => {
  const captured = total(captures.map(({ amount }) => amount ?? 0))
  const by = whole === null ? null : Math.abs(captured - whole)
  return { amount: whole, captured, captures: captures.length, by, currency: method.currency }
}

/** Whether the last list shows a capture, as a report does that it covers, or the lists before. */
const isReportedTwice = (settling: Settling, { about, amount }: SettledCapture): boolean => {
  const { amount: whole } = settling
  const saying = about.filter((each) => {
    const named = each.amount ?? (whole === null && !isOfLast(each) ? amount : null)
    return isDone(each) && amount !== null && named === amount
  })
  const isBefore = saying.some(({ role, isCovered }) => role === 'report' && isCovered)
  return saying.some(isOfLast) && (isBefore || sameSince(settling, rowsOf(about)) !== undefined)
}

/** The ends that did not happen before a capture by more than the clock tolerance. */
const endsSince = ({ ends, policy }: Settling, capturedAt: Instant): readonly MoneyReport[] =>
  ends.filter(({ happened }) => shift(happened, policy.clockToleranceSeconds) > capturedAt)

const doubtEnds = (settling: Settling, captures: readonly SettledCapture[]): void => {
  if (settling.ends.length === 0) return
  const done = captures.flatMap((each) => each.done)
  const at = firstOf(done.map(({ happened }) => happened))
  if (at === null) return
  const late = endsSince(settling, at).filter(
    (end) => done.some(({ received }) => received <= end.received) && !end.isCovered,
  )
  const key = late.at(-1)?.event.type
  if (key === undefined) return
  const compared = { endedAt: listed(late.map(({ happened }) => happened)), capturedAt: at }
  askList(settling, { code: 'Superseded', key, compared }, [...late, ...done])
}

/** Finds what is still open by a later list, though a person says that it was captured. */
const stillOpen =
  ({ amount }: AmountWord) =>
  ({ step }: MoneyReport, known: readonly MoneyReport[]): boolean =>
    amount > 0 && step === 'open' && known.every((each) => each.step !== step)

const againstWord = (settling: Settling, word: AmountWord): void => {
  const { captures, ends } = settling
  const lookUps = captures.filter(
    (each) =>
      !each.isSettled &&
      isInferred(each.event) &&
      !isRow(each) &&
      (word.amount <= 0 || each.isForeign || ![null, word.amount].includes(each.amount)),
  )
  doubtWord(settling, 'captured', keyOf(''), lookUps)
  if (word.amount <= 0) return
  const known = new Set(ends.flatMap(({ isSettled, event }) => (isSettled ? event.type : [])))
  const before = captures.filter(({ isSettled }) => isSettled)
  const at = before.map(({ happened }) => happened).reduce(earlier, word.asOf)
  const late = endsSince(settling, at).filter((end) => !end.isSettled && !known.has(end.event.type))
  doubtWord(settling, 'captured', keyOf(''), late)
}

const doubtCaptures = (
  settling: Settling,
  settled: readonly SettledCapture[],
  first: SettledCapture | undefined,
): void => {
  for (const each of settled) {
    const { id, about, counts, isContradicted } = each
    const entityId = id === (first ?? each).id ? '' : id
    for (const report of about) report.entityId = entityId
    const foreign = counts.some(({ isForeign }) => isForeign) ? about : NONE
    const differing = differ(counts, 'done') ? counts.filter(isDone) : NONE
    doubtThing(settling, { key: keyOf(entityId), about, isContradicted, foreign, differing })
  }
}

/** When money was first received, as a person or a report says. */
const sinceOf = (word: AmountWord | null, captures: readonly SettledCapture[]): Instant | null => {
  let since = word !== null && word.amount > 0 ? word.asOf : null
  for (const { done } of captures) {
    for (const { received } of done) since = earlier(received, since ?? received)
  }
  return since
}

/** The captures of a payment. */
export const capturesOf = (settling: Settling): Captures => {
  const { captures, amount: whole, words } = settling
  const word = words.captured
  const { things, silent } = thingsOf(settling)
  const isAnew = word === null ? undefined : stillOpen(word)
  const settled = afterWord(settling, 'captured', things, keyOf, isAnew).map((each) =>
    captureOf(settling, each),
  )
  overrule(word === null ? silent : captures)
  if (word !== null) againstWord(settling, word)
  const counting = sortedBy(
    settled.filter(({ done }) => done.length > 0),
    ({ done, id }) => `${firstOf(done.map(({ happened }) => happened))} ${id}`,
  )
  if (isOdd(counting, whole) && !counting.every((each) => isReportedTwice(settling, each))) {
    const about = counting.flatMap((each) => each.about)
    const compared = wholeAgainst(settling, counting)
    askList(settling, { code: 'CapturedDiffers', key: keyOf(''), compared }, about)
  }
  doubtCaptures(settling, settled, counting[0])
  doubtEnds(settling, counting)
  const sum = total([word?.amount ?? 0, ...counting.map(({ amount }) => amount ?? 0)])
  return { total: sum, since: sinceOf(word, counting), silent }
}
