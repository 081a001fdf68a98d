/** When what a desk appends became known: messages are taken in as they were received. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { sepaMandate } from '../../machines/index.ts'
import { desk, memoryStore } from '../../src/desk/index.ts'
import { ownLoop } from '../../src/judge/own-loop.ts'
import { payfold } from '../../src/payfold.ts'
import { readStored } from '../../src/provider/index.ts'
import { deliveries } from '../../src/testing/generators/deliveries.ts'
import { histories } from '../../src/testing/generators/histories.ts'
import type { Delivery } from '../../src/testing/generators/messages.ts'
import { compare } from '../../src/words/data/lists.ts'
import { instant } from '../../src/words/time/instant.ts'
import { runsOf } from '../for-all.ts'
import { machines } from '../given.ts'

const runs = runsOf(4, 5)
const pf = payfold(machines)

const received = ({ receivedAt }: Delivery) => instant(receivedAt) ?? expect.fail(receivedAt)

/** Takes messages in by a desk, one after another, and returns the entries of its log. */
const takenIn = async (delivered: readonly Delivery[]) => {
  const store = memoryStore()
  const send = () => Promise.reject(new Error('nothing is sent'))
  const shop = desk(pf, { ...store, now: () => '2040-01-01T00:00:00Z', keys: [], send })
  for (const delivery of delivered) {
    const message = readStored(delivery)
    if (E.isRight(message)) await shop.take(message.right)
  }
  return store.lines().map((line) => {
    const read = pf.fromLine(line)
    return E.isRight(read) ? read.right : expect.fail(line)
  })
}

test('a log was received in its order if its messages were, also what a mandate gets from payments', async () => {
  const delivered = histories(sepaMandate)
    .chain((history) => deliveries(history))
    .map((all) => all.toSorted((one, other) => compare(received(one), received(other))))
  let derived = 0
  const property = fc.asyncProperty(delivered, async (all) => {
    const last = new Map<string, string>()
    for (const { stream, event } of await takenIn(all)) {
      const { eventId, recordedAt } = event.metadata
      const at = instant(recordedAt) ?? expect.fail(recordedAt)
      if (stream.startsWith('mandate-') && eventId.startsWith('made_')) derived += 1
      expect(at >= (last.get(stream) ?? at), `${stream} ${event.type} ${at}`).toBe(true)
      last.set(stream, at)
    }
  })
  await fc.assert(property, runs)
  expect(derived).toBeGreaterThan(0)
})

test('what is derived hangs on the messages, in whatever order and however often they are read', async () => {
  const delivered = histories(sepaMandate)
    .chain((history) => deliveries(history))
    .chain((all) =>
      fc.record({
        all: fc.constant(all),
        shuffled: fc.shuffledSubarray([...all], { minLength: all.length }),
      }),
    )
  const derivedFrom = (entries: Awaited<ReturnType<typeof takenIn>>) =>
    [...new Set(entries.map(({ stream }) => stream))].toSorted().flatMap((stream) => {
      const state = pf.fold(
        stream,
        entries.filter((entry) => entry.stream === stream),
      )
      const derived = ownLoop(pf).consequences(state)
      return E.isRight(derived) ? derived.right : []
    })
  const property = fc.asyncProperty(delivered, async ({ all, shuffled }) => {
    const log = await takenIn(all)
    expect(derivedFrom(log.toReversed())).toEqual(derivedFrom(log))
    expect(await takenIn([...all, ...shuffled])).toEqual(log)
  })
  await fc.assert(property, runs)
})

const source = { type: 'sepa', id: 'src_1' }
const money = { id: 'pay_1', amount: 5000, currency: 'EUR' }

const webhook = (type: string, day: number, data: object) => ({
  ...{ kind: 'webhook', receivedAt: `2026-03-0${day}T09:00:00Z`, isVerified: true },
  body: {
    ...{ id: `evt_${day}`, type, created_on: `2026-03-0${day}T08:59:58Z` },
    data: { ...money, ...data },
  },
})

const lookedUp = (status: string, day: number, body: object = {}) => ({
  ...{ kind: 'response', endpoint: 'getPayment', params: { payment_id: 'pay_1' }, status: 200 },
  ...{ askedAt: `2026-03-0${day}T08:59:59Z`, receivedAt: `2026-03-0${day}T09:00:00Z` },
  ...{ request: null, body: { ...money, status, source, ...body } },
})

/** What a mandate gets: each type, by whom it was said, and the day of its receipt. */
const gotBy = async (messages: readonly object[]) =>
  (await takenIn(messages as readonly Delivery[]))
    .filter(({ stream }) => stream.startsWith('mandate-'))
    .map(({ event: { type, metadata } }) => [
      type,
      metadata.source,
      metadata.recordedAt.slice(0, 10),
    ])

test('a mandate gets an event with the receipt of what made it known, not of what it is about', async () => {
  const captured = webhook('payment_captured', 2, { action_id: 'act_1' })
  expect(await gotBy([captured, lookedUp('Captured', 4)])).toContainEqual([
    'collection_captured',
    'report',
    '2026-03-04',
  ])
  // that it was pending, this look-up shows only once the payment is captured after all
  const declined = lookedUp('Declined', 3, { requested_on: '2026-03-01T08:00:00Z' })
  const later = webhook('payment_captured', 4, { action_id: 'act_1', source })
  expect(await gotBy([declined, later])).toContainEqual([
    'collection_presented',
    'inferred',
    '2026-03-04',
  ])
})
