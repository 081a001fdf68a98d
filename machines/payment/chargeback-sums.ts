/** The sums of a payment's chargebacks, as believed, kept while chargebacks are added. */
import { isBare, type Summing, summed } from '../../src/fold/kept-sum.ts'
import { noTally, type Tally, tallied, tally } from '../../src/words/money.ts'
import { goneOf } from './chargebacks.ts'
import type { Chargeback, Payment } from './memory.ts'
import { OUR_REQUEST } from './refunds-charged-back.ts'

/** How often each id occurs. */
type Counts = Map<string, number>

/** The chargebacks that reports say took money. */
interface ChargebackSums {
  count: number
  /** What is gone of all of them, if each is one. */
  readonly gone: Tally
  /** Whether all of an amount can be zero or unknown, or none that a provider sends. */
  odd: number
  /** How many carry out a refund that we requested. */
  ourRequests: number
  readonly disputes: Counts
  /** The actions that the first report of each kind of message names, for those without dispute. */
  readonly actions: Counts
  withDispute: number
  withAction: number
}

const note = (counts: Counts, id: string, times: 1 | -1): void => {
  const left = (counts.get(id) ?? 0) + times
  if (left === 0) counts.delete(id)
  else counts.set(id, left)
}

/** Adds a chargeback, or takes it out. */
const count = (sums: ChargebackSums, chargeback: Chargeback, times: 1 | -1): void => {
  const { chargedBack, disputeId, reports, reason, reversed } = chargeback
  if (chargedBack === null) return
  sums.count += times
  if (reason === OUR_REQUEST && reversed === null) sums.ourRequests += times
  const gone = goneOf({ ...chargeback, chargedBack })
  if (gone === null || !Number.isSafeInteger(gone) || gone < 0) sums.odd += times
  else tally(sums.gone, gone, times)
  const [first] = reports
  if (disputeId !== null) {
    sums.withDispute += times
    note(sums.disputes, disputeId, times)
  } else if (first !== undefined && first.voice === 'chargeback' && first.actionId !== null) {
    sums.withAction += times
    note(sums.actions, first.actionId, times)
  }
}

const chargebackSums: Summing<Chargeback, ChargebackSums> = {
  nothing: () => ({
    count: 0,
    gone: noTally(),
    odd: 0,
    ourRequests: 0,
    disputes: new Map(),
    actions: new Map(),
    withDispute: 0,
    withAction: 0,
  }),
  replace: (sums, _id, chargeback, before) => {
    if (before !== undefined) count(sums, before, -1)
    count(sums, chargeback, 1)
  },
}

const kept = summed(chargebackSums)

/** Whether any report says that money was taken back. */
export const hasChargebacks = ({ chargebacks }: Payment): boolean =>
  !isBare(chargebacks) && kept(chargebacks).count > 0

/** Whether any standing chargeback carries out a refund that we requested. */
export const hasOurRequest = ({ chargebacks }: Payment): boolean =>
  !isBare(chargebacks) && kept(chargebacks).ourRequests > 0

/**
 * What was charged back and not given back, in minor units, if any two chargebacks are certainly
 * two: each names a dispute of its own, or each an action of its own. Null if that is not so, or an
 * amount is not known: then it has to be computed.
 */
export const keptChargedBack = ({ chargebacks }: Payment): number | null => {
  if (isBare(chargebacks)) return 0
  const { count, gone, odd, disputes, actions, withDispute, withAction } = kept(chargebacks)
  const areDisputes = withDispute === count && disputes.size === count
  const areActions = withAction === count && actions.size === count
  return odd === 0 && (areDisputes || areActions) ? tallied(gone) : null
}
