/** The fewest chargebacks that reports of one amount can be. */
import type { Timestamp } from '../../src/event/timestamp.ts'
import { isAfter, shift } from '../../src/words/instant.ts'
import type { Chargeback, Stage } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'

const DAY = 86_400

const areFar = (a: Timestamp, b: Timestamp, days: number): boolean =>
  a.timed && b.timed && (a.at > shift(b.at, days * DAY) || b.at > shift(a.at, days * DAY))

const differ = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b

/** A chargeback of which the taking, and not only the reversal, was reported. */
export type Taken = Chargeback & { readonly chargedBack: Stage }

/** Whether one chargeback was reversed before the other took the money. */
export const isAfterReversal = (
  one: Pick<Taken, 'reversed'>,
  { chargedBack }: Pick<Taken, 'chargedBack'>,
  tolerance: number,
): boolean =>
  one.reversed?.timed === true &&
  chargedBack.timed &&
  isAfter(chargedBack.at, one.reversed.at, tolerance)

/**
 * Whether the reports of one amount are certainly of two chargebacks: two disputes, one taken after
 * the other was reversed, two action ids in one kind of message, or further apart than one
 * chargeback can be. @spec decisions#46
 */
const areTwo = (a: Taken, b: Taken, policy: PaymentPolicy): boolean =>
  differ(a.disputeId, b.disputeId) ||
  isAfterReversal(a, b, policy.clockToleranceSeconds) ||
  isAfterReversal(b, a, policy.clockToleranceSeconds) ||
  a.reports.some((one) =>
    b.reports.some(
      (other) =>
        (one.voice === other.voice && differ(one.actionId, other.actionId)) ||
        areFar(one, other, policy.sameReturnDays),
    ),
  )

/** The reports that could be of one chargeback with a first one, directly or through others. */
const linkedWith = (first: Taken, others: readonly Taken[], policy: PaymentPolicy) => {
  const linked = [first]
  let apart = others
  for (let next = 0; next < linked.length && apart.length > 0; next += 1) {
    const each = linked[next] ?? first
    const others = apart
    apart = others.filter((other) => areTwo(each, other, policy))
    if (apart.length < others.length) {
      for (const other of others) if (!areTwo(each, other, policy)) linked.push(other)
    }
  }
  return { linked, apart }
}

/** Up to this many linked reports are counted exactly; more of one amount are no real payment. */
const MOST_LINKED = 16

/** The size of the largest set of a few linked reports of which any two are certainly two. */
const largestOfFew = (linked: readonly Taken[], policy: PaymentPolicy): number => {
  const [first, ...rest] = linked
  if (first === undefined) return 0
  const apart = rest.filter((other) => areTwo(first, other, policy))
  const withFirst = 1 + largestOfFew(apart, policy)
  return apart.length === rest.length ? withFirst : Math.max(withFirst, largestOfFew(rest, policy))
}

/** The same for any number of reports, without recursion: of too many, each that comes first counts. */
const largestApart = (linked: readonly Taken[], policy: PaymentPolicy): number => {
  let [count, left] = [0, linked]
  while (left.length > MOST_LINKED) {
    const [first, ...rest] = left
    if (first === undefined) break
    count += 1
    left = rest.filter((other) => areTwo(first, other, policy))
  }
  return count + largestOfFew(left, policy)
}

/** Up to this many reports are compared with each other, which takes time for every two of them. */
const MOST_COMPARED = 1024

/** The fewest that many reports can be by their ids alone: two disputes, or two actions in one voice. */
const fewestByIds = (all: readonly Taken[]): number => {
  const disputes = new Set(all.flatMap(({ disputeId }) => disputeId ?? []))
  const byVoice = new Map<unknown, Set<string>>()
  for (const { reports } of all) {
    const [first] = reports
    if (first === undefined || first.actionId === null) continue
    byVoice.set(first.voice, (byVoice.get(first.voice) ?? new Set()).add(first.actionId))
  }
  return Math.max(1, disputes.size, ...[...byVoice.values()].map(({ size }) => size))
}

/** The fewest chargebacks that reports of one amount can be. */
export const fewest = (reports: readonly Taken[], policy: PaymentPolicy): number => {
  if (reports.length > MOST_COMPARED) return fewestByIds(reports)
  let [count, left] = [0, reports]
  while (left.length > 1) {
    const [first, ...others] = left
    if (first === undefined) break
    const { linked, apart } = linkedWith(first, others, policy)
    count += largestApart(linked, policy)
    left = apart
  }
  return count + left.length
}
