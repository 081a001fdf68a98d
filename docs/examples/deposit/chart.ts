/** The chart of a deposit: an ordinary XState machine. */
import { apply, strictly, type Terms } from 'payfold/machine'
import { assign, setup } from 'xstate'
import { type ChartEvent, type Deposit, noDeposit } from './memory.ts'
import { definition, type rules } from './rules.ts'

/** Stately Studio opens this literal unchanged. */
export const depositChart = setup({
  types: { context: {} as Deposit, events: {} as ChartEvent },
  guards: {
    rules: (scope, terms?: Terms<keyof typeof rules>) => strictly(definition)(scope, terms),
  },
  actions: { record: assign((scope) => apply(definition, scope)) },
}).createMachine({
  id: 'rental-deposit@1',
  context: noDeposit,
  initial: 'none',
  states: {
    none: {
      on: {
        deposit_received: { guard: 'rules', target: 'held', actions: 'record' },
        tenancy_ended: {
          guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
          target: 'held',
          actions: 'record',
        },
        damage_claimed: {
          guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
          target: 'claimed',
          actions: 'record',
        },
        deposit_returned: {
          guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
          target: 'returned',
          actions: 'record',
        },
      },
    },
    held: {
      on: {
        tenancy_ended: { guard: 'rules', actions: 'record' },
        damage_claimed: {
          guard: { type: 'rules', params: { all: ['withinDeposit', 'claimInTime'] } },
          target: 'claimed',
          actions: 'record',
        },
        deposit_returned: {
          guard: { type: 'rules', params: { all: ['withinDeposit'] } },
          target: 'returned',
          actions: 'record',
        },
      },
    },
    claimed: {
      on: {
        tenancy_ended: { guard: 'rules', actions: 'record' },
        damage_claimed: {
          guard: { type: 'rules', params: { all: ['withinDeposit', 'claimInTime'] } },
          actions: 'record',
        },
        deposit_returned: {
          guard: { type: 'rules', params: { all: ['withinDeposit'] } },
          target: 'returned',
          actions: 'record',
        },
      },
    },
    returned: { tags: ['terminal'] },
  },
})
