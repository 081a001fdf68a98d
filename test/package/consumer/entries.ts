/** Uses all seven entries, and only has to compile: by name, by type, and with mistakes refused. */
import fc from 'fast-check'
import { type Either, isRight } from 'fp-ts/lib/Either.js'
import {
  type Allowance,
  type DomainEvent,
  type Instant,
  type Judged,
  payfold,
  type Question,
  readPolicy,
  type Stream,
} from 'payfold'
import { type AuditReport, audit } from 'payfold/audit'
import { diagram, streamPage } from 'payfold/inspect'
import { type Decided, decide, decider, fold, type State, type Undecided } from 'payfold/machine'
import {
  type SepaPayment,
  type SepaPaymentStatus,
  sepaMandate,
  sepaPayment,
  session,
  ticketPayment,
} from 'payfold/machines'
import {
  checkRequest,
  type EndpointName,
  endpoints,
  fromResponse,
  type RequestOf,
  readMessage,
} from 'payfold/provider'
import {
  deliveries,
  given,
  histories,
  obeysTheLaws,
  outcome,
  reported,
  when,
} from 'payfold/testing'

export const root = payfold([session, sepaPayment, sepaMandate, ticketPayment])

const strict = readPolicy([sepaPayment])({ refundWindow: { weeks: 4 } })
export const payments = isRight(strict) ? payfold([sepaPayment], { policy: strict.right }) : null

export const empty: State<SepaPayment, SepaPaymentStatus, 'sepa-payment@1'> = fold(sepaPayment)([])
export const captured: number | null = sepaPayment.sums.of(empty.context).captured
export const next: SepaPaymentStatus = fold(sepaPayment)([reported('payment_pending', {})]).status

export const allowances = (stream: Stream, now: Instant): Judged<readonly Allowance[]> =>
  root.allowed(root.fold(stream, []), now)

const refund = {
  type: 'requestRefund',
  data: { paymentId: 'pay_1', amount: 'all' },
  metadata: { commandId: '', now: '' },
} as const
export const decided: Either<Undecided, Decided> = decide(sepaPayment)(empty, refund)
export const judged = (stream: Stream): Judged<Decided, Undecided> =>
  root.decide(root.fold(stream, []), refund)
export const events: readonly DomainEvent[] = decider(sepaPayment).decide(refund, empty)

export const body: RequestOf<typeof endpoints.requestRefund> = { amount: 1 }
export const sent = checkRequest(endpoints.requestRefund)(body)
export const answered = fromResponse({} as never)
export const read = readMessage({} as never)

/**
 * A question's request is one of the provider's, by name: a table of the user's own may be total.
 */
export const requestOf = ({ request }: Question<EndpointName>): EndpointName | undefined =>
  request?.endpoint
export const asked = (stream: Stream, now: Instant): readonly (EndpointName | undefined)[] => {
  const questions = root.questions(root.fold(stream, []), now)
  return isRight(questions) ? questions.right.map(requestOf) : []
}

export const isEnded = (stream: Stream): boolean => {
  const state = root.fold(stream, [])
  // the machine discriminates: only here is the status a payment's
  return state.machine === 'sepa-payment@1' && state.status === 'declined'
}
export const netOf = (stream: Stream): number | null => {
  const state = root.fold(stream, [])
  return root.is(state, sepaPayment) ? sepaPayment.sums.of(state.context).net : null
}

export const report: AuditReport = audit(root)([])
export const page: string = streamPage(root)('payment-pay_1' as Stream, [])
export const drawn: string = diagram(sepaPayment)

// @ts-expect-error an instant is not just any text
export const late: Instant = 'tomorrow'

// @ts-expect-error a payment has no such status
export const strange: SepaPaymentStatus = 'sent'

// @ts-expect-error these machines know no such command
export const unknown = { ...refund, type: 'payOut' } satisfies Parameters<typeof root.decide>[1]

const isTold = fc.property(histories(ticketPayment).chain(deliveries), (all) => all.length > 0)
export const check = (): void => fc.assert(isTold)
export const laws: readonly string[] = obeysTheLaws(ticketPayment).map(({ name }) => name)
export const paid = outcome(when(given(ticketPayment), reported('payment_pending', {})))
