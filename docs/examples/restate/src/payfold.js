/** All machines of this service, combined with their policy: all other files use them. */
import { isLeft } from 'fp-ts/lib/Either.js'
import { instant, payfold, readPolicy } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

const machines = [session, sepaPayment, sepaMandate, ticketPayment]

export let pf = payfold(machines)

/**
 * Sets how long a request may take, and how long the provider takes to show what it did. A process
 * has one policy: the service sets it before it takes its first call.
 *
 * @param {Pick<import('./config.js').Config, 'sendSeconds' | 'settleMinutes'>} config
 */
export const judgeBy = ({ sendSeconds, settleMinutes }) => {
  const policy = readPolicy(machines)({ sendSeconds, settleMinutes })
  if (isLeft(policy)) throw new Error(pf.explain(policy.left))
  pf = payfold(machines, { policy: policy.right })
}

/** @typedef {ReturnType<typeof pf.fold>} Folded the state of a stream, with or without a machine */

/** Reads a clock's time. @param {string | number} time as text, or in milliseconds since 1970 */
export const momentOf = (time) => {
  const moment = instant(typeof time === 'number' ? new Date(time).toISOString() : time)
  if (moment === null) throw new Error('The clock shows no time.')
  return moment
}
