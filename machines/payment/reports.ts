/** What the messages of a payment say about its money: reports, lists, look-ups, and persons' words. */
import { contentHash } from '../../src/event/content.ts'
import { type DomainEvent, occurredAt, timeOf } from '../../src/event/envelope.ts'
import { snapshotIdIn } from '../../src/fold/infer.ts'
import { type Instant, shift, toInstant } from '../../src/words/instant.ts'
import type { Currency } from '../../src/words/money.ts'
import type { PaymentPolicy } from './policy.ts'

/** How far a message says that a capture, a refund or a return has come. */
export type Step = 'open' | 'done' | 'failed'

/** A message or row, a row of the last list, or a row that says nothing since a later list covers it. */
type Role = 'report' | 'row' | 'past'

/**
 * One message about money. `received` is when it reached us, `happened` the provider's time or else
 * the receipt. An amount that is absent, not above zero or in another currency is null.
 */
export interface Report {
  readonly event: DomainEvent
  readonly role: Role
  readonly received: Instant
  readonly happened: Instant
  readonly timed: boolean
  readonly actionId: string | null
  readonly amount: number | null
  readonly isForeign: boolean
  readonly step: Step
}

/** One row of a list, as the report that it is. */
export interface Row extends Report {
  readonly kind: 'capture' | 'refund' | 'return' | 'void'
  readonly actionId: string
  readonly reference: string | null
  /** When its list was asked for, and whether all of that could be read. */
  readonly askedAt: Instant
  readonly isOfWhole: boolean
}

/** Whether a message is a row of a list. */
export const isRow = (each: Report): each is Row => 'kind' in each

/**
 * The list of all actions, as it was when it was asked for; a list without that time, or asked for after
 * its receipt, counts from its receipt, and settles nothing. Nor does one with rows that `isUnread`.
 */
export interface List {
  readonly event: DomainEvent
  readonly askedAt: Instant
  readonly received: Instant
  readonly rows: readonly Row[]
  readonly isUnread: boolean
  readonly isWhole: boolean
}

/** A look-up of the payment itself. */
export interface LookUp {
  readonly event: DomainEvent
  readonly askedAt: Instant
  readonly received: Instant
  readonly status: string
  readonly refunded: number | null
}

/** What a person has stated: amounts as of a time. */
export interface Stated {
  readonly event: DomainEvent
  readonly asOf: Instant
  readonly received: Instant
  readonly captured: number | null
  readonly refunded: number | null
  readonly chargedBack: number | null
}

/** Everything that the messages of a payment say about its money. */
export interface Reports {
  readonly currency: Currency
  /** The payment's own amount; null until a message names it. */
  readonly amount: number | null
  readonly captures: readonly Report[]
  readonly refunds: readonly Report[]
  readonly requests: readonly Report[]
  readonly takings: readonly Report[]
  readonly pending: readonly Report[]
  readonly ends: readonly Report[]
  readonly rows: readonly Row[]
  /** By the time for which they were asked. */
  readonly lists: readonly List[]
  /** By the time for which they were asked. */
  readonly lookUps: readonly LookUp[]
  readonly stated: readonly Stated[]
  /** Every event of the lifecycle: what was reported, and what look-ups and rows imply. */
  readonly all: readonly DomainEvent[]
}

/** What a message has, by name. */
export type Fields = Readonly<Record<string, unknown>>

/** The fields of an event's data. */
export const dataOf = ({ data }: DomainEvent): Fields => data as Fields

/** A text; null for anything else. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const amountOf = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 ? value : null

/** When a message reached us. */
export const receivedOf = ({ metadata }: DomainEvent): Instant => toInstant(metadata.recordedAt)

/** The id of the event that is evidence: for an implied event, that of what implies it. */
export const idOf = ({ metadata: { eventId } }: DomainEvent): string =>
  snapshotIdIn(eventId) ?? eventId

/** Names messages by their events; of those that share an event id, each by its content. */
export const ownNames = (reports: readonly Report[]): ((each: Report) => string) => {
  const sharing = new Map<string, number>()
  for (const { event } of reports) {
    const { eventId } = event.metadata
    sharing.set(eventId, (sharing.get(eventId) ?? 0) + 1)
  }
  return ({ event }) => {
    const { eventId } = event.metadata
    const isAlone = sharing.get(eventId) === 1
    return isAlone ? `event:${eventId}` : `event:${eventId}:${contentHash(event)}`
  }
}

/** Reads one message about money. */
export const report = (event: DomainEvent, step: Step, own: Currency): Report => {
  const { actionId, amount, currency = own } = dataOf(event)
  const isForeign = currency !== own
  return {
    event,
    role: 'report',
    received: receivedOf(event),
    happened: timeOf(event),
    timed: occurredAt(event.metadata) !== null,
    actionId: textOf(actionId),
    amount: isForeign ? null : amountOf(amount),
    isForeign,
    step,
  }
}

/** The last list of which every row could be read; undefined if there is none. */
export const lastWhole = ({ lists }: Pick<Reports, 'lists'>): List | undefined =>
  lists.findLast(({ isWhole }) => isWhole)

/** Whether a list covers what was received by a time: it was asked for certainly later. */
export const covers = (
  list: List | undefined,
  received: Instant,
  { readLagSeconds }: PaymentPolicy,
): boolean => list !== undefined && received <= shift(list.askedAt, -readLagSeconds)
