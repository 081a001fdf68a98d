/** Every machine that this service knows, put together with its policy once. */
import { instant, payfold } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

export const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

/** @typedef {ReturnType<typeof pf.fold>} Folded how a stream stands, with or without a machine */

/** The moment that a clock shows. @param {string} time */
export const momentOf = (time) => {
  const moment = instant(time)
  if (moment === null) throw new Error('The clock shows no time.')
  return moment
}
