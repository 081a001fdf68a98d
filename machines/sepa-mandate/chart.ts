/** The chart of a SEPA mandate: an ordinary XState machine, written as one literal. */
import { assign, setup } from 'xstate'
import type { Terms } from '../../src/contract/definition.ts'
import { apply, strictly } from '../../src/contract/guards.ts'
import { type MandateChartEvent, nothingKnown, type SepaMandate } from './memory.ts'
import { type conditions, definition, type rules } from './rules.ts'

/** The chart. Run by XState alone, it judges by the default policy. */
export const sepaMandateChart = setup({
  types: { context: {} as SepaMandate, events: {} as MandateChartEvent },
  guards: {
    rules: (scope, terms?: Terms<keyof typeof rules, keyof typeof conditions>) =>
      strictly(definition)(scope, terms),
  },
  actions: { record: assign((scope) => apply(definition, scope)) },
}).createMachine({
  id: 'sepa-mandate@1',
  context: nothingKnown,
  initial: 'none',
  states: {
    none: {
      on: {
        mandate_created: { guard: 'rules', target: 'active', actions: 'record' },
        collection_presented: {
          guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
          target: 'active',
          actions: 'record',
        },
        collection_ended: {
          guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
          target: 'active',
          actions: 'record',
        },
        collection_captured: {
          guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
          target: 'active',
          actions: 'record',
        },
        mandate_cancelled: {
          guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
          target: 'cancelled',
          actions: 'record',
        },
      },
    },
    active: {
      on: {
        collection_presented: [
          {
            guard: {
              type: 'rules',
              params: {
                all: ['sameCustomer'],
                command: ['notInDoubt', 'typeKnown', 'mandateValid'],
                when: 'reserved',
              },
            },
            target: 'reserved',
            actions: 'record',
          },
          {
            guard: {
              type: 'rules',
              params: {
                all: ['sameCustomer'],
                command: ['notInDoubt', 'typeKnown', 'mandateValid'],
                when: 'free',
              },
            },
            actions: 'record',
          },
        ],
        collection_ended: { guard: 'rules', actions: 'record' },
        collection_captured: [
          {
            guard: { type: 'rules', params: { when: 'consumed' } },
            target: 'consumed',
            actions: 'record',
          },
          { guard: { type: 'rules', params: { when: 'reusable' } }, actions: 'record' },
        ],
        mandate_cancelled: { guard: 'rules', target: 'cancelled', actions: 'record' },
        time_passed: {
          guard: { type: 'rules', params: { when: 'dormant' } },
          target: 'expired',
          actions: 'record',
        },
      },
    },
    reserved: {
      on: {
        collection_presented: {
          guard: { type: 'rules', params: { all: ['sameCustomer', 'mandateUsable'] } },
          actions: 'record',
        },
        collection_ended: [
          { guard: { type: 'rules', params: { when: 'reserved' } }, actions: 'record' },
          {
            guard: { type: 'rules', params: { when: 'free' } },
            target: 'active',
            actions: 'record',
          },
        ],
        collection_captured: { guard: 'rules', target: 'consumed', actions: 'record' },
        mandate_cancelled: { guard: 'rules', target: 'cancelled', actions: 'record' },
      },
    },
    consumed: {
      on: {
        collection_presented: {
          guard: { type: 'rules', params: { all: ['mandateUsable'] } },
          actions: 'record',
        },
        collection_ended: { guard: 'rules', actions: 'record' },
        collection_captured: { guard: 'rules', actions: 'record' },
        mandate_cancelled: { guard: 'rules', target: 'cancelled', actions: 'record' },
      },
    },
    expired: {
      on: {
        collection_presented: [
          {
            guard: {
              type: 'rules',
              params: { all: ['sameCustomer', 'mandateUsable'], when: 'reserved' },
            },
            target: 'reserved',
            actions: 'record',
          },
          {
            guard: {
              type: 'rules',
              params: { all: ['sameCustomer', 'mandateUsable'], when: 'free' },
            },
            target: 'active',
            actions: 'record',
          },
        ],
        collection_ended: { guard: 'rules', actions: 'record' },
        collection_captured: [
          {
            guard: { type: 'rules', params: { when: 'consumed' } },
            target: 'consumed',
            actions: 'record',
          },
          { guard: { type: 'rules', params: { when: 'reusable' } }, actions: 'record' },
        ],
        mandate_cancelled: { guard: 'rules', target: 'cancelled', actions: 'record' },
      },
    },
    cancelled: {
      on: {
        collection_presented: {
          guard: { type: 'rules', params: { all: ['mandateUsable'] } },
          actions: 'record',
        },
        collection_ended: { guard: 'rules', actions: 'record' },
        collection_captured: { guard: 'rules', actions: 'record' },
        mandate_cancelled: { guard: 'rules', actions: 'record' },
      },
    },
  },
})
