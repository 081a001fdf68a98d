/**
 * What a lost message leads to: the charts' findings for gaps, described by an independent model.
 */
import type {
  Fact,
  PaymentHistory,
  SessionHistory,
  TrueHistory,
} from '../../src/testing/generators/history.ts'
import type { Delivery } from '../../src/testing/generators/messages.ts'

/** The findings about something unreported. */
export const GAPS: ReadonlySet<string> = new Set([
  'missingPredecessor',
  'channelDataFirst',
  'outcomeKnown',
])

const typesBut = (facts: readonly Fact[], lost: Fact): ReadonlySet<string> =>
  new Set(facts.filter((fact) => fact !== lost).map(({ type }) => type))

const missing = (isMissing: boolean): readonly string[] => (isMissing ? ['missingPredecessor'] : [])

const isMoneyBack = (type: string): boolean =>
  type.startsWith('refund_') || type.startsWith('payment_refund') || type.includes('chargeback')

/** A payment may be declined at once; it is captured before money goes back. */
const ofPayment = ({ facts }: PaymentHistory, lost: Fact): readonly string[] => {
  const left = typesBut(facts, lost)
  switch (lost.type) {
    case 'payment_pending':
      return missing(left.size > 0 && !left.has('payment_declined'))
    case 'payment_captured':
      return missing([...left].some(isMoneyBack))
    default:
      return []
  }
}

const OUTCOMES: readonly string[] = [
  'session_approved',
  'session_attempted',
  'session_unavailable',
  'session_declined',
  'session_rejected',
]

/**
 * A session is created first; in the non-hosted mode it needs channel data, and a challenge before
 * it is abandoned. Only a snapshot shows the challenge, and thereby the creation and the channel
 * data. The creation, or the request for channel data, shows the mode.
 */
const ofSession = (
  { facts, mode }: SessionHistory,
  lost: Fact,
  delivered: readonly Delivery[],
): readonly string[] => {
  const left = typesBut(facts, lost)
  const isDecided = OUTCOMES.some((type) => left.has(type))
  const isShown = left.has('session_challenged')
  const isModeTold = delivered.some(
    (each) =>
      each.kind === 'response' &&
      (each.endpoint === 'createSession' || JSON.stringify(each.body).includes('collect_channel')),
  )
  const isOurs = isModeTold && mode === 'non_hosted'
  switch (lost.type) {
    case 'session_created':
      return missing(left.size > 0 && !isShown)
    case 'channel_data_submitted':
      return isOurs && isDecided && !isShown ? ['channelDataFirst'] : []
    case 'session_challenged':
      return missing(isOurs && left.has('challenge_abandoned'))
    default: {
      const isEnd = OUTCOMES.includes(lost.type) || lost.type === 'challenge_abandoned'
      return isEnd && left.has('session_completed') ? ['outcomeKnown'] : []
    }
  }
}

/** Whether a reversal gives back what no message reports: it is parked, and counts nothing. */
export const isUnboundWithout = ({ facts }: TrueHistory, lost: Fact): boolean =>
  lost.type === 'payment_chargeback' &&
  facts.some(({ type, entityId }) => type === 'chargeback_reversed' && entityId === lost.entityId)

/** The findings for gaps that must appear if one fact is not reported. */
export const gapsWithout = (
  history: TrueHistory,
  lost: Fact,
  delivered: readonly Delivery[],
): readonly string[] => {
  if (history.kind === 'payment') return ofPayment(history, lost)
  if (history.kind === 'session') return ofSession(history, lost, delivered)
  return missing(lost.type === 'mandate_created' && history.facts.length > 1)
}
