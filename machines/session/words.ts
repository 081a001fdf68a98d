/** What a person calls the states, events and windows of a 3-D Secure session. */
import type { MachineWords } from '../../src/contract/machine-words.ts'
import { observedWords } from '../observed/words.ts'

/** The words. */
export const words: MachineWords = {
  states: {
    authentication: 'authentication',
    'authentication.none': 'nothing yet',
    'authentication.pending': 'created',
    'authentication.processing': 'device data sent',
    'authentication.challenged': 'challenged',
    'authentication.approved': 'approved',
    'authentication.attempted': 'attempted',
    'authentication.unavailable': 'unavailable',
    'authentication.declined': 'declined',
    'authentication.rejected': 'rejected',
    'authentication.challenge_abandoned': 'challenge abandoned',
    'authentication.expired': 'expired',
    completion: 'completion',
    'completion.open': 'open',
    'completion.completed': 'completed',
  },
  events: {
    ...observedWords,
    session_created: 'created',
    channel_data_submitted: 'device data sent',
    session_challenged: 'challenged',
    session_approved: 'approved',
    session_attempted: 'attempted',
    session_unavailable: 'unavailable',
    session_declined: 'declined',
    session_rejected: 'rejected',
    challenge_abandoned: 'challenge abandoned',
    session_expired: 'expired',
    session_completed: 'completed',
  },
  requested: {
    channel_data_submitted: 'device data sent (not confirmed)',
    session_completed: 'completion requested (not confirmed)',
  },
  conditions: {},
  windows: { session: 'outcome expected' },
}
