/** Adds up the money that banks took back: as believed, and at worst. */

import { type Instant, shift } from '../../src/words/instant.ts'
import { addTo } from '../../src/words/lists.ts'
import { total } from '../../src/words/money.ts'
import { ownAt } from '../../src/words/plain.ts'
import { fewest, isAfterReversal, type Taken } from './fewest.ts'
import type { Chargeback, Payment, Stage } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'
import type { Reading } from './reading.ts'

/** The amount of a stage: of differing reports, the strongest is believed, the largest is worst. */
const amountOf = ({ amounts, isForeign }: Stage, unnamed: number, reading: Reading): number => {
  if (amounts.length === 0) return isForeign === true ? 0 : unnamed
  return reading === 'atWorst' ? Math.max(...amounts) : (amounts[0] ?? unnamed)
}

/** How much of a chargeback was given back, at most all of it. */
const givenBack = ({ chargedBack, reversed }: Taken, unnamed: number, reading: Reading) => {
  if (reversed === null) return 0
  const taken = amountOf(chargedBack, unnamed, reading)
  const { amounts, isForeign } = reversed
  if (amounts.length === 0) return isForeign === true ? 0 : taken
  return Math.min(taken, reading === 'atWorst' ? Math.min(...amounts) : (amounts[0] ?? taken))
}

/** What is gone of a chargeback, as believed, in minor units; null if its reports name no amount. */
export const goneOf = (taken: Taken): number | null => {
  const { amounts, isForeign } = taken.chargedBack
  return amounts.length === 0 && isForeign !== true
    ? null
    : amountOf(taken.chargedBack, 0, 'believed') - givenBack(taken, 0, 'believed')
}

/** The most that may have been given back of a chargeback, in minor units. */
export const givenBackBy = ({ chargedBack, ...rest }: Chargeback, unnamed: number): number => {
  if (chargedBack === null) return 0
  const taken = { ...rest, chargedBack }
  return Math.max(givenBack(taken, unnamed, 'believed'), givenBack(taken, unnamed, 'atWorst'))
}

/** Whether a step was no later than a time: as believed, surely, or perhaps. */
type IsBy = (stage: Stage, by: Instant) => boolean

const isBy: IsBy = ({ at }, by) => at <= by
const isSurelyBy =
  (toleranceSeconds: number): IsBy =>
  ({ at, timed }, by) =>
    timed && at <= shift(by, -toleranceSeconds)
const isPerhapsBy =
  (toleranceSeconds: number): IsBy =>
  ({ at, timed }, by) =>
    !timed || at <= shift(by, toleranceSeconds)

/**
 * The chargebacks and reversals by a time. At worst they are those that leave most for a refund that
 * began then: the chargebacks that surely came before it, and the reversals that may have.
 */
const takenBy = (
  { chargebacks }: Payment,
  by: Instant | null,
  reading: Reading,
  toleranceSeconds: number,
): readonly Taken[] => {
  const [isTaken, isBack] =
    reading === 'atWorst'
      ? [isSurelyBy(toleranceSeconds), isPerhapsBy(toleranceSeconds)]
      : [isBy, isBy]
  return Object.values(chargebacks).flatMap(({ chargedBack, reversed, ...rest }) => {
    if (chargedBack === null || (by !== null && !isTaken(chargedBack, by))) return []
    const back = reversed !== null && (by === null || isBack(reversed, by)) ? reversed : null
    return [{ ...rest, chargedBack, reversed: back }]
  })
}

/** A chargeback, its amount, and how much was given back. */
interface Counted {
  readonly report: Taken
  readonly amount: number
  readonly back: number
}

/**
 * Leaves one report of each dispute that took the money several times, perhaps after a reversal: at
 * worst, and if it certainly did, the one that leaves most gone; otherwise the one that leaves least.
 */
const ofOneDispute = (
  all: readonly Counted[],
  count: Reading,
  { clockToleranceSeconds }: PaymentPolicy,
): readonly Counted[] => {
  const byDispute = new Map<string, Counted[]>()
  for (const [index, each] of all.entries()) {
    const id = each.report.disputeId ?? `${index}`
    byDispute.set(id, [...(byDispute.get(id) ?? []), each])
  }
  return [...byDispute.values()].map((rounds) => {
    const isAgain = rounds.some(({ report }) =>
      rounds.some((other) => isAfterReversal(other.report, report, clockToleranceSeconds)),
    )
    const [first, ...rest] = rounds as [Counted, ...Counted[]]
    const isMost = count === 'atWorst' || isAgain
    return rest.reduce((chosen, each) => {
      const more = each.amount - each.back - (chosen.amount - chosen.back)
      return (isMost ? more > 0 : more < 0) ? each : chosen
    }, first)
  })
}

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
  const taken = ofOneDispute(
    takenBy(context, by, reading, policy.clockToleranceSeconds).map((report) => ({
      report,
      amount: amountOf(report.chargedBack, unnamed, reading),
      back: givenBack(report, unnamed, reading),
    })),
    count,
    policy,
  )
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

/** The chargebacks that were reversed, by what they may have in common with a later one. */
const reversedIn = (all: readonly Chargeback[]) => {
  const byDispute = new Map<string, Chargeback[]>()
  const byAction = new Map<string, Chargeback[]>()
  for (const each of all) {
    const { chargedBack, reversed, disputeId, reports } = each
    if (chargedBack === null || reversed === null) continue
    if (disputeId !== null) addTo(byDispute, disputeId, each)
    const actions = new Set(reports.map(({ actionId }) => actionId))
    for (const action of actions) if (action !== null) addTo(byAction, action, each)
  }
  return { byDispute, byAction }
}

/** The chargebacks that took the money after an earlier one of the payment had been reversed. */
export const takenAgain = (context: Payment, { clockToleranceSeconds }: PaymentPolicy) => {
  const ids = Object.keys(context.chargebacks)
  const { byDispute, byAction } = reversedIn(Object.values(context.chargebacks))
  const found: { readonly id: string; readonly at: Instant }[] = []
  for (const id of ids) {
    const {
      chargedBack = null,
      disputeId = null,
      reports = [],
    } = ownAt(context.chargebacks, id) ?? {}
    if (chargedBack === null) continue
    const alike =
      disputeId === null
        ? reports.flatMap(({ actionId }) => byAction.get(actionId ?? '') ?? [])
        : (byDispute.get(disputeId) ?? [])
    const isAgain = alike.some((other) =>
      isAfterReversal(other, { chargedBack }, clockToleranceSeconds),
    )
    if (isAgain) found.push({ id, at: chargedBack.at })
  }
  return found
}
