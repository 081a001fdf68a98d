/** The lives that the provider can give to whatever a machine is of. */
import fc from 'fast-check'
import type { Method } from '../words/names.ts'
import type { StreamKind } from '../words/stream.ts'
import type { History } from './history.ts'
import { mandateHistories } from './mandate-histories.ts'
import { paymentHistories } from './payment-histories.ts'
import { sessionHistories } from './session-histories.ts'
import type { Setting } from './setting.ts'

/** What histories need to know of a machine: ours have it, and so have those of your own. */
export interface Lived {
  readonly kind: StreamKind
  readonly method: Method | null
}

/**
 * Random histories of what a machine is of, true to the interface's tables: what the provider would
 * not do does not happen in them. Made without the machine itself, so that they can be held against it.
 */
export const histories = (
  { kind, method }: Lived,
  choices: Partial<Setting> = {},
): fc.Arbitrary<History> => {
  if (kind === 'session') return sessionHistories(choices)
  if (kind === 'mandate') return mandateHistories(choices)
  if (method !== null && method !== 'other') return paymentHistories(method, choices)
  return fc.oneof(paymentHistories('sepa', choices), paymentHistories('ticket', choices))
}
