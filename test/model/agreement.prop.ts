/** What the fold says is what plain counting says, whatever was delivered, and in whatever order. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  mayAuthorize,
  type SepaPayment,
  type SessionState,
  sepaPaymentSums,
  type TicketPayment,
  ticketPaymentSums,
} from '../../machines/index.ts'
import type { State } from '../../src/index.ts'
import { paymentStories } from '../../src/testing/payment-stories.ts'
import { sessionStories } from '../../src/testing/session-stories.ts'
import { paymentEnd } from './payment.ts'
import { sessionEnd } from './session.ts'
import { stateOf, told } from './told.ts'

/** How many histories of each life are tried; a long run asks for more. */
const RUNS = Number(process.env['RUNS'] ?? 500)
const PATIENCE = 3_600_000

const sumsOf = (state: State) => {
  const { captured, refunded, refunding, chargedBack, net } = state.machine.startsWith('ticket')
    ? ticketPaymentSums(state.context as TicketPayment)
    : sepaPaymentSums(state.context as SepaPayment)
  return { status: state.status, captured, refunded, refunding, chargedBack, net }
}

describe.each(['sepa', 'ticket'] as const)('a %s payment', (method) => {
  test(
    'comes to what plain counting comes to',
    () => {
      fc.assert(
        fc.property(told(paymentStories(method)), (each) => {
          const state = stateOf(each)
          expect({ ...sumsOf(state), parked: state.parked }).toEqual({
            ...paymentEnd(each.story),
            parked: [],
          })
        }),
        { numRuns: RUNS },
      )
    },
    PATIENCE,
  )
})

describe('a session', () => {
  test(
    'comes to what plain looking comes to',
    () => {
      fc.assert(
        fc.property(told(sessionStories()), (each) => {
          const state = stateOf(each) as unknown as SessionState & State
          const { status, context, parked } = state
          expect({
            status,
            isCompleted: context.completed !== null,
            mayAuthorize: mayAuthorize(state),
            parked,
          }).toEqual({ ...sessionEnd(each.story), parked: [] })
        }),
        { numRuns: RUNS },
      )
    },
    PATIENCE,
  )
})
