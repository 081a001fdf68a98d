/** Promises that the compiler keeps: what must not compile, each with its reason, and what must. */
import { setup } from 'xstate'
import {
  type SepaMandate,
  type SepaPayment,
  type SepaPaymentStatus,
  type Session,
  sepaMandate,
  sepaPayment,
  session,
  type TicketPayment,
  type TicketPaymentStatus,
  ticketPayment,
} from '../../machines/index.ts'
import type { Recipes, Terms } from '../../src/fold/machine.ts'
import { strictly } from '../../src/fold/rules.ts'
import {
  type Event,
  evolve,
  foldStream,
  mandateStream,
  type PaymentId,
  paymentStream,
  type State,
  type Stream,
  validate,
} from '../../src/index.ts'

declare const event: Event
declare const stream: Stream

// a recipe for every event ---------------------------------------------------
interface Count {
  readonly total: number
}
type Counted = { readonly type: 'added' } | { readonly type: 'taken' }

export const allRecipes: Recipes<Count, Counted> = {
  added: (known) => {
    known.total += 1
  },
  taken: (known) => {
    known.total -= 1
  },
}

// @ts-expect-error an event without a recipe would teach nothing, in silence
export const missingRecipe: Recipes<Count, Counted> = { added: () => {} }

export const strangeRecipe: Recipes<Count, Counted> = {
  ...allRecipes,
  // @ts-expect-error a recipe for an event that the lifecycle does not have would never be followed
  lost: () => {},
}

// rules and conditions by name -------------------------------------------------
const rules = { isOpen: () => [] }
const conditions = { isEmpty: ({ total }: Count) => total === 0 }
const book = { recipes: {}, rules, conditions }
const charted = setup({
  types: { context: {} as Count, events: {} as Counted },
  guards: {
    rules: (scope, terms: Terms<keyof typeof rules, keyof typeof conditions>) =>
      strictly<Count>(book)(scope, terms),
  },
  actions: { record: () => {} },
})

export const chart = charted.createMachine({
  context: { total: 0 },
  on: {
    added: {
      guard: { type: 'rules', params: { all: ['isOpen'], wish: ['isOpen'], when: 'isEmpty' } },
      actions: 'record',
    },
  },
})

export const misspeltRule = charted.createMachine({
  context: { total: 0 },
  on: {
    // @ts-expect-error a rule that nobody wrote would hold, always
    added: {
      guard: { type: 'rules', params: { all: ['isOpem'] } },
    },
  },
})

export const misspeltWish = charted.createMachine({
  context: { total: 0 },
  on: {
    // @ts-expect-error nor may a rule for wishes be misspelt
    added: {
      guard: { type: 'rules', params: { wish: ['isOpem'] } },
    },
  },
})

export const misspeltCondition = charted.createMachine({
  context: { total: 0 },
  on: {
    // @ts-expect-error a condition that nobody wrote would never hold
    added: {
      guard: { type: 'rules', params: { when: 'isEmtpy' } },
    },
  },
})

export const misspeltEvent = charted.createMachine({
  context: { total: 0 },
  on: {
    // @ts-expect-error an event that never comes
    aded: { actions: 'record' },
  },
})

export const misspeltAction = charted.createMachine({
  context: { total: 0 },
  on: {
    // @ts-expect-error an action that does nothing
    added: { actions: 'recrod' },
  },
})

// a state belongs to its machine -------------------------------------------------
declare const mandate: State<SepaMandate, ReturnType<typeof sepaMandate.status>, 'sepa-mandate@1'>
declare const payment: State<SepaPayment, SepaPaymentStatus, 'sepa-payment@1'>
declare const ticket: State<TicketPayment, TicketPaymentStatus, 'ticket-payment@1'>

export const evolved: typeof payment = evolve(sepaPayment)(payment, event)
// @ts-expect-error a mandate does not go on as a payment
evolve(sepaPayment)(mandate, event)
// @ts-expect-error nor does a ticket go on as a SEPA payment
evolve(sepaPayment)(ticket, event)
// @ts-expect-error nor is a wish on a session judged by the state of a payment
validate(session)(payment, event)
// @ts-expect-error a state is never changed in place
payment.status = 'captured'
// @ts-expect-error nor is what it knows
payment.context.amount = null

// which machine folded a stream tells what is in its context -------------------------
const folded = foldStream([session, sepaPayment, sepaMandate, ticketPayment])(stream, [])

export const told = (): unknown => {
  switch (folded.machine) {
    case 'session@1': {
      const context: Session = folded.context
      return context.mode
    }
    case 'sepa-payment@1': {
      const context: SepaPayment = folded.context
      const status: SepaPaymentStatus = folded.status
      return [context.chargebacks, status]
    }
    case 'sepa-mandate@1': {
      const context: SepaMandate = folded.context
      return context.collections
    }
    case 'ticket-payment@1': {
      const context: TicketPayment = folded.context
      const status: TicketPaymentStatus = folded.status
      return [context.ticketExpiresAt, status]
    }
    case 'unassigned': {
      const status: 'unassigned' = folded.status
      return status
    }
    default: {
      const never: never = folded
      return never
    }
  }
}

// @ts-expect-error before the machine is known, nobody knows whether there are chargebacks
folded.context.chargebacks

if (folded.machine === 'session@1') {
  // @ts-expect-error a session has no chargebacks
  folded.context.chargebacks
  // @ts-expect-error and is never refunded
  export_(folded.status === 'refunded')
}

function export_(value: boolean): boolean {
  return value
}

// an id is more than a text ----------------------------------------------------------
declare const id: PaymentId
export const named: Stream = paymentStream(id)
// @ts-expect-error a text becomes an id by being decoded, not by being called one
paymentStream('pay_1')
// @ts-expect-error the id of a payment names no mandate
mandateStream(id)
// @ts-expect-error nor is a text the name of a stream
foldStream([session])('session-sid_1', [])
