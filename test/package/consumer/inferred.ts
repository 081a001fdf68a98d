/**
 * What a user exports without a written type: the compiler must find a name for each part of it.
 */
import { type Instant, payfold, readPolicy, type Stream } from 'payfold'
import { audit, auditor, auditPart, emptyTree, headOf } from 'payfold/audit'
import { playback } from 'payfold/inspect'
import { asOf, at, decider, emptyTip, fold, ownLoop, resume, type Tip } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { checkRequest, endpoints, fromResponse, readMessage, readStored } from 'payfold/provider'
import { given, histories, sepaSandbox } from 'payfold/testing'

export const root = payfold([session, sepaPayment, sepaMandate, ticketPayment])
export const policy = readPolicy([sepaPayment])({ refundWindow: { weeks: 4 } })

const stream = 'payment-pay_1' as Stream
const now = '2026-01-01T00:00:00.0000000Z' as Instant

export const state = root.fold(stream, [])
export const { findings, parked, occurrences } = state
export const appended = ownLoop(root).append(emptyTip(stream), [])
export const appendedToAll = ownLoop(root).appendAll(new Map<Stream, Tip>(), [])
export const upcasts = root.upcasts([])
export const entry = root.fromLine('')
export const resumed = root.resume(null)
export const questions = root.questions(state, now)
export const windowsOf = root.windows(state, now)
export const sums = root.sums(state)
export const consequences = ownLoop(root).consequences(state)
export const allowedAt = (at: Instant) => root.allowed(state, at)
export const { decide: judge, fold: foldAny, explain, rules } = root

export const ofOneMachine = {
  fold: fold(sepaPayment),
  resume: resume(sepaPayment),
  at: at(sepaMandate),
  asOf: asOf(sepaPayment),
  decider: decider(ticketPayment),
}
export const refund = ofOneMachine.fold([]).context.refunds['act_1']

export const send = checkRequest(endpoints.requestRefund)
export const calls = endpoints
export const stored = readStored('')
export const responded = fromResponse({} as never)
export const delivered = readMessage({} as never)

export const report = audit(root)([])
export const { streams: rows, findings: inTheLog } = report
export const audited = auditPart(root)({ lines: [] })
export const reading = auditor(root)
export const head = headOf({ log: 'log', time: now }, emptyTree)
export const playedBack = [...playback(sepaPayment)([])]

export const scene = given(sepaPayment)
export const scenarios = sepaSandbox
export const random = histories(session)
