/**
 * Every reading of what a payment's messages report about money, enumerated: which reports are of
 * one refund or chargeback, and what each of them took. Written from decision 46 alone, without a
 * look at the fold; slow, and obvious.
 */
import { contentHash } from '../../src/event/content.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { type Instant, toInstant } from '../../src/words/instant.ts'
import { chargebackReadings } from './reading-chargebacks.ts'
import { refundReadings } from './reading-refunds.ts'

/** A report of money, as its message has it. */
export interface Report {
  readonly type: string
  /** The provider's time; null if the message has none. */
  readonly at: Instant | null
  readonly actionId?: string
  readonly commandId?: string
  readonly disputeId?: string
  readonly amount?: number
  readonly currency?: string
  readonly reportedAs?: string
  readonly movesNothing?: boolean
  /** The time of the earliest report that it is alike and near to. */
  readonly since?: Instant | null
}

/** How much a reading says went back; infinite if a report without an amount may be of any. */
export type Gone = number

/** Seconds by which clocks may differ, and days by which reports of one chargeback may. */
export const TOLERANCE = 60
export const SAME_RETURN = 10 * 86_400

/** Seconds between two times; null if either is missing. */
export const seconds = (a: Instant | null, b: Instant | null): number | null =>
  a === null || b === null ? null : (Date.parse(b) - Date.parse(a)) / 1000

/** Adds one choice of each list, in every combination. */
export const sums = (lists: readonly (readonly number[])[]): readonly number[] =>
  lists.reduce<readonly number[]>(
    (known, list) => [...new Set(known.flatMap((sum) => list.map((each) => sum + each)))],
    [0],
  )

/** Every way to split items into groups that a test allows, whichever group an item joins. */
export const splits = <A>(
  items: readonly A[],
  fits: (group: readonly A[], item: A) => boolean,
  mustJoin: (group: readonly A[], item: A) => boolean = () => false,
): readonly (readonly (readonly A[])[])[] => {
  const [first, ...rest] = items
  if (first === undefined) return [[]]
  return splits(rest, fits, mustJoin).flatMap((groups) => {
    const forced = groups.filter((group) => mustJoin(group, first))
    if (forced.length > 0) {
      const others = groups.filter((group) => !forced.includes(group))
      return [[...others, [first, ...forced.flat()]]]
    }
    const joined = groups.flatMap((group, index) =>
      fits(group, first)
        ? [groups.map((each, other) => (other === index ? [first, ...each] : each))]
        : [],
    )
    return [...joined, [...groups, [first]]]
  })
}

const MONEY =
  /^(payment_captured|payment_pending|refund_requested|payment_refund\w*|payment_chargeback|chargeback_reversed)$/

/** The reports of money among events: repetitions once. */
export const reportsIn = (events: readonly DomainEvent[]): readonly Report[] => {
  const distinct = new Map(
    events.map((event) => [`${event.metadata.eventId} ${contentHash(event)}`, event]),
  )
  return [...distinct.values()]
    .filter(({ type }) => MONEY.test(type))
    .map(({ type, data, metadata: { occurredAt } }) => ({
      ...(data as object),
      type,
      at: occurredAt === null ? null : toInstant(occurredAt),
    }))
}

/** What all readings together say. */
export interface Readings {
  /** The least that came in, by any message; null if none says how much. */
  readonly captured: number | null
  /** Everything that may have come in: only nothing if no message reports a capture. */
  readonly captures: readonly number[]
  readonly refunds: readonly Gone[]
  readonly chargebacks: readonly Gone[]
  /** What is left in the reading that leaves least; at least 0. */
  readonly left: number
}

/** Whether a look-up shows that the payment was captured. */
export const showsCapture = ({ type, data }: DomainEvent): boolean =>
  type === 'state_observed' && /captured|refunded/i.test(String(Object(data).status))

/** Whether so few reports name nothing that their readings can be enumerated. */
export const isSmall = (events: readonly DomainEvent[]): boolean =>
  events.filter(
    ({ type, data }) =>
      /refund|chargeback/.test(type) && !('actionId' in data || 'disputeId' in data),
  ).length <= 6

/** Enumerates the readings of a payment's events. */
export const readingsOf = (events: readonly DomainEvent[], currency: string): Readings => {
  const all = reportsIn(events)
  const ours = all.filter((each) => (each.currency ?? currency) === currency)
  const named = (type: string): readonly number[] =>
    ours.flatMap((each) => (each.type === type ? (each.amount ?? []) : []))
  const amounts = named('payment_captured')
  const isCaptured =
    ours.some(({ type }) => type === 'payment_captured') || events.some(showsCapture)
  const known = amounts.length > 0 || !isCaptured ? amounts : named('payment_pending')
  const captured = known.length === 0 ? null : Math.min(...known)
  const captures = isCaptured ? [...new Set([...amounts, ...named('payment_pending')])] : [0]
  const refunds = refundReadings(ours)
  const chargebacks = chargebackReadings(ours, captured ?? 0)
  const left = Math.max(0, (captured ?? 0) - Math.max(...refunds) - Math.max(...chargebacks))
  return { captured, captures, refunds, chargebacks, left }
}
