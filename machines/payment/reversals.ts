/** Finds the chargeback that each reversal undoes. */
import { type DomainEvent, occurredAt, timeOf } from '../../src/event/envelope.ts'
import { isAfter } from '../../src/words/instant.ts'
import { actionIn, amountIn, byTime, type Claim, disputeIn } from './claims.ts'

/** The chargeback that a reversal undoes. `isGuess` is set if it may be of another, or a repetition. */
export interface Undoing {
  readonly of: string
  readonly isGuess: boolean
}

const isOfAnother = (claim: Claim, reversal: DomainEvent): boolean => {
  const dispute = disputeIn(reversal)
  return (
    dispute !== undefined && claim.reports.some((each) => (disputeIn(each) ?? dispute) !== dispute)
  )
}

/** Whether a reversal could undo a chargeback: not of another dispute, and not later. */
const couldUndo = (claim: Claim, reversal: DomainEvent, toleranceSeconds: number): boolean => {
  const [first] = byTime(claim.reports)
  const isLater =
    first !== undefined &&
    occurredAt(first.metadata) !== null &&
    isAfter(timeOf(first), timeOf(reversal), toleranceSeconds)
  return !isLater && !isOfAnother(claim, reversal)
}

const hasAction = (claim: Claim, reversal: DomainEvent): boolean => {
  const action = actionIn(reversal)
  return action !== undefined && claim.reports.some((each) => actionIn(each) === action)
}

const hasAmount = (claim: Claim, reversal: DomainEvent): boolean => {
  const amount = amountIn(reversal)
  return amount !== undefined && claim.reports.some((each) => amountIn(each) === amount)
}

/** Whether a chargeback has a reversal's action, and its amount if it names one. */
const isNamed = (claim: Claim, reversal: DomainEvent): boolean =>
  hasAction(claim, reversal) && (amountIn(reversal) === undefined || hasAmount(claim, reversal))

const areOfOneAmount = (claims: readonly Claim[]): boolean =>
  new Set(claims.map(({ reports }) => byTime(reports).map(amountIn)[0])).size === 1

/** The one chargeback of a list that fits; undefined if none or several do. */
const onlyOf = (claims: readonly Claim[], fits: (claim: Claim) => boolean): Claim | undefined => {
  const [first, another] = claims.filter(fits)
  return another === undefined ? first : undefined
}

/** Of the chargebacks that a reversal could undo, the likeliest: by its action, else its amount. */
const likeliest = (claims: readonly Claim[], reversal: DomainEvent): Claim | undefined =>
  onlyOf(claims, (claim) => hasAction(claim, reversal)) ??
  onlyOf(claims, (claim) => hasAmount(claim, reversal)) ??
  onlyOf(claims, () => true)

/** Whether nothing that two reversals name differs. */
const couldBeOne = (a: DomainEvent, b: DomainEvent): boolean =>
  [disputeIn, actionIn, amountIn].every((named) => {
    const [one, other] = [named(a), named(b)]
    return one === undefined || other === undefined || one === other
  })

/** Whether two reversals name the same dispute or, if neither names one, action and amount. */
const areAlike = (a: DomainEvent, b: DomainEvent): boolean =>
  disputeIn(a) === disputeIn(b) &&
  (disputeIn(a) !== undefined || (actionIn(a) === actionIn(b) && amountIn(a) === amountIn(b)))

/** Whether two reversals are alike and, if they name no dispute, at the same time. */
const isRepeated = (a: DomainEvent, b: DomainEvent, toleranceSeconds: number): boolean =>
  areAlike(a, b) &&
  (disputeIn(a) !== undefined ||
    !(
      isAfter(timeOf(a), timeOf(b), toleranceSeconds) ||
      isAfter(timeOf(b), timeOf(a), toleranceSeconds)
    ))

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
  const inTime = byTime(reversals)
  const isUndone = ({ entityId }: Claim): boolean =>
    [...found.values()].some(({ of }) => of === entityId)
  /** Whether a chargeback was certainly undone when a reversal came. */
  const isUndoneBy = (reversal: DomainEvent, { entityId }: Claim): boolean =>
    [...found].some(
      ([other, { of, isGuess }]) =>
        of === entityId && !isGuess && !isAfter(timeOf(other), timeOf(reversal), toleranceSeconds),
    )
  const known = (reversal: DomainEvent, isOne: typeof areAlike): Undoing | undefined =>
    [...found].find(([other]) => isOne(other, reversal))?.[1]
  const repeated = (reversal: DomainEvent): Undoing | undefined =>
    known(reversal, (a, b) => isRepeated(a, b, toleranceSeconds))
  const possible = (reversal: DomainEvent): readonly Claim[] =>
    claims.filter((claim) => couldUndo(claim, reversal, toleranceSeconds))

  const byDispute = (reversal: DomainEvent): Undoing | undefined => {
    const dispute = disputeIn(reversal)
    return dispute !== undefined && claims.some(({ entityId }) => entityId === dispute)
      ? { of: dispute, isGuess: false }
      : undefined
  }
  const byName = (reversal: DomainEvent): Undoing | undefined => {
    const named = possible(reversal).filter((claim) => isNamed(claim, reversal))
    const standing = named.findLast((claim) => !isUndone(claim))
    if (standing === undefined) return named[0] && { of: named[0].entityId, isGuess: false }
    return { of: standing.entityId, isGuess: known(reversal, areAlike) !== undefined }
  }
  const byAmount = (reversal: DomainEvent): Undoing | undefined => {
    const standing = possible(reversal).filter((claim) => !isUndoneBy(reversal, claim))
    const open = standing.filter((claim) => !isUndone(claim))
    const isOneAmount = areOfOneAmount(standing)
    const claim = likeliest(open, reversal) ?? (isOneAmount ? (open[0] ?? standing[0]) : undefined)
    if (claim !== undefined) {
      const isGuess = !isOneAmount || known(reversal, couldBeOne) !== undefined
      return { of: claim.entityId, isGuess }
    }
    const own = disputeIn(reversal) ?? actionIn(reversal)
    return standing.length > 0 || own === undefined ? undefined : { of: own, isGuess: false }
  }
  for (const find of [byDispute, byName, byAmount]) {
    for (const reversal of inTime) {
      const undoing = found.get(reversal) ?? repeated(reversal) ?? find(reversal)
      if (undoing !== undefined) found.set(reversal, undoing)
    }
  }
  return found
}
