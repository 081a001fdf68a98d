/** Finds the refund or chargeback of an event: by its ids where it has any, else by its amount. */

import type { DomainEvent } from '../../src/event/envelope.ts'
import { byAmount } from '../../src/fold/by-amount.ts'
import { type Bound, byCommand, type Correlation, type Gathered } from '../../src/fold/correlate.ts'
import { addTo } from '../../src/words/lists.ts'
import type { Policy } from '../../src/words/policy.ts'
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
  const reversalsOf = new Map<string, DomainEvent[]>()
  for (const [reversal, { of }] of undone) addTo(reversalsOf, of, reversal)
  for (const { entityId, reports } of claims) {
    const own = reversalsOf.get(entityId) ?? []
    for (const [event, round] of roundsOf(byTime(reports), byTime(own), toleranceSeconds)) {
      const of = round === 1 ? entityId : `${entityId}:${round}`
      found.set(event, { of, isGuess: undone.get(event)?.isGuess ?? false })
    }
  }
  return found
}

/** The result for the events of a stream: both identities need it, and it is found once. */
const gatheredDisputes = new WeakMap<Gathered, ReadonlyMap<DomainEvent, Undoing>>()

const disputesOf = (
  gathered: Gathered,
  { clockToleranceSeconds }: Policy,
): ReadonlyMap<DomainEvent, Undoing> => {
  const { of } = gathered
  const found =
    gatheredDisputes.get(gathered) ??
    disputesIn(of('chargeback'), of('reversal'), clockToleranceSeconds)
  gatheredDisputes.set(gathered, found)
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
  chargeback: (events, gathered, policy) => boundIn(events, disputesOf(gathered, policy)),
  reversal: (events, gathered, policy) => boundIn(events, disputesOf(gathered, policy)),
} as const satisfies Correlation

/** The field with which a message names its own refund. A chargeback depends on all the others. */
export const paymentNames = { refund: 'actionId' } as const
