/** The chart of a ticket payment: an ordinary XState machine, written as one literal. */
import { assign, setup } from 'xstate'
import type { Terms } from '../../src/contract/definition.ts'
import { apply, strictly } from '../../src/contract/guards.ts'
import { nothingKnown, type TicketPayment, type TicketPaymentChartEvent } from './memory.ts'
import { type conditions, definition, type rules } from './rules.ts'

/** The chart. On its own it judges by the default policy. */
export const ticketPaymentChart = setup({
  types: { context: {} as TicketPayment, events: {} as TicketPaymentChartEvent },
  guards: {
    rules: (scope, terms?: Terms<keyof typeof rules, keyof typeof conditions>) =>
      strictly(definition)(scope, terms),
  },
  actions: { record: assign((scope) => apply(definition, scope)) },
}).createMachine({
  id: 'ticket-payment@1',
  context: nothingKnown,
  initial: 'uncaptured',
  states: {
    uncaptured: {
      initial: 'none',
      on: {
        refund_requested: {
          guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
          target: 'captured',
          actions: 'record',
        },
        payment_refund_pending: {
          guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
          target: 'captured',
          actions: 'record',
        },
        payment_refunded: [
          {
            guard: {
              type: 'rules',
              params: { all: ['missingPredecessor'], when: 'nothingRefunded' },
            },
            target: 'captured',
            actions: 'record',
          },
          {
            guard: { type: 'rules', params: { all: ['missingPredecessor'], when: 'partRefunded' } },
            target: 'captured.some',
            actions: 'record',
          },
          {
            guard: { type: 'rules', params: { all: ['missingPredecessor'], when: 'allRefunded' } },
            target: 'captured.all',
            actions: 'record',
          },
        ],
        payment_refund_declined: {
          guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
          target: 'captured',
          actions: 'record',
        },
        payment_chargeback: {
          guard: { type: 'rules', params: { all: ['missingPredecessor', 'notOfTickets'] } },
          target: 'captured',
          actions: 'record',
        },
        chargeback_reversed: {
          guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
          target: 'captured',
          actions: 'record',
        },
      },
      states: {
        none: {
          on: {
            payment_pending: { guard: 'rules', target: 'pending', actions: 'record' },
            payment_capture_pending: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: 'capture_pending',
              actions: 'record',
            },
            payment_declined: { guard: 'rules', target: 'declined', actions: 'record' },
            payment_expired: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: 'expired',
              actions: 'record',
            },
            payment_captured: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: '#ticket-payment@1.captured',
              actions: 'record',
            },
          },
        },
        pending: {
          on: {
            payment_capture_pending: {
              guard: 'rules',
              target: 'capture_pending',
              actions: 'record',
            },
            payment_declined: { guard: 'rules', target: 'declined', actions: 'record' },
            payment_expired: { guard: 'rules', target: 'expired', actions: 'record' },
            payment_captured: {
              guard: { type: 'rules', params: { all: ['lateCapture'] } },
              target: '#ticket-payment@1.captured',
              actions: 'record',
            },
          },
        },
        capture_pending: {
          on: {
            payment_declined: { guard: 'rules', target: 'declined', actions: 'record' },
            payment_expired: [
              {
                guard: { type: 'rules', params: { when: 'expiredLast' } },
                target: 'expired',
                actions: 'record',
              },
              {
                guard: { type: 'rules', params: { all: ['lateCapture'], when: 'expiredFirst' } },
                actions: 'record',
              },
            ],
            payment_captured: {
              guard: { type: 'rules', params: { all: ['lateCapture'] } },
              target: '#ticket-payment@1.captured',
              actions: 'record',
            },
          },
        },
        expired: {
          on: {
            payment_declined: { guard: 'rules', actions: 'record' },
            payment_expired: { guard: 'rules', actions: 'record' },
            payment_captured: {
              guard: { type: 'rules', params: { all: ['lateCapture'] } },
              target: '#ticket-payment@1.captured',
              actions: 'record',
            },
          },
        },
        declined: {
          on: {
            payment_declined: { guard: 'rules', actions: 'record' },
            payment_expired: { guard: 'rules', actions: 'record' },
            payment_captured: {
              guard: { type: 'rules', params: { all: ['moneyAfterEnd'] } },
              target: '#ticket-payment@1.captured',
              actions: 'record',
            },
          },
        },
      },
    },
    captured: {
      initial: 'none',
      states: { none: {}, some: {}, all: {} },
      on: {
        payment_captured: { guard: 'rules', actions: 'record' },
        payment_chargeback: {
          guard: { type: 'rules', params: { all: ['notOfTickets'] } },
          actions: 'record',
        },
        chargeback_reversed: {
          guard: { type: 'rules', params: { all: ['chargebackFirst'] } },
          actions: 'record',
        },
        refund_requested: {
          guard: {
            type: 'rules',
            params: { all: ['sameCurrency'], command: ['notInDoubt', 'withinNet'] },
          },
          actions: 'record',
        },
        payment_refund_pending: { guard: 'rules', actions: 'record' },
        payment_refunded: [
          {
            guard: { type: 'rules', params: { when: 'nothingRefunded' } },
            target: '.none',
            actions: 'record',
          },
          {
            guard: { type: 'rules', params: { all: ['withinCaptured'], when: 'partRefunded' } },
            target: '.some',
            actions: 'record',
          },
          {
            guard: { type: 'rules', params: { all: ['withinCaptured'], when: 'allRefunded' } },
            target: '.all',
            actions: 'record',
          },
        ],
        payment_refund_declined: [
          {
            guard: { type: 'rules', params: { when: 'nothingRefunded' } },
            target: '.none',
            actions: 'record',
          },
          {
            guard: { type: 'rules', params: { when: 'partRefunded' } },
            target: '.some',
            actions: 'record',
          },
          {
            guard: { type: 'rules', params: { when: 'allRefunded' } },
            target: '.all',
            actions: 'record',
          },
        ],
      },
    },
  },
})
