/** Splits the reports of one chargeback into rounds: taken, given back, perhaps taken again. */
import { type DomainEvent, occurredAt, timeOf } from '../../src/event/envelope.ts'
import { isAfter } from '../../src/words/instant.ts'

const isTimed = ({ metadata }: DomainEvent): boolean => occurredAt(metadata) !== null

/** Whether a message says when money was taken, and not only that it was. */
export const movesMoney = ({ data }: DomainEvent): boolean =>
  (data as { readonly movesNothing?: boolean }).movesNothing !== true

/**
 * Numbers the rounds of one chargeback, from its reports and its reversals, both by time. A report
 * that says when the money was taken begins a new round unless it is clearly earlier than the last
 * reversal. Other messages belong to the first round, and so does the first report, unless it is
 * later than a reversal by more than the tolerance.
 */
export const roundsOf = (
  reports: readonly DomainEvent[],
  reversals: readonly DomainEvent[],
  toleranceSeconds: number,
): ReadonlyMap<DomainEvent, number> => {
  const rounds = new Map<DomainEvent, number>()
  let round = 1
  let isFirst = true
  let left = reversals
  let given: DomainEvent | undefined
  /** Whether a report is earlier than a reversal by more than the tolerance. */
  const isEarlier = (report: DomainEvent, reversal: DomainEvent): boolean =>
    isTimed(report) &&
    isTimed(reversal) &&
    isAfter(timeOf(reversal), timeOf(report), toleranceSeconds)
  for (const report of reports) {
    if (!movesMoney(report)) {
      rounds.set(report, 1)
      continue
    }
    const reached = left.findIndex((reversal) => isEarlier(report, reversal))
    const passed = reached === -1 ? left : left.slice(0, reached)
    left = reached === -1 ? [] : left.slice(reached)
    for (const reversal of passed) rounds.set(reversal, round)
    given = passed.at(-1) ?? given
    const isAgain =
      given !== undefined &&
      (!isFirst || (isTimed(report) && isAfter(timeOf(report), timeOf(given), toleranceSeconds)))
    if (isAgain) {
      round += 1
      given = undefined
    }
    isFirst = false
    rounds.set(report, round)
  }
  for (const reversal of left) rounds.set(reversal, round)
  return rounds
}
