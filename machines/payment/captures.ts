/** Captures: one for each action id. A message without one is about the only one, and of several about none. */
import { isInferred } from '../../src/fold/infer.ts'
import type { Instant } from '../../src/words/instant.ts'
import { addTo, compare } from '../../src/words/lists.ts'
import { total } from '../../src/words/money.ts'
import { askList, askPerson, type Doubt, type Part } from './doubt.ts'
import { endsSince, firstOf, superseded } from './ends.ts'
import { dataOf, isRow, type Report } from './reports.ts'
import { afterWord, isSettledBy, lastWord, type Word } from './review.ts'
import {
  amountsIn,
  type Left,
  most,
  type Settling,
  sameSince,
  saysOf,
  settle,
  withList,
} from './statements.ts'

/** What the captures of a payment come to. */
export interface Captures extends Part {
  readonly total: number
  readonly isKnown: boolean
  /** When the messages by which it is known were received. */
  readonly received: readonly Instant[]
}

/** One capture that counts. */
interface Capture {
  readonly id: string
  readonly about: readonly Report[]
  readonly amount: number | null
  readonly isInPart: boolean
  readonly isToldTwice: boolean
  /** All messages that say that it was made. */
  readonly done: readonly Report[]
}

const keyOf = (id: string): string => (id === '' ? 'payment_captured' : `payment_captured:${id}`)

const isDone = ({ step }: Report): boolean => step === 'done'

/** The reports that bear an action id, by that id. */
const byAction = (reports: readonly Report[]): Map<string, Report[]> => {
  const found = new Map<string, Report[]>()
  for (const each of reports) if (each.actionId !== null) addTo(found, each.actionId, each)
  return found
}

/** Sorts what is about captures by action id; '' where none is known. Of several, none is meant without one. */
const thingsOf = (settling: Settling, word: Word | null) => {
  const { captures, rows } = settling.reports
  const all = [...captures, ...rows.filter(({ kind }) => kind === 'capture')]
  const things = byAction(all)
  const counting = [...things].filter(
    ([, about]) => settle(settling, 'capture', about).counts.length > 0,
  )
  const nameless = all.filter(({ actionId }) => actionId === null)
  if (counting.length > 1) return { all, things, silent: nameless }
  // what look-ups show after a person's word is judged by the number
  const own = nameless.filter(
    (each) => word === null || !isInferred(each.event) || isSettledBy(word, each),
  )
  const [id = ''] = counting[0] ?? []
  if (own.length > 0) things.set(id, [...(things.get(id) ?? []), ...own])
  return { all, things, silent: [] }
}

/** A capture, as far as its messages count; null if they do not. */
const captureOf = (
  settling: Settling,
  id: string,
  about: readonly Report[],
  { counts, kept }: Left,
): Capture | null => {
  const { reports, isCovered } = settling
  const done = counts.filter(isDone)
  if (done.length === 0) return null
  const amount = most(amountsIn(done)) ?? reports.amount
  const isListed = about.some(
    (each) => each.role === 'row' && isDone(each) && (each.amount ?? reports.amount) === amount,
  )
  const isBefore = about.some(
    (each) =>
      each.role === 'report' &&
      isCovered(each) &&
      isDone(each) &&
      (each.amount === amount || (each.amount === null && reports.amount === null)),
  )
  const isToldTwice =
    amount !== null &&
    isListed &&
    (isBefore || sameSince(settling, saysOf('capture', new Set([id]))) !== undefined)
  const isInPart = done.some(({ event }) => dataOf(event)['partlyCaptured'] === true)
  const shown = [...new Set([...kept, ...about.filter(isRow)])].filter(isDone)
  return { id, about, amount, isInPart, isToldTwice, done: shown }
}

/** Whether captures are several, or one that is in part, of an unknown amount, or not the payment's. */
const isOdd = (captures: readonly Capture[], whole: number | null): boolean =>
  captures.length > 1 ||
  captures.some(
    ({ amount, isInPart }) => amount === null || isInPart || (whole !== null && amount !== whole),
  )

