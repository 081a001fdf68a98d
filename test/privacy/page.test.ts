/** The page of what may be kept is printed from the code. */
import { expect, test } from 'vitest'
import { everyEvent } from '../root.ts'
import { isOpen, page } from './page.ts'
import { factsOf } from './whitelist.ts'

test('the page shows what is kept', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/privacy.md')
})

test('every event names its fields', () => {
  const facts = factsOf()
  expect(new Set(facts.map(({ event }) => event))).toEqual(new Set(Object.keys(everyEvent)))
  expect(facts.filter(({ holds }) => holds === '')).toEqual([])
})

test('no field accepts arbitrary text', () => {
  expect(
    factsOf().filter(({ holds }) => /^(a list, each )?(string|a text|unknown)$/.test(holds)),
  ).toEqual([])
})

test('few fields accept words that others chose', () => {
  const open = factsOf().filter(({ codec }) => isOpen(codec))
  expect([...new Set(open.map(({ field }) => field))].toSorted()).toEqual([
    ...'data.action data.as data.because data.by data.disputeStatus'.split(' '),
    ...'data.endpoint data.errorCodes data.errorType data.events'.split(' '),
    ...'data.integrationType data.mandateReference data.name data.outcome'.split(' '),
    ...'data.protocolVersion data.providerName data.providerOrderId'.split(' '),
    ...'data.providerPaymentId data.reason data.reference data.responseCode'.split(' '),
    ...'data.status data.transactionId metadata.eventId metadata.withheld'.split(' '),
  ])
})
