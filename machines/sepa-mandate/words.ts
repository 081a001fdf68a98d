/** What a person calls the states, events, conditions and windows of a SEPA mandate. */
import type { MachineWords } from '../../src/contract/machine-words.ts'
import { observedWords } from '../observed/words.ts'

/** The words. */
export const words: MachineWords = {
  states: {
    none: 'nothing yet',
    active: 'active',
    reserved: 'in use',
    consumed: 'used up',
    expired: 'expired',
    cancelled: 'cancelled',
  },
  events: {
    ...observedWords,
    actions_listed: 'payments listed',
    mandate_created: 'created',
    collection_presented: 'payment submitted',
    collection_ended: 'payment ended',
    collection_captured: 'collected',
    mandate_cancelled: 'cancelled',
    bank_refused: 'refused by the bank',
    bank_refusal_ended: 'no longer refused by the bank',
    source_reported: 'source reported',
    time_passed: 'unused too long',
  },
  requested: {
    collection_presented: 'payment requested (not confirmed)',
    mandate_cancelled: 'cancellation requested (not confirmed)',
  },
  conditions: {
    reserved: 'in use',
    free: 'free again',
    consumed: 'used up',
    reusable: 'usable again',
    dormant: 'unused too long',
  },
  windows: { mandate: 'usable' },
}
