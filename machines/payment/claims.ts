/** Groups the reports of chargebacks by the chargeback that they are about. */

import { type DomainEvent, occurredAt, timeOf } from '../../src/event/envelope.ts'
import { fieldOf } from '../../src/fold/correlate.ts'
import { compare } from '../../src/fold/occurrence.ts'
import { isAfter } from '../../src/words/instant.ts'
import { addTo } from '../../src/words/lists.ts'

/** The dispute that an event names. */
export const disputeIn = (event: DomainEvent): string | undefined => fieldOf(event, 'disputeId')
/** The action that an event names. */
export const actionIn = (event: DomainEvent): string | undefined => fieldOf(event, 'actionId')
/** The amount that an event names, whatever it is. */
export const amountIn = ({ data }: DomainEvent): unknown =>
  (data as { readonly amount?: unknown }).amount

/** By time; the event id decides between equal times, so that arrival does not matter. */
export const byTime = (events: readonly DomainEvent[]): readonly DomainEvent[] =>
  events.length < 2
    ? events
    : events
        .map((event) => ({ event, at: timeOf(event), id: event.metadata.eventId }))
        .sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id))
        .map(({ event }) => event)

/** Reports of one chargeback; there is at least one. */
type Reports = readonly [DomainEvent, ...DomainEvent[]]

/** A chargeback, and the reports of it. */
export interface Claim {
  readonly entityId: string
  readonly reports: Reports
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
const clusters = (alike: readonly DomainEvent[], toleranceSeconds: number): readonly Reports[] => {
  const found: [DomainEvent, ...DomainEvent[]][] = []
  for (const event of byTime(alike)) {
    const last = found.at(-1)
    const isNear = (anchor: DomainEvent): boolean =>
      isTimed(anchor) && isTimed(event) && !isAfter(timeOf(event), timeOf(anchor), toleranceSeconds)
    if (last !== undefined && isNear(last[0])) last.push(event)
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
const withListed = (all: readonly Reports[], toleranceSeconds: number): readonly Reports[] => {
  const listed = all.filter((cluster) => cluster.every(isListed))
  const joined = all
    .filter((cluster) => !cluster.every(isListed))
    .map(([first, ...more]): [DomainEvent, ...DomainEvent[]] => [first, ...more])
  const alone: Reports[] = []
  for (const cluster of listed) {
    const [row] = cluster
    const candidates = actionIn(row) === undefined ? [] : joined
    const own = candidates.find(
      ([webhook, ...more]) =>
        ![webhook, ...more].some(isListed) &&
        !isAfter(timeOf(row), timeOf(webhook), toleranceSeconds) &&
        !isAfter(timeOf(webhook), timeOf(row), BOOKED_BACK_DAYS * 86_400 + toleranceSeconds),
    )
    if (own === undefined) alone.push(cluster)
    else for (const each of cluster) own.push(each)
  }
  return [...joined, ...alone]
}

const groupedBy = <K>(
  events: readonly DomainEvent[],
  keyOf: (event: DomainEvent) => K,
): ReadonlyMap<K, DomainEvent[]> => {
  const groups = new Map<K, DomainEvent[]>()
  for (const event of events) addTo(groups, keyOf(event), event)
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
  // the time of a row in a list must not part the webhooks about its action
  const near = [...alike.values()].flatMap((each) =>
    withListed(
      [each.filter((event) => !isListed(event)), each.filter(isListed)].flatMap((reports) =>
        clusters(reports, toleranceSeconds),
      ),
      toleranceSeconds,
    ),
  )
  for (const cluster of near) {
    const named = groupedBy(cluster, disputeIn)
    const [first, ...more] = named.get(undefined) ?? []
    const nameless = first === undefined ? [] : [first, ...more]
    const ids = [...named.keys()].filter((id): id is string => id !== undefined)
    const only = ids.length === 1 ? ids[0] : undefined
    for (const id of ids) {
      const reports = [...(named.get(id) ?? []), ...(id === only ? nameless : [])]
      const known = disputes.get(id)
      if (known === undefined) disputes.set(id, reports)
      else for (const report of reports) known.push(report)
    }
    if (only === undefined && first !== undefined) {
      others.push({ entityId: `event:${first.metadata.eventId}`, reports: [first, ...more] })
    }
  }
  return [
    ...[...disputes].map(([entityId, reports]) => ({
      entityId,
      reports: reports as readonly DomainEvent[] as Reports,
    })),
    ...withOwnIds(withActionIds(others)),
  ]
}

/** Several chargebacks may be reported under one event id: each has an id of its own. */
const withOwnIds = (claims: readonly Claim[]): readonly Claim[] => {
  const orderOf = ({ reports: [first] }: Claim): string => `${timeOf(first)} ${likenessOf(first)}`
  const known = new Map<string, number>()
  return claims
    .map((claim) => ({ ...claim, place: orderOf(claim) }))
    .sort((a, b) => compare(a.place, b.place))
    .map(({ entityId, reports }) => {
      const before = known.get(entityId) ?? 0
      known.set(entityId, before + 1)
      return { entityId: before === 0 ? entityId : `${entityId}#${before + 1}`, reports }
    })
}

/** The earliest chargeback with an action id is keyed by that id; the others by their event's. */
const withActionIds = (claims: readonly Claim[]): readonly Claim[] => {
  const firsts = byTime(claims.map(({ reports: [first] }) => first))
  const taken = new Map<string, DomainEvent>()
  for (const first of firsts) {
    const action = actionIn(first)
    if (action !== undefined && !taken.has(action)) taken.set(action, first)
  }
  return claims.map(({ entityId, reports }) => {
    const [first] = reports
    const action = actionIn(first)
    const isFirst = action !== undefined && taken.get(action) === first
    return { entityId: isFirst ? action : entityId, reports }
  })
}
