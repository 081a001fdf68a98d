/** What an auditor should look at: one union, and the sentence for each. */
import { type Instant, spoken } from '../words/instant.ts'
import { type Currency, money } from '../words/money.ts'
import { explain, type Refusal, type RuleName } from '../words/refusal.ts'

/** What every finding names: the occurrence it stands at (or the event id), and its time. */
interface Place {
  readonly key: string
  readonly at: Instant | null
}

/** A finding. The code of a broken rule is the rule's name. */
export type Finding = Place &
  (
    | { readonly code: RuleName; readonly refusal: Refusal }
    | { readonly code: 'ClockSkew'; readonly claimedAt: Instant }
    | { readonly code: 'ConflictingDuplicate'; readonly eventId: string }
    | { readonly code: 'Disagreement'; readonly field: string }
    | { readonly code: 'Contradiction'; readonly stands: string }
    | { readonly code: 'Superseded'; readonly event: string; readonly capturedAt: Instant }
    | { readonly code: 'RefundReversed'; readonly refund: string }
    | { readonly code: 'NegativeNet'; readonly net: number; readonly currency: Currency | null }
    | {
        readonly code: 'BalanceMismatch'
        readonly what: 'captured' | 'refunded'
        readonly theirs: number
        readonly ours: number
        readonly currency: Currency | null
      }
    | { readonly code: 'SnapshotContradicts'; readonly shown: string; readonly known: string }
  )

/** The code of a finding. */
export type FindingCode = Finding['code']

/** The sentence for a person. */
export const explainFinding = (finding: Finding): string => {
  switch (finding.code) {
    case 'ClockSkew':
      return `The message claims ${spoken(finding.claimedAt)}, long after it was made itself.`
    case 'ConflictingDuplicate':
      return `Two messages share the id ${finding.eventId} but do not say the same; both are kept.`
    case 'Disagreement':
      return `Messages differ about the ${finding.field} of ${finding.key}; the strongest stands.`
    case 'Contradiction':
      return `${finding.key} was told, but the outcome ${finding.stands} stands already.`
    case 'Superseded':
      return `${finding.event} was told although the money had come at ${spoken(finding.capturedAt)}.`
    case 'RefundReversed':
      return `The refund ${finding.refund} failed after it had succeeded.`
    case 'NegativeNet':
      return `${money(-finding.net, finding.currency)} more went back than came in.`
    case 'BalanceMismatch':
      return (
        `The provider counts ${money(finding.theirs, finding.currency)} ${finding.what}, ` +
        `the messages add up to ${money(finding.ours, finding.currency)}.`
      )
    case 'SnapshotContradicts':
      return `A snapshot shows ${finding.shown}, but ${finding.known} is known.`
    default:
      return explain(finding.refusal)
  }
}
