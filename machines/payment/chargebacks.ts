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

/** How much of a chargeback was given back, in minor units; all of it if no amount is named. */
export const givenBackBy = ({ chargedBack, ...rest }: Chargeback, unnamed: number): number =>
  chargedBack === null ? 0 : givenBack({ ...rest, chargedBack }, unnamed, 'believed')

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

/** Chargebacks of one amount, with how much of each was given back. */
interface Alike {
  readonly reports: Taken[]
  readonly back: number[]
}

/** The least that reports of one amount can mean: as many chargebacks as are certainly different. */
const least = (amount: number, { reports, back }: Alike, policy: PaymentPolicy): number =>
  // not `total`: a sum out of range must not hide what was not given back
  Math.max(
    0,
    back.reduce((left, each) => left - each, amount * fewest(reports, policy)),
  )

/**
 * The money charged back and not given back, by a time or in all; in minor units. `count` is the
 * reading of how many chargebacks there are: believed is the least that the reports can mean, and at
 * worst every report counts. `unnamed` is what a report without an amount counts as.
 * @spec decisions#46
 */
export const chargedBackOf = (
  context: Payment,
  policy: PaymentPolicy,
  unnamed: number,
  reading: Reading,
  by: Instant | null = null,
  count = reading,
): number => {
  const taken = takenBy(context, by).map((report) => ({
    report,
    amount: amountOf(report.chargedBack, unnamed, reading),
    back: givenBack(report, unnamed, reading),
  }))
  if (count === 'atWorst' || taken.length < 2) {
    return total(taken.map(({ amount, back }) => Math.max(0, amount - back)))
  }
  const byAmount = new Map<number, Alike>()
  for (const { report, amount, back } of taken) {
    const alike = byAmount.get(amount) ?? { reports: [], back: [] }
    alike.reports.push(report)
    alike.back.push(back)
    byAmount.set(amount, alike)
  }
  return total([...byAmount].map(([amount, alike]) => least(amount, alike, policy)))
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
