import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import { laws } from '../laws.ts'

laws('a session', session)
laws('a SEPA payment', sepaPayment)
laws('a SEPA mandate', sepaMandate)
laws('a ticket payment', ticketPayment)
