/** Which chargeback a message is about: by the dispute, by the action, or because there is no other. */
import { type Event, occurredAt, timeOf } from '../event/envelope.ts'
import { shift } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import { type Bound, fieldOf, pairs } from './bound.ts'
import { compare } from './occurrence.ts'

const disputeIn = (event: Event): string | undefined => fieldOf(event, 'disputeId')
const actionIn = (event: Event): string | undefined => fieldOf(event, 'actionId')

/**
 * Chargebacks by action id, else by the dispute's, whichever message tells both. What action a dispute
 * names is not settled: where a reversal names one, it is a chargeback's only if a chargeback bears it.
 */
export const chargebacksNamed = (
  chargebacks: readonly Event[],
  reversals: readonly Event[],
): readonly Bound[] => {
  const borne = new Set(chargebacks.map(actionIn))
  const telling = [...chargebacks, ...reversals.filter((event) => borne.has(actionIn(event)))]
  const actions = pairs(telling, 'disputeId', 'actionId')
  return chargebacks.map((event) => {
    const dispute = disputeIn(event)
    const named = dispute === undefined ? undefined : (actions.get(dispute) ?? dispute)
    return { event, about: actionIn(event) ?? named ?? null }
  })
}

const isOfAnother = (a: Event, b: Event): boolean => {
  const [one, other] = [disputeIn(a), disputeIn(b)]
  return one !== undefined && other !== undefined && one !== other
}

const aboutOf = (chargebacks: readonly Bound[], isIt: (event: Event) => boolean): string | null =>
  chargebacks.find(({ event, about }) => about !== null && isIt(event))?.about ?? null

/** The chargeback that a reversal names: by the dispute, else by the action where no dispute differs. */
const namedBy = (reversal: Event, chargebacks: readonly Bound[]): string | null => {
  const [dispute, action] = [disputeIn(reversal), actionIn(reversal)]
  const bySame = (id: string | undefined, idIn: typeof disputeIn): string | null =>
    id === undefined
      ? null
      : aboutOf(chargebacks, (event) => idIn(event) === id && !isOfAnother(event, reversal))
  return bySame(dispute, disputeIn) ?? bySame(action, actionIn)
}

/**
 * The chargebacks that a reversal could undo: of no other dispute, not stamped after it, not undone. One
 * that is bound to nothing, an empty name here, is as good a candidate as any.
 */
const undoable = (
  chargebacks: readonly Bound[],
  undone: ReadonlySet<string>,
  reversal: Event,
  { clockToleranceSeconds }: Policy,
): readonly string[] => {
  const latest = shift(timeOf(reversal), clockToleranceSeconds)
  const others = new Set<string | null>(
    chargebacks.flatMap(({ event, about }) => (isOfAnother(event, reversal) ? about : [])),
  )
  const open = chargebacks.flatMap(({ event, about }) => {
    const isLater = occurredAt(event.metadata) !== null && timeOf(event) > latest
    const isGone = about !== null && (undone.has(about) || others.has(about))
    return isGone || isLater ? [] : [about ?? '']
  })
  return [...new Set(open)]
}

/**
 * A reversal belongs to the chargeback that it names, else to the only one that it could undo. Where
 * there is none, one that names an id is of a chargeback that nobody has told of yet.
 */
export const reversalsBound = (
  chargebacks: readonly Bound[],
  reversals: readonly Event[],
  policy: Policy,
): readonly Bound[] => {
  if (reversals.length === 0) return []
  const nameOf = (event: Event): string => disputeIn(event) ?? actionIn(event) ?? ''
  const keyOf = (event: Event): string => nameOf(event) || event.metadata.eventId
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
    const about = another === undefined ? only || nameOf(reversal) : ''
    if (about !== '') undone.set(keyOf(reversal), about)
  }
  return reversals.map((event) => ({ event, about: undone.get(keyOf(event)) ?? null }))
}
