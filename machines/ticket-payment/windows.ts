/** The windows of a ticket payment: until its expiry, and until the end of each of its refunds. */
import type { WindowDefinition } from '../../src/contract/machine-record.ts'
import { lengthField, type PolicyOf, policyField } from '../../src/words/policy.ts'
import {
  type CivilDate,
  civilDate,
  deadline,
  startOfDay,
  Zone,
} from '../../src/words/time/calendar.ts'
import { inForce } from '../../src/words/time/dated-values.ts'
import { type Instant, shift, type TimeText } from '../../src/words/time/instant.ts'
import { minutes } from '../../src/words/time/length.ts'
import { paymentPolicy } from '../payment/policy.ts'
import { refundProcessing, spanExpected } from '../payment/windows.ts'
import type { TicketPayment, TicketPaymentStatus } from './memory.ts'

/** The policy values for tickets. */
export const policy = {
  /** The time zone of a ticket's expiry that names none. */
  ticketZone: policyField(Zone, 'America/Argentina/Buenos_Aires' as Zone),
  /** How long after its expiry a ticket may still be paid. */
  ticketGrace: lengthField(minutes(0, 43_200), { minutes: 0 }),
  ...paymentPolicy,
}

/** The values that a ticket is judged by. */
export type TicketPolicy = PolicyOf<typeof policy>

/** The day of a time or, at the start of a day, of the second before: a zone may leave out days. */
const lastDayBefore = (at: Instant, zone: Zone): CivilDate => {
  const day = civilDate(at, zone)
  return startOfDay(day, zone) === at ? civilDate(shift(at, -1), zone) : day
}

/** When a ticket can no longer be paid: its expiry, and the grace that was promised on that day. */
export const payableUntil = (
  expiresAt: TimeText,
  { ticketZone: zone, ticketGrace }: TicketPolicy,
): Instant => {
  const expiry = deadline(expiresAt, zone)
  return shift(expiry, inForce(ticketGrace, lastDayBefore(expiry, zone)).minutes * 60)
}

/** No window once the ticket is paid or has ended. Without a known expiry, the usual limit for a payment counts. */
const ticket: WindowDefinition<TicketPayment, TicketPaymentStatus, TicketPolicy> = {
  of: ({ status, context: { presented, capturePending, ticketExpiresAt } }, policy) => {
    const { ticketZone: zone, overdueAfter } = policy
    const begun = presented ?? capturePending
    const isOpen = status === 'pending' || status === 'capture_pending'
    if (!isOpen || begun === null) return []
    if (ticketExpiresAt === null) return [spanExpected(begun.at, overdueAfter, zone)]
    const closesAt = payableUntil(ticketExpiresAt, policy)
    const lastDay = lastDayBefore(closesAt, zone)
    return [{ entityId: '', opensAt: begun.at, closesAt, from: null, lastDay, zone }]
  },
  kind: 'expectation',
  countedFrom: 'its creation',
  lengths: ['ticketGrace', 'overdueAfter'],
  allows: 'The payment for the ticket should arrive.',
  source: 'interface#payment-details; decisions#40',
  lookUp: 'entity',
}

/** Every window. */
export const windows = {
  ticket,
  refundProcessing: refundProcessing<TicketPaymentStatus, TicketPolicy>(
    ({ ticketZone }) => ticketZone,
  ),
}
