/** What an event is about, when the same thing goes by two names or by none. */
import type { Event } from '../event/envelope.ts'
import { occurredAt, timeOf } from '../event/envelope.ts'
import type { Identity, Lifecycle } from '../event/lifecycle.ts'
import { type Instant, shift } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import { compare } from './occurrence.ts'

/** An event with what it is about; null when nothing, or more than one thing, fits. */
export interface Bound {
  readonly event: Event
  readonly about: string | null
}

type Fields = Readonly<Record<string, unknown>>

const fieldOf = (event: Event, name: string): string | undefined => {
  const value = (event.data as Fields)[name]
  return typeof value === 'string' ? value : undefined
}

/** For each of one kind of name, the other name that some event tells beside it; the smaller of two. */
const pairs = (events: readonly Event[], from: string, to: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const event of events) {
    const [a, b] = [fieldOf(event, from), fieldOf(event, to)]
    if (a === undefined || b === undefined) continue
    const known = found.get(a)
    if (known === undefined || compare(b, known) < 0) found.set(a, b)
  }
  return found
}

/** By the provider's id; by the command's until an answer tells both. */
const byCommand = (events: readonly Event[], idField: string): readonly Bound[] => {
  const answered = pairs(events, 'commandId', idField)
  return events.map((event) => {
    const command = fieldOf(event, 'commandId')
    const named =
      command === undefined ? undefined : (answered.get(command) ?? `command:${command}`)
    return { event, about: fieldOf(event, idField) ?? named ?? null }
  })
}

const amountOf = (event: Event): unknown => (event.data as Fields)['amount']

interface Known {
  readonly amounts: Set<unknown>
  /** When each stage was told to have happened. */
  readonly stages: Map<string, Instant>
}

/** Whether a thing could have this stage: it has none yet, or one of the same time, as clocks go. */
const couldBe = ({ stages }: Known, event: Event, { clockToleranceSeconds }: Policy): boolean => {
  const [told, at] = [stages.get(event.type), occurredAt(event.metadata)]
  if (told === undefined || at === null) return true
  return told <= shift(at, clockToleranceSeconds) && at <= shift(told, clockToleranceSeconds)
}

const note = (known: Map<string, Known>, about: string, event: Event): void => {
  const thing = known.get(about) ?? { amounts: new Set(), stages: new Map() }
  const at = occurredAt(event.metadata)
  if (amountOf(event) !== undefined) thing.amounts.add(amountOf(event))
  if (at !== null && !thing.stages.has(event.type)) thing.stages.set(event.type, at)
  known.set(about, thing)
}

/**
 * An event without an id is about the only thing of its amount, or the only one if it names none; but
 * not about one that has had this stage at another time: a second refund is not a duplicate.
 */
const byAmount = (bounds: readonly Bound[], policy: Policy): readonly Bound[] => {
  const known = new Map<string, Known>()
  const inTime = [...bounds].sort((a, b) => compare(timeOf(a.event), timeOf(b.event)))
  for (const { event, about } of inTime) if (about !== null) note(known, about, event)
  const found = new Map<Event, string>()
  for (const { event, about } of inTime) {
    if (about !== null) continue
    const amount = amountOf(event)
    const ofAmount = [...known].filter(
      ([, { amounts }]) => amount === undefined || amounts.size === 0 || amounts.has(amount),
    )
    const [only, another] = ofAmount
    if (only === undefined || another !== undefined || !couldBe(only[1], event, policy)) continue
    found.set(event, only[0])
    note(known, only[0], event)
  }
  return bounds.map((bound) => ({ ...bound, about: bound.about ?? found.get(bound.event) ?? null }))
}

/** Chargebacks and reversals by action id, else by the dispute's, whichever event tells both. */
const byDispute = (events: readonly Event[]): readonly Bound[] => {
  const actions = pairs(events, 'disputeId', 'actionId')
  return events.map((event) => {
    const dispute = fieldOf(event, 'disputeId')
    const named = dispute === undefined ? undefined : (actions.get(dispute) ?? dispute)
    return { event, about: fieldOf(event, 'actionId') ?? named ?? null }
  })
}

/** Whether two events tell two ids of one kind: then they are of two disputes. */
const isOfAnother = (a: Event, b: Event): boolean =>
  ['actionId', 'disputeId'].some((field) => {
    const [one, other] = [fieldOf(a, field), fieldOf(b, field)]
    return one !== undefined && other !== undefined && one !== other
  })

/** The chargebacks that a reversal could undo: not of another id, not stamped after it, not undone. */
const undoable = (
  chargebacks: readonly Bound[],
  undone: ReadonlySet<string>,
  reversal: Event,
  policy: Policy,
): readonly string[] => {
  const latest = shift(timeOf(reversal), policy.clockToleranceSeconds)
  const open = chargebacks.flatMap(({ event, about }) => {
    const later = occurredAt(event.metadata) !== null && timeOf(event) > latest
    return about === null || undone.has(about) || later ? [] : [about]
  })
  const others = chargebacks.flatMap(({ event, about }) =>
    isOfAnother(event, reversal) ? (about ?? []) : [],
  )
  return [...new Set(open)].filter((about) => !others.includes(about))
}

/**
 * A reversal belongs to the chargeback of its id, else to the only one that it could undo. Where there
 * is none, one that names an id is of a chargeback that nobody has told of yet.
 */
const byChargeback = (
  chargebacks: readonly Bound[],
  reversals: readonly Bound[],
  policy: Policy,
): readonly Bound[] => {
  const known = new Set(chargebacks.flatMap(({ about }) => about ?? []))
  const nameOf = ({ about, event }: Bound): string => about ?? event.metadata.eventId
  const undone = new Map<string, string>(
    reversals.map(nameOf).flatMap((name) => (known.has(name) ? [[name, name] as const] : [])),
  )
  const byTime = [...reversals].sort((a, b) => compare(timeOf(a.event), timeOf(b.event)))
  for (const reversal of byTime) {
    const name = nameOf(reversal)
    if (undone.has(name)) continue
    const taken = new Set(undone.values())
    const [only, another] = undoable(chargebacks, taken, reversal.event, policy)
    if (another !== undefined) continue
    if (only !== undefined || reversal.about !== null) undone.set(name, only ?? name)
  }
  return reversals.map((reversal) => ({ ...reversal, about: undone.get(nameOf(reversal)) ?? null }))
}

/**
 * Says of every event what it is about. Binding looks at the whole set at once, so it does not hang on
 * the order in which events came. @spec design, 3 Keys and Binding
 */
export const bind = (
  lifecycle: Lifecycle,
  events: readonly Event[],
  policy: Policy,
): readonly Bound[] => {
  const identityOf = ({ type }: Event): Identity => lifecycle[type]?.identity ?? 'self'
  const of = (...identities: readonly Identity[]): readonly Event[] =>
    events.filter((event) => identities.includes(identityOf(event)))
  const disputes = byDispute(of('chargeback', 'reversal'))
  const isReversal = ({ event }: Bound): boolean => identityOf(event) === 'reversal'
  const chargebacks = byAmount(
    disputes.filter((bound) => !isReversal(bound)),
    policy,
  )
  return [
    ...of('once').map((event) => ({ event, about: '' })),
    ...of('self').map((event) => ({ event, about: event.metadata.eventId })),
    ...byAmount(byCommand(of('refund'), 'actionId'), policy),
    ...byCommand(of('collection'), 'paymentId'),
    ...chargebacks,
    ...byChargeback(chargebacks, disputes.filter(isReversal), policy),
  ]
}
