/** A SEPA mandate: leave to collect, once or again and again. Picture: docs/machines/sepa-mandate.md */
import { assign, type StateValue, setup } from 'xstate'
import { sepaMandateEvents } from '../src/event/sepa-mandate.ts'
import type { Machine, Terms } from '../src/fold/machine.ts'
import { learn, strictly } from '../src/fold/rules.ts'
import {
  type Heard,
  nothingKnown,
  type SepaMandate,
  type SepaMandateStatus,
} from './memory/sepa-mandate.ts'
import { book, type conditions, type rules } from './rules/sepa-mandate.ts'
import { sepaMandateWindows } from './windows/sepa-mandate.ts'

/** The chart: an ordinary XState machine, judging by the default policy. */
export const sepaMandateChart = setup({
  types: { context: {} as SepaMandate, events: {} as Heard },
  guards: {
    rules: (scope, terms: Terms<keyof typeof rules, keyof typeof conditions>) =>
      strictly(book)(scope, terms),
  },
  actions: { record: assign((scope) => learn(book, scope)) },
}).createMachine({
  id: 'sepa-mandate@1',
  context: nothingKnown,
  initial: 'none',
  states: {
    none: {
      on: {
        mandate_created: { target: 'active', actions: 'record' },
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
              params: { all: ['sameCustomer'], wish: ['typeKnown'], when: 'reserved' },
            },
            target: 'reserved',
            actions: 'record',
          },
          {
            guard: {
              type: 'rules',
              params: { all: ['sameCustomer'], wish: ['typeKnown'], when: 'free' },
            },
            actions: 'record',
          },
        ],
        collection_ended: { actions: 'record' },
        collection_captured: [
          {
            guard: { type: 'rules', params: { when: 'consumed' } },
            target: 'consumed',
            actions: 'record',
          },
          { guard: { type: 'rules', params: { when: 'reusable' } }, actions: 'record' },
        ],
        mandate_cancelled: { target: 'cancelled', actions: 'record' },
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
        collection_captured: { target: 'consumed', actions: 'record' },
        mandate_cancelled: { target: 'cancelled', actions: 'record' },
      },
    },
    consumed: {
      on: {
        collection_presented: {
          guard: { type: 'rules', params: { all: ['mandateUsable'] } },
          actions: 'record',
        },
        collection_ended: { actions: 'record' },
        collection_captured: { actions: 'record' },
        mandate_cancelled: { target: 'cancelled', actions: 'record' },
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
        collection_ended: { actions: 'record' },
        collection_captured: [
          {
            guard: { type: 'rules', params: { when: 'consumed' } },
            target: 'consumed',
            actions: 'record',
          },
          { guard: { type: 'rules', params: { when: 'reusable' } }, actions: 'record' },
        ],
        mandate_cancelled: { target: 'cancelled', actions: 'record' },
      },
    },
    cancelled: {
      on: {
        collection_presented: {
          guard: { type: 'rules', params: { all: ['mandateUsable'] } },
          actions: 'record',
        },
        collection_ended: { actions: 'record' },
        collection_captured: { actions: 'record' },
        mandate_cancelled: { actions: 'record' },
      },
    },
  },
})

/** The machine of SEPA mandates. */
export const sepaMandate: Machine<SepaMandate, SepaMandateStatus, 'sepa-mandate@1'> = {
  id: 'sepa-mandate@1',
  chart: sepaMandateChart,
  kind: 'mandate',
  method: null,
  events: sepaMandateEvents,
  book,
  status: (value: StateValue) => value as SepaMandateStatus,
  findings: () => [],
  asks: () => [],
  windows: sepaMandateWindows,
}
