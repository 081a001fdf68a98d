/** What a payment understands of messages, statuses and actions that are no events of its own. */
import type { Lifecycle } from '../../src/event/lifecycle.ts'
import { notUnderstood } from '../observed/not-understood.ts'
import { impliedByPayment, PAYMENT_STATUSES } from './snapshot.ts'

/** Types that move no money: checks, authorizations, what failed, and questions of a bank. */
const MESSAGES = [
  'card_verified',
  'card_verification_declined',
  'source_updated',
  'bank_account_updated',
  'payment_flagged',
  'payment_risk_matched',
  'payment_compliance_review',
  'payment_authentication_failed',
  'payment_authorization_incremented',
  'payment_authorization_increment_declined',
  'payment_retry_scheduled',
  'payment_capture_declined',
  'fraud_reported',
  'request_for_information_received',
  'payment_approved',
  'payment_retrieval',
  'payment_void_declined',
  'dispute_evidence_acknowledged_by_scheme',
  'dispute_arbitration_evidence_submitted',
  'dispute_arbitration_sent_to_scheme',
  // a list with actions that cannot be read has a finding of its own
  'payment_action',
]

/** Messages by which no money leaves, whatever stands in a field that cannot be read. */
const MOVE_NOTHING: ReadonlySet<string> = new Set([
  'payment_pending',
  'payment_capture_pending',
  'payment_refund_declined',
  'dispute_won',
  'dispute_arbitration_won',
  'dispute_canceled',
  'dispute_cancelled',
  'createPayment',
  'getPayment',
  'getPayments',
])

/**
 * Whether a message that cannot be read in one field may say that money left, or that less came. So may a
 * return that names an account to which money goes: it may be of a payout, or of what was captured.
 */
export const mayHaveMoved = ({ name, path }: Readonly<Record<string, unknown>>): boolean =>
  name === 'payment_returned' ||
  (path !== undefined && typeof name === 'string' && !MOVE_NOTHING.has(name))

/** Actions that move no money of the payment, or none as long as they are not approved. */
const ACTIONS = ['authorization', 'card_verification', 'capture', 'void', 'return', 'payout']

/** Whether a status is one of the provider's. */
export const isPaymentStatus = (status: string): boolean => Object.hasOwn(PAYMENT_STATUSES, status)

/**
 * Finds what a payment does not understand. Its look-up shows which money has moved. A status is
 * understood if its lifecycle has all the events that the status implies.
 */
export const paymentNotUnderstood = (
  lifecycle: Lifecycle,
): ReturnType<typeof notUnderstood<'MoneyNotUnderstood'>> => {
  const isInLifecycle = (type: string): boolean => Object.hasOwn(lifecycle, type)
  const statuses = Object.keys(PAYMENT_STATUSES)
  const found = notUnderstood('MoneyNotUnderstood', {
    messages: new Set(MESSAGES),
    statuses: new Set(statuses.filter((each) => impliedByPayment(each).every(isInLifecycle))),
    actions: new Set(ACTIONS),
  })
  const explain: typeof found.explain = (finding) =>
    finding.what === 'status' && isPaymentStatus(finding.name ?? '')
      ? `The status ${finding.name} was reported, which no payment of this method has.`
      : found.explain(finding)
  return {
    ...found,
    title: 'Not understood, and money may have moved',
    explain: (finding) => `${explain(finding)} Money may have moved.`,
    severity: 'warning',
    remedy: {
      reported: 'Ask the provider for the actions of the payment, and what the message means.',
    },
    lookUp: 'actions',
  }
}
