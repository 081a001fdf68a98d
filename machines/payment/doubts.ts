/** The doubts about a payment's money: what messages say of one thing does not determine it. */
import type { Compared, FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import { type DomainEvent, snapshotIdIn } from '../../src/event/envelope.ts'
import { type Currency, money } from '../../src/words/money.ts'
import { formatted, type Instant, later } from '../../src/words/time/instant.ts'
import type { Payment } from './memory.ts'

/** The codes of the doubts. Each holds every refund. @spec decisions#41 */
type DoubtCode =
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

/** `asks` is the look-up that settles it, or null where only a person can; `events` is all evidence. */
export interface Doubt extends FindingBase {
  readonly code: DoubtCode
  readonly asks: 'getPaymentActions' | null
  readonly events: readonly string[]
}

/** The id of the event that is evidence: for an implied event, that of what implies it. */
export const idOf = ({ metadata: { eventId } }: DomainEvent): string =>
  snapshotIdIn(eventId) ?? eventId

/** Only what cannot be read is compared with nothing. */
const raising =
  (asks: Doubt['asks']) =>
  (
    { doubts }: { readonly doubts: Doubt[] },
    {
      code,
      key,
      ...compared
    }: { readonly key: string } & (
      | { readonly code: 'Unread' }
      | { readonly code: Exclude<DoubtCode, 'Unread'>; readonly compared: Compared }
    ),
    evidence: readonly { readonly event: DomainEvent; readonly happened: Instant }[],
  ): void => {
    if (evidence.length === 0) return
    const at = evidence.map(({ happened }) => happened).reduce(later)
    const events = [...new Set(evidence.map(({ event }) => idOf(event)))].sort()
    doubts.push({ code, key, at, events, asks, ...compared })
  }

/** Adds a doubt that a list of all actions settles. */
export const askList = raising('getPaymentActions')

/** Adds a doubt that only a person settles. */
export const askPerson = raising(null)

const HELD = ['refund_requested']

const ASK = 'Get the actions of the payment: the list settles it, or a second that agrees.'
const REVIEW = 'Ask the provider, and state what is true as of now (`reviewed`).'

/** Settling finds a doubt: here stands what it says. */
const doubtful = (
  title: string,
  explain: (doubt: Doubt) => string,
  remedy = `${ASK} Where it asks for a person: ${REVIEW}`,
) => ({
  find: () => [],
  causes: [],
  title,
  explain,
  severity: 'warning' as const,
  source: 'decisions#41',
  remedy: { reported: remedy },
  holds: HELD,
})

/** What a doubt is about: its key, or where that names only a message, what it says, how much and when. */
const thingIn = ({ key, at, events, compared = {} }: Doubt): string => {
  if (at === null || !events.some((id) => key === id || key.endsWith(`:${id}`))) return key
  const { messages, currency } = compared
  const [amount] = /\d+/.exec(`${messages}`) ?? []
  const much = amount === undefined ? '' : ` of ${money(Number(amount), currency as Currency)}`
  const [type = '', id] = key.split(':')
  return `${id === undefined ? 'chargeback_reversed' : type}${much} at ${formatted(at)}`
}

const unbound = (doubt: Doubt): string => {
  const { asks, compared = {} } = doubt
  const { amount = null, action = null, command = null } = compared
  const key = thingIn(doubt)
  if (asks === null) return `${key} gives money back, and does not say of which chargeback.`
  if (action === null && command === null) return `${key} does not say which refund it is of.`
  return amount === null
    ? `${key} names no amount in the payment's currency.`
    : `${key} is of more than one command: ${command}.`
}

const disputeDiffers = ({ key, compared: { messages, taken, givenBack } = {} }: Doubt): string => {
  const says = new Set(String(messages).split(', '))
  const isWon = says.has('arbitrationWon')
  const isTwofold = says.has('arbitrationLost') ? isWon : says.has('ended') && !isWon
  if (says.has('resolved')) {
    return `${key}: the dispute was resolved, and nothing says whether the money came back.`
  }
  return isTwofold || givenBack === null || givenBack === String(taken)
    ? `${key}: messages do not agree on how the dispute ended.`
    : `${key}: messages name different amounts as taken and as given back.`
}

/** The doubts about a payment's money, the most common ones first. */
export const doubts: {
  readonly [C in DoubtCode]: FindingDefinition<Payment, string, Doubt & { readonly code: C }>
} = {
  Unbound: doubtful('Refund or chargeback unclear', unbound),
  Disagreement: doubtful(
    'Amounts disagree',
    ({ key }) => `Messages name different amounts for ${key}.`,
  ),
  OtherCurrency: doubtful(
    'Currencies disagree',
    (doubt) => `A message about ${thingIn(doubt)} names another currency than the payment's.`,
  ),
  CapturedDiffers: doubtful(
    'Captured amount differs',
    () => 'What was captured is not the amount of the payment, in one capture.',
    ASK,
  ),
  RefundReversed: doubtful(
    'Refund done and failed',
    ({ key }) => `${key}: the refund is reported as done and as failed.`,
    ASK,
  ),
  Superseded: doubtful(
    'Ended although money was captured',
    ({ key }) => `${key} was reported although the money had been captured.`,
    ASK,
  ),
  MoreThanCaptured: doubtful('More taken back than captured', ({ asks }) =>
    asks === null
      ? 'Banks took back more than was captured.'
      : 'Refunds are reported of more than was captured.',
  ),
  DisputeDiffers: doubtful('End of a dispute unclear', disputeDiffers, REVIEW),
  OneOrTwo: doubtful(
    'One chargeback or two',
    ({ compared: { chargebacks } = {} }) =>
      `Nobody knows how many chargebacks these are: ${chargebacks}.`,
    REVIEW,
  ),
  StatementDiffers: doubtful(
    'Provider contradicts its messages',
    ({ key }) =>
      key.startsWith('payment_')
        ? `What the provider shows contradicts its messages about ${key}.`
        : 'A look-up of the payment shows another state than its messages add up to.',
    ASK,
  ),
  Unread: doubtful('Action not readable', ({ asks }) =>
    asks === null
      ? 'A message about a chargeback could not be read: a bank may have taken money back.'
      : 'An action or a message could not be read: it may be a refund.',
  ),
  AfterReview: doubtful(
    'Message contradicts a review',
    (doubt) =>
      `${thingIn(doubt)} may contradict what a person has stated, or be part of it: ` +
      'the amounts captured, refunded and charged back have to be stated again.',
    REVIEW,
  ),
}
