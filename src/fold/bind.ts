/** What an event is about, when the same thing goes by two names or by none. */
import type { Event } from '../event/envelope.ts'
import { occurredAt, timeOf } from '../event/envelope.ts'
import type { Identity, Lifecycle } from '../event/lifecycle.ts'
import { type Instant, shift } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import { chargebacksNamed, reversalsBound } from './bind-disputes.ts'
import { type Bound, fieldOf, pairs } from './bound.ts'
import { compare } from './occurrence.ts'

/** By the provider's id; by the command's until an answer tells both. */
const byCommand = (events: readonly Event[], idField: string): readonly Bound[] => {
  if (events.length === 0) return []
  const answered = pairs(events, 'commandId', idField)
  return events.map((event) => {
    const command = fieldOf(event, 'commandId')
    const named =
      command === undefined ? undefined : (answered.get(command) ?? `command:${command}`)
    return { event, about: fieldOf(event, idField) ?? named ?? null }
  })
}

const amountOf = ({ data }: Event): unknown => (data as Readonly<Record<string, unknown>>)['amount']

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
  if (bounds.every(({ about }) => about !== null)) return bounds
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

/**
 * Says of every event what it is about. Binding looks at the whole set at once, so it does not hang on
 * the order in which events came. @spec design, 3 Keys and Binding
 */
export const bind = (
  lifecycle: Lifecycle,
  events: readonly Event[],
  policy: Policy,
): readonly Bound[] => {
  const byIdentity = new Map<Identity, Event[]>()
  for (const event of events) {
    const identity = lifecycle[event.type]?.identity ?? 'self'
    const alike = byIdentity.get(identity)
    if (alike === undefined) byIdentity.set(identity, [event])
    else alike.push(event)
  }
  const of = (identity: Identity): readonly Event[] => byIdentity.get(identity) ?? []
  const reversals = of('reversal')
  const chargebacks = byAmount(chargebacksNamed(of('chargeback'), reversals), policy)
  return [
    ...of('once').map((event) => ({ event, about: '' })),
    ...of('self').map((event) => ({ event, about: event.metadata.eventId })),
    ...byAmount(byCommand(of('refund'), 'actionId'), policy),
    ...byCommand(of('collection'), 'paymentId'),
    ...chargebacks,
    ...reversalsBound(chargebacks, reversals, policy),
  ]
}
