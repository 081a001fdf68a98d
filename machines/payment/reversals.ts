/** Finds the chargeback that each reversal undoes. */

import { type DomainEvent, timeOf } from '../../src/event/envelope.ts'
import { isAfter } from '../../src/words/instant.ts'
import { addTo } from '../../src/words/lists.ts'
import { type Claims, candidatesIn, indexedClaims, withAction } from './claim-index.ts'
import { actionIn, amountIn, byTime, type Claim, disputeIn } from './claims.ts'
import {
  areOfOneAmount,
  couldBeOne,
  couldUndo,
  fitsAmount,
  isNear,
  isOfAll,
  likeliest,
  likenessOf,
  mayBeAgain,
} from './reversal-likeness.ts'

/** The chargeback that a reversal undoes. `isGuess` is set if it may be of another, or a repetition. */
export interface Undoing {
  readonly of: string
  readonly isGuess: boolean
}

/** The chargebacks and reversals of a payment, and which of them are matched so far. */
interface Matching {
  readonly claims: Claims
  /** The reversals of chargebacks that nobody has reported. */
  readonly waiting: readonly DomainEvent[]
  readonly toleranceSeconds: number
  readonly found: Map<DomainEvent, Undoing>
  /** The reversals found so far, by the id of their chargeback, and by what makes them alike. */
  readonly undone: Map<string, DomainEvent[]>
  readonly alike: Map<string, DomainEvent[]>
}

/** Finds the chargeback of one reversal; undefined if it finds none. */
type Find = (all: Matching, reversal: DomainEvent) => Undoing | undefined

const possible = ({ claims, toleranceSeconds }: Matching, reversal: DomainEvent) =>
  candidatesIn(claims, reversal).filter((claim) => couldUndo(claim, reversal, toleranceSeconds))

const isUndone = ({ undone }: Matching, { entityId }: Claim): boolean => undone.has(entityId)

/** Whether all of a chargeback had certainly been undone when a reversal came. */
const isUndoneBy = (
  { found, undone, toleranceSeconds }: Matching,
  reversal: DomainEvent,
  claim: Claim,
): boolean =>
  (undone.get(claim.entityId) ?? []).some(
    (other) =>
      found.get(other)?.isGuess === false &&
      isOfAll(other, claim) &&
      !isAfter(timeOf(other), timeOf(reversal), toleranceSeconds),
  )

const known = ({ found }: Matching, reversal: DomainEvent, isOne: typeof couldBeOne) =>
  [...found].find(([other]) => isOne(other, reversal))?.[1]

/** Whether two reversals that could be one are: of the same dispute, or at the same time. */
const areOne = (a: DomainEvent, b: DomainEvent, toleranceSeconds: number): boolean =>
  (disputeIn(a) !== undefined && disputeIn(a) === disputeIn(b)) || isNear(a, b, toleranceSeconds)

/** The match of a reversal that is the same one, and names the same. */
const repeated = ({ alike, found, toleranceSeconds }: Matching, reversal: DomainEvent) => {
  const same = alike
    .get(likenessOf(reversal))
    ?.find((other) => areOne(other, reversal, toleranceSeconds))
  return same === undefined ? undefined : found.get(same)
}

/** The match of a reversal that may be the same one: nothing that both name differs. */
const perhapsRepeated = (all: Matching, reversal: DomainEvent) =>
  known(all, reversal, (a, b) => couldBeOne(a, b) && areOne(a, b, all.toleranceSeconds))

/** Whether it makes no difference which of several chargebacks of one amount is undone. */
const haveOneEffect = (
  { toleranceSeconds }: Matching,
  claims: readonly Claim[],
  reversal: DomainEvent,
): boolean =>
  claims.length < 2 || !claims.some((claim) => mayBeAgain(claim, reversal, toleranceSeconds))

/** Whether a reversal may repeat another: one that is matched, or one of an unreported chargeback. */
const mayRepeat = (all: Matching, reversal: DomainEvent): boolean =>
  known(all, reversal, couldBeOne) !== undefined ||
  all.waiting.some((other) => couldBeOne(other, reversal))

const byDispute: Find = ({ claims }, reversal) => {
  const dispute = disputeIn(reversal)
  return dispute !== undefined && claims.ids.has(dispute)
    ? { of: dispute, isGuess: false }
    : undefined
}

const byName: Find = (all, reversal) => {
  const named = withAction(all.claims, actionIn(reversal)).filter(
    (claim) => fitsAmount(claim, reversal) && couldUndo(claim, reversal, all.toleranceSeconds),
  )
  if (named.length > 1 && !areOfOneAmount(named)) return undefined
  const standing = named.findLast((claim) => !isUndone(all, claim))
  if (standing === undefined) return named[0] && { of: named[0].entityId, isGuess: false }
  const isRepetition = named.some(({ entityId }) =>
    all.undone.get(entityId)?.some((other) => couldBeOne(other, reversal)),
  )
  return { of: standing.entityId, isGuess: isRepetition || !haveOneEffect(all, named, reversal) }
}

const byAmount: Find = (all, reversal) => {
  const same = perhapsRepeated(all, reversal)
  if (same !== undefined) return same
  const standing = possible(all, reversal).filter((claim) => !isUndoneBy(all, reversal, claim))
  const open = standing.filter((claim) => !isUndone(all, claim))
  const isOneAmount = areOfOneAmount(standing)
  const claim = likeliest(open, reversal) ?? (isOneAmount ? (open[0] ?? standing[0]) : undefined)
  if (claim === undefined) return standing.length === 0 ? unmatched(all, reversal) : undefined
  const isSure = isOneAmount && haveOneEffect(all, standing, reversal)
  return { of: claim.entityId, isGuess: !isSure || mayRepeat(all, reversal) }
}

/** A reversal that could undo nothing may name the amount of another, or waits under its own id. */
const unmatched: Find = (all, reversal) => {
  const unnamed = known(all, reversal, (a, b) => amountIn(a) === undefined && couldBeOne(a, b))
  if (amountIn(reversal) !== undefined && unnamed !== undefined) return unnamed
  const own = disputeIn(reversal) ?? actionIn(reversal)
  return own === undefined ? undefined : { of: own, isGuess: false }
}

/**
 * Finds the chargeback of each reversal: the one with its dispute id; else the one with its action
 * and amount; else, if all that stand have one amount, any of them. Otherwise the likeliest is a
 * guess, and so is every match of a reversal that may repeat another. A reversal that names an id,
 * and could undo none, waits for the report of its chargeback. @spec decisions#46
 */
export const undoneBy = (
  claims: readonly Claim[],
  reversals: readonly DomainEvent[],
  toleranceSeconds: number,
): ReadonlyMap<DomainEvent, Undoing> => {
  const found = new Map<DomainEvent, Undoing>()
  const indexed = indexedClaims(claims)
  const waiting = reversals.filter(
    (reversal) =>
      !candidatesIn(indexed, reversal).some((claim) =>
        couldUndo(claim, reversal, toleranceSeconds),
      ),
  )
  const [undone, alike] = [new Map<string, DomainEvent[]>(), new Map<string, DomainEvent[]>()]
  const all: Matching = { claims: indexed, waiting, toleranceSeconds, found, undone, alike }
  const inTime = byTime(reversals)
  for (const find of [byDispute, byName, byAmount]) {
    for (const reversal of inTime.filter((each) => !found.has(each))) {
      const undoing = repeated(all, reversal) ?? find(all, reversal)
      if (undoing === undefined) continue
      found.set(reversal, undoing)
      addTo(undone, undoing.of, reversal)
      addTo(alike, likenessOf(reversal), reversal)
    }
  }
  return found
}
