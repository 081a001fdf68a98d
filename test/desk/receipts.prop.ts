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
import { machines } from '../given.ts'

const RUNS = { numRuns: Number(process.env['RUNS'] ?? 12) }
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
  await fc.assert(property, RUNS)
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
  await fc.assert(property, RUNS)
})

test('a mandate gets an event with the receipt of what made it known, not of what it is about', async () => {
  const captured = {
    kind: 'webhook',
    receivedAt: '2026-03-02T09:00:00Z',
    isVerified: true,
    body: {
      id: 'evt_1',
      type: 'payment_captured',
      created_on: '2026-03-02T08:59:58Z',
      data: { id: 'pay_1', action_id: 'act_1', amount: 5000, currency: 'EUR' },
    },
  } as const
  const source = { type: 'sepa', id: 'src_1' }
  const lookedUp = {
    ...{ kind: 'response', endpoint: 'getPayment', params: { payment_id: 'pay_1' }, status: 200 },
    ...{ askedAt: '2026-03-04T08:59:59Z', receivedAt: '2026-03-04T09:00:00Z', request: null },
    body: { id: 'pay_1', status: 'Captured', amount: 5000, currency: 'EUR', source },
  } as const
  const derived = (await takenIn([captured, lookedUp] as unknown as Delivery[])).filter(
    ({ stream }) => stream.startsWith('mandate-'),
  )
  expect(derived.map(({ event }) => [event.type, event.metadata.recordedAt])).toContainEqual([
    'collection_captured',
    instant('2026-03-04T09:00:00Z'),
  ])
})
