/** An independent machine, made from published parts: a voucher is sold once and spent once. */
import type { Draft } from 'immer'
import type { DomainEvent } from 'payfold'
import {
  type AnyMachine,
  apply,
  type Definition,
  eventCodec,
  fields,
  kind,
  type Lifecycle,
  type Machine,
  Minor,
  type Occurred,
  type Recipes,
  type RefusalOf,
  strictly,
  type Terms,
} from 'payfold/machine'
import { PaymentId } from 'payfold/machines'
import { assign, type StateValue, setup } from 'xstate'

const subject = { paymentId: PaymentId }

const VoucherSold = eventCodec('voucher_sold', fields(subject, { amount: Minor }))
const VoucherSpent = eventCodec('voucher_spent', fields(subject, {}))

type Heard =
  | Occurred<DomainEvent<'voucher_sold', { readonly amount?: Minor }>>
  | Occurred<DomainEvent<'voucher_spent', object>>

/** The context of a voucher. */
export interface Voucher {
  readonly amount: number | null
}

const recipes: Recipes<Voucher, Heard> = {
  voucher_sold: (known: Draft<Voucher>, { data }) => {
    known.amount ??= data.amount ?? null
  },
  voucher_spent: () => {},
}

const refusedFor = (event: string): readonly RefusalOf<AnyMachine>[] => [
  { rule: 'missingPredecessor', event },
]

/** Everything that the chart refers to. */
export const definition: Definition<Voucher> = {
  recipes,
  rules: {
    soldFirst: {
      breaks: (_, { type }) => refusedFor(type),
    },
  },
  conditions: {
    worthMuch: ({ amount }) => (amount ?? 0) >= 300,
    worthLittle: ({ amount }) => (amount ?? 0) < 300,
  },
  policy: {},
}

/** The chart; `targets` and `actions` are for the tests that break it. */
export const chart = setup({
  types: { context: {} as Voucher, events: {} as Heard },
  guards: { rules: (scope, terms: Terms) => strictly(definition)(scope, terms) },
  actions: { record: assign((scope) => apply(definition, scope)) },
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

const getPayment = { endpoint: 'getPayment', param: 'payment_id' }

/** The machine of vouchers. */
export const voucher: Machine<Voucher, string, 'voucher@1'> = {
  id: 'voucher@1',
  chart,
  subject: {
    prefix: 'payment',
    field: 'paymentId',
    id: PaymentId,
    sample: 'pay_0',
    lookUp: { entity: getPayment, actions: getPayment },
  },
  method: null,
  events,
  informational: {},
  momentary: [],
  constant: [],
  context: { amount: null },
  definition,
  status: (value: StateValue) => String(value),
  correlation: {},
  infer: () => [],
  findings: {},
  windows: {},
  commands: {},
  sums: null,
  relations: [],
  consequences: null,
}
