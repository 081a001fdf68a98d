/** The sums of amounts that a message of any time must and may show, found by bisection. */
import type { Instant } from '../../src/words/instant.ts'
import { total } from '../../src/words/money.ts'

/**
 * An amount that messages may show from a time on, until another time decides: from then on they
 * surely show it, if `isSure`, or surely do not. Null means always, or never.
 */
export interface Step {
  readonly amount: number
  readonly from: Instant | null
  readonly to: Instant | null
  readonly isSure: boolean
}

/** What a message must show, and the amounts of which it may show any; null if they are too many. */
export interface ShownSums {
  readonly sure: number
  readonly perhaps: number
  readonly doubtful: readonly number[] | null
}

/** Amounts in the order of a time, with the sums of all before each. */
interface Sorted {
  readonly times: readonly Instant[]
  readonly sums: readonly number[]
}

const isIn = (time: Instant | null): time is Instant => time !== null

const sortedBy = (
  steps: readonly Step[],
  timeOf: (step: Step) => Instant | null,
  amountOf: (step: Step) => number,
): Sorted => {
  const timed = steps
    .flatMap((step) => {
      const time = timeOf(step)
      return isIn(time) ? [{ time, amount: amountOf(step) }] : []
    })
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
  const sums = [0]
  for (const { amount } of timed) sums.push((sums.at(-1) ?? 0) + amount)
  return { times: timed.map(({ time }) => time), sums }
}

/** How many times are not later than a time. */
const countBy = ({ times }: Sorted, time: Instant): number => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? time) <= time) low = middle + 1
    else high = middle
  }
  return low
}

const sumOf = ({ sums }: Sorted, count: number): number => sums[count] ?? 0

const isBegun = ({ from }: Step, until: Instant): boolean => from === null || from <= until
const isDecided = ({ to }: Step, since: Instant): boolean => to !== null && to <= since

/** Whether clocks disagree so much that an amount is decided before it begins. */
const isOdd = ({ from, to }: Step): boolean => from !== null && to !== null && from > to

const compareTo = (a: Step, b: Step): number => {
  if (a.to === b.to) return 0
  if (a.to === null || b.to === null) return a.to === null ? 1 : -1
  return a.to < b.to ? -1 : 1
}

/**
 * Prepares amounts for any number of messages. A message shows something of the time from `since`
 * to `until`. At most `most` doubtful amounts are listed. Null if the amounts cannot be added
 * exactly.
 */
export const shownSums = (all: readonly Step[], most: number) => {
  const steps = all.filter(({ amount }) => amount !== 0)
  if (steps.some(({ amount }) => !(Number.isSafeInteger(amount) && amount > 0))) return null
  if (total(steps.map(({ amount }) => amount)) === Number.MAX_SAFE_INTEGER) return null
  const odd = steps.filter(isOdd)
  const even = odd.length === 0 ? steps : steps.filter((step) => !isOdd(step))
  const inOrder = even.toSorted(compareTo)
  const [begun, decided] = [({ from }: Step) => from, ({ to }: Step) => to]
  const byBegin = sortedBy(even, begun, ({ amount }) => amount)
  const byEnd = sortedBy(even, decided, ({ amount }) => amount)
  const surely = sortedBy(even, decided, ({ amount, isSure }) => (isSure ? amount : 0))
  const always = even.filter(({ from }) => from === null)
  const alwaysSum = total(always.map(({ amount }) => amount))
  const listed = (since: Instant, until: Instant, count: number): readonly number[] => {
    const found: number[] = []
    for (let index = countBy(byEnd, since); found.length < count; index += 1) {
      const step = inOrder[index]
      if (step === undefined) break
      if (isBegun(step, until)) found.push(step.amount)
    }
    return found
  }
  return (since: Instant, until: Instant): ShownSums => {
    const [begins, ends] = [countBy(byBegin, until), countBy(byEnd, since)]
    const apart = odd.filter((step) => isBegun(step, until))
    const open = apart.filter((step) => !isDecided(step, since)).map(({ amount }) => amount)
    const over = apart.filter((step) => step.isSure && isDecided(step, since))
    const count = begins + always.length - ends
    const perhaps = sumOf(byBegin, begins) + alwaysSum - sumOf(byEnd, ends) + total(open)
    const sure = sumOf(surely, ends) + total(over.map(({ amount }) => amount))
    const isMany = count + open.length > most
    return { sure, perhaps, doubtful: isMany ? null : [...listed(since, until, count), ...open] }
  }
}
