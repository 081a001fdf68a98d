/**
 * The provider's own library against a provider on this machine: what it sends passes payfold's
 * checks, and what it returns reads the same as the provider's own bytes.
 */

import { randomUUID } from 'node:crypto'
import { createReadStream, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { payfold } from 'payfold'
import { ownLoop } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import {
  type EndpointName,
  fromResponse,
  fromWebhook,
  readMessage,
  readStored,
} from 'payfold/provider'
import {
  type Delivery,
  deliveries,
  histories,
  play,
  sepaSandbox,
  ticketSandbox,
} from 'payfold/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backend, callable } from '../src/backend.ts'
import { type Provider, signed, startProvider } from '../src/provider.ts'
import { complete } from './bodies.ts'

const MACHINES = [session, sepaPayment, sepaMandate, ticketPayment] as const
const pf = payfold(MACHINES)

/** Keys of the older platform are sent as they are; the library writes `Bearer` before newer ones. */
const KEY = `sk_test_${randomUUID()}`
const WEBHOOK_KEY = randomUUID()

let provider: Provider
let client: ReturnType<typeof backend>
beforeAll(async () => {
  provider = await startProvider(KEY)
  client = backend(provider.host, KEY)
})
afterAll(() => provider.close())

type Read = ReturnType<typeof readMessage>
type Events = Extract<Read, { readonly _tag: 'Right' }>['right']

/** Reads a message from its stored form. */
const readStoredMessage = (delivery: Delivery): Read => {
  const message = readStored(delivery)
  return E.isLeft(message) ? message : readMessage(message.right)
}

/** Events without the digests of the bytes that arrived. */
const bare = (events: unknown): unknown =>
  JSON.parse(JSON.stringify(events, (name, each) => (name === 'message' ? undefined : each)))

const eventsOf = (read: E.Either<unknown, Events>): Events =>
  E.getOrElseW((problem) => {
    throw new Error(JSON.stringify(problem))
  })(read)

type Response = Extract<Delivery, { kind: 'response' }>
type Webhook = Extract<Delivery, { kind: 'webhook' }>

/** The events of a response that has gone through the library. */
const called = async (delivery: Response) => {
  const { endpoint, params, request, commandId, receivedAt, status, body } = delivery
  provider.answer({ status, body })
  const answered = await client.call({
    endpoint: endpoint as EndpointName,
    params: params as Readonly<Record<string, string>>,
    request: complete(endpoint as EndpointName, request),
    key: commandId,
    receivedAt,
    askedAt: (delivery as { askedAt?: string }).askedAt,
  })
  const call = provider.calls.at(-1)
  expect([endpoint, call?.endpoint, call?.wrong]).toEqual([endpoint, endpoint, []])
  if (endpoint === 'createPayment' || endpoint === 'requestRefund') {
    expect(call?.key).toBe(commandId)
  }
  return eventsOf(answered)
}

/** The events of a webhook that arrived with its signature. */
const received = ({ body, receivedAt }: Webhook) => {
  const raw = new TextEncoder().encode(JSON.stringify(body))
  const message = fromWebhook(raw, signed(raw, WEBHOOK_KEY), [WEBHOOK_KEY], receivedAt)
  expect(E.isLeft(fromWebhook(raw, signed(raw, KEY), [WEBHOOK_KEY], receivedAt))).toBe(true)
  return eventsOf(E.isLeft(message) ? message : readMessage(message.right))
}

/** What comes from the provider: webhooks, and the responses to calls that the library has. */
const isOfProvider = (delivery: Delivery): boolean =>
  delivery.kind === 'webhook' ||
  (delivery.kind === 'response' && callable.includes(delivery.endpoint as EndpointName))

/** The events of messages, each read from where it arrived. */
const arrived = async (all: readonly Delivery[]) => {
  const events = []
  for (const delivery of all) {
    const read =
      delivery.kind === 'response' ? await called(delivery) : received(delivery as Webhook)
    expect(bare(read)).toEqual(bare(eventsOf(readStoredMessage(delivery))))
    events.push(...read)
  }
  return events
}

describe('the scenarios of the sandbox', () => {
  const scenarios = Object.entries({ ...sepaSandbox, ...ticketSandbox })

  test.each(scenarios)('%s ends through the library as it should', async (_, scenario) => {
    for (const mandateType of ['single', 'recurring'] as const) {
      const { deliveries: all, end } = play(scenario, { mandateType })
      const events = await arrived(all)
      const stateOf = (prefix: string) => {
        const own = events.filter(({ stream }) => stream.startsWith(`${prefix}-`))
        const [first] = own
        return first === undefined
          ? null
          : pf.fold(
              first.stream,
              own.map(({ event }) => event),
            )
      }
      const payment = stateOf('payment')
      expect(payment?.status).toBe(end.payment)
      expect(payment?.findings).toEqual([])
      if (payment === null || end.mandate === null) continue
      const consequences = ownLoop(pf).consequences(payment)
      const implied = E.isRight(consequences) ? consequences.right.map(({ event }) => event) : []
      const created = events.filter(({ stream }) => stream.startsWith('mandate-'))
      const [mandate] = created
      const all2 = [...created.map(({ event }) => event), ...implied]
      expect(mandate && pf.fold(mandate.stream, all2).status).toBe(end.mandate)
    }
  })
})

describe.each(MACHINES.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
  test('reads the same through the library as from the provider itself', async () => {
    const messages = histories(machine).chain((history) => deliveries(history))
    await fc.assert(
      fc.asyncProperty(messages, async (all) => {
        await arrived(all.filter(isOfProvider))
      }),
      { numRuns: 60 },
    )
  })
})

