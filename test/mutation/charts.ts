/**
 * The laws of the charts, which do not depend on chance: they find dead and missing parts of a
 * chart.
 */
import { describe, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import { chartLaws } from '../../src/testing/laws/chart-laws.ts'

/** All laws of all charts, checked by their trials. */
export const laws = [
  ...chartLaws(session),
  ...chartLaws(sepaPayment),
  ...chartLaws(sepaMandate),
  ...chartLaws(ticketPayment),
]

describe('a chart', () => {
  for (const { name, check } of laws) test(name, check)
})
