/** The provider's truthful responses to questions, long after everything has happened. */
import type { Question } from '../../src/judge/questions.ts'
import type {
  PaymentHistory,
  SessionHistory,
  TrueHistory,
} from '../../src/testing/generators/history.ts'
import type { Delivery } from '../../src/testing/generators/messages.ts'
import { actionsAt, snapshotAt } from '../../src/testing/generators/messages.ts'
import { type Instant, later, shift } from '../../src/words/time/instant.ts'

/** A time so many seconds after the last fact of a history. */
export const after = ({ facts, setting }: TrueHistory, seconds: number): Instant =>
  shift(
    facts
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? setting.startsAt,
    seconds,
  )

/** The payment of a history that a request names. */
const paymentIn = (history: TrueHistory, id: string | undefined): PaymentHistory | undefined => {
  if (history.kind === 'payment') return history
  const all = history.kind === 'mandate' ? history.payments : []
  return all.find(({ setting: { name } }) => id === `pay_${name}`)
}

/** The kind of history that a look-up is about. */
const ABOUT: Readonly<Record<string, TrueHistory['kind']>> = {
  getSession: 'session',
  getSource: 'mandate',
}

/** The provider's response to a question's request, an hour after the last fact or at a later time. */
export const answerTo = (
  history: TrueHistory,
  { request }: Pick<Question, 'request'>,
  at: Instant = after(history, 3600),
): Delivery | null => {
  if (request === null) return null
  const { endpoint, params } = request
  if (endpoint === 'getPaymentActions') {
    return history.kind === 'payment' ? actionsAt(history, at)(9999) : null
  }
  const about = endpoint === 'getPayment' ? paymentIn(history, params['payment_id']) : history
  const isAbout = endpoint === 'getPayment' || ABOUT[endpoint] === history.kind
  return about === undefined || !isAbout ? null : snapshotAt(about, at)(9999)
}

/** The read lag of the default policy, in seconds. */
export const LAG = 300

/** The last time at which something happened or was received. */
export const lastOf = (history: TrueHistory, received: readonly Delivery[]): Instant =>
  received.map(({ receivedAt }) => receivedAt).reduce(later, after(history, 0))

/** Truthful lists of a payment's actions, the first one the lag after everything, and then the lag apart. */
export const listsAfter = (
  history: PaymentHistory,
  received: readonly Delivery[],
  count: number,
): readonly Delivery[] =>
  Array.from({ length: count }, (_, index) => {
    const at = shift(lastOf(history, received), (index + 1) * LAG)
    return actionsAt(history, at)(9000 + index)
  })

/** Truthful look-ups of a session, the first one the lag after everything, and then the lag apart. */
export const sessionLookUps = (
  history: SessionHistory,
  received: readonly Delivery[],
  count: number,
): readonly Delivery[] =>
  Array.from({ length: count }, (_, index) => {
    const askedAt = shift(lastOf(history, received), (index + 1) * LAG)
    const look = snapshotAt(history, askedAt)(9200 + index)
    return { ...look, askedAt } as Delivery
  })

/** The truthful look-up of a payment, the lag after everything. */
export const lookUpAfter = (history: PaymentHistory, received: readonly Delivery[]): Delivery =>
  snapshotAt(history, shift(lastOf(history, received), LAG))(9100)

/**
 * The responses to all open questions, so many seconds after the last fact and later than all that was
 * received; each with the time when it was asked for.
 */
export const answersTo = (
  history: TrueHistory,
  received: readonly Delivery[],
  open: readonly Question[],
  seconds = 3600,
): readonly Delivery[] => {
  const askedAt = received
    .map(({ receivedAt }) => shift(receivedAt, 1))
    .reduce(later, after(history, seconds))
  return open.flatMap((question) => {
    const { from = askedAt } = question.request ?? {}
    const at = later(from, askedAt)
    const answer = answerTo(history, question, at)
    return answer === null ? [] : [{ ...answer, askedAt: at }]
  })
}
