/** Finds messages that do not name the refund or chargeback that they are taken to be about. */
import type { FindingBase } from '../../src/fold/finding.ts'
import type { FoldedStream } from '../../src/fold/machine.ts'
import { asEvent, type Occurrence, occurrence } from '../../src/fold/occurrence.ts'
import { total } from '../../src/words/money.ts'
import { ownAt } from '../../src/words/plain.ts'
import { givenBackBy } from './chargebacks.ts'
import { type Definition, REVIEW } from './differing.ts'
import type { Payment, Refund } from './memory.ts'
import { REFUND_STAGES, refundFrom } from './recipes.ts'
import { amountNamed, isGone, mayHaveSucceeded, refundAmount, refundStatus } from './refunds.ts'
import type { Report } from './stages.ts'
import { capturedOf } from './totals.ts'

type Whole = FoldedStream<Payment, string>

/** Messages, by the ids of their events, that are taken to be about `of`, or are about another. */
export interface BoundByGuess extends FindingBase {
  readonly code: 'BoundByGuess'
  readonly of: string
  readonly events: readonly string[]
}

const guessedIn = ({ occurrences }: Whole): readonly Occurrence[] =>
  occurrences.filter(({ guessed, disposition }) => guessed !== undefined && disposition === 'chart')

const isReversal = ({ key }: Pick<BoundByGuess, 'key'>): boolean =>
  key.startsWith('chargeback_reversed:')

/** Finds each refund and chargeback about which messages are that do not name it. */
export const boundByGuess: Definition<BoundByGuess> = {
  causes: [...Object.keys(REFUND_STAGES), 'payment_chargeback', 'chargeback_reversed'],
  find: (whole) => {
    const found = new Map<string, BoundByGuess>()
    for (const { key, at, entityId: of, guessed = [] } of guessedIn(whole)) {
      const id = `${isReversal({ key })} ${of}`
      const events = [...(found.get(id)?.events ?? []), ...guessed].sort()
      found.set(id, { code: 'BoundByGuess', key, at, of, events })
    }
    return [...found.values()]
  },
  explain: ({ of, events }) =>
    `${events.length === 1 ? 'A message is' : `${events.length} messages are`} taken to be about ` +
    `${of}, but may be about another refund or chargeback.`,
  severity: 'warning',
  source: 'decisions#46',
  remedy: REVIEW,
  lookUp: null,
  readings: ['one', 'two'],
}

/** What a refund counts for, at worst: null if nobody knows how much. */
const countOf = (refund: Refund): number | null =>
  refundStatus(refund) === 'declined' ? 0 : refundAmount(refund, 'atWorst')

/** The messages about a refund that name it, as the chart would take them. */
const namingIn = ({ occurrences }: Whole, of: string): readonly Report[] =>
  occurrences.flatMap(({ key, entityId, disposition, guessed = [], ...each }) => {
    const own = each.events.filter(({ metadata }) => !guessed.includes(metadata.eventId))
    return entityId === of && disposition === 'chart' && own.length > 0
      ? [asEvent(occurrence(key, entityId, disposition, own)) as Report]
      : []
  })

/** A refund as the messages that name it report it; undefined if none does. */
export const refundNamed = (whole: Whole, of: string): Refund | undefined =>
  refundFrom(whole.context, namingIn(whole, of))

/** The amounts that guesses say went back: null if one of them names none. */
const takenBy = ({ context, occurrences }: Whole, { of, events }: BoundByGuess) => {
  const amounts = occurrences
    .filter(({ key, entityId }) => entityId === of && isGone(key))
    .flatMap((each) => each.events.filter(({ metadata }) => events.includes(metadata.eventId)))
    .map(({ data }) => amountNamed(data, context))
  return amounts.includes(null) ? null : total(amounts.map((amount) => amount ?? 0))
}

/** What is gone if the messages are about another refund, beyond what counts already. */
const heldOfRefund = (
  whole: Whole,
  finding: BoundByGuess,
  refund: Refund,
  toleranceSeconds: number,
): number | null => {
  const named = refundNamed(whole, finding.of)
  // while the refund is believed to have failed, that doubt is a finding of its own
  const isDoubtful =
    named !== undefined &&
    refundStatus(refund) !== 'declined' &&
    mayHaveSucceeded(named, toleranceSeconds)
  const counted = isDoubtful
    ? refundAmount(named, 'atWorst')
    : named === undefined
      ? 0
      : countOf(named)
  const [own, taken] = [counted, takenBy(whole, finding)]
  if (own === null || taken === null) return null
  const known = countOf(refund) ?? 0
  // the messages may also say that it was carried out after it had failed
  const again = taken === 0 ? 0 : (refundAmount(refund, 'atWorst') ?? 0)
  return Math.max(0, own + taken - known, again - known)
}

/** What is not free if the messages are about another chargeback. */
const heldOfReversal = ({ context, occurrences }: Whole, { key, of, events }: BoundByGuess) => {
  const chargeback = ownAt(context.chargebacks, of)
  const isNamed = occurrences.some((each) => each.key === key && each.events.length > events.length)
  return chargeback === undefined || isNamed ? 0 : givenBackBy(chargeback, capturedOf(context) ?? 0)
}

/** How much a guess holds, in minor units: null if nobody knows how much. */
export const heldByGuess = (
  whole: Whole,
  finding: BoundByGuess,
  toleranceSeconds: number,
): number | null => {
  if (isReversal(finding)) return heldOfReversal(whole, finding)
  const refund = ownAt(whole.context.refunds, finding.of)
  return refund === undefined ? 0 : heldOfRefund(whole, finding, refund, toleranceSeconds)
}
