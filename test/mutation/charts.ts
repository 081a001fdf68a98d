/** The laws of the charts, for they hang on no chance: what is dead or unsaid in a chart is found by them. */
import { describe, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import { chartLaws } from '../../src/testing/chart-laws.ts'

/** All laws of all charts, found broken or not by their trials. */
export const laws = [
  ...chartLaws(session),
  ...chartLaws(sepaPayment),
  ...chartLaws(sepaMandate),
  ...chartLaws(ticketPayment),
]

describe('a chart', () => {
  for (const { name, check } of laws) test(name, check)
})
