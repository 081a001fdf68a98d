/** Reviews: what persons decided about doubts that no message settles. */
import { INFORMATIONAL } from '../event/informational.ts'
import type { Decision, Hold, Judge } from '../fold/definition.ts'
import { evidenceOf } from '../fold/holds.ts'
import type { Machine } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'
import { withoutOthers } from '../fold/subject.ts'
import type { Policy } from '../words/policy.ts'

/** A person's decision: the doubt, the ids of all its events, and what they mean. */
interface Review extends Decision {
  readonly reason: string
  readonly events: readonly string[]
  readonly at: string
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value)

const sameEvents = (a: readonly string[], b: readonly string[]): boolean => {
  const [one, other] = [new Set(a), new Set(b)]
  return one.size === other.size && [...one].every((id) => other.has(id))
}

/**
 * Finds the review of a doubt by its code and evidence. A review of other evidence, of an amount that
 * none of it names, or not by one or two persons, is void; of several, the last counts.
 */
export const reviewsIn = ({ occurrences }: Pick<State, 'occurrences'>) => {
  const all = occurrences.flatMap(({ type, data, at }): readonly Review[] => {
    const { reason, events, as, amount, by } = data
    const isBySomebody = isList(by) && (by.length === 1 || by.length === 2)
    const isReview = type === INFORMATIONAL.review && isList(events) && isBySomebody
    return isReview ? [{ reason: String(reason), events, as: String(as), amount, at }] : []
  })
  const isNamed = ({ events, amount }: Review): boolean =>
    amount === undefined ||
    occurrences
      .flatMap((each) => each.events)
      .some(
        ({ metadata, data }) =>
          events.includes(metadata.eventId) && (data as { amount?: unknown }).amount === amount,
      )
  return (code: string, events: readonly string[]): Decision | undefined =>
    all
      .filter((each) => each.reason === code && sameEvents(each.events, events) && isNamed(each))
      .reduce<Review | undefined>(
        (last, each) => (last === undefined || each.at >= last.at ? each : last),
        undefined,
      )
}

const isLifted = ({ liftedBy, countedBy }: Hold, decision: Decision | undefined): boolean =>
  decision?.as === liftedBy || (decision?.amount !== undefined && decision.as === countedBy)

/** Of the holds in one group, the one that holds most. */
const isMost = (hold: Hold, all: readonly Hold[]): boolean => {
  const alike = all.filter(({ group }) => group === hold.group)
  const most = Math.max(...alike.map(({ amount }) => amount ?? Number.POSITIVE_INFINITY))
  return (
    hold.group === undefined ||
    alike.find(({ amount }) => (amount ?? Number.POSITIVE_INFINITY) === most) === hold
  )
}

/**
 * The holds of a state that no review lifts, and what reviews decided about its findings. An event
 * about another subject neither holds nor lifts anything.
 */
export const doubtsIn =
  <C extends object, S extends string, N extends string>(
    machine: Machine<C, S, N>,
    policy: Policy,
  ) =>
  (whole: State<C, S, N>): Pick<Judge, 'holds' | 'reviewed'> => {
    const state = withoutOthers(whole)
    const review = reviewsIn(state)
    const standing = (machine.holds?.(state, policy) ?? []).filter(
      (hold) => !isLifted(hold, review(hold.code, hold.events)),
    )
    const holds = standing.filter((hold) => isMost(hold, standing))
    const decided = state.findings.flatMap((finding) => {
      const { code } = finding
      const evidence = evidenceOf(state.occurrences, finding)
      const decision = review(code, evidence)
      if (decision === undefined) return []
      const about = state.occurrences.filter(({ events }) =>
        events.some(({ metadata }) => evidence.includes(metadata.eventId)),
      )
      const each = about.map(({ key }) => [`${code} ${key}`, decision] as const)
      return [[code, decision] as const, ...each]
    })
    return { holds, reviewed: new Map(decided) }
  }
