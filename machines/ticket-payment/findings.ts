/** The finding about tickets whose expiry was changed. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import { type Occurrence, saidAt } from '../../src/contract/occurrence.ts'
import { deadline } from '../../src/words/time/calendar.ts'
import { formatted, type Instant, TimeText } from '../../src/words/time/instant.ts'
import type { TicketPayment, TicketPaymentStatus } from './memory.ts'
import type { TicketPolicy } from './windows.ts'

type ExpiryChanged = FindingBase & {
  readonly code: 'ExpiryChanged'
  readonly from: Instant
  readonly to: Instant
}

/** In the order of the times for which they are shown. */
const expiriesIn = ({ events }: Occurrence, { ticketZone }: TicketPolicy) =>
  events
    .flatMap((event) => {
      const expiry = 'ticketExpiresAt' in event.data ? event.data.ticketExpiresAt : undefined
      return TimeText.is(expiry)
        ? [{ at: saidAt(event), closesAt: deadline(expiry, ticketZone) }]
        : []
    })
    .toReversed()
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))

const expiryChanged: FindingDefinition<
  TicketPayment,
  TicketPaymentStatus,
  ExpiryChanged,
  TicketPolicy
> = {
  causes: ['payment_pending'],
  find: ({ occurrences }, { policy }) =>
    occurrences.flatMap((occurrence) => {
      const { type, disposition, events } = occurrence
      if (type !== 'payment_pending' || disposition !== 'chart' || events.length < 2) return []
      const expiries = expiriesIn(occurrence, policy)
      const to = expiries.at(-1)
      const from = expiries.findLast(({ closesAt }) => closesAt !== to?.closesAt)
      if (from === undefined || to === undefined) return []
      const { key } = occurrence
      return [{ code: 'ExpiryChanged', key, at: to.at, from: from.closesAt, to: to.closesAt }]
    }),
  title: 'Expiry of the ticket changed',
  explain: ({ from, to }) =>
    `The ticket expires at ${formatted(to)}, and no longer at ${formatted(from)}.`,
  severity: 'notice',
  source: 'decisions#48',
  remedy: { reported: 'None needed: the later message counts.' },
}

/** Every finding that only tickets have. */
export const ticketFindings = { ExpiryChanged: expiryChanged }
