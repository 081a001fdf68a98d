/** The commands on a ticket payment. */
import { requestRefund } from '../payment/commands.ts'

/** Every command. */
export const commands = { requestRefund: { ...requestRefund, mayCostFee: true } } as const
