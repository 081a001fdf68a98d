/** Adds up the money that banks took back: as believed, and at worst. */
import type { Timestamp } from '../../src/event/timestamp.ts'
import { type Instant, isAfter, shift } from '../../src/words/instant.ts'
import { total } from '../../src/words/money.ts'
import type { Chargeback, Payment, Stage } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'
import type { Reading } from './reading.ts'

const DAY = 86_400

const areFar = (a: Timestamp, b: Timestamp, days: number): boolean =>
  a.timed && b.timed && (a.at > shift(b.at, days * DAY) || b.at > shift(a.at, days * DAY))

const differ = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b

/** A chargeback of which the taking, and not only the reversal, was reported. */
type Taken = Chargeback & { readonly chargedBack: Stage }

/** Whether one chargeback was reversed before the other took the money. */
const isAfterReversal = (
  one: Taken,
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
    linked.push(...apart.filter((other) => !areTwo(each, other, policy)))
    apart = apart.filter((other) => areTwo(each, other, policy))
  }
  return { linked, apart }
}

/** Up to this many linked reports are counted exactly; more of one amount are no real payment. */
const MOST_LINKED = 16

/** The size of the largest set of linked reports of which any two are certainly two. */
const largestApart = (linked: readonly Taken[], policy: PaymentPolicy): number => {
  const [first, ...rest] = linked
  if (first === undefined) return 0
  const apart = rest.filter((other) => areTwo(first, other, policy))
  const withFirst = 1 + largestApart(apart, policy)
  if (linked.length > MOST_LINKED || apart.length === rest.length) return withFirst
  return Math.max(withFirst, largestApart(rest, policy))
}

/** The fewest chargebacks that reports of one amount can be. */
const fewest = (reports: readonly Taken[], policy: PaymentPolicy): number => {
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

/** The amount of a stage: of differing reports, the strongest is believed, the largest is worst. */
const amountOf = ({ amounts, isForeign }: Stage, unnamed: number, reading: Reading): number => {
  if (amounts.length === 0) return isForeign === true ? 0 : unnamed
  return reading === 'atWorst' ? Math.max(...amounts) : (amounts[0] ?? unnamed)
}

/** How much of a chargeback was given back, at most all of it. */
const givenBack = ({ chargedBack, reversed }: Taken, unnamed: number, reading: Reading) => {
  if (reversed === null) return 0
  const taken = amountOf(chargedBack, unnamed, 'believed')
  const { amounts, isForeign } = reversed
  if (amounts.length === 0) return isForeign === true ? 0 : taken
  return Math.min(taken, reading === 'atWorst' ? Math.min(...amounts) : (amounts[0] ?? taken))
}

const takenBy = ({ chargebacks }: Payment, by: Instant | null): readonly Taken[] =>
  Object.values(chargebacks).flatMap(({ chargedBack, reversed, ...rest }) =>
    chargedBack === null || (by !== null && chargedBack.at > by)
      ? []
      : [
          {
            ...rest,
            chargedBack,
            reversed: reversed !== null && (by === null || reversed.at <= by) ? reversed : null,
          },
        ],
  )

/** Whether any report says that money was taken back. */
export const hasChargebacks = ({ chargebacks }: Payment): boolean =>
  Object.values(chargebacks).some(({ chargedBack }) => chargedBack !== null)

/**
 * The money charged back and not given back, by a time or in all; in minor units. Believed is the
 * least that the reports can mean: of one amount, as many chargebacks as are certainly different.
 * At worst, every report counts. `unnamed` is what a report without an amount counts as.
 * @spec decisions#46
 */
export const chargedBackOf = (
  context: Payment,
  policy: PaymentPolicy,
  unnamed: number,
  reading: Reading,
  by: Instant | null = null,
): number => {
  const taken = takenBy(context, by)
  const back = total(taken.map((each) => givenBack(each, unnamed, reading)))
  const sums = (reading: Reading) =>
    taken.map((each) => amountOf(each.chargedBack, unnamed, reading))
  if (reading === 'atWorst' || taken.length < 2) return Math.max(0, total(sums(reading)) - back)
  const byAmount = new Map<number, Taken[]>()
  for (const each of taken) {
    const amount = amountOf(each.chargedBack, unnamed, reading)
    const alike = byAmount.get(amount)
    if (alike === undefined) byAmount.set(amount, [each])
    else alike.push(each)
  }
  const least = [...byAmount].map(([amount, alike]) => amount * fewest(alike, policy))
  return Math.max(0, total(least) - back)
}

/** The chargebacks that took the money after an earlier one of the payment had been reversed. */
export const takenAgain = (context: Payment, { clockToleranceSeconds }: PaymentPolicy) =>
  Object.entries(context.chargebacks).flatMap(([id, { chargedBack, disputeId, reports }]) => {
    const isSame = (other: Taken): boolean =>
      disputeId === null
        ? reports.some((one) =>
            other.reports.some(({ actionId }) => actionId !== null && actionId === one.actionId),
          )
        : other.disputeId === disputeId
    const isAgain = takenBy(context, null).some(
      (other) =>
        chargedBack !== null &&
        isSame(other) &&
        isAfterReversal(other, { chargedBack }, clockToleranceSeconds),
    )
    return isAgain && chargedBack !== null ? [{ id, at: chargedBack.at }] : []
  })

/** The reason code of a chargeback that carries out a refund that we requested. */
const OUR_REQUEST = 'RFND'

/**
 * The refunds that a chargeback carried out: it names our request as its reason, has the amount of
 * the refund, is not earlier than the refund and was not reversed. Such money went back once. At
 * worst, a refund with several amounts has the largest. @spec interface#sepa-sandbox
 */
export const refundsChargedBack = (
  { refunds, chargebacks }: Payment,
  { clockToleranceSeconds }: PaymentPolicy,
  reading: Reading,
): ReadonlySet<string> => {
  const open = Object.values(chargebacks).flatMap(({ reason, chargedBack, reversed }) =>
    reason === OUR_REQUEST && reversed === null ? (chargedBack ?? []) : [],
  )
  const found = new Set<string>()
  for (const [id, { asked, pending, refunded, declined }] of Object.entries(refunds)) {
    if (refunded !== null || declined !== null) continue
    const amounts = pending?.amounts[0] === undefined ? asked?.amounts : pending.amounts
    const began = asked ?? pending
    if (amounts?.[0] === undefined || began === null) continue
    const amount = reading === 'atWorst' ? Math.max(...amounts) : amounts[0]
    const index = open.findIndex(
      (back) => back.amounts[0] === amount && !isAfter(began.at, back.at, clockToleranceSeconds),
    )
    if (index === -1) continue
    open.splice(index, 1)
    found.add(id)
  }
  return found
}
