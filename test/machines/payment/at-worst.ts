/** Payments of 1,000 that were captured, and what may be refunded of them. */
import * as E from 'fp-ts/lib/Either.js'
import type { DomainEvent, Source } from '../../../src/event/envelope.ts'
import { payfold } from '../../../src/payfold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { instantOf, machines, reported } from '../../given.ts'

/** The machines, and the stream and time that the examples use. */
export const pf = payfold(machines)
export const stream = 'payment-pay_1' as Stream
const NOW = instantOf('2026-03-20T10:00:00Z')

const timeOn = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`

/** A report on a day of March 2026. */
export const on = (
  day: number,
  type: string,
  data: object = {},
  {
    id,
    at = timeOn(day),
    source = 'report',
  }: { id?: string; at?: string | null; source?: Source } = {},
): DomainEvent =>
  reported(
    type,
    { paymentId: 'pay_1', ...data },
    {
      at,
      recordedAt: at ?? timeOn(day),
      id: id ?? `evt_${type}_${day}_${Object.values(data).join('_')}`,
      source,
    },
  )

/** A payment that was captured. */
export const paid = [
  on(1, 'payment_pending', { amount: 1000, currency: 'EUR', method: 'sepa', sourceId: 'src_1' }),
  on(2, 'payment_captured', { amount: 1000 }),
]

/** A chargeback, and a reversal. */
export const back = (day: number, data: object, id?: string): DomainEvent =>
  on(day, 'payment_chargeback', data, id === undefined ? {} : { id })
export const won = (day: number, data: object): DomainEvent => on(day, 'chargeback_reversed', data)

/** A person's decision about a doubt, and the events that it rests on. */
export const review = (
  reason: string,
  as: string,
  events: readonly DomainEvent[],
  data: object = {},
): DomainEvent =>
  on(19, 'reviewed', {
    reason,
    as,
    by: ['person-1'],
    events: events.map(({ metadata }) => metadata.eventId),
    ...data,
  })

/** The greatest refund that is allowed; 0 if none is. */
export const most = (...events: readonly DomainEvent[]): number => {
  const allowed = pf.allowed(pf.fold(stream, [...paid, ...events]), NOW)
  if (E.isLeft(allowed)) throw new Error(JSON.stringify(allowed.left))
  return allowed.right.find(({ command }) => command === 'requestRefund')?.amount?.most ?? 0
}

/** The codes of the findings. */
export const codes = (...events: readonly DomainEvent[]): readonly string[] =>
  pf.fold(stream, [...paid, ...events]).findings.map(({ code }) => code)

/** The open questions. */
export const asked = (...events: readonly DomainEvent[]) => {
  const open = pf.questions(pf.fold(stream, [...paid, ...events]), NOW)
  if (E.isLeft(open)) throw new Error(JSON.stringify(open.left))
  return open.right
}
