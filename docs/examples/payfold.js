// @ts-check
/** The machines, put together once: what the examples without a package of their own call. */
import { payfold } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

export const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])