describe('the other calls of the library', () => {
  const receivedAt = '2026-03-02T10:00:00Z'
  const at = async (make: () => Promise<unknown>, status: number, body: unknown) => {
    provider.answer({ status, body })
    const result = await make()
    const { endpoint, line, wrong } = provider.calls.at(-1) ?? {}
    return { result, endpoint, line, wrong }
  }

  test('uploads a file and gets its record', async () => {
    // the library sends a file as a stream: without its name, it would be a text
    const path = join(mkdtempSync(join(tmpdir(), 'payfold-')), 'evidence.pdf')
    writeFileSync(path, '%PDF-1.7 evidence')
    const upload = () => {
      const file = createReadStream(path)
      return client.library.files.upload({ file, purpose: 'dispute_evidence' } as never)
    }
    const uploaded = await at(upload, 200, { id: 'file_1' })
    expect(uploaded).toMatchObject({ endpoint: 'uploadFile', wrong: [], result: { id: 'file_1' } })
    const read = await client.call({
      endpoint: 'getFile',
      params: { file_id: 'file_1' },
      receivedAt,
    })
    expect(E.isRight(read)).toBe(true)
  })

  test('sends the completion of the 3DS Method to a path of its own', async () => {
    const { library } = client
    const answer = { id: 'sid_1', status: 'approved', next_actions: ['complete'] }
    const sent = await at(
      () => library.sessions.update3DSMethodCompletionIndicator('sid_1', 'Y'),
      201,
      answer,
    )
    expect(sent).toMatchObject({ line: 'PUT /sessions/sid_1/issuer-fingerprint', wrong: [] })
    const message = fromResponse({
      endpoint: 'submitChannelData',
      params: { session_id: 'sid_1' },
      status: 201,
      body: sent.result,
      receivedAt,
    })
    expect(E.isRight(message) && readMessage(message.right)).toMatchObject({
      right: [
        { event: { type: 'channel_data_submitted' } },
        { event: { type: 'session_approved' } },
      ],
    })
  })

  test('lists the payments with a reference, which settles a payment in doubt', async () => {
    const reference = 'pay-order-7'
    const payment = { id: 'pay_7', status: 'Pending', amount: 500, currency: 'EUR', reference }
    provider.answer({ status: 200, body: { total_count: 1, data: [payment] } })
    const read = await client.call({
      endpoint: 'getPayments',
      params: { reference, source_id: 'src_1' },
      receivedAt,
      askedAt: receivedAt,
    })
    expect(provider.calls.at(-1)).toMatchObject({ params: { reference }, wrong: [] })
    expect(eventsOf(read)).toMatchObject([
      { stream: 'payment-pay_7', event: { type: 'state_observed' } },
      { stream: 'mandate-src_1', event: { type: 'actions_listed', data: { reference } } },
    ])
  })

  test('is refused a refund without a body, for everything that is left would go', async () => {
    const call = client.call({
      endpoint: 'requestRefund',
      params: { payment_id: 'pay_1' },
      key: 'refund-1',
      receivedAt,
    })
    expect(await call).toMatchObject({ right: [{ event: { type: 'request_refused' } }] })
    expect(provider.calls.at(-1)?.wrong.join()).toMatch(/everything|amount/)
  })

  test('gets and cancels mandates at paths that payfold does not have', async () => {
    const { sepa } = client.library
    for (const make of [() => sepa.getMandate('src_1'), () => sepa.cancelPPROMandate('src_1')]) {
      await expect(make()).rejects.toThrow()
      expect(provider.calls.at(-1)).toMatchObject({ endpoint: null, wrong: ['no endpoint'] })
    }
  })

  test('sends a newer key as `Bearer`, and an older one as it is', async () => {
    const newer = backend(provider.host, `sk_${randomUUID().replaceAll('-', '').slice(0, 27)}`)
    await newer.call({ endpoint: 'getPayment', params: { id: 'pay_1' }, receivedAt })
    expect(provider.calls.at(-1)?.wrong).toEqual(['Authorization'])
  })
})

test('every call of the library was made, and passed the checks', () => {
  const passed = provider.calls.flatMap(({ endpoint, wrong }) =>
    wrong.length === 0 ? endpoint : [],
  )
  expect(callable.filter((endpoint) => !passed.includes(endpoint))).toEqual([])
})
