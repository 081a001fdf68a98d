/** A doubt about a payment's money: what is told of one thing does not determine it. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { FindingBase } from '../../src/fold/finding.ts'
import { later } from '../../src/words/instant.ts'
import { idOf, type Report } from './reports.ts'

/** The codes of the doubts. Each holds every refund. @spec decisions#41 */
export type DoubtCode =
  | 'Unbound'
  | 'Disagreement'
  | 'OtherCurrency'
  | 'CapturedDiffers'
  | 'RefundReversed'
  | 'Superseded'
  | 'MoreThanCaptured'
  | 'DisputeDiffers'
  | 'OneOrTwo'
  | 'StatementDiffers'
  | 'Unread'
  | 'AfterReview'

/**
 * A doubt. `asks` is the look-up that settles it, or null where only a person can; `events` are the ids
 * of all messages about the thing.
 */
export interface Doubt extends FindingBase {
  readonly code: DoubtCode
  readonly asks: 'getPaymentActions' | null
  readonly events: readonly string[]
}

/** What the messages about captures, refunds or takings come to. */
export interface Part {
  /** The entity of each event; null for one that is of none that is known. */
  readonly entities: ReadonlyMap<DomainEvent, string | null>
  readonly overruled: readonly DomainEvent[]
  readonly doubts: readonly Doubt[]
}

/** What a doubt is about. */
type Evidence = readonly Pick<Report, 'event' | 'happened'>[]

const doubt = (code: DoubtCode, asks: Doubt['asks'], key: string, evidence: Evidence): Doubt => {
  const at = evidence.map(({ happened }) => happened).reduce(later)
  const events = [...new Set(evidence.map(({ event }) => idOf(event)))].sort()
  return { code, key, at, events, asks }
}

/**
 * The doubts about one thing, by their codes: whether each is raised, or by which messages if not by all
 * about the thing.
 */
const raising =
  (asks: Doubt['asks']) =>
  (
    key: string,
    about: Evidence,
    raised: { readonly [C in DoubtCode]?: boolean | Evidence },
  ): readonly Doubt[] =>
    (Object.keys(raised) as DoubtCode[]).flatMap((code) => {
      const by = raised[code] === true ? about : raised[code] || []
      return by.length === 0 ? [] : doubt(code, asks, key, by)
    })

/** The doubts that a list of all actions settles. */
export const askList = raising('getPaymentActions')

/** The doubts that only a person settles. */
export const askPerson = raising(null)
