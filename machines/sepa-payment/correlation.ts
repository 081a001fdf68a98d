/** Finds the chargeback of a message: by its dispute, by its action, or as the only candidate. */
import { type DomainEvent, occurredAt, timeOf } from '../../src/event/envelope.ts'
import { type Bound, byAmount, type Correlation, fieldOf, pairs } from '../../src/fold/correlate.ts'
import { compare } from '../../src/fold/occurrence.ts'
import { shift } from '../../src/words/instant.ts'
import type { Policy } from '../../src/words/policy.ts'
import { refundCorrelation } from '../payment/correlation.ts'

const disputeIn = (event: DomainEvent): string | undefined => fieldOf(event, 'disputeId')
const actionIn = (event: DomainEvent): string | undefined => fieldOf(event, 'actionId')

/**
 * Identifies chargebacks by action id, else by dispute id; a message that names both ids links
 * them. The interface leaves open which action a dispute's message names, so a reversal's action id
 * counts only if a chargeback has the same one.
 */
const chargebacksNamed = (
  chargebacks: readonly DomainEvent[],
  reversals: readonly DomainEvent[],
): readonly Bound[] => {
  const borne = new Set(chargebacks.map(actionIn))
  const telling = [...chargebacks, ...reversals.filter((event) => borne.has(actionIn(event)))]
  const actions = pairs(telling, 'disputeId', 'actionId')
  return chargebacks.map((event) => {
    const dispute = disputeIn(event)
    const named = dispute === undefined ? undefined : (actions.get(dispute) ?? dispute)
    return { event, entityId: actionIn(event) ?? named ?? null }
  })
}

const isOfAnother = (a: DomainEvent, b: DomainEvent): boolean => {
  const [one, other] = [disputeIn(a), disputeIn(b)]
  return one !== undefined && other !== undefined && one !== other
}

const aboutOf = (
  chargebacks: readonly Bound[],
  isIt: (event: DomainEvent) => boolean,
): string | null =>
  chargebacks.find(({ event, entityId }) => entityId !== null && isIt(event))?.entityId ?? null

/**
 * The chargeback that a reversal names: by dispute id, else by action id unless the disputes
 * differ.
 */
const namedBy = (reversal: DomainEvent, chargebacks: readonly Bound[]): string | null => {
  const [dispute, action] = [disputeIn(reversal), actionIn(reversal)]
  const bySame = (id: string | undefined, idIn: typeof disputeIn): string | null =>
    id === undefined
      ? null
      : aboutOf(chargebacks, (event) => idIn(event) === id && !isOfAnother(event, reversal))
  return bySame(dispute, disputeIn) ?? bySame(action, actionIn)
}

/**
 * The chargebacks that a reversal could undo: not of another dispute, not later than the reversal,
 * not yet undone. A chargeback without an id, '' here, is a candidate like any other.
 */
const undoable = (
  chargebacks: readonly Bound[],
  undone: ReadonlySet<string>,
  reversal: DomainEvent,
  { clockToleranceSeconds }: Policy,
): readonly string[] => {
  const latest = shift(timeOf(reversal), clockToleranceSeconds)
  const others = new Set<string | null>(
    chargebacks.flatMap(({ event, entityId }) => (isOfAnother(event, reversal) ? entityId : [])),
  )
  const open = chargebacks.flatMap(({ event, entityId }) => {
    const isLater = occurredAt(event.metadata) !== null && timeOf(event) > latest
    const isGone = entityId !== null && (undone.has(entityId) || others.has(entityId))
    return isGone || isLater ? [] : [entityId ?? '']
  })
  return [...new Set(open)]
}

/**
 * A reversal belongs to the chargeback that it names, otherwise to the only one that it could undo.
 * If there is none and the reversal names an id, its chargeback has not been reported yet.
 */
const reversalsBound = (
  chargebacks: readonly Bound[],
  reversals: readonly DomainEvent[],
  policy: Policy,
): readonly Bound[] => {
  if (reversals.length === 0) return []
  const nameOf = (event: DomainEvent): string => disputeIn(event) ?? actionIn(event) ?? ''
  const keyOf = (event: DomainEvent): string => nameOf(event) || event.metadata.eventId
  const undone = new Map<string, string>()
  for (const reversal of reversals) {
    const named = namedBy(reversal, chargebacks)
    if (named !== null) undone.set(keyOf(reversal), named)
  }
  const byTime = [...reversals].sort((a, b) => compare(timeOf(a), timeOf(b)))
  for (const reversal of byTime) {
    if (undone.has(keyOf(reversal))) continue
    const taken = new Set(undone.values())
    const [only, another] = undoable(chargebacks, taken, reversal, policy)
    const entityId = another === undefined ? only || nameOf(reversal) : ''
    if (entityId !== '') undone.set(keyOf(reversal), entityId)
  }
  return reversals.map((event) => ({ event, entityId: undone.get(keyOf(event)) ?? null }))
}

/**
 * The correlation of refunds, chargebacks and their reversals.
 * @spec delivery#from-events-to-occurrences
 */
export const correlation = {
  ...refundCorrelation,
  chargeback: (events, { of }, policy) =>
    byAmount(chargebacksNamed(events, of('reversal')), policy),
  reversal: (events, { bound }, policy) => reversalsBound(bound('chargeback'), events, policy),
} as const satisfies Correlation
