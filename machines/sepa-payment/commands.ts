/** The commands on a SEPA payment. */
import { requestRefund } from '../payment/commands.ts'

/** Every command. */
export const commands = { requestRefund: { ...requestRefund, window: 'refund' } } as const
