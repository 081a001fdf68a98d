/** The doubts that hold refunds of a payment back, and how much each of them holds. */
import { type DomainEvent, occurredAt, timeOf } from '../../src/event/envelope.ts'
import type { Hold } from '../../src/fold/definition.ts'
import type { Disagreement } from '../../src/fold/finding.ts'
import { evidenceOf } from '../../src/fold/holds.ts'
import { withKey } from '../../src/fold/indexed.ts'
import type { Doubtful } from '../../src/fold/machine.ts'
import { type Instant, isAfter, later } from '../../src/words/instant.ts'
import type { MoneyNotUnderstood } from '../observed/not-understood.ts'
import type { BalanceMismatch } from './balances.ts'
import { type BoundByGuess, heldByGuess, refundNamed } from './bound-by-guess.ts'
import type { RefundReversed, Superseded } from './findings.ts'
import { heldByBalance, heldByEnd, heldByRefundsShown, heldBySnapshot } from './look-up-holds.ts'
import type { Payment } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'
import { amountNamed, isGone, refundAmount } from './refunds.ts'
import { mayHaveMoved } from './understood.ts'

type Whole = Doubtful<Payment>
type Doubt = Whole['findings'][number]
type Held = Omit<Hold, 'binds'>

const BINDS = ['refund_requested']

/** The messages that name an occurrence: a guess is a doubt of its own. */
const naming = ({ occurrences }: Whole, key: string): readonly DomainEvent[] =>
  withKey(occurrences, key).flatMap(({ events, guessed = [] }) =>
    events.filter(({ metadata }) => !guessed.includes(metadata.eventId)),
  )

const lastOf = (times: readonly Instant[]): Instant => times.reduce(later)

/**
 * A refund that failed holds its amount if it may have succeeded afterwards: the messages that name
 * it do not give both times, or give them too close together for clocks that differ.
 */
const ofFailed = (
  whole: Whole,
  { refund: id }: RefundReversed,
  toleranceSeconds: number,
): number | null => {
  const refund = refundNamed(whole, id)
  const done = naming(whole, `payment_refunded:${id}`)
  const failed = naming(whole, `payment_refund_declined:${id}`)
  if (refund === undefined || done.length === 0 || failed.length === 0) return 0
  const failedAt = failed.flatMap(({ metadata }) => occurredAt(metadata) ?? [])
  const isSurelyLast =
    failedAt.length > 0 && isAfter(lastOf(failedAt), lastOf(done.map(timeOf)), toleranceSeconds)
  return isSurelyLast ? 0 : refundAmount(refund, 'atWorst')
}

/** How much of the money a finding holds: null if all of it. */
const heldBy = (whole: Whole, finding: Doubt, policy: PaymentPolicy): number | null => {
  switch (finding.code) {
    case 'Superseded':
      return heldByEnd(whole, finding as Superseded, policy)
    case 'SnapshotContradicts':
      return heldBySnapshot(whole, finding, policy.readLagSeconds)
    case 'BalanceMismatch':
      return heldByBalance(whole, finding as BalanceMismatch, policy)
    case 'BoundByGuess':
      return heldByGuess(whole, finding as BoundByGuess, policy.clockToleranceSeconds)
    case 'RefundReversed':
      return ofFailed(whole, finding as RefundReversed, policy.clockToleranceSeconds)
    case 'MoneyNotUnderstood':
      return mayHaveMoved(finding as MoneyNotUnderstood) ? null : 0
    case 'OtherCurrency':
    case 'sameCurrency':
    case 'UnreadAction':
      return null
    default:
      return 0
  }
}

/** What a parked message holds: null if it may be any amount. */
const heldAside = (whole: Whole): readonly Held[] => {
  const unbound = new Set(
    whole.parked.flatMap(({ key, reason }) => (reason === 'Unbound' ? key : [])),
  )
  return whole.occurrences.flatMap((occurrence) => {
    const { key, type, data } = occurrence
    if (!unbound.has(key) || !isGone(type)) return []
    const events = evidenceOf(whole.occurrences, { key })
    const amount = amountNamed(data, whole.context)
    return [{ code: 'Unbound', events, amount, liftedBy: 'countsNot' }]
  })
}

/**
 * Amounts on which reports of one step disagree: what is left at worst counts them already, until a
 * person settles them.
 */
const ofAmounts = ({ findings, occurrences }: Whole): readonly Held[] =>
  findings.flatMap((finding) => {
    const { code, field } = finding as Partial<Disagreement> & Doubt
    if (code !== 'Disagreement' || field !== 'amount') return []
    const events = evidenceOf(occurrences, finding)
    return [{ code, events, amount: 0, liftedBy: 'countsNot' }]
  })

/** The doubts that a review settles by saying whether the payment was captured or has ended. */
const OF_ENDS: ReadonlySet<string> = new Set(['Superseded', 'SnapshotContradicts'])

/** The reading of a doubt by which no money is gone. */
const liftedBy = ({ code }: Doubt): string => {
  if (OF_ENDS.has(code)) return 'captured'
  if (code === 'BoundByGuess') return 'one'
  return code === 'RefundReversed' ? 'counts' : 'countsNot'
}

/** Of several balances that show more money gone, the one that shows most counts. */
const groupOf = (finding: Doubt): Pick<Hold, 'group'> =>
  finding.code === 'BalanceMismatch' ? { group: (finding as BalanceMismatch).what } : {}

/** Money in another currency counts once a person says how much it is in the payment's. */
const countedBy = ({ code }: Doubt): Pick<Hold, 'countedBy'> =>
  code === 'OtherCurrency' ? { countedBy: 'counts' } : {}

/** The doubts that hold refunds back. @spec decisions#46 */
export const paymentHolds = (whole: Whole, policy: PaymentPolicy): readonly Hold[] => {
  const found = whole.findings.flatMap((finding): readonly Held[] => {
    const amount = heldBy(whole, finding, policy)
    const { code } = finding
    const events = evidenceOf(whole.occurrences, finding)
    return amount === 0
      ? []
      : [
          {
            code,
            events,
            amount,
            liftedBy: liftedBy(finding),
            ...groupOf(finding),
            ...countedBy(finding),
          },
        ]
  })
  const all = [
    ...found,
    ...ofAmounts(whole),
    ...heldAside(whole),
    ...heldByRefundsShown(whole, policy),
  ]
  return all.map((hold) => ({ ...hold, binds: BINDS }))
}
