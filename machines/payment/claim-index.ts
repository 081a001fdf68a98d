/** The chargebacks of a payment by what their reports name, so that each reversal finds its own. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import { addTo } from '../../src/words/lists.ts'
import { actionIn, type Claim, disputeIn } from './claims.ts'

/** Chargebacks, also by dispute and by action; each list in the order of all. */
export interface Claims {
  readonly all: readonly Claim[]
  readonly ids: ReadonlySet<string>
  readonly byDispute: ReadonlyMap<string, readonly Claim[]>
  readonly byAction: ReadonlyMap<string, readonly Claim[]>
  /** Those of which no report names a dispute. */
  readonly withoutDispute: readonly Claim[]
  readonly places: ReadonlyMap<Claim, number>
}

/** Indexes chargebacks. */
export const indexedClaims = (all: readonly Claim[]): Claims => {
  const [byDispute, byAction] = [new Map<string, Claim[]>(), new Map<string, Claim[]>()]
  const withoutDispute: Claim[] = []
  for (const claim of all) {
    const disputes = new Set(claim.reports.flatMap((report) => disputeIn(report) ?? []))
    const actions = new Set(claim.reports.flatMap((report) => actionIn(report) ?? []))
    for (const dispute of disputes) addTo(byDispute, dispute, claim)
    for (const action of actions) addTo(byAction, action, claim)
    if (disputes.size === 0) withoutDispute.push(claim)
  }
  const ids = new Set(all.map(({ entityId }) => entityId))
  const places = new Map(all.map((claim, place) => [claim, place] as const))
  return { all, ids, byDispute, byAction, withoutDispute, places }
}

/** The chargebacks of which a report names an action. */
export const withAction = ({ byAction }: Claims, action: string | undefined): readonly Claim[] =>
  action === undefined ? [] : (byAction.get(action) ?? [])

/** The chargebacks that are not of another dispute than a reversal. */
export const candidatesIn = (
  { all, byDispute, withoutDispute, places }: Claims,
  reversal: DomainEvent,
): readonly Claim[] => {
  const dispute = disputeIn(reversal)
  if (dispute === undefined) return all
  const own = byDispute.get(dispute) ?? []
  if (withoutDispute.length === 0) return own
  const placeOf = (claim: Claim): number => places.get(claim) ?? 0
  return [...own, ...withoutDispute].sort((a, b) => placeOf(a) - placeOf(b))
}
