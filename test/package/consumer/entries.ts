/** A use of all three entries that only has to compile: by name, by type, and with what is wrong refused. */
import fc from 'fast-check'
import type { Either } from 'fp-ts/lib/Either.js'
import {
  type Allowance,
  allowed,
  checkRequest,
  type Decided,
  decide,
  decider,
  type Event,
  endpoints,
  evolve,
  fold,
  foldStream,
  type Instant,
  type RequestOf,
  readResponse,
  type State,
  type Stream,
  type Undecided,
} from 'payfold'
import {
  type SepaPayment,
  type SepaPaymentStatus,
  sepaMandate,
  sepaPayment,
  sepaPaymentSums,
  session,
  ticketPayment,
} from 'payfold/machines'
import { deliveries, given, histories, obeysTheLaws, outcome, told, when } from 'payfold/testing'

export const empty: State<SepaPayment, SepaPaymentStatus, 'sepa-payment@1'> = fold(sepaPayment)([])
export const captured: number | null = sepaPaymentSums(empty.context).captured
export const next: SepaPaymentStatus = evolve(sepaPayment)(
  empty,
  told('payment_pending', {}),
).status

export const allowances = (now: Instant): readonly Allowance[] => allowed(sepaPayment)(empty, now)

const refund = { type: 'requestRefund', data: {}, metadata: { commandId: '', now: '' } }
export const decided: Either<Undecided, Decided> = decide(sepaPayment)(empty, refund)
export const events: readonly Event[] = decider(sepaPayment).decide(refund, empty)

export const body: RequestOf<typeof endpoints.requestRefund> = { amount: 1 }
export const sent = checkRequest(endpoints.requestRefund)(body)
export const answered = readResponse(endpoints.createPayment, {} as never)

export const isEnded = (stream: Stream): boolean => {
  const state = foldStream([session, sepaPayment, sepaMandate, ticketPayment])(stream, [])
  // told apart by the machine: only here is the status one of a payment's
  return state.machine === 'sepa-payment@1' && state.status === 'declined'
}

// @ts-expect-error an instant is not any text
export const late: Instant = 'tomorrow'

// @ts-expect-error a payment has no such status
export const strange: SepaPaymentStatus = 'sent'

const isTold = fc.property(histories(ticketPayment).chain(deliveries), (all) => all.length > 0)
export const check = (): void => fc.assert(isTold)
export const laws: readonly string[] = obeysTheLaws(ticketPayment).map(({ name }) => name)
export const paid = outcome(when(given(ticketPayment), told('payment_pending', {})))
