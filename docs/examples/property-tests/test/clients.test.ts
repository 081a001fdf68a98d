/** A refund is carried out once, whatever responses are lost and whenever the client wakes up. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { isRight } from 'fp-ts/lib/Either.js'
import { readMessage, readStored } from 'payfold/provider'
import { expect, test } from 'vitest'
import { type Ask, type Client, carefulClient, naiveClient } from '../src/clients.ts'
import { RUNS } from './runs.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const HOUR = 3_600_000
const START = Date.parse('2026-03-10T10:00:00Z')

/** The client wakes up this many hours later, and the response may be lost. */
const wakes = fc.array(
  fc.record({ hours: fc.constantFrom(0, 1, 12, 23, 24, 48), isLost: fc.boolean() }),
  { minLength: 1, maxLength: 5 },
)

/** How often a provider that remembers keys for 24 hours carries the refund out. */
const refundsOf = (
  open: (ask: Ask) => Client,
  all: readonly { readonly hours: number; readonly isLost: boolean }[],
): number => {
  let [now, refunds, isLost] = [START, 0, false]
  const known = new Map<string, number>()
  const client = open((key) => {
    const since = known.get(key)
    if (since === undefined || now - since >= 24 * HOUR) {
      refunds += 1
      known.set(key, now)
    }
    return isLost ? null : { status: 202, body: { action_id: `act_${refunds}` } }
  })
  for (const wake of all) {
    now += wake.hours * HOUR
    isLost = wake.isLost
    client.wake(new Date(now).toISOString())
  }
  return refunds
}

const isOnce = (open: (ask: Ask) => Client, parameters: object = RUNS) =>
  fc.assert(
    fc.property(wakes, (all) => refundsOf(open, all) <= 1),
    parameters,
  )

const captured = {
  id: 'evt_captured',
  type: 'payment_captured',
  created_on: '2026-03-09T10:00:00Z',
  data: { id: 'pay_one', amount: 6000, currency: 'EUR', source: { type: 'sepa', id: 'src_one' } },
}
const stored = readStored({
  kind: 'webhook',
  isVerified: true,
  receivedAt: '2026-03-09T10:00:00Z',
  body: captured,
})
const read = isRight(stored) ? readMessage(stored.right) : stored
const paid = isRight(read) ? read.right.map(({ event }) => event) : []

test('the careful client is never paid twice, and sends when it may', () => {
  isOnce(carefulClient(paid))
  const lost = { hours: 0, isLost: true }
  expect(refundsOf(carefulClient(paid), [lost, { hours: 1, isLost: false }])).toBe(1)
})

test('the naive client pays twice, as the README shows', () => {
  let found = ''
  try {
    isOnce(naiveClient, { seed: 7 })
  } catch (error) {
    found = String(error instanceof Error ? error.message : error).replace(/\n\nHint:[\s\S]*/, '')
  }
  expect(found).toContain('Counterexample')
  expect(readme).toContain(`\`\`\`text\n${found}\n\`\`\``)
})
