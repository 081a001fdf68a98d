/** Finds the refund or chargeback of an event: by its ids where it has any, else by its amount. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import { type Bound, byAmount, byCommand, type Correlation } from '../../src/fold/correlate.ts'
import { byTime, claimsOf } from './claims.ts'
import { type Undoing, undoneBy } from './reversals.ts'
import { roundsOf } from './rounds.ts'

/** The chargebacks and reversals of a payment, each with the id of its chargeback. */
const disputesIn = (
  chargebacks: readonly DomainEvent[],
  reversals: readonly DomainEvent[],
  toleranceSeconds: number,
): ReadonlyMap<DomainEvent, Undoing> => {
  const claims = claimsOf(chargebacks, toleranceSeconds)
  const undone = undoneBy(claims, reversals, toleranceSeconds)
  const found = new Map(undone)
  for (const { entityId, reports } of claims) {
    const own = [...undone].flatMap(([reversal, { of }]) => (of === entityId ? reversal : []))
    for (const [event, round] of roundsOf(byTime(reports), byTime(own), toleranceSeconds)) {
      const of = round === 1 ? entityId : `${entityId}:${round}`
      found.set(event, { of, isGuess: undone.get(event)?.isGuess ?? false })
    }
  }
  return found
}

const boundIn = (events: readonly DomainEvent[], found: ReadonlyMap<DomainEvent, Undoing>) =>
  events.map((event): Bound => {
    const { of: entityId = null, isGuess = false } = found.get(event) ?? {}
    return isGuess ? { event, entityId, isGuess } : { event, entityId }
  })

/**
 * The correlation that SEPA and ticket payments share. @spec delivery#from-events-to-occurrences
 */
export const paymentCorrelation = {
  refund: (events, { counted }, policy) => byAmount(byCommand(events, 'actionId', counted), policy),
  chargeback: (events, { of }, { clockToleranceSeconds }) =>
    boundIn(events, disputesIn(events, of('reversal'), clockToleranceSeconds)),
  reversal: (events, { of }, { clockToleranceSeconds }) =>
    boundIn(events, disputesIn(of('chargeback'), events, clockToleranceSeconds)),
} as const satisfies Correlation
