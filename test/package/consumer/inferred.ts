/**
 * What a user exports without a written type: the compiler must find a name for each part of it.
 */
import { emptyTip, type Instant, payfold, readPolicy, type Stream, type Tip } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

export const root = payfold([session, sepaPayment, sepaMandate, ticketPayment])
export const policy = readPolicy([sepaPayment])({ refundWindow: { weeks: 4 } })

const stream = 'payment-pay_1' as Stream
const now = '2026-01-01T00:00:00.0000000Z' as Instant

export const state = root.fold(stream, [])
export const { findings, parked, occurrences } = state
export const appended = root.append(emptyTip(stream), [])
export const appendedToAll = root.appendAll(new Map<Stream, Tip>(), [])
export const upcasts = root.upcasts([])
export const entry = root.fromLine('')
export const resumed = root.resume(null)
export const questions = root.questions(state, now)
export const windows = root.windows(state, now)
export const sums = root.sums(state)
export const consequences = root.consequences(state)
export const allowedAt = (at: Instant) => root.allowed(state, at)
export const { decide, validate, fold, explain, rules } = root
