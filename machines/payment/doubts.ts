/** What each doubt about a payment's money says, and what settles it. */
import type { FindingDefinition } from '../../src/fold/machine.ts'
import type { Doubt, DoubtCode } from './doubt.ts'
import type { Payment } from './memory.ts'

/** The event of the command that a doubt holds: no money leaves. */
const HELD = ['refund_requested']

const ASK =
  'Get the actions of the payment: the list settles it, or a second one that agrees with it.'
const REVIEW = 'Ask the provider, and state what is true as of now (`reviewed`).'

/** Makes the definition of a doubt. Settling finds it: here stands what it says. */
const doubtful = <C extends DoubtCode>(
  title: string,
  explain: (doubt: Doubt) => string,
  remedy = `${ASK} Where it asks for a person: ${REVIEW}`,
): FindingDefinition<Payment, string, Doubt & { readonly code: C }> => ({
  find: () => [],
  title,
  explain,
  severity: 'warning',
  source: 'decisions#41',
  remedy: { reported: remedy },
  holds: HELD,
})

/** The doubts about a payment's money, the most common ones first. */
export const doubts = {
  Unbound: doubtful<'Unbound'>('Refund or chargeback unclear', ({ key, asks }) =>
    asks === null
      ? `${key} gives money back, and fits several chargebacks.`
      : `${key} does not say which refund it is of, or of how much.`,
  ),
  Disagreement: doubtful<'Disagreement'>(
    'Amounts disagree',
    ({ key }) => `Messages name different amounts for ${key}.`,
  ),
  OtherCurrency: doubtful<'OtherCurrency'>(
    'Currencies disagree',
    ({ key }) => `A message about ${key} names another currency than the payment's.`,
  ),
  CapturedDiffers: doubtful<'CapturedDiffers'>(
    'Captured amount differs',
    () => 'What was captured is not the amount of the payment, in one capture.',
    ASK,
  ),
  RefundReversed: doubtful<'RefundReversed'>(
    'Refund done and failed',
    ({ key }) => `${key}: the refund is reported as done and as failed.`,
    ASK,
  ),
  Superseded: doubtful<'Superseded'>(
    'Ended although money was captured',
    ({ key }) => `${key} was reported although the money had been captured.`,
    ASK,
  ),
  MoreThanCaptured: doubtful<'MoreThanCaptured'>('More taken back than captured', ({ asks }) =>
    asks === null
      ? 'Banks took back more than was captured.'
      : 'Refunds are reported of more than was captured.',
  ),
  DisputeDiffers: doubtful<'DisputeDiffers'>(
    'Dispute ended in two ways',
    ({ key }) => `${key}: messages do not agree on how the dispute ended.`,
    REVIEW,
  ),
  OneOrTwo: doubtful<'OneOrTwo'>(
    'One chargeback or two',
    ({ key }) => `${key} and another one of the same amount may be one chargeback, or two.`,
    REVIEW,
  ),
  StatementDiffers: doubtful<'StatementDiffers'>(
    'Provider contradicts its messages',
    ({ key }) =>
      key.startsWith('payment_')
        ? `What the provider shows contradicts its messages about ${key}.`
        : 'A look-up of the payment shows another state than its messages add up to.',
    ASK,
  ),
  Unread: doubtful<'Unread'>(
    'Action not readable',
    () => 'An action or a message could not be read: it may be a refund.',
    ASK,
  ),
  AfterReview: doubtful<'AfterReview'>(
    'Message contradicts a review',
    ({ key }) =>
      `${key} may contradict what a person has stated, or be part of it: ` +
      'the amounts captured, refunded and charged back have to be stated again.',
    REVIEW,
  ),
}
