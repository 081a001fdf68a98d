/** The chart of a SEPA payment: an ordinary XState machine, written as one literal. */
import { assign, setup } from 'xstate'
import type { Terms } from '../../src/contract/definition.ts'
import { apply, strictly } from '../../src/contract/guards.ts'
import { nothingKnown, type SepaPayment, type SepaPaymentChartEvent } from './memory.ts'
import { type conditions, definition, type rules } from './rules.ts'

/** The chart. On its own it judges by the default policy. */
export const sepaPaymentChart = setup({
  types: { context: {} as SepaPayment, events: {} as SepaPaymentChartEvent },
  guards: {
    rules: (scope, terms?: Terms<keyof typeof rules, keyof typeof conditions>) =>
      strictly(definition)(scope, terms),
  },
  actions: { record: assign((scope) => apply(definition, scope)) },
}).createMachine({
  id: 'sepa-payment@1',
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
            target: 'captured.refund.some',
            actions: 'record',
          },
          {
            guard: { type: 'rules', params: { all: ['missingPredecessor'], when: 'allRefunded' } },
            target: 'captured.refund.all',
            actions: 'record',
          },
        ],
        payment_refund_declined: {
          guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
          target: 'captured',
          actions: 'record',
        },
        payment_chargeback: [
          {
            guard: {
              type: 'rules',
              params: { all: ['missingPredecessor'], when: 'nothingChargedBack' },
            },
            target: 'captured',
            actions: 'record',
          },
          {
            guard: {
              type: 'rules',
              params: { all: ['missingPredecessor'], when: 'partChargedBack' },
            },
            target: 'captured.dispute.part',
            actions: 'record',
          },
          {
            guard: {
              type: 'rules',
              params: { all: ['missingPredecessor'], when: 'allChargedBack' },
            },
            target: 'captured.dispute.all',
            actions: 'record',
          },
        ],
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
            payment_declined: { guard: 'rules', target: 'ended.declined', actions: 'record' },
            payment_canceled: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: 'ended.canceled',
              actions: 'record',
            },
            payment_captured: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: '#sepa-payment@1.captured',
              actions: 'record',
            },
          },
        },
        pending: {
          on: {
            payment_declined: { guard: 'rules', target: 'ended.declined', actions: 'record' },
            payment_canceled: { guard: 'rules', target: 'ended.canceled', actions: 'record' },
            payment_captured: {
              guard: 'rules',
              target: '#sepa-payment@1.captured',
              actions: 'record',
            },
          },
        },
        ended: {
          initial: 'declined',
          states: { declined: {}, canceled: {} },
          on: {
            payment_declined: { guard: 'rules', actions: 'record' },
            payment_canceled: { guard: 'rules', actions: 'record' },
            payment_captured: {
              guard: { type: 'rules', params: { all: ['moneyAfterEnd'] } },
              target: '#sepa-payment@1.captured',
              actions: 'record',
            },
          },
        },
      },
    },
    captured: {
      type: 'parallel',
      states: {
        refund: {
          initial: 'none',
          states: { none: {}, some: {}, all: {} },
          on: {
            payment_captured: { guard: 'rules', actions: 'record' },
            refund_requested: {
              guard: {
                type: 'rules',
                params: {
                  all: ['withinRefundWindow', 'sameCurrency'],
                  command: ['notInDoubt', 'withinNet'],
                },
              },
              actions: 'record',
            },
            payment_refund_pending: {
              guard: { type: 'rules', params: { all: ['withinRefundWindow'] } },
              actions: 'record',
            },
            payment_refunded: [
              {
                guard: {
                  type: 'rules',
                  params: { all: ['withinRefundWindow'], when: 'nothingRefunded' },
                },
                target: '.none',
                actions: 'record',
              },
              {
                guard: {
                  type: 'rules',
                  params: { all: ['withinRefundWindow', 'withinCaptured'], when: 'partRefunded' },
                },
                target: '.some',
                actions: 'record',
              },
              {
                guard: {
                  type: 'rules',
                  params: { all: ['withinRefundWindow', 'withinCaptured'], when: 'allRefunded' },
                },
                target: '.all',
                actions: 'record',
              },
            ],
            payment_refund_declined: [
              {
                guard: {
                  type: 'rules',
                  params: { all: ['withinRefundWindow'], when: 'nothingRefunded' },
                },
                target: '.none',
                actions: 'record',
              },
              {
                guard: {
                  type: 'rules',
                  params: { all: ['withinRefundWindow'], when: 'partRefunded' },
                },
                target: '.some',
                actions: 'record',
              },
              {
                guard: {
                  type: 'rules',
                  params: { all: ['withinRefundWindow'], when: 'allRefunded' },
                },
                target: '.all',
                actions: 'record',
              },
            ],
          },
        },
        dispute: {
          initial: 'none',
          states: { none: {}, part: {}, all: {} },
          on: {
            payment_chargeback: [
              {
                guard: {
                  type: 'rules',
                  params: { all: ['withinChargebackWindow'], when: 'nothingChargedBack' },
                },
                target: '.none',
                actions: 'record',
              },
              {
                guard: {
                  type: 'rules',
                  params: { all: ['withinChargebackWindow'], when: 'partChargedBack' },
                },
                target: '.part',
                actions: 'record',
              },
              {
                guard: {
                  type: 'rules',
                  params: { all: ['withinChargebackWindow'], when: 'allChargedBack' },
                },
                target: '.all',
                actions: 'record',
              },
            ],
            chargeback_reversed: [
              {
                guard: {
                  type: 'rules',
                  params: { all: ['chargebackFirst'], when: 'nothingChargedBack' },
                },
                target: '.none',
                actions: 'record',
              },
              {
                guard: {
                  type: 'rules',
                  params: { all: ['chargebackFirst'], when: 'partChargedBack' },
                },
                target: '.part',
                actions: 'record',
              },
              {
                guard: {
                  type: 'rules',
                  params: { all: ['chargebackFirst'], when: 'allChargedBack' },
                },
                target: '.all',
                actions: 'record',
              },
            ],
          },
        },
      },
    },
  },
})
