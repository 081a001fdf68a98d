/** Every machine that this service knows, put together with its policy once. */
import { instant, payfold } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

export const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

/** @typedef {ReturnType<typeof pf.fold>} Folded how a stream stands, with or without a machine */

/** The moment that a clock shows. @param {string | number} time a text, or milliseconds since 1970 */
export const momentOf = (time) => {
  const moment = instant(typeof time === 'number' ? new Date(time).toISOString() : time)
  if (moment === null) throw new Error('The clock shows no time.')
  return moment
}
