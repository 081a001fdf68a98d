/** Money that a bank took: chargebacks, returns and disputes, and what was given back. */
import type { Compared } from '../../../src/contract/finding.ts'
import { addTo } from '../../../src/words/data/lists.ts'
import { total } from '../../../src/words/money.ts'
import { earlier } from '../../../src/words/time/instant.ts'
import { askList, askPerson, type Compares, idOf } from '../doubts.ts'
import {
  type AmountWord,
  afterWord,
  allLeft,
  amountsIn,
  currenciesIn,
  differ,
  happenedAfter,
  isOfLast,
  isRow,
  isSettledBy,
  lastWord,
  listAgainst,
  listed,
  type MoneyReport,
  moreThan,
  mostOf,
  overrule,
  type Settling,
  settle,
  type Thing,
  thingsIn,
  withList,
  wordAgainst,
} from '../statements/index.ts'
import {
  actionOf,
  agree,
  disputeOf,
  isBack,
  isGone,
  kindOf,
  saysOf,
  takingNames,
} from './taking-messages.ts'
import { type JudgedTaking, mayBeOne, type SettledTaking, united } from './uniting.ts'

const keyOf = (id: string): string => `payment_chargeback:${id}`

const isListed = (each: MoneyReport): boolean => actionOf(each) !== null

/**
 * A taking, as far as it counts; null if it does not. Lists say something only of what bears an action
 * id, and of that once they have shown it. `whole` is all that was captured.
 */
const takingOf = (
  settling: Settling,
  { id, about }: Thing,
  backs: readonly MoneyReport[],
  whole: number | null,
): SettledTaking | null => {
  const shown = about.filter(
    (each) => isRow(each) && isGone(each) && (each.list?.isWhole || each.role === 'report'),
  )
  const current = about.filter(({ role }) => role !== 'past')
  const listed = current.filter(isListed)
  const others = current.filter((each) => !isListed(each))
  const isShown = shown.length > 0 || current.some(isOfLast)
  const left = isShown ? settle(settling, listed, about) : allLeft(listed)
  const counts = [...left.counts, ...others].filter(isGone)
  const kept = [...left.kept, ...others].filter(isGone)
  const key = keyOf(id)
  if (left.isContradicted) {
    const compared = listAgainst(settling, about)
    askList(settling, { code: 'StatementDiffers', key, compared }, withList(settling, about))
  }
  const raise = (code: Compares, compared: Compared): void =>
    askPerson(settling, { code, key, compared }, about)
  if (counts.some((each) => each.isForeign)) raise('OtherCurrency', currenciesIn(settling, counts))
  const isSure = !differ(counts)
  if (!isSure) raise('Disagreement', amountsIn(settling, counts))
  if (counts.length === 0) return null
  const most = mostOf(counts)
  // a row names no time: it took at the latest when a list first showed it
  const times = kept.some(isRow) ? [...kept, ...shown] : kept
  return {
    id,
    counts,
    about,
    backs,
    amount: most ?? whole,
    isNamed: most !== null,
    isSure,
    at: times.map(({ happened }) => happened).reduce(earlier),
    disputes: [...new Set(about.flatMap((each) => disputeOf(each) ?? []))],
    kinds: [...new Set(kept.filter(isListed).map(kindOf))],
  }
}

/** What messages say of takings: what each is about, what gives back, and a person's word. */
interface TakingMessages {
  readonly things: readonly Thing[]
  readonly givenBack: readonly MoneyReport[]
  /** The name of the taking that a message is about. */
  readonly nameOf: (each: MoneyReport) => string
  readonly word: AmountWord | null
}

const readTakings = (settling: Settling): TakingMessages => {
  const { takings } = settling
  const nameOf = takingNames(takings)
  const gone = takings.filter((each) => !isBack(each))
  return {
    things: thingsIn(gone, nameOf),
    givenBack: takings.filter(isBack),
    nameOf,
    word: lastWord(settling, 'chargedBack'),
  }
}

/** Whether a message that gives back says, of a dispute or action, only what one of others said. */
const isSaidBy = (known: readonly MoneyReport[], back: MoneyReport): boolean =>
  (disputeOf(back) ?? back.actionId) !== null &&
  known.some((each) =>
    agree(each, back, 'amount', 'currency', 'actionId', 'disputeId', 'disputeStatus'),
  )

/** Raises that money was given back after a person's word. */
const doubtAfter = (settling: Settling, word: AmountWord, back: MoneyReport): void => {
  const compared = wordAgainst(settling, word, [back])
  askPerson(settling, { code: 'AfterReview', key: idOf(back.event), compared }, [back])
}

