/** Finds the refund or chargeback of an event: by its ids where it has any, else by its amount. */
import { type DomainEvent, occurredAt, timeOf } from '../../src/event/envelope.ts'
import { type Bound, byAmount, byCommand, type Correlation } from '../../src/fold/correlate.ts'
import { isAfter } from '../../src/words/instant.ts'
import { actionIn, amountIn, byTime, type Claim, claimsOf, disputeIn } from './claims.ts'
import { roundsOf } from './rounds.ts'

const isOfAnother = (claim: Claim, reversal: DomainEvent): boolean => {
  const dispute = disputeIn(reversal)
  return (
    dispute !== undefined && claim.reports.some((each) => (disputeIn(each) ?? dispute) !== dispute)
  )
}

/**
 * The chargebacks that a reversal could undo: not of another dispute, not later than the reversal,
 * not yet undone.
 */
const undoable = (
  claims: readonly Claim[],
  undone: ReadonlySet<string>,
  reversal: DomainEvent,
  toleranceSeconds: number,
): readonly Claim[] =>
  claims.filter((claim) => {
    const [first] = byTime(claim.reports)
    const isLater =
      first !== undefined &&
      occurredAt(first.metadata) !== null &&
      isAfter(timeOf(first), timeOf(reversal), toleranceSeconds)
    return !isLater && !undone.has(claim.entityId) && !isOfAnother(claim, reversal)
  })

/** The one chargeback of a list; null if the list has none or several. */
const onlyOf = ([first, another]: readonly Claim[]): string | null =>
  first === undefined || another !== undefined ? null : first.entityId

/**
 * Of the chargebacks that a reversal could undo, the only one with its action id and amount, else
 * with its action id, else with its amount, else the only one at all.
 */
const likeliest = (candidates: readonly Claim[], reversal: DomainEvent): string | null => {
  const [action, amount] = [actionIn(reversal), amountIn(reversal)]
  const has = (is: (report: DomainEvent) => boolean) =>
    onlyOf(candidates.filter(({ reports }) => reports.some(is)))
  const ofAction = (report: DomainEvent) => action !== undefined && actionIn(report) === action
  const ofAmount = (report: DomainEvent) => amount !== undefined && amountIn(report) === amount
  return (
    has((report) => ofAction(report) && ofAmount(report)) ??
    has(ofAction) ??
    has(ofAmount) ??
    onlyOf(candidates)
  )
}

/**
 * Finds the chargeback of a reversal: the one with its dispute id, else the likeliest. A reversal that names
 * an id, and could undo none, waits for the report of its chargeback. @spec decisions#46
 */
const undoneBy = (
  claims: readonly Claim[],
  reversals: readonly DomainEvent[],
  toleranceSeconds: number,
): ReadonlyMap<DomainEvent, string> => {
  const found = new Map<DomainEvent, string>()
  const undone = new Set<string>()
  const nameOf = (event: DomainEvent): string | undefined => disputeIn(event) ?? actionIn(event)
  const open: DomainEvent[] = []
  for (const reversal of byTime(reversals)) {
    const dispute = disputeIn(reversal)
    const named = claims.find(({ entityId }) => entityId === dispute)
    if (named === undefined) open.push(reversal)
    else {
      found.set(reversal, named.entityId)
      undone.add(named.entityId)
    }
  }
  const repeated = new Map<string, string>()
  for (const reversal of open) {
    const name = nameOf(reversal) ?? reversal.metadata.eventId
    const candidates = undoable(claims, undone, reversal, toleranceSeconds)
    const own = candidates.length === 0 ? (nameOf(reversal) ?? null) : null
    const entityId = repeated.get(name) ?? likeliest(candidates, reversal) ?? own
    if (entityId === null) continue
    repeated.set(name, entityId)
    undone.add(entityId)
    found.set(reversal, entityId)
  }
  return found
}

/** The chargebacks and reversals of a payment, each with the id of its chargeback. */
const disputesIn = (
  chargebacks: readonly DomainEvent[],
  reversals: readonly DomainEvent[],
  toleranceSeconds: number,
): ReadonlyMap<DomainEvent, string> => {
  const claims = claimsOf(chargebacks, toleranceSeconds)
  const undone = undoneBy(claims, reversals, toleranceSeconds)
  const found = new Map<DomainEvent, string>(undone)
  for (const { entityId, reports } of claims) {
    const own = [...undone].flatMap(([reversal, id]) => (id === entityId ? reversal : []))
    for (const [event, round] of roundsOf(byTime(reports), byTime(own), toleranceSeconds)) {
      found.set(event, round === 1 ? entityId : `${entityId}:${round}`)
    }
  }
  return found
}

const boundIn = (events: readonly DomainEvent[], found: ReadonlyMap<DomainEvent, string>) =>
  events.map((event): Bound => ({ event, entityId: found.get(event) ?? null }))

/**
 * The correlation that SEPA and ticket payments share. @spec delivery#from-events-to-occurrences
 */
export const paymentCorrelation = {
  refund: (events, _, policy) => byAmount(byCommand(events, 'actionId'), policy),
  chargeback: (events, { of }, { clockToleranceSeconds }) =>
    boundIn(events, disputesIn(events, of('reversal'), clockToleranceSeconds)),
  reversal: (events, { of }, { clockToleranceSeconds }) =>
    boundIn(events, disputesIn(of('chargeback'), events, clockToleranceSeconds)),
} as const satisfies Correlation
