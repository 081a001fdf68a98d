/** Makes the commands of the four machines, as values of closed types. */
import type { CommandData, CommandMetadata, CommandName } from '../src/contract/command.ts'
import type { sepaMandate } from './sepa-mandate/index.ts'
import type { sepaPayment } from './sepa-payment/index.ts'
import type { session } from './session/index.ts'

type Machines = typeof session | typeof sepaPayment | typeof sepaMandate

/** Makes the constructor of the commands with one name. */
const commandNamed =
  <Name extends CommandName<Machines>>(type: Name) =>
  (data: CommandData<Machines, Name>, metadata: CommandMetadata) => ({ type, data, metadata })

/** Refunds an amount of a payment, in minor units, or all that is left. */
export const requestRefund = commandNamed('requestRefund')

/** Collects an amount on a mandate, in minor units. */
export const createPayment = commandNamed('createPayment')

/** Cancels a mandate. */
export const cancelMandate = commandNamed('cancelMandate')

/** Submits the data of the customer's browser or app to a session. */
export const submitChannelData = commandNamed('submitChannelData')

/** Completes a session. */
export const completeSession = commandNamed('completeSession')
