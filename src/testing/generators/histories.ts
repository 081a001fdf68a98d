/** Random histories that the provider could produce for a machine's subject. */
import fc from 'fast-check'
import type { TrueHistory } from './history.ts'
import { mandateHistories } from './mandate-histories.ts'
import { paymentHistories } from './payment-histories.ts'
import { sessionHistories } from './session-histories.ts'
import type { Setting } from './setting.ts'

/** The part of a machine that the generator of histories needs. Every machine has this part. */
export interface HistorySubject {
  readonly subject: { readonly prefix: string }
  readonly method: string | null
}

/**
 * Generates random histories of a machine's subject. They contain only what the interface's tables
 * allow. They do not use the machine's chart, so that tests can check the chart against them.
 */
export const histories = (
  { subject: { prefix }, method }: HistorySubject,
  choices: Partial<Setting> = {},
): fc.Arbitrary<TrueHistory> => {
  if (prefix === 'session') return sessionHistories(choices)
  if (prefix === 'mandate') return mandateHistories(choices)
  if (method === 'sepa' || method === 'ticket') return paymentHistories(method, choices)
  return fc.oneof(paymentHistories('sepa', choices), paymentHistories('ticket', choices))
}
