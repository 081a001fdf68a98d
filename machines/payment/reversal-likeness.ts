/** What a reversal has in common with chargebacks, and with other reversals. */
import { type DomainEvent, occurredAt, timeOf } from '../../src/event/envelope.ts'
import { isAfter } from '../../src/words/instant.ts'
import { actionIn, amountIn, byTime, type Claim, disputeIn } from './claims.ts'
import { movesMoney } from './rounds.ts'

const isOfAnother = (claim: Claim, reversal: DomainEvent): boolean => {
  const dispute = disputeIn(reversal)
  return (
    dispute !== undefined && claim.reports.some((each) => (disputeIn(each) ?? dispute) !== dispute)
  )
}

/** The first report of each chargeback that says when money was taken, for speed only. */
const firsts = new WeakMap<Claim, DomainEvent | typeof NONE>()
const NONE = Symbol('none')

const firstMoving = (claim: Claim): DomainEvent | undefined => {
  const known = firsts.get(claim) ?? byTime(claim.reports.filter(movesMoney))[0] ?? NONE
  firsts.set(claim, known)
  return known === NONE ? undefined : known
}

/** Whether a reversal could undo a chargeback: not of another dispute, and not later. */
export const couldUndo = (
  claim: Claim,
  reversal: DomainEvent,
  toleranceSeconds: number,
): boolean => {
  const first = firstMoving(claim)
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

/** Whether a chargeback has a reversal's amount, if it names one. */
export const fitsAmount = (claim: Claim, reversal: DomainEvent): boolean =>
  amountIn(reversal) === undefined || hasAmount(claim, reversal)

/** Whether a chargeback has another report that may be later than a reversal: it may be gone again. */
export const mayBeAgain = (
  claim: Claim,
  reversal: DomainEvent,
  toleranceSeconds: number,
): boolean =>
  byTime(claim.reports)
    .slice(1)
    .some(
      (report) =>
        occurredAt(report.metadata) === null ||
        !isAfter(timeOf(reversal), timeOf(report), toleranceSeconds),
    )

/** Whether all chargebacks of a list are of one amount. */
export const areOfOneAmount = (claims: readonly Claim[]): boolean =>
  claims.length === 1 || new Set(claims.flatMap(({ reports }) => reports.map(amountIn))).size === 1

/** Whether a reversal is of all of a chargeback, and not of a part. */
export const isOfAll = (reversal: DomainEvent, claim: Claim): boolean => {
  const amount = amountIn(reversal)
  const taken = claim.reports.map(amountIn).filter((each) => typeof each === 'number')
  return typeof amount !== 'number' || taken.every((each) => each <= amount)
}

/** The one chargeback of a list that fits; undefined if none or several do. */
const onlyOf = (claims: readonly Claim[], fits: (claim: Claim) => boolean): Claim | undefined => {
  const [first, another] = claims.filter(fits)
  return another === undefined ? first : undefined
}

/** Of the chargebacks that a reversal could undo, the likeliest: by its action, else its amount. */
export const likeliest = (claims: readonly Claim[], reversal: DomainEvent): Claim | undefined =>
  onlyOf(claims, (claim) => hasAction(claim, reversal)) ??
  onlyOf(claims, (claim) => hasAmount(claim, reversal)) ??
  onlyOf(claims, () => true)

/**
 * Whether nothing that two reversals name differs. A dispute may have the action of the capture, so
 * actions tell a dispute's reversal from no other.
 */
export const couldBeOne = (a: DomainEvent, b: DomainEvent): boolean => {
  const isOneKind = (disputeIn(a) === undefined) === (disputeIn(b) === undefined)
  const fields = isOneKind ? [disputeIn, actionIn, amountIn] : [disputeIn, amountIn]
  return fields.every((named) => {
    const [one, other] = [named(a), named(b)]
    return one === undefined || other === undefined || one === other
  })
}

/** What reversals that are alike name: the same dispute or, without one, action and amount. */
export const likenessOf = (reversal: DomainEvent): string =>
  disputeIn(reversal) ?? JSON.stringify([actionIn(reversal) ?? null, amountIn(reversal) ?? null])

/** Whether two reversals are at one time, within the tolerance. */
export const isNear = (a: DomainEvent, b: DomainEvent, toleranceSeconds: number): boolean =>
  !isAfter(timeOf(a), timeOf(b), toleranceSeconds) &&
  !isAfter(timeOf(b), timeOf(a), toleranceSeconds)
