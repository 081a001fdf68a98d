/** A machine of somebody's own, made of what is published: a voucher is sold once and spent once. */
import type { Draft } from 'immer'
import {
  type Book,
  type Event,
  event,
  fields,
  kind,
  type Lifecycle,
  learn,
  type Machine,
  Minor,
  type Occurred,
  PaymentId,
  type Recipes,
  strictly,
  type Terms,
} from 'payfold'
import { assign, type StateValue, setup } from 'xstate'

const about = { paymentId: PaymentId }

const VoucherSold = event('voucher_sold', fields(about, { amount: Minor }))
const VoucherSpent = event('voucher_spent', fields(about, {}))

type Heard =
  | Occurred<Event<'voucher_sold', { readonly amount?: Minor }>>
  | Occurred<Event<'voucher_spent', object>>

/** What is known of a voucher. */
export interface Voucher {
  readonly amount: number | null
}

const recipes: Recipes<Voucher, Heard> = {
  voucher_sold: (known: Draft<Voucher>, { data }) => {
    known.amount ??= data.amount ?? null
  },
  voucher_spent: () => {},
}

/** All that the chart refers to. */
export const book: Book<Voucher> = {
  recipes,
  rules: { soldFirst: (_, { type }) => [{ rule: 'missingPredecessor', event: type }] },
  conditions: {
    worthMuch: ({ amount }) => (amount ?? 0) >= 300,
    worthLittle: ({ amount }) => (amount ?? 0) < 300,
  },
}

/** The chart; `targets` and `actions` are for the tests that break it. */
export const chart = setup({
  types: { context: {} as Voucher, events: {} as Heard },
  guards: { rules: (scope, terms: Terms) => strictly(book)(scope, terms) },
  actions: { record: assign((scope) => learn(book, scope)) },
}).createMachine({
  id: 'voucher@1',
  context: { amount: null },
  initial: 'none',
  states: {
    none: {
      on: {
        voucher_sold: [
          {
            guard: { type: 'rules', params: { when: 'worthMuch' } },
            target: 'large',
            actions: 'record',
          },
          {
            guard: { type: 'rules', params: { when: 'worthLittle' } },
            target: 'small',
            actions: 'record',
          },
        ],
        voucher_spent: {
          guard: { type: 'rules', params: { all: ['soldFirst'] } },
          target: 'spent',
          actions: 'record',
        },
      },
    },
    small: { on: { voucher_spent: { target: 'spent', actions: 'record' } } },
    large: { on: { voucher_spent: { target: 'spent', actions: 'record' } } },
    spent: {},
  },
})

const events: Lifecycle = {
  voucher_sold: kind(VoucherSold, 'once', 0),
  voucher_spent: kind(VoucherSpent, 'once', 1),
}

/** The machine of vouchers. */
export const voucher: Machine<Voucher, string, 'voucher@1'> = {
  id: 'voucher@1',
  chart,
  kind: 'payment',
  method: null,
  events,
  book,
  status: (value: StateValue) => String(value),
  findings: () => [],
  asks: () => [],
  windows: () => [],
}
