// @ts-check
/** The machines, combined once, for the examples that have no package of their own. */
import { payfold } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

export const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])