/** Look-ups and ends after a person's word that contradict the number. */
const againstWord = (
  settling: Settling,
  word: Word,
  captures: readonly Report[],
): readonly Doubt[] => {
  const { ends } = settling.reports
  const isLater = (each: Report): boolean => !isSettledBy(word, each)
  const lookUps = captures.filter(
    (each) =>
      isLater(each) &&
      isInferred(each.event) &&
      !isRow(each) &&
      (word.amount <= 0 || each.isForeign || ![null, word.amount].includes(each.amount)),
  )
  const known = new Set(ends.filter((end) => !isLater(end)).map(({ event }) => event.type))
  const before = captures.filter((each) => !isLater(each))
  const late = endsSince(settling, firstOf([...before, { happened: word.asOf }]) ?? word.asOf)
  const against = word.amount > 0 ? late : []
  return [lookUps, against.filter((end) => isLater(end) && !known.has(end.event.type))].flatMap(
    (all) => askPerson(keyOf(''), all, { AfterReview: true }),
  )
}

/** The captures that a person has stated. */
const statedCaptures = (
  settling: Settling,
  word: Word,
  { all, things }: ReturnType<typeof thingsOf>,
): Captures => {
  const after = afterWord(word, things, { isNew: () => false, keyOf })
  return {
    entities: new Map(all.map(({ event }) => [event, ''] as const)),
    overruled: all.map(({ event }) => event),
    doubts: [...after.doubts, ...againstWord(settling, word, all)],
    total: word.amount,
    isKnown: word.amount > 0,
    received: [word.asOf],
  }
}

/** The captures of a payment. */
export const capturesOf = (settling: Settling): Captures => {
  const { reports, isCovered } = settling
  const word = lastWord(reports.stated, 'captured')
  const sorted = thingsOf(settling, word)
  const { things, silent } = sorted
  const foreign = silent
    .filter((each) => each.isForeign && !isCovered(each) && !isSettledBy(word, each))
    .flatMap((each) => askList(keyOf(''), [each], { OtherCurrency: true }))
  if (word !== null) {
    const stated = statedCaptures(settling, word, sorted)
    return { ...stated, doubts: [...stated.doubts, ...foreign] }
  }
  const settled = [...things].map(([id, about]) => {
    const left = settle(settling, 'capture', about)
    return { id, about, left, capture: captureOf(settling, id, about, left) }
  })
  const counting = settled
    .flatMap(({ capture }) => capture ?? [])
    .sort((a, b) => compare(firstOf(a.done) ?? '', firstOf(b.done) ?? '') || compare(a.id, b.id))
  const entityOf = (id: string): string => (id === (counting[0]?.id ?? id) ? '' : id)
  const isClear = !isOdd(counting, reports.amount) || counting.every((each) => each.isToldTwice)
  const about = counting.flatMap((each) => each.about)
  const done = counting.flatMap((each) => each.done)
  const overruled = settled.flatMap(({ about: all, left, capture }) =>
    capture === null ? all : left.overruled,
  )
  return {
    entities: new Map(
      settled.flatMap((each) => each.about.map(({ event }) => [event, entityOf(each.id)] as const)),
    ),
    overruled: [...overruled, ...silent].map(({ event }) => event),
    doubts: [
      ...askList(keyOf(''), about, { CapturedDiffers: !isClear }),
      ...settled.flatMap(({ id, about: all, left: { counts, isContradicted } }) =>
        askList(keyOf(entityOf(id)), all, {
          StatementDiffers: isContradicted && withList(settling, all),
          OtherCurrency: counts.some(({ isForeign }) => isForeign),
          Disagreement: amountsIn(counts, 'done').length > 1,
        }),
      ),
      ...foreign,
      ...superseded(settling, done),
    ],
    total: total(counting.map(({ amount }) => amount ?? 0)),
    isKnown: counting.length > 0,
    received: done.map(({ received }) => received),
  }
}
