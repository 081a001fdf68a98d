/** What look-ups hold: ends, balances and refunds that they show, and later ones that show otherwise. */
import { timeOf } from '../../src/event/envelope.ts'
import type { Hold } from '../../src/fold/definition.ts'
import { evidenceOf } from '../../src/fold/holds.ts'
import type { Doubtful } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { type Instant, isAfter, later } from '../../src/words/instant.ts'
import { ownAt } from '../../src/words/plain.ts'
import type { BalanceMismatch } from './balances.ts'
import type { Superseded } from './findings.ts'
import type { Payment } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'
import { shownTimeOf } from './shown.ts'
import { maySucceed, unexplainedIn } from './shown-refunds.ts'
import { ENDS, impliedByPayment } from './snapshot.ts'
import { totals } from './sums.ts'

type Whole = Doubtful<Payment>
type Doubt = Whole['findings'][number]
type Held = Omit<Hold, 'binds'>

const statusOf = ({ type, data: { status } }: Occurrence): string | undefined =>
  type === 'state_observed' && typeof status === 'string' ? status : undefined

/** Whether a snapshot shows that the payment ended without money. */
const showsEnd = (occurrence: Occurrence): boolean => {
  const status = statusOf(occurrence)
  return status !== undefined && impliedByPayment(status).some((type) => ENDS.has(type))
}

/** Whether a snapshot shows that the payment was captured. */
const showsCapture = (occurrence: Occurrence): boolean => {
  const status = statusOf(occurrence)
  return status !== undefined && impliedByPayment(status).includes('payment_captured')
}

/**
 * An end after the capture holds everything until a look-up shows the capture that is certainly later
 * than its reports: it may show an older state.
 */
export const heldByEnd = ({ occurrences }: Whole, finding: Superseded, policy: PaymentPolicy) => {
  const seconds = policy.clockToleranceSeconds + policy.readLagSeconds
  const ids = new Set(evidenceOf(occurrences, finding))
  const times = occurrences
    .flatMap(({ events }) => events)
    .flatMap((event) => (ids.has(event.metadata.eventId) ? timeOf(event) : []))
  const isOver = occurrences.some(
    (each) => showsCapture(each) && times.every((at) => isAfter(each.at, at, seconds)),
  )
  return isOver ? 0 : null
}

/** Whether a look-up counts what was captured, or what was refunded. */
const countsIn = ({ type, data }: Occurrence, what: BalanceMismatch['what']): boolean =>
  type === 'state_observed' && typeof ownAt(Object(data['balances']), what) === 'number'

/** Until when the messages with these balances may show them; null if there is none. */
const shownUntil = (
  { occurrences }: Whole,
  { key, what, theirs }: BalanceMismatch,
  policy: PaymentPolicy,
): Instant | null =>
  occurrences
    .filter((each) => each.key === key)
    .flatMap(({ events }) => events)
    .filter(({ data }) => ownAt(Object(Object(data).balances), what) === theirs)
    .map((event) => shownTimeOf(event, policy).until)
    .reduce<Instant | null>((last, until) => (last === null ? until : later(last, until)), null)

/**
 * The provider's balances hold what they show to be gone beyond what they surely include, until a
 * later look-up counts what the messages say.
 */
export const heldByBalance = (
  whole: Whole,
  finding: BalanceMismatch,
  policy: PaymentPolicy,
): number => {
  const { what, theirs, ours, sure = ours } = finding
  const at = shownUntil(whole, finding, policy)
  const isMended = whole.occurrences.some(
    (each) =>
      countsIn(each, what) &&
      at !== null &&
      isAfter(each.at, at, policy.readLagSeconds) &&
      !whole.findings.some(({ code, key }) => code === finding.code && key === each.key),
  )
  return isMended ? 0 : Math.max(0, what === 'refunded' ? theirs - sure : ours - theirs)
}

/** A look-up that shows an end holds everything once a second one, some time later, shows one. */
export const heldBySnapshot = ({ occurrences }: Whole, { at, key }: Doubt, lagSeconds: number) => {
  const shown = occurrences.find((each) => each.key === key)
  if (shown === undefined || at === null || !showsEnd(shown)) return 0
  const isSecond = occurrences.some(
    (each) => showsEnd(each) && each.key !== key && isAfter(at, each.at, lagSeconds),
  )
  const isOver = occurrences.some((each) => showsCapture(each) && isAfter(each.at, at, lagSeconds))
  return isSecond && !isOver ? null : 0
}

/** Whether a look-up that is certainly later shows the capture, and nothing refunded. */
const isOver = ({ occurrences }: Whole, at: Instant, lagSeconds: number): boolean =>
  occurrences.some(
    (each) =>
      showsCapture(each) &&
      !(statusOf(each) ?? '').includes('refunded') &&
      isAfter(each.at, at, lagSeconds),
  )

/** Refunds that only the status of a snapshot shows hold what no report explains. */
export const heldByRefundsShown = (whole: Whole, policy: PaymentPolicy): readonly Held[] => {
  const [item] = whole.openItems.filter(({ lookUp }) => lookUp === 'actions')
  if (item === undefined) return []
  const { clockToleranceSeconds, readLagSeconds } = policy
  const standing = unexplainedIn(whole, clockToleranceSeconds, maySucceed).filter(
    ({ at }) => !isOver(whole, at, readLagSeconds),
  )
  const { captured, net } = totals(whole.context, policy, 'believed')
  const isKnown =
    captured !== null && net !== null && standing.every((each) => each.missing !== null)
  // whatever explains a part of it, all of the money is gone: what still counts as left is held
  const amount = isKnown ? Math.max(0, net) : null
  if (standing.length === 0) return []
  return [{ code: 'NotReported', events: item.events, amount, liftedBy: 'countsNot' }]
}
