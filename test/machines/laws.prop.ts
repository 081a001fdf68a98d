import fc from 'fast-check'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import { laws } from '../laws.ts'

/** How often each law is tried; `npm run fuzz` asks for more. */
fc.configureGlobal({ numRuns: Number(process.env['RUNS'] ?? 100) })

laws('a session', session)
laws('a SEPA payment', sepaPayment)
laws('a SEPA mandate', sepaMandate)
laws('a ticket payment', ticketPayment)
