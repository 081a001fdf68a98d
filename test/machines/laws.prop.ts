/** Every law on each of our machines. */
import { obeysTheLaws } from 'payfold/testing'
import { describe, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'

/** How many streams each law is tried on; `npm run fuzz` uses more. */
const trial = {
  numRuns: Number(process.env['RUNS'] ?? 12),
  others: [session, sepaPayment, sepaMandate, ticketPayment],
}

describe.each([
  ['a session', obeysTheLaws(session, trial)],
  ['a SEPA payment', obeysTheLaws(sepaPayment, trial)],
  ['a SEPA mandate', obeysTheLaws(sepaMandate, trial)],
  ['a ticket payment', obeysTheLaws(ticketPayment, trial)],
] as const)('%s', (_, laws) => {
  for (const { name, check } of laws) test(name, check)
})
