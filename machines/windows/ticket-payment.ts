/** The window of a ticket payment: until the ticket's own expiry, which its message names. */
import type { Whole } from '../../src/fold/machine.ts'
import {
  type CivilDate,
  civilDate,
  deadline,
  plusDays,
  startOfDay,
  type Zone,
} from '../../src/words/calendar.ts'
import type { Instant } from '../../src/words/instant.ts'
import type { Policy } from '../../src/words/policy.ts'
import type { Window } from '../../src/words/window.ts'
import type { TicketPayment, TicketPaymentStatus } from '../memory/ticket-payment.ts'

/** The day of the last moment before another: the day before, where that is the first of its own. */
const lastDayBefore = (at: Instant, zone: Zone): CivilDate => {
  const day = civilDate(at, zone)
  return startOfDay(day, zone) === at ? plusDays(day, -1) : day
}

/** None once it is paid or has ended, or where no message named an expiry. */
export const ticketPaymentWindows = (
  { status, context }: Whole<TicketPayment, TicketPaymentStatus>,
  { ticketZone: zone }: Policy,
): readonly Window[] => {
  const { presented, ticketExpiresAt } = context
  const isOpen = status === 'pending' || status === 'capture_pending'
  if (!isOpen || presented === null || ticketExpiresAt === null) return []
  const closesAt = deadline(ticketExpiresAt, zone)
  const lastDay = lastDayBefore(closesAt, zone)
  return [{ name: 'ticket', about: '', opensAt: presented.at, closesAt, from: null, lastDay, zone }]
}
