/** Dates what a person has stated of the money: by messages, by what was stated before, else by itself. */
import type { Bound } from '../../../src/contract/machine-record.ts'
import { impliedEvent } from '../../../src/merge/inferred-events.ts'
import { NONE, sortedBy } from '../../../src/words/data/lists.ts'
import type { TimeText } from '../../../src/words/time/instant.ts'
import { asOfWord } from '../../observed/value-statements.ts'
import { statedId } from '../../words/payment-names.ts'
import { idOf } from '../doubts.ts'
import type { AmountWord, Part, Settling } from './money-messages.ts'
import { type MoneyReport, mostOf, thingsIn } from './reports.ts'

const STATING = {
  captured: 'payment_captured',
  refunded: 'payment_refunded',
  chargedBack: 'payment_chargeback',
} as const satisfies Readonly<Record<Part, string>>

/**
 * The parts of a number, each from its own time: what is replaced adds to the sum, as it happened or else
 * was received, and what was stated by a time is the least that had moved by then.
 */
const partsOf = (word: AmountWord, replaced: readonly MoneyReport[]) => {
  const things = thingsIn(replaced, ({ entityId, event }) => entityId ?? idOf(event))
  const dated = things.map(({ about }) => {
    const [first] = sortedBy(about, ({ isTimed, happened }) => `${!isTimed} ${happened}`)
    const { happened: at = word.asOf, isTimed = false } = first ?? {}
    return { at, isTimed, upTo: 0, more: mostOf(about) ?? Infinity }
  })
  let upTo = word.amount
  for (let each: AmountWord | null = word; each !== null; each = each.before) {
    // a later statement corrects what was stated before
    upTo = Math.min(upTo, each.amount)
    dated.push({ at: each.asOf, isTimed: false, upTo, more: 0 })
  }
  const inOrder = sortedBy(dated, (each) => `${each.at} ${each.isTimed} ${each.upTo} ${each.more}`)
  let sum = 0
  return inOrder.flatMap(({ at, isTimed, upTo: all, more }) => {
    const before = sum
    sum = Math.min(word.amount, Math.max(sum + more, all))
    return sum > before ? { at, isTimed, amount: sum - before } : []
  })
}

/** The events of a stated number: one for each of its parts, but one for a capture, which happens once. */
export const statedEvents = (
  { words, all, captures, refunds, takings }: Settling,
  part: Part,
): readonly Bound[] => {
  const word = words[part]
  if (word === null || word.amount === 0) return NONE
  const named = [word, ...all].map(({ event }) => event)
  const paymentId = named.map(({ data }) => Object(data).paymentId).find((id) => id !== undefined)
  // an event of nobody's payment could not be stored
  if (paymentId === undefined) return NONE
  const [type, isCapture] = [STATING[part], part === 'captured']
  const replaced = { captured: captures, refunded: refunds, chargedBack: takings }[part].filter(
    ({ event, isOverruled, happened }) =>
      isOverruled && event.type === type && happened <= word.asOf,
  )
  const parts = partsOf(word, replaced)
  return (isCapture ? parts.slice(0, 1) : parts).map(({ at, isTimed, amount }, index) => {
    const snapshot = asOfWord({ event: word.event, asOf: isTimed ? word.asOf : at })
    const data = { paymentId, amount: isCapture ? word.amount : amount }
    const occurredAt = isTimed ? (at as string as TimeText) : null
    const event = impliedEvent({ snapshot, type, data, occurredAt, part: `${index + 1}` })
    return { event, entityId: isCapture ? '' : statedId(index) }
  })
}
