/**
 * What a team writes by hand: one switch over the events of all four lifecycles, right on the happy
 * path only.
 */
import { produce } from 'immer'
import type { DomainEvent } from '../../src/event/envelope.ts'

/** What such a switch stores. */
export interface Simple {
  readonly status: string
  readonly amount: number
  readonly captured: number
  readonly refunded: number
  readonly open: number
}

/** The state before anything happened. */
export const nothing: Simple = { status: 'none', amount: 0, captured: 0, refunded: 0, open: 0 }

const amountIn = ({ data }: DomainEvent): number => ('amount' in data ? Number(data.amount) : 0)

const refundedTo = (refunded: number, captured: number): string =>
  refunded >= captured ? 'refunded' : 'partially_refunded'

/** Returns a new object for each event. */
export const spread = (known: Simple, event: DomainEvent): Simple => {
  switch (event.type) {
    case 'payment_pending':
      return { ...known, status: 'pending', amount: amountIn(event) }
    case 'payment_captured':
      return { ...known, status: 'captured', captured: amountIn(event) || known.amount }
    case 'payment_declined':
      return { ...known, status: 'declined' }
    case 'payment_expired':
      return { ...known, status: 'expired' }
    case 'refund_requested':
      return { ...known, open: known.open + amountIn(event) }
    case 'payment_refunded': {
      const refunded = known.refunded + amountIn(event)
      const open = known.open - amountIn(event)
      return { ...known, refunded, open, status: refundedTo(refunded, known.captured) }
    }
    case 'mandate_created':
      return { ...known, status: 'active' }
    case 'session_created':
      return { ...known, status: 'pending' }
    case 'channel_data_submitted':
      return { ...known, status: 'processing' }
    case 'session_approved':
      return { ...known, status: 'approved' }
    case 'session_declined':
      return { ...known, status: 'declined' }
    default:
      return known
  }
}

type Changing = { -readonly [K in keyof Simple]: Simple[K] }

/** Changes one object in place. */
export const change = (known: Changing, event: DomainEvent): void => {
  switch (event.type) {
    case 'payment_pending':
      known.status = 'pending'
      known.amount = amountIn(event)
      break
    case 'payment_captured':
      known.status = 'captured'
      known.captured = amountIn(event) || known.amount
      break
    case 'payment_declined':
    case 'session_declined':
      known.status = 'declined'
      break
    case 'payment_expired':
      known.status = 'expired'
      break
    case 'refund_requested':
      known.open += amountIn(event)
      break
    case 'payment_refunded':
      known.refunded += amountIn(event)
      known.open -= amountIn(event)
      known.status = refundedTo(known.refunded, known.captured)
      break
    case 'mandate_created':
      known.status = 'active'
      break
    case 'session_created':
      known.status = 'pending'
      break
    case 'channel_data_submitted':
      known.status = 'processing'
      break
    case 'session_approved':
      known.status = 'approved'
      break
  }
}

/** The same with Immer: a new frozen object for each event. */
export const drafted = (known: Simple, event: DomainEvent): Simple =>
  produce(known, (draft) => change(draft, event))
