/** Money that a bank took: chargebacks, returns and disputes, and what was given back. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import { earlier } from '../../src/words/instant.ts'
import { addTo } from '../../src/words/lists.ts'
import { total } from '../../src/words/money.ts'
import type { Captures } from './captures.ts'
import { askList, askPerson, type Doubt, type Part } from './doubt.ts'
import { dataOf, idOf, isRow, type Report } from './reports.ts'
import { afterWord, happenedAfter, isSettledBy, lastWord, type Word } from './review.ts'
import { amountsIn, isOfLast, most, type Settling, settle, withList } from './statements.ts'
import { actionOf, disputeOf, isBack, kindOf, saysOf, takingNames } from './taking-messages.ts'
import { isGone, keyOf, mayBeOne, standing, type Taking, type United, united } from './uniting.ts'

/**
 * Settles what is about one taking: lists say something only of what bears an action id, and of that once
 * they have shown it.
 */
const settled = (settling: Settling, about: readonly Report[]) => {
  const isListed = (each: Report): boolean => actionOf(each) !== null
  const shown = about.filter(
    (each) => isRow(each) && isGone(each) && (each.isOfWhole || each.role === 'report'),
  )
  const current = about.filter(({ role }) => role !== 'past')
  const listed = current.filter(isListed)
  const others = current.filter((each) => !isListed(each))
  const none = { counts: listed, kept: listed, overruled: [], isContradicted: false }
  const isShown = shown.length > 0 || current.some(isOfLast)
  return { shown, others, isListed, left: isShown ? settle(settling, 'return', listed) : none }
}

/** A taking, as far as it counts, with the doubts about it; `whole` is all that was captured. */
const takingOf = (
  settling: Settling,
  id: string,
  about: readonly Report[],
  backs: readonly Report[],
  whole: number | null,
) => {
  const { shown, others, isListed, left } = settled(settling, about)
  const counts = [...left.counts, ...others].filter(isGone)
  const kept = [...left.kept, ...others].filter(isGone)
  const [first] = counts
  const amounts = amountsIn(counts)
  const isForeign = counts.some((each) => each.isForeign)
  const doubts = [
    ...askList(keyOf(id), withList(settling, about), { StatementDiffers: left.isContradicted }),
    ...askPerson(keyOf(id), about, { OtherCurrency: isForeign, Disagreement: amounts.length > 1 }),
  ]
  if (first === undefined) return { doubts, left, taking: null }
  // a row names no time: it took at the latest when a list first showed it
  const times = kept.some(isRow) ? [...kept, ...shown] : kept
  const taking: Taking = {
    id,
    counts,
    about,
    backs,
    amount: most(amounts) ?? whole,
    isNamed: amounts.length > 0,
    isSure: amounts.length < 2,
    at: times.map(({ happened }) => happened).reduce(earlier),
    disputes: [...new Set(about.flatMap((each) => disputeOf(each) ?? []))],
    kinds: [...new Set(kept.filter(isListed).map(kindOf))],
  }
  return { doubts, left, taking }
}

/** Whether two givings back are the same word about the same taking. */
const isSameBack = (one: Report, other: Report): boolean =>
  (['amount', 'currency', 'actionId', 'disputeId', 'disputeStatus'] as const).every(
    (field) => dataOf(one.event)[field] === dataOf(other.event)[field],
  )

/** Sorts what gives back: by the taking that it names, and what names none; and what is in doubt. */
const backsOf = (
  messages: readonly Report[],
  things: ReadonlyMap<string, readonly Report[]>,
  nameOf: (each: Report) => string,
  word: Word | null,
) => {
  const named = new Map<string, Report[]>()
  const [strays, silent, doubts]: [Report[], Report[], Doubt[]] = [[], [], []]
  const isKnown = (each: Report): boolean => isSettledBy(word, each)
  for (const back of messages) {
    const name = nameOf(back)
    const isSaid = messages.some((each) => isKnown(each) && isSameBack(each, back))
    if (isKnown(back) || (isSaid && (disputeOf(back) ?? back.actionId) !== null)) {
      silent.push(back)
      continue
    }
    const AfterReview = things.get(name)?.some(isKnown) === true
    doubts.push(
      ...askPerson(idOf(back.event), [back], { OtherCurrency: back.isForeign, AfterReview }),
    )
    if (AfterReview) silent.push(back)
    else if (things.has(name)) addTo(named, name, back)
    else strays.push(back)
  }
  return { named, strays, silent, doubts }
}

