/** Reviews: what persons decided about doubts that no message settles. */
import { contentHash } from '../event/content.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import type { Decision, Hold, Judge } from '../fold/definition.ts'
import type { Finding } from '../fold/finding.ts'
import { evidenceOf } from '../fold/holds.ts'
import { withEvent, withKey } from '../fold/indexed.ts'
import { snapshotIdIn } from '../fold/infer.ts'
import { dataIn } from '../fold/life.ts'
import type { Machine } from '../fold/machine.ts'
import type { Occurrence } from '../fold/occurrence.ts'
import type { State } from '../fold/state.ts'
import { withoutOthers } from '../fold/subject.ts'
import { addTo } from '../words/lists.ts'
import type { Policy } from '../words/policy.ts'

/** A person's decision: the doubt, the ids of all its events, and what they mean. */
interface Review extends Omit<Decision, 'others'> {
  readonly reason: string
  readonly events: readonly string[]
  readonly at: string
}

type Whole = Pick<State, 'occurrences' | 'findings'>

const isList = (value: unknown): value is readonly string[] => Array.isArray(value)

const sameEvents = (a: readonly string[], b: readonly string[]): boolean => {
  const [one, other] = [new Set(a), new Set(b)]
  return one.size === other.size && [...one].every((id) => other.has(id))
}

/** The name of a doubt: its code, and the ids of its events. */
const doubtName = (code: string, events: readonly string[]): string =>
  JSON.stringify([code, [...new Set(events)].toSorted()])

/** The review that an occurrence is; none if it is no review, by nobody, or two under one id. */
const reviewOf = ({ type, events, at }: Occurrence): readonly Review[] => {
  const [first] = events
  const isOne = events.length === 1 || new Set(events.map(contentHash)).size === 1
  if (type !== INFORMATIONAL.review || first === undefined || !isOne) return []
  const { reason, events: ids, as, amount, by } = dataIn(first)
  const isBySomebody = isList(by) && (by.length === 1 || by.length === 2)
  return isList(ids) && isBySomebody
    ? [{ reason: String(reason), events: ids, as: String(as), amount, at }]
    : []
}

/** The occurrences that a finding is about. */
const aboutOf = ({ occurrences }: Whole, finding: Finding): readonly Occurrence[] => {
  const own = withKey(occurrences, finding.key)
  if (own.length > 0) return own
  const evidence = evidenceOf(occurrences, finding)
  return [...new Set(evidence.flatMap((id) => withEvent(occurrences, id)))]
}

/** Of several reviews the last; none if the last ones contradict each other. */
const lastOf = (all: readonly Review[]): Review | undefined => {
  const last = all.reduce<string>((at, each) => (each.at > at ? each.at : at), '')
  const [first, ...others] = all.filter(({ at }) => at === last)
  const isSame = ({ as, amount }: Review) => as === first?.as && amount === first.amount
  return others.every(isSame) ? first : undefined
}

/**
 * Finds the review of a doubt by its code and evidence. A review of other evidence, of an amount that
 * a doubt does not name, or not by one or two persons, is void; of several, the last counts.
 */
export const reviewsIn = (whole: Whole) => {
  const all = new Map<string, Review[]>()
  for (const review of whole.occurrences.flatMap(reviewOf)) {
    addTo(all, doubtName(review.reason, review.events), review)
  }
  const names =
    (amount: unknown) =>
    ({ events }: Occurrence): boolean =>
      events.some((event) => dataIn(event)['amount'] === amount)
  const isNamed = ({ reason, events, amount }: Review): boolean => {
    if (amount === undefined) return true
    const own = whole.findings.filter(
      (each) => each.code === reason && sameEvents(evidenceOf(whole.occurrences, each), events),
    )
    // one event may be the evidence of several doubts
    const about = own.map((each) => aboutOf(whole, each))
    return about.length > 0 && about.every((each) => each.some(names(amount)))
  }
  return (code: string, events: readonly string[]): Review | undefined =>
    lastOf((all.get(doubtName(code, events)) ?? []).filter(isNamed))
}

const isLifted = ({ liftedBy, countedBy }: Hold, decision: Review | undefined): boolean =>
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
export const doubtsIn = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  policy: Policy,
) => {
  /** The doubts of states that cannot change, for speed only. */
  const known = new WeakMap<State<C, S, N>, Doubts>()
  const find = doubtsOf(machine, policy)
  return (whole: State<C, S, N>): Doubts => {
    const doubts = known.get(whole) ?? find(whole)
    if (Object.isFrozen(whole)) known.set(whole, doubts)
    return doubts
  }
}

type Doubts = Pick<Judge, 'holds' | 'reviewed'>

const doubtsOf =
  <C extends object, S extends string, N extends string>(
    machine: Machine<C, S, N>,
    policy: Policy,
  ) =>
  (whole: State<C, S, N>): Doubts => {
    const state = withoutOthers(whole)
    const review = reviewsIn(state)
    const standing = (machine.holds?.(state, policy) ?? []).filter(
      (hold) => !isLifted(hold, review(hold.code, hold.events)),
    )
    const holds = standing.filter((hold) => isMost(hold, standing))
    const decided = state.findings.flatMap((finding): readonly (readonly [string, Decision])[] => {
      const { code } = finding
      const evidence = evidenceOf(state.occurrences, finding)
      const decision = review(code, evidence)
      if (decision === undefined) return []
      const each = aboutOf(state, finding).map(({ key, events }) => {
        const others = events.filter(
          ({ metadata: { eventId } }) => !evidence.includes(snapshotIdIn(eventId) ?? eventId),
        )
        return [`${code} ${key}`, { ...decision, others }] as const
      })
      return [[code, { ...decision, others: [] }], ...each]
    })
    return { holds, reviewed: new Map(decided) }
  }
