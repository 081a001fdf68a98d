/** The sums of a payment's refunds, as believed, kept while refunds are added. */
import { isBare, type Summing, summed } from '../../src/fold/kept-sum.ts'
import { noTally, type Tally, tallied, tally } from '../../src/words/money.ts'
import type { Payment, Refund } from './memory.ts'
import { refundAmount, refundStatus } from './refunds.ts'

/** A refund that names no amount: its place among the refunds, and whether it was carried out. */
interface Nameless {
  readonly place: number
  readonly isRefunded: boolean
}

/** The refunds that did not fail. Amounts are in minor units of the payment's currency. */
interface RefundSums {
  readonly refunded: Tally
  readonly open: Tally
  /** How many were carried out with an amount other than zero, or with an unknown one. */
  carriedOut: number
  /** Those that name no amount, each with its place among the refunds. */
  nameless: Map<string, Nameless> | null
  /** The places of those that named no amount, or none in this currency, at some time. */
  places: Map<string, number> | null
  /** Whether an id or an amount is none that a provider sends: then nothing is kept. */
  isOdd: boolean
}

const { MAX_SAFE_INTEGER } = Number

const isCount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0

/** The records of JavaScript sort such ids before all others. */
const isNumeric = (id: string): boolean => /^\d+$/.test(id)

/** Adds a refund, or takes it out. */
const count = (sums: RefundSums, id: string, refund: Refund, times: 1 | -1): void => {
  const [status, amount] = [refundStatus(refund), refundAmount(refund)]
  if (amount === null || amount === 0) {
    sums.places ??= new Map()
    if (!sums.places.has(id)) sums.places.set(id, sums.places.size)
  }
  if (status === 'declined') return
  if (status === 'refunded' && amount !== 0) sums.carriedOut += times
  if (amount !== null && isCount(amount)) tally(sums[status], amount, times)
  else if (amount !== null) sums.isOdd = true
  else if (times === -1) sums.nameless?.delete(id)
  else {
    const place = sums.places?.get(id) ?? 0
    sums.nameless ??= new Map()
    sums.nameless.set(id, { place, isRefunded: status === 'refunded' })
  }
}

const refundSums: Summing<Refund, RefundSums> = {
  nothing: () => ({
    refunded: noTally(),
    open: noTally(),
    carriedOut: 0,
    nameless: null,
    places: null,
    isOdd: false,
  }),
  replace: (sums, id, refund, before) => {
    if (isNumeric(id)) sums.isOdd = true
    if (before !== undefined) count(sums, id, before, -1)
    count(sums, id, refund, 1)
  },
}

const kept = summed(refundSums)

/** Whether any refund has succeeded, and not failed since, with an amount other than zero. */
export const hasRefunded = ({ refunds }: Payment): boolean =>
  !isBare(refunds) && kept(refunds).carriedOut > 0

/** Of the refunds that name no amount, the one that counts: one carried out, else the first. */
const namelessIn = ({ nameless }: RefundSums): string | null => {
  if (nameless === null) return null
  let likely: string | null = null
  let first: Nameless | undefined
  for (const [id, each] of nameless) {
    const isLess = first === undefined || each.place < first.place
    const isLikelier = first === undefined || (each.isRefunded && !first.isRefunded)
    if (isLikelier || (isLess && each.isRefunded === first?.isRefunded)) {
      first = each
      likely = id
    }
  }
  return likely
}

/**
 * The refunds that name their amounts, carried out and open, and the one without an amount that
 * counts, if any. Null if something in them is none that a provider sends, or they are too much.
 */
export const keptRefunds = ({ refunds }: Payment) => {
  const sums = kept(refunds)
  const [refunded, open] = [tallied(sums.refunded), tallied(sums.open)]
  const isTooMuch = refunded === MAX_SAFE_INTEGER || open === MAX_SAFE_INTEGER
  if (sums.isOdd || isTooMuch) return null
  const id = namelessIn(sums)
  const isRefunded = id !== null && sums.nameless?.get(id)?.isRefunded === true
  return { refunded, open, nameless: id === null ? null : { id, isRefunded } }
}
