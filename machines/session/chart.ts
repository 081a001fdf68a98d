/** The chart of a 3-D Secure session: an ordinary XState machine, written as one literal. */
import { assign, setup } from 'xstate'
import type { Terms } from '../../src/contract/definition.ts'
import { apply, strictly } from '../../src/contract/guards.ts'
import { nothingKnown, type Session, type SessionChartEvent } from './memory.ts'
import { definition, type rules } from './rules.ts'

/** The chart. Run by XState alone, it judges by the default policy. */
export const sessionChart = setup({
  types: { context: {} as Session, events: {} as SessionChartEvent },
  guards: {
    rules: (scope, terms?: Terms<keyof typeof rules>) => strictly(definition)(scope, terms),
  },
  actions: { record: assign((scope) => apply(definition, scope)) },
}).createMachine({
  id: 'session@1',
  context: nothingKnown,
  type: 'parallel',
  states: {
    authentication: {
      initial: 'none',
      states: {
        none: {
          on: {
            session_created: { guard: 'rules', target: 'pending', actions: 'record' },
            channel_data_submitted: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: 'processing',
              actions: 'record',
            },
            session_challenged: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: 'challenged',
              actions: 'record',
            },
            session_approved: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: 'approved',
              actions: 'record',
            },
            session_attempted: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: 'attempted',
              actions: 'record',
            },
            session_unavailable: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: 'unavailable',
              actions: 'record',
            },
            session_declined: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: 'declined',
              actions: 'record',
            },
            session_rejected: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: 'rejected',
              actions: 'record',
            },
            challenge_abandoned: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: 'challenge_abandoned',
              actions: 'record',
            },
            session_expired: {
              guard: { type: 'rules', params: { all: ['missingPredecessor'] } },
              target: 'expired',
              actions: 'record',
            },
          },
        },
        pending: {
          on: {
            channel_data_submitted: {
              guard: { type: 'rules', params: { command: ['notHosted'] } },
              target: 'processing',
              actions: 'record',
            },
            session_challenged: {
              guard: { type: 'rules', params: { all: ['channelDataFirst'] } },
              target: 'challenged',
              actions: 'record',
            },
            session_approved: {
              guard: { type: 'rules', params: { all: ['channelDataFirst'] } },
              target: 'approved',
              actions: 'record',
            },
            session_attempted: {
              guard: { type: 'rules', params: { all: ['channelDataFirst'] } },
              target: 'attempted',
              actions: 'record',
            },
            session_unavailable: {
              guard: { type: 'rules', params: { all: ['channelDataFirst'] } },
              target: 'unavailable',
              actions: 'record',
            },
            session_declined: {
              guard: { type: 'rules', params: { all: ['channelDataFirst'] } },
              target: 'declined',
              actions: 'record',
            },
            session_rejected: {
              guard: { type: 'rules', params: { all: ['channelDataFirst'] } },
              target: 'rejected',
              actions: 'record',
            },
            challenge_abandoned: {
              guard: { type: 'rules', params: { all: ['challengedFirst'] } },
              target: 'challenge_abandoned',
              actions: 'record',
            },
            session_expired: { guard: 'rules', target: 'expired', actions: 'record' },
          },
        },
        processing: {
          on: {
            session_challenged: { guard: 'rules', target: 'challenged', actions: 'record' },
            session_approved: { guard: 'rules', target: 'approved', actions: 'record' },
            session_attempted: { guard: 'rules', target: 'attempted', actions: 'record' },
            session_unavailable: { guard: 'rules', target: 'unavailable', actions: 'record' },
            session_declined: { guard: 'rules', target: 'declined', actions: 'record' },
            session_rejected: { guard: 'rules', target: 'rejected', actions: 'record' },
            challenge_abandoned: {
              guard: { type: 'rules', params: { all: ['challengedFirst'] } },
              target: 'challenge_abandoned',
              actions: 'record',
            },
            session_expired: { guard: 'rules', target: 'expired', actions: 'record' },
          },
        },
        challenged: {
          on: {
            session_approved: { guard: 'rules', target: 'approved', actions: 'record' },
            session_attempted: { guard: 'rules', target: 'attempted', actions: 'record' },
            session_unavailable: { guard: 'rules', target: 'unavailable', actions: 'record' },
            session_declined: { guard: 'rules', target: 'declined', actions: 'record' },
            session_rejected: { guard: 'rules', target: 'rejected', actions: 'record' },
            challenge_abandoned: {
              guard: 'rules',
              target: 'challenge_abandoned',
              actions: 'record',
            },
            session_expired: { guard: 'rules', target: 'challenge_abandoned', actions: 'record' },
          },
        },
        approved: {},
        attempted: {},
        unavailable: {},
        declined: {},
        rejected: {},
        challenge_abandoned: {
          on: {
            challenge_abandoned: { guard: 'rules', actions: 'record' },
            session_expired: { guard: 'rules', actions: 'record' },
          },
        },
        expired: { on: { challenge_abandoned: { guard: 'rules', actions: 'record' } } },
      },
    },
    completion: {
      initial: 'open',
      states: {
        open: {
          on: {
            session_completed: {
              guard: { type: 'rules', params: { all: ['outcomeKnown'] } },
              target: 'completed',
              actions: 'record',
            },
          },
        },
        completed: {},
      },
    },
  },
})
