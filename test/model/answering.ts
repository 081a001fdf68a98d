/** The provider's truthful responses to questions, long after everything has happened. */
import type { Question } from '../../src/judge/questions.ts'
import type { TrueHistory } from '../../src/testing/history.ts'
import * as mandate from '../../src/testing/mandate-messages.ts'
import type { Delivery, Step } from '../../src/testing/messages.ts'
import * as payment from '../../src/testing/payment-messages.ts'
import * as session from '../../src/testing/session-messages.ts'
import { shift } from '../../src/words/instant.ts'

/** The provider's response to a question's request, an hour after the last fact. */
export const answerTo = (
  history: TrueHistory,
  { request }: Pick<Question, 'request'>,
  seconds = 3600,
): Delivery | null => {
  const last =
    history.facts
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? history.setting.startsAt
  const at = shift(last, seconds)
  const steps: Readonly<Record<string, () => Step | null>> = {
    getPayment: () => (history.kind === 'payment' ? payment.snapshotAt(history, at) : null),
    getPaymentActions: () => (history.kind === 'payment' ? payment.actionsAt(history, at) : null),
    getSession: () => (history.kind === 'session' ? session.snapshotAt(history, at) : null),
    getSource: () => (history.kind === 'mandate' ? mandate.snapshotAt(history, at) : null),
  }
  const step = request === null ? null : (steps[request.endpoint]?.() ?? null)
  return step === null ? null : step(history.setting, 9999)
}

/** The responses to all open questions, each read as the response to its question. */
export const answersTo = (
  history: TrueHistory,
  open: readonly Question[],
  seconds?: number,
): readonly Delivery[] =>
  open.flatMap((question) => {
    const answer = answerTo(history, question, seconds)
    return answer === null ? [] : [{ ...answer, question: question.id }]
  })
