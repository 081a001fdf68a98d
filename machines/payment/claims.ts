/** Groups the reports of chargebacks by the chargeback that they are about. */
import { type DomainEvent, occurredAt, timeOf } from '../../src/event/envelope.ts'
import { fieldOf } from '../../src/fold/correlate.ts'
import { compare } from '../../src/fold/occurrence.ts'
import { isAfter } from '../../src/words/instant.ts'

/** The dispute that an event names. */
export const disputeIn = (event: DomainEvent): string | undefined => fieldOf(event, 'disputeId')
/** The action that an event names. */
export const actionIn = (event: DomainEvent): string | undefined => fieldOf(event, 'actionId')
/** The amount that an event names, whatever it is. */
export const amountIn = ({ data }: DomainEvent): unknown =>
  (data as { readonly amount?: unknown }).amount

/** By time; the event id decides between equal times, so that arrival does not matter. */
export const byTime = (events: readonly DomainEvent[]): readonly DomainEvent[] =>
  [...events].sort(
    (a, b) => compare(timeOf(a), timeOf(b)) || compare(a.metadata.eventId, b.metadata.eventId),
  )

/** Reports of one chargeback. */
export interface Claim {
  readonly entityId: string
  readonly reports: readonly DomainEvent[]
}

/**
 * What the reports of one chargeback have in common if no dispute id unites them. A webhook and the
 * list of actions may report one action as a chargeback and as a return; a dispute has the id of
 * the disputed action.
 */
const likenessOf = (event: DomainEvent): string => {
  const action = actionIn(event) ?? ''
  const voice = fieldOf(event, 'reportedAs') ?? 'chargeback'
  const dispute = action === '' ? (disputeIn(event) ?? '') : ''
  return [
    voice === 'dispute' || action === '' ? voice : '',
    action,
    dispute,
    amountIn(event),
  ].join()
}

const isTimed = ({ metadata }: DomainEvent): boolean => occurredAt(metadata) !== null

/** Splits reports that are alike into those within the tolerance of the earliest, and so on. */
const clusters = (
  alike: readonly DomainEvent[],
  toleranceSeconds: number,
): readonly (readonly DomainEvent[])[] => {
  const found: DomainEvent[][] = []
  for (const event of byTime(alike)) {
    const last = found.at(-1)
    const anchor = last?.[0]
    if (last === undefined || anchor === undefined) found.push([event])
    else if (
      isTimed(anchor) &&
      isTimed(event) &&
      !isAfter(timeOf(event), timeOf(anchor), toleranceSeconds)
    )
      last.push(event)
    else found.push([event])
  }
  return found
}

/** By how many days a list of actions may book an action back. @spec decisions#46 */
const BOOKED_BACK_DAYS = 3

const isListed = (event: DomainEvent): boolean => fieldOf(event, 'reportedAs') === 'return'

/**
 * Joins each action that a list shows with the webhook about it: they have one action id and amount,
 * and the list may book the action back.
 */
const withListed = (all: readonly (readonly DomainEvent[])[], toleranceSeconds: number) => {
  const listed = all.filter((cluster) => cluster.every(isListed))
  const joined = all.filter((cluster) => !cluster.every(isListed)).map((cluster) => [...cluster])
  const alone: (readonly DomainEvent[])[] = []
  for (const cluster of listed) {
    const [row] = cluster
    const own = joined.find(
      ([webhook, ...more]) =>
        row !== undefined &&
        webhook !== undefined &&
        actionIn(row) !== undefined &&
        ![webhook, ...more].some(isListed) &&
        !isAfter(timeOf(row), timeOf(webhook), toleranceSeconds) &&
        !isAfter(timeOf(webhook), timeOf(row), BOOKED_BACK_DAYS * 86_400 + toleranceSeconds),
    )
    if (own === undefined) alone.push(cluster)
    else own.push(...cluster)
  }
  return [...joined, ...alone]
}

const groupedBy = <K>(
  events: readonly DomainEvent[],
  keyOf: (event: DomainEvent) => K,
): ReadonlyMap<K, DomainEvent[]> => {
  const groups = new Map<K, DomainEvent[]>()
  for (const event of events) {
    const alike = groups.get(keyOf(event))
    if (alike === undefined) groups.set(keyOf(event), [event])
    else alike.push(event)
  }
  return groups
}

/**
 * Groups reports of chargebacks. Two reports are of one chargeback if they have the same dispute
 * id; or if they are messages of one kind with the same action id and amount, at the same time
 * within the clock tolerance. An action id alone unites nothing: the reports of several chargebacks
 * may all have that of the capture. @spec decisions#46
 */
export const claimsOf = (
  chargebacks: readonly DomainEvent[],
  toleranceSeconds: number,
): readonly Claim[] => {
  const disputes = new Map<string, DomainEvent[]>()
  const others: Claim[] = []
  const alike = groupedBy(chargebacks, likenessOf)
  const near = [...alike.values()].flatMap((each) =>
    withListed(clusters(each, toleranceSeconds), toleranceSeconds),
  )
  for (const cluster of near) {
    const named = groupedBy(cluster, disputeIn)
    const nameless = named.get(undefined) ?? []
    const ids = [...named.keys()].filter((id): id is string => id !== undefined)
    const only = ids.length === 1 ? ids[0] : undefined
    for (const id of ids) {
      const reports = [...(named.get(id) ?? []), ...(id === only ? nameless : [])]
      disputes.set(id, [...(disputes.get(id) ?? []), ...reports])
    }
    const [first] = nameless
    if (only === undefined && first !== undefined) {
      others.push({ entityId: `event:${first.metadata.eventId}`, reports: nameless })
    }
  }
  return [
    ...[...disputes].map(([entityId, reports]) => ({ entityId, reports })),
    ...withOwnIds(withActionIds(others)),
  ]
}

/** Several chargebacks may be reported under one event id: each has an id of its own. */
const withOwnIds = (claims: readonly Claim[]): readonly Claim[] => {
  const orderOf = ({ reports: [first] }: Claim): string =>
    first === undefined ? '' : `${timeOf(first)} ${likenessOf(first)}`
  const known = new Map<string, number>()
  return [...claims]
    .sort((a, b) => compare(orderOf(a), orderOf(b)))
    .map(({ entityId, reports }) => {
      const before = known.get(entityId) ?? 0
      known.set(entityId, before + 1)
      return { entityId: before === 0 ? entityId : `${entityId}#${before + 1}`, reports }
    })
}

/** The earliest chargeback with an action id is keyed by that id; the others by their event's. */
const withActionIds = (claims: readonly Claim[]): readonly Claim[] => {
  const firsts = byTime(claims.flatMap(({ reports }) => reports[0] ?? []))
  const taken = new Map<string, DomainEvent>()
  for (const first of firsts) {
    const action = actionIn(first)
    if (action !== undefined && !taken.has(action)) taken.set(action, first)
  }
  return claims.map(({ entityId, reports }) => {
    const [first] = reports
    const action = first === undefined ? undefined : actionIn(first)
    const isFirst = action !== undefined && taken.get(action) === first
    return { entityId: isFirst ? action : entityId, reports }
  })
}
