/** A ticket: cash paid at a counter against a number, until it expires. Picture: docs/machines/ticket-payment.md */
import { assign, setup } from 'xstate'
import { ticketPaymentEvents } from '../src/event/ticket-payment.ts'
import type { Machine, Terms } from '../src/fold/machine.ts'
import { learn, strictly } from '../src/fold/rules.ts'
import { paymentFindings } from './findings/payment.ts'
import { paymentAsks } from './findings/payment-asks.ts'
import {
  type Heard,
  nothingKnown,
  type TicketPayment,
  type TicketPaymentStatus,
  ticketPaymentStatus,
  ticketPaymentSums,
} from './memory/ticket-payment.ts'
import { book, type conditions, type rules } from './rules/ticket-payment.ts'
import { ticketPaymentWindows } from './windows/ticket-payment.ts'

/** The chart: an ordinary XState machine, judging by the default policy. */
export const ticketPaymentChart = setup({
  types: { context: {} as TicketPayment, events: {} as Heard },
  guards: {
    rules: (scope, terms: Terms<keyof typeof rules, keyof typeof conditions>) =>
      strictly(book)(scope, terms),
  },
  actions: { record: assign((scope) => learn(book, scope)) },
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
      },
      states: {
        none: {
          on: {
            payment_pending: { target: 'pending', actions: 'record' },
            payment_capture_pending: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: 'capture_pending',
              actions: 'record',
            },
            payment_declined: { target: 'declined', actions: 'record' },
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
            payment_capture_pending: { target: 'capture_pending', actions: 'record' },
            payment_declined: { target: 'declined', actions: 'record' },
            payment_expired: { target: 'expired', actions: 'record' },
            payment_captured: { target: '#ticket-payment@1.captured', actions: 'record' },
          },
        },
        capture_pending: {
          on: {
            payment_declined: { target: 'declined', actions: 'record' },
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
            payment_captured: { target: '#ticket-payment@1.captured', actions: 'record' },
          },
        },
        expired: {
          on: {
            payment_declined: { actions: 'record' },
            payment_expired: { actions: 'record' },
            payment_captured: {
              guard: { type: 'rules', params: { all: ['lateCapture'] } },
              target: '#ticket-payment@1.captured',
              actions: 'record',
            },
          },
        },
        declined: {
          on: {
            payment_declined: { actions: 'record' },
            payment_expired: { actions: 'record' },
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
        refund_requested: {
          guard: { type: 'rules', params: { all: ['sameCurrency'], wish: ['withinNet'] } },
          actions: 'record',
        },
        payment_refund_pending: { actions: 'record' },
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

/** The machine of ticket payments. */
export const ticketPayment: Machine<TicketPayment, TicketPaymentStatus, 'ticket-payment@1'> = {
  id: 'ticket-payment@1',
  chart: ticketPaymentChart,
  kind: 'payment',
  method: 'ticket',
  events: ticketPaymentEvents,
  book,
  status: ticketPaymentStatus,
  findings: paymentFindings(ticketPaymentSums),
  asks: paymentAsks(ticketPaymentSums),
  windows: ticketPaymentWindows,
  sums: (known) => ticketPaymentSums(known),
}