/** Sorts what gives back: by the taking that it names, and what names none. */
const backsOf = (settling: Settling, { things, givenBack, nameOf, word }: TakingMessages) => {
  const abouts = new Map(things.map(({ id, about }) => [id, about]))
  const named = new Map<string, MoneyReport[]>()
  const strays: MoneyReport[] = []
  const isKnown = (each: MoneyReport): boolean => isSettledBy(word, each)
  const known = givenBack.filter(isKnown)
  for (const back of givenBack) {
    const about = abouts.get(nameOf(back))
    const isSettled = isKnown(back) || isSaidBy(known, back)
    const isAfterReview = about?.some(isKnown) === true
    if (isSettled || isAfterReview) overrule([back])
    if (isSettled) continue
    const key = idOf(back.event)
    if (back.isForeign) {
      const compared = currenciesIn(settling, [back])
      askPerson(settling, { code: 'OtherCurrency', key, compared }, [back])
    }
    if (isAfterReview && word !== null) doubtAfter(settling, word, back)
    else if (about === undefined) strays.push(back)
    else addTo(named, nameOf(back), back)
  }
  return { named, strays }
}

/** The things of which money was taken since a person's word. */
const sinceWord = (
  settling: Settling,
  { things, givenBack, word }: TakingMessages,
): readonly Thing[] => {
  if (word === null) return things
  const wasBack = givenBack.some((back) => isSettledBy(word, back))
  const isSaid = (one: MoneyReport, other: MoneyReport): boolean =>
    isRow(one) === isRow(other) &&
    kindOf(one) === kindOf(other) &&
    agree(one, other, 'disputeStatus') &&
    other.isTimed &&
    other.happened <= word.asOf
  return afterWord(settling, word, things, keyOf, {
    isNew: (_, later) => happenedAfter(word, later),
    // what was given back may be taken anew: only the same word, of before the person's, says nothing
    isAnew: (each, known) =>
      saysOf(each) === 'resolved' ||
      (wasBack && !isRow(each) && !known.some((other) => isSaid(other, each))),
  })
}

/** Raises the doubts about takings once they are united: `sum` is all that is gone. */
const doubt = (
  settling: Settling,
  takings: readonly JudgedTaking[],
  captured: number | null,
  sum: number,
): void => {
  const isMore = captured !== null && sum > captured
  const { currency } = settling.method
  for (const { id, about, backs, amount, differs } of takings) {
    if (!differs) continue
    const ends = [...about, ...backs]
    const givenBack = listed(backs.map((each) => each.amount))
    const compared = { messages: listed(ends.map(saysOf)), taken: amount, givenBack, currency }
    askPerson(settling, { code: 'DisputeDiffers', key: keyOf(id), compared }, ends)
  }
  const excess = moreThan(settling, captured ?? 0, { chargedBack: sum })
  const what = { code: 'MoreThanCaptured', key: 'payment_chargeback', compared: excess } as const
  askPerson(
    settling,
    what,
    isMore ? takings.flatMap((each) => (each.isGone ? each.about : [])) : [],
  )
  doubtPairs(settling, takings)
}

/** Raises which takings may be one with an earlier one. */
const doubtPairs = (settling: Settling, takings: readonly JudgedTaking[]): void => {
  const { currency } = settling.method
  const before: JudgedTaking[] = []
  // two disputes are never one
  const undisputed: JudgedTaking[] = []
  for (const later of takings) {
    const { id: other, amount: otherAmount, disputes } = later
    for (const first of disputes.length > 0 ? undisputed : before) {
      if (!mayBeOne(first, later)) continue
      const compared = { one: first.id, amount: first.amount, other, otherAmount, currency }
      const both = { code: 'OneOrTwo', key: keyOf(other), compared } as const
      askPerson(settling, both, [...first.about, ...later.about])
    }
    before.push(later)
    if (disputes.length === 0) undisputed.push(later)
  }
}

/** Names the taking of each message, and overrules what gave back money that is gone. */
const nameAll = (settling: Settling, takings: readonly JudgedTaking[]): void => {
  for (const each of settling.takings) each.entityId = null
  for (const { id, about, backs, isGone: isLeft } of takings) {
    for (const each of [...about, ...backs]) each.entityId = id
    if (isLeft) overrule(backs)
  }
}

/** Settles the takings of a payment. `captured` is the sum of its captures; null if none is known. */
export const settleTakings = (settling: Settling, captured: number | null): void => {
  if (settling.takings.length === 0) return
  const messages = readTakings(settling)
  const { word } = messages
  const counting = sinceWord(settling, messages)
  const { named, strays } = backsOf(settling, messages)
  const whole = captured ?? settling.amount
  const found = counting.flatMap(
    (thing) => takingOf(settling, thing, named.get(thing.id) ?? [], whole) ?? [],
  )
  const { takings, unbound } = united(settling, found, strays, whole)
  nameAll(settling, takings)
  for (const back of unbound) {
    if (word !== null) doubtAfter(settling, word, back)
  }
  const amounts = takings.map(({ isGone: isLeft, amount }) => (isLeft ? (amount ?? 0) : 0))
  const sum = total([word?.amount ?? 0, ...amounts])
  doubt(settling, takings, captured, sum)
}