/** The things of which money was taken since a person's word, and what the word has replaced. */
const sinceWord = (
  word: Word | null,
  things: ReadonlyMap<string, readonly Report[]>,
  backs: readonly Report[],
) => {
  const wasBack = backs.some((back) => isSettledBy(word, back))
  return afterWord(word, things, {
    keyOf,
    isNew: (_, reports) => word !== null && happenedAfter(word, reports),
    // what was given back may be taken anew: only the same word, of before the person's, says nothing
    isAnew: (each, known) =>
      saysOf(each) === 'resolved' ||
      (wasBack &&
        !isRow(each) &&
        !(
          known.some((other) => isSameWord(other, each)) &&
          each.timed &&
          each.happened <= (word?.asOf ?? each.happened)
        )),
  })
}

const isSameWord = (one: Report, other: Report): boolean =>
  isRow(one) === isRow(other) &&
  kindOf(one) === kindOf(other) &&
  dataOf(one.event)['disputeStatus'] === dataOf(other.event)['disputeStatus']

/** The doubts about takings once they are united. */
const doubtsOf = ({ takings, unbound, doubts }: United, word: Word | null, isMore: boolean) => [
  ...doubts,
  ...unbound.flatMap((back) => askPerson(idOf(back.event), [back], { AfterReview: word !== null })),
  ...takings.flatMap((each) =>
    askPerson(keyOf(each.id), [...each.about, ...each.backs], {
      DisputeDiffers: standing(each).differs,
    }),
  ),
  ...askPerson(
    'payment_chargeback',
    takings.flatMap((each) => (standing(each).isGone ? each.about : [])),
    { MoreThanCaptured: isMore },
  ),
  ...takings.flatMap((later, index) =>
    takings
      .slice(0, index)
      .filter((first) => mayBeOne(first, later))
      .flatMap((first) =>
        askPerson(keyOf(later.id), [...first.about, ...later.about], { OneOrTwo: true }),
      ),
  ),
]

/** The takings of a payment. */
export const takingsOf = (settling: Settling, captures: Captures): Part => {
  const { reports } = settling
  const word = lastWord(reports.stated, 'chargedBack')
  const messages = [...reports.takings, ...reports.rows.filter(({ kind }) => kind === 'return')]
  const nameOf = takingNames(messages)
  const things = new Map<string, Report[]>()
  for (const each of messages) if (!isBack(each)) addTo(things, nameOf(each), each)
  const after = sinceWord(word, things, messages.filter(isBack))
  const backs = backsOf(messages.filter(isBack), things, nameOf, word)
  const whole = captures.isKnown ? captures.total : reports.amount
  const found = [...after.counting].map(([id, about]) =>
    takingOf(settling, id, about, backs.named.get(id) ?? [], whole),
  )
  const counting = found.flatMap(({ taking }) => taking ?? [])
  const all = united(counting, backs.strays, whole)
  const entities = new Map<DomainEvent, string | null>(messages.map(({ event }) => [event, null]))
  for (const { id, about, backs: own } of all.takings) {
    for (const { event } of [...about, ...own]) entities.set(event, id)
  }
  const gone = all.takings.filter((taking) => standing(taking).isGone)
  const sum = total([word?.amount ?? 0, ...gone.map(({ amount }) => amount ?? 0)])
  const isMore = captures.isKnown && sum > captures.total
  const overruled = [
    ...after.replaced,
    ...backs.silent,
    ...found.flatMap(({ left }) => left.overruled),
    ...gone.flatMap((taking) => taking.backs),
  ]
  return {
    entities,
    overruled: overruled.map(({ event }) => event),
    doubts: [
      ...after.doubts,
      ...backs.doubts,
      ...found.flatMap(({ doubts }) => doubts),
      ...doubtsOf(all, word, isMore),
    ],
  }
}
