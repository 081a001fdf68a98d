/** What an audit follows and compares between streams: relations, and what only one of them may have. */
import type { Claim, ClaimDefinition, Relation } from '../src/contract/machine-record.ts'
import type { Occurrence } from '../src/contract/occurrence.ts'
import { type DomainEvent, dataIn } from '../src/event/envelope.ts'
import { canonicalText } from '../src/words/data/canonical.ts'
import type { Stream } from '../src/words/stream.ts'
import type { Payment } from './payment/memory.ts'
import { capturedOf } from './payment/sums.ts'
import type { Session } from './session/memory.ts'
import { mandateStream } from './words/mandate-names.ts'
import { PaymentId, paymentStream } from './words/payment-names.ts'

const mandate: Relation<Payment> = {
  name: 'mandate',
  phrase: 'on',
  by: 'context',
  streamOf: ({ sourceId }) => (sourceId === null ? null : mandateStream(sourceId)),
}

const session: Relation = { name: 'session', phrase: 'after', by: 'reference', prefix: 'session' }

/** The relations of a payment to other streams. */
export const paymentRelations = [mandate, session] as const

/** The payment that a session authenticates: only the webhooks about its outcome name it. */
const payment: Relation<Session> = {
  name: 'payment',
  phrase: 'for',
  by: 'context',
  streamOf: ({ paymentId }) => (paymentId === null ? null : paymentStream(paymentId)),
}

/** The relations of a session to other streams. */
export const sessionRelations = [payment] as const

const claimed = (
  occurrences: readonly Occurrence[],
  holder: Stream,
  keyOf: (event: DomainEvent) => unknown,
): readonly Claim[] => {
  const claims = new Map<string, Claim>()
  for (const event of occurrences.flatMap(({ events }) => events)) {
    const key = event.metadata.source === 'inferred' ? null : keyOf(event)
    if (typeof key !== 'string' || claims.has(key)) continue
    claims.set(key, { key, holder, event })
  }
  return [...claims.values()]
}

const eventInTwo: ClaimDefinition<object> = {
  title: 'One message in two streams',
  unit: 'message',
  explain: ({ key, one, other }) => `The event ${key} is in ${one} and in ${other}.`,
  severity: 'error',
  source: 'delivery#from-a-message-to-an-event',
  remedy: {
    reported: 'Find out which of the two the message is about: the other has no such event.',
  },
  of: ({ occurrences }, stream) => claimed(occurrences, stream, ({ metadata }) => metadata.eventId),
  isOfKind: true,
}

const commandInTwo: ClaimDefinition<object> = {
  title: 'One command id for two commands',
  unit: 'command',
  explain: ({ key, one, other }) =>
    `Command ${key} is recorded in ${one} and, for another request, in ${other}.`,
  severity: 'error',
  source: 'commands#the-life',
  remedy: {
    reported: 'Find out which of the two was sent: the provider takes one request for an id.',
  },
  of: ({ occurrences }, stream) =>
    claimed(occurrences, stream, (event) =>
      event.metadata.source === 'request' ? dataIn(event)['commandId'] : null,
    ),
}

/** What no two streams of any kind may have. */
export const acrossAll = { EventInTwo: eventInTwo, CommandInTwo: commandInTwo } as const

const actionInTwo: ClaimDefinition<Payment> = {
  title: 'One action in two payments',
  unit: 'action',
  explain: ({ key, one, other }) => `The action ${key} is in ${one} and in ${other}.`,
  severity: 'error',
  source: 'interface#payment-actions',
  remedy: {
    reported: 'Ask the provider for the actions of both payments: only one has this action.',
  },
  of: ({ occurrences }, stream) =>
    claimed(occurrences, stream, (event) => dataIn(event)['actionId']),
}

const capturedTwice: ClaimDefinition<Payment> = {
  title: 'Captured twice for one reference',
  unit: 'capture',
  explain: ({ one, other }) =>
    `${one} and ${other} took the same amount from one customer for one reference within a day.`,
  severity: 'warning',
  source: 'audit#what-it-says',
  remedy: {
    reported:
      'Ask the shop whether the customer owed both. If not, and nothing has gone back since, refund the one that was not owed.',
  },
  withinSeconds: 86_400,
  of: ({ context, occurrences }, stream) => {
    const { captured, customerId, currency } = context
    const capture = occurrences.find(({ type }) => type === 'payment_captured')?.events[0]
    const references = occurrences.map(({ data }) => data['reference'])
    const reference = references.find((each) => typeof each === 'string')
    const amount = capturedOf(context)
    if (captured === null || capture === undefined || amount === null) return []
    if (customerId === null || reference === undefined) return []
    const key = canonicalText([reference, customerId, amount, currency])
    return [{ key, holder: stream, event: capture, at: captured.at }]
  },
}

/** What no two payments may have. */
export const acrossPayments = {
  ...acrossAll,
  ActionInTwo: actionInTwo,
  CapturedTwice: capturedTwice,
} as const

const sessionUsedTwice: ClaimDefinition<Session> = {
  title: 'One session for two payments',
  unit: 'session',
  explain: ({ key, one, other }) => `${key} authenticated ${one} and ${other}.`,
  severity: 'error',
  source: 'interface#states-of-a-session',
  remedy: { reported: 'Ask the provider which of the two payments the cardholder approved.' },
  of: ({ occurrences }, stream: Stream) =>
    occurrences
      .flatMap(({ events }) => events)
      .flatMap((event): readonly Claim[] => {
        const { paymentId } = dataIn(event)
        if (!PaymentId.is(paymentId)) return []
        const holder = paymentStream(paymentId)
        return [{ key: stream, holder, event }]
      }),
}

/** What no two sessions may have, and no session for two payments. */
export const acrossSessions = { ...acrossAll, SessionUsedTwice: sessionUsedTwice } as const
