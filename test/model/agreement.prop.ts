/** The fold agrees with independent counting, for any delivery in any order. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import {
  mayAuthorize,
  type nextActions,
  type SepaMandate,
  type SepaMandateStatus,
  type SepaPayment,
  sepaMandate,
  sepaPayment,
  session,
  type TicketPayment,
  ticketPayment,
} from '../../machines/index.ts'
import { paymentSums } from '../../machines/payment/sums.ts'
import type { Machine } from '../../src/contract/machine-record.ts'
import type { State } from '../../src/contract/state.ts'
import { decoding } from '../../src/event/event-decoder.ts'
import { at } from '../../src/fold/fold.ts'
import { tentative } from '../../src/judge/tentative-event.ts'
import { validate } from '../../src/judge/validate.ts'
import { histories } from '../../src/testing/generators/histories.ts'
import type {
  MandateHistory,
  PaymentHistory,
  SessionHistory,
} from '../../src/testing/generators/history.ts'
import { type Instant, shift } from '../../src/words/time/instant.ts'
import { forAll } from '../for-all.ts'
import { defaultPolicy } from '../root.ts'
import { after, listsAfter } from './answering.ts'
import { deliveredOf, stateOf } from './folded.ts'
import { mandateEnd } from './mandate.ts'
import { paymentEnd, refundableAt } from './payment.ts'
import { sessionEnd } from './session.ts'

/** How many histories of each kind are tried; a long run tries more. */
const RUNS = Number(process.env['RUNS'] ?? 40)
const runs = { numRuns: RUNS }

const DAY = 86_400

/** Seconds from the last event to the time of evaluation. */
const pause = fc.constantFrom(600, DAY, 30 * DAY, 52 * DAY, 60 * DAY, 1096 * DAY, 1098 * DAY)

const isAllowed = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  state: State,
  type: string,
  data: object,
  now: Instant,
): boolean => {
  const command = tentative(
    decoding(machine.events).decode,
    type,
    { ...data },
    { commandId: 'command-new', now },
  )
  if (E.isLeft(command)) return false
  return E.isRight(validate(machine)(state as State<C, S, N>, command.right))
}

/** The id of the payment that a state is about. */
const named = ({ context }: State) => ({ paymentId: (context as SepaPayment).paymentId })

const payments = {
  sepa: {
    paid: histories(sepaPayment) as fc.Arbitrary<PaymentHistory>,
    sums: ({ context }: State) => paymentSums(context as SepaPayment),
    mayRefund: (state: State, amount: number, now: Instant) =>
      isAllowed(sepaPayment, state, 'refund_requested', { ...named(state), amount }, now),
  },
  ticket: {
    paid: histories(ticketPayment) as fc.Arbitrary<PaymentHistory>,
    sums: ({ context }: State) => paymentSums(context as TicketPayment),
    mayRefund: (state: State, amount: number, now: Instant) =>
      isAllowed(ticketPayment, state, 'refund_requested', { ...named(state), amount }, now),
  },
} as const

describe.each(['sepa', 'ticket'] as const)('a %s payment', (method) => {
  const { paid, sums, mayRefund } = payments[method]

  test('equals what independent counting yields, and may be refunded to the last unit of it', () => {
    forAll(runs, [deliveredOf(paid), pause], (each, seconds) => {
      // what a legal history leaves in doubt, two lists settle
      const lists = listsAfter(each.history, each.delivered, 2)
      const state = stateOf({ ...each, delivered: [...each.delivered, ...lists] })
      const { captured, refunded, refunding, chargedBack, net } = sums(state)
      const { status, parked } = state
      expect({ status, captured, refunded, refunding, chargedBack, net, parked }).toEqual({
        ...paymentEnd(each.history),
        parked: [],
      })
      const now = after(each.history, seconds)
      const most = refundableAt(each.history, now)
      expect(mayRefund(state, most, now)).toBe(most > 0)
      expect(mayRefund(state, most + 1, now)).toBe(false)
    })
  })
})

test('a SEPA mandate equals what an independent model yields, and may be used as long as the model says', () => {
  forAll(
    runs,
    [deliveredOf(histories(sepaMandate) as fc.Arbitrary<MandateHistory>), pause],
    (each, seconds) => {
      const now = after(each.history, seconds)
      const folded = stateOf(each) as State<SepaMandate, SepaMandateStatus, 'sepa-mandate@1'>
      const state = at(sepaMandate)(folded, now)
      const isUsable = isAllowed(
        sepaMandate,
        state,
        'collection_presented',
        { sourceId: state.context.sourceId },
        now,
      )
      const { status, parked } = state
      expect({ status, isUsable, parked }).toEqual({ ...mandateEnd(each.history, now), parked: [] })
    },
  )
})

test('a session equals what an independent model yields', () => {
  forAll(runs, [deliveredOf(histories(session) as fc.Arbitrary<SessionHistory>)], (each) => {
    const state = stateOf(each) as unknown as Parameters<typeof nextActions>[0] & State
    const { status, context, parked } = state
    const { amount, startsAt } = each.history.setting
    const payment = { amount, currency: 'EUR', now: shift(startsAt, 86_400) }
    expect({
      status,
      isCompleted: context.completed !== null,
      mayAuthorize: mayAuthorize(state as never, payment, defaultPolicy).answer,
      // a callback has no signature
      parked: parked.filter(({ reason }) => reason !== 'Unsigned'),
    }).toEqual({ ...sessionEnd(each.history), parked: [] })
  })
})
