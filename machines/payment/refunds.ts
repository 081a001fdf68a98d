/** Refunds: one for each action id, or for each command until a message binds it to an action. */

import { total } from '../../src/words/money.ts'
import type { Captures } from './captures.ts'
import { askList, type Doubt, type Part } from './doubt.ts'
import { type CommandOf, commandsIn, refundsById } from './refund-names.ts'
import type { List, Report, Row } from './reports.ts'
import { afterWord, happenedAfter, isSettledBy, lastWord, type Word } from './review.ts'
import {
  amountsIn,
  endsIn,
  isOfLast,
  type Left,
  most,
  type Settling,
  settle,
  settleBy,
  withList,
} from './statements.ts'

/** One refund: all that is about it, and what it comes to. */
export interface Refund {
  readonly id: string
  /** All messages and rows; a command is none. */
  readonly about: readonly Report[]
  readonly requests: readonly Report[]
  readonly left: Left
  readonly step: Report['step']
  /** In minor units; null if nothing names it. */
  readonly amount: number | null
}

/** What the refunds of a payment come to. */
export interface Refunds extends Part {
  readonly things: readonly Refund[]
  readonly word: Word | null
}

const keyOf = (id: string): string => `payment_refunded:${id}`

/** Settles reports without action id: a list that has a row for them covers and replaces them. */
const settleNameless = (
  settling: Settling,
  about: readonly Report[],
  commandOf: CommandOf,
  command: string | null,
): Left => {
  const { reports, mayCostFee, isCovered } = settling
  const fits = (row: Row, all: readonly Report[]): boolean => {
    const [ends, amounts] = [endsIn(all), amountsIn(all)]
    const own = commandOf(row)
    return (
      row.kind === 'refund' &&
      (command === null || own === null || own === command) &&
      (ends.length === 0 || ends.includes(row.step)) &&
      (amounts.length === 0 ||
        amounts.some(
          (each) =>
            row.amount !== null && (row.amount === each || (mayCostFee && row.amount < each)),
        ))
    )
  }
  const last = reports.rows.filter(({ role }) => role === 'row')
  const isBorneOut = (all: readonly Report[]): boolean => last.some((row) => fits(row, all))
  const covered = about.filter(isCovered)
  const says = ({ rows }: List): string => String(rows.some((row) => fits(row, covered)))
  return settleBy(settling, about, isBorneOut, says)
}

const stepOf = (reports: readonly Report[]): Report['step'] =>
  (['done', 'failed'] as const).find((step) => reports.some((each) => each.step === step)) ?? 'open'

/** The amount of the step that is done, else of the one that was asked for, else of the command. */
const amountOf = (counts: readonly Report[], requests: readonly Report[]): number | null =>
  most(amountsIn(counts, 'done')) ?? most(amountsIn(counts, 'open')) ?? most(amountsIn(requests))

/** Whether one step has two amounts, or another amount was done than asked for; less may be a fee. */
const disagrees = ({ left: { counts } }: Refund, mayCostFee: boolean): boolean => {
  const [done, asked] = [amountsIn(counts, 'done'), amountsIn(counts, 'open')]
  const isUnequal = done.some((did) => asked.some((ask) => (mayCostFee ? did > ask : did !== ask)))
  return done.length > 1 || asked.length > 1 || isUnequal
}

const isReversed = ({ step, left: { counts } }: Refund): boolean =>
  step === 'done' && counts.some((each) => each.step === 'failed')

/** The doubts about one refund. One that bears neither action nor command counts nothing, and asks. */
const doubtsOf = (settling: Settling, refund: Refund, isNameless: boolean): readonly Doubt[] => {
  const { id, about, requests, left, step, amount } = refund
  const { counts, isContradicted } = left
  const all = [...about, ...requests]
  const isLeaving = step !== 'failed' && !isNameless
  const isAsked = isNameless && counts.length > 0 && !isContradicted
  return askList(keyOf(id), all, {
    StatementDiffers: isContradicted && withList(settling, all),
    OtherCurrency: counts.some(({ isForeign }) => isForeign) && (isAsked || !isNameless),
    Disagreement: isLeaving && disagrees(refund, settling.mayCostFee),
    RefundReversed: isReversed(refund) && !isNameless,
    Unbound: isAsked || (isLeaving && amount === null),
  })
}

