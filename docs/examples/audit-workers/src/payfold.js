/** What judges here: the machines, put together with their policy once. */
import { payfold } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

export const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])
