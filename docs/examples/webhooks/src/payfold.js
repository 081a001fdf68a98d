/** All machines of this service, combined with their policy once. */
import { instant, payfold } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

export const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

/** @typedef {Extract<ReturnType<typeof pf.decide>, { _tag: 'Left' }>['left']} Undecided why no request leaves */

/** Reads a clock's time. @param {string} time */
export const momentOf = (time) => {
  const moment = instant(time)
  if (moment === null) throw new Error('The clock shows no time.')
  return moment
}