/** The refunds of a payment. `commands` are the actions of our commands, as far as they are known. */
export const refundsOf = (
  settling: Settling,
  commands: ReadonlyMap<string, string | null>,
): Refunds => {
  const { reports, isCovered } = settling
  const word = lastWord(reports.stated, 'refunded')
  const commandOf = commandsIn([...reports.requests, ...reports.refunds])
  const { things, asked, nameless, entities } = refundsById(settling.reports, commandOf, commands)
  const { counting, replaced, doubts } = afterWord(word, things, {
    isNew: (id, own) =>
      nameless.has(id) ||
      (word !== null &&
        happenedAfter(
          word,
          own,
          (asked.get(id) ?? []).filter((each) => !isSettledBy(word, each)),
        )),
    keyOf,
  })
  const refundOf = (id: string): Refund => {
    const [about, requests] = [counting.get(id) ?? [], asked.get(id) ?? []]
    const command = about.map(commandOf).find((each) => each !== null) ?? null
    const left = about.some(({ actionId }) => actionId !== null)
      ? settle(settling, 'refund', about)
      : settleNameless(settling, about, commandOf, command)
    const amount = amountOf(left.counts, requests)
    return { id, about, requests, left, step: stepOf(left.counts), amount }
  }
  // a command that a message bears is what the message says
  const held = [...asked.keys()].filter((id) => !things.has(id))
  const all = [...counting.keys(), ...held].map(refundOf)
  const named = all.filter(({ id, about, left }) => {
    return !nameless.has(id) && (about.length === 0 || left.counts.length > 0)
  })
  const ids = new Set(named.map(({ id }) => id))
  const of = new Map(entities)
  const overruled = [
    ...replaced,
    ...reports.requests.filter(({ event }) => !ids.has(of.get(event) ?? '')),
    ...all.flatMap(({ left }) => left.overruled),
    ...named.flatMap((each) =>
      isReversed(each) ? each.left.counts.filter(({ step }) => step === 'failed') : [],
    ),
    ...all.flatMap(({ id, about }) => (nameless.has(id) ? about.filter(isCovered) : [])),
  ]
  return {
    things: named,
    word,
    entities: of,
    overruled: overruled.map(({ event }) => event),
    doubts: [
      ...doubts,
      ...named.flatMap((each) => doubtsOf(settling, each, false)),
      ...all.flatMap((each) => (nameless.has(each.id) ? doubtsOf(settling, each, true) : [])),
    ],
  }
}

/** Whether the last list shows a refund just as it counts. */
const isShown = ({ about, requests, left, step, amount }: Refund): boolean => {
  const rows = about.filter(isOfLast)
  return (
    rows.length > 0 &&
    !left.isContradicted &&
    stepOf(rows) === step &&
    amountOf(rows, requests) === amount
  )
}

/** More is reported refunded than was captured, and the last list does not show all of it. */
export const refundedTooMuch = (
  { reports }: Settling,
  captures: Captures,
  { things, word }: Refunds,
): readonly Doubt[] => {
  const leaving = things.filter(({ about, step }) => about.length > 0 && step !== 'failed')
  const gone = total([word?.amount ?? 0, ...leaving.map(({ amount }) => amount ?? 0)])
  if (!captures.isKnown || gone <= captures.total || leaving.every(isShown)) return []
  const all = [...reports.refunds, ...reports.rows.filter(({ kind }) => kind === 'refund')]
  return askList('payment_refunded', all, { MoreThanCaptured: true })
}
