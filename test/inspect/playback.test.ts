/**
 * Playback, compared with what the official inspector reports of a live actor, and sent through its
 * server.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import {
  createInspector,
  createWebSocketInspector,
  createWebSocketReceiver,
} from '@statelyai/inspect'
import { createInspectorServer } from '@statelyai/inspect/server'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createActor } from 'xstate'
import { leniently } from '../../src/contract/guards.ts'
import type { Machine } from '../../src/contract/machine-record.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { folder } from '../../src/fold/fold.ts'
import { pathOf } from '../../src/inspect/picture/path.ts'
import type { InspectionEvent } from '../../src/inspect/playback.ts'
import { playback } from '../../src/inspect/playback.ts'
import type { Entry } from '../../src/log/entry.ts'
import type { Stream } from '../../src/words/stream.ts'
import { byId, firstDifference, pay, reported, sid, src } from '../given.ts'

type Any = Machine<object, string, string>

const at = (day: string, id: string) => ({ at: `2026-${day}T10:00:00.1234567Z`, id })

const step = (type: string, data: object, day: string, number: number) =>
  reported(type, data, at(day, `evt_${number}`))

const EUR = { amount: 1000, currency: 'EUR' }

/** A valid history for each machine, and an event that no transition takes. */
const LIVES: Readonly<Record<string, readonly DomainEvent[]>> = {
  'session@1': [
    step('session_created', { ...sid, mode: 'hosted' }, '03-02', 1),
    step('session_challenged', sid, '03-03', 2),
    step('session_approved', sid, '03-04', 3),
    step('session_completed', { ...sid, approved: true }, '03-05', 4),
  ],
  'sepa-payment@1': [
    step('payment_pending', { ...pay, ...src, ...EUR }, '03-02', 1),
    step('payment_captured', pay, '03-04', 2),
    step('payment_refunded', { ...pay, actionId: 'act_1', amount: 400 }, '03-06', 3),
    step('payment_chargeback', { ...pay, actionId: 'act_2', amount: 600 }, '04-06', 4),
    step('payment_declined', pay, '04-07', 5),
  ],
  'sepa-mandate@1': [
    step('mandate_created', { ...src, mandateType: 'recurring' }, '01-02', 1),
    reported('mandate_cancelled', src, { at: '2030-01-01T10:00:00Z', id: 'evt_2' }),
  ],
  'ticket-payment@1': [
    step('payment_pending', { ...pay, amount: 1000, currency: 'ARS' }, '03-02', 1),
    step('payment_expired', pay, '03-04', 2),
    step('payment_captured', { ...pay, amount: 1000 }, '03-06', 3),
  ],
}

const lifeOf = (machine: Any): readonly DomainEvent[] => LIVES[machine.id] ?? []

/** What the official inspector reports of a live actor that receives the same events. */
const official = async (
  machine: Any,
  events: readonly DomainEvent[],
): Promise<readonly object[]> => {
  const seen: object[] = []
  const inspector = createInspector({ send: (event) => seen.push(event) })
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
  const rules = leniently(machine.definition)
  const actor = createActor(machine.chart.provide({ guards: { rules } }), {
    inspect: inspector.inspect as never,
  })
  actor.start()
  await settled()
  for (const { event } of pathOf(machine, folder(machine).fold(events)).steps) {
    actor.send(event)
    await settled()
  }
  return seen
}

/** What depends on the run, and what only payfold adds. */
const AS_IT_IS = ['id', 'createdAt', 'sessionId', 'rootId', 'name', 'definition', 'findings']
const alike = (events: readonly object[]): unknown =>
  JSON.parse(JSON.stringify(events, (name, value) => (AS_IT_IS.includes(name) ? undefined : value)))

describe.each(byId)('a stream of %s, played back', (_, machine) => {
  test('equals what the official inspector reports of a live actor', async () => {
    const ours = [...playback(machine)(lifeOf(machine))]
    expect(ours.length).toBeGreaterThan(7)
    expect(alike(ours)).toEqual(alike(await official(machine, lifeOf(machine))))
  })
})

const payment = byId.find(([id]) => id === 'sepa-payment@1')?.[1] as Any
const mandate = byId.find(([id]) => id === 'sepa-mandate@1')?.[1] as Any
const only = <T extends InspectionEvent['type']>(events: Iterable<InspectionEvent>, type: T) =>
  [...events].filter(
    (each): each is Extract<InspectionEvent, { readonly type: T }> => each.type === type,
  )
const snapshots = (events: readonly DomainEvent[], machine = payment) =>
  only(playback(machine)(events), '@xstate.snapshot')

describe('a playback', () => {
  test('has the real times, and stable names', () => {
    const play = playback(payment, { stream: 'payment-pay_1' as Stream })
    const events = [...play(lifeOf(payment))]
    expect(
      events.map(({ createdAt }) => new Date(Number(createdAt)).toISOString().slice(5, 10)),
    ).toEqual(
      '03-02 03-02 03-02 03-02 03-02 04-07 04-07 03-04 03-04 03-06 03-06 04-06 04-06'.split(' '),
    )
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect(new Set(events.flatMap(({ sessionId, rootId }) => [sessionId, rootId]))).toEqual(
      new Set(['payment-pay_1']),
    )
    expect([...play(lifeOf(payment))]).toEqual(events)
    expect(events[0]).toMatchObject({ name: 'payment-pay_1', id: 'payment-pay_1/0' })
    const [nameless] = playback(payment)([])
    expect(nameless).toMatchObject({ name: 'sepa-payment@1', createdAt: '0' })
  })

  test('takes entries as well as events', () => {
    const entries = lifeOf(payment).map((event) => ({ event }) as Entry)
    expect([...playback(payment)(entries)]).toEqual([...playback(payment)(lifeOf(payment))])
  })

  test.each([
    [
      'after those of the stream',
      (own: readonly DomainEvent[], other: DomainEvent) => [...own, other],
    ],
    ['before them', (own: readonly DomainEvent[], other: DomainEvent) => [other, ...own]],
    ['alone', (_: readonly DomainEvent[], other: DomainEvent) => [other]],
  ])('ends as the stream folds, also with an event about another subject %s', (_, mixed) => {
    const stream = 'payment-pay_1' as Stream
    const other = step('payment_captured', { paymentId: 'pay_2', amount: 1 }, '03-03', 9)
    const events = mixed(lifeOf(payment).slice(0, 2), other)
    const { value, context } = folder(payment).fold(events, stream)
    const last = only(playback(payment, { stream })(events), '@xstate.snapshot').at(-1)
    expect(last?.snapshot).toMatchObject({ value, context })
    expect(last?.snapshot.findings).toEqual([expect.stringMatching(/^OtherSubject: /)])
  })

  test('names in its chart the terms of every guard, in words', () => {
    const [actor] = only(playback(payment)([]), '@xstate.actor')
    const { states, id } = JSON.parse(actor?.definition ?? '')
    expect(id).toBe('sepa-payment@1')
    expect(states.uncaptured.states.none.on.payment_captured.guard).toEqual({
      type: '⟨missingPredecessor⟩',
    })
    expect(states.captured.states.refund.on.refund_requested.guard.type).toBe(
      '⟨withinRefundWindow; sameCurrency; notInDoubt for commands; withinNet for commands⟩',
    )
    expect(states.captured.states.refund.on.payment_refunded[2].guard.type).toBe(
      'if allRefunded ⟨withinRefundWindow; withinCaptured⟩',
    )
    expect(states.uncaptured.states.pending.on.payment_declined).toEqual({
      target: 'ended.declined',
      actions: 'record',
    })
  })

  test('shows findings from the event on at which they were found', () => {
    const late = [
      step('payment_captured', { ...pay, sourceId: 'src_1', ...EUR }, '03-02', 1),
      step('payment_refunded', { ...pay, actionId: 'act_1', amount: 400 }, '07-02', 2),
    ]
    const found = snapshots(late).map(({ snapshot }) =>
      snapshot.findings?.map((each) => each.split(':')[0]),
    )
    expect(found).toEqual([
      undefined,
      ['missingPredecessor'],
      ['missingPredecessor', 'withinRefundWindow'],
    ])
  })

  test('shows at the end what no transition took, and what has no entity', () => {
    const strange = [
      step('payment_pending', { ...pay, sourceId: 'src_1', ...EUR }, '03-02', 1),
      step('payment_expired', pay, '03-04', 2),
    ]
    const words =
      'NotOfThisLifecycle: payment_expired:evt_2 is not part of any lifecycle that this stream can have.'
    expect(snapshots(strange).map(({ snapshot }) => snapshot.findings)).toEqual([
      undefined,
      [words],
    ])
    expect(snapshots(strange.slice(1)).map(({ snapshot }) => snapshot.findings)).toEqual([[words]])
  })

  test('shows the passing of time if it changed the position', () => {
    const shown = snapshots(lifeOf(mandate), mandate).map(({ event, snapshot }) => [
      event.type,
      snapshot.value,
    ])
    expect(shown).toEqual([
      ['xstate.init', 'none'],
      ['mandate_created', 'active'],
      ['time_passed', 'expired'],
      ['mandate_cancelled', 'cancelled'],
    ])
  })

  test('is computed lazily', () => {
    const events = playback(payment)(lifeOf(payment))
    expect(events.next().value).toMatchObject({ type: '@xstate.actor' })
    expect(events.next().value).toMatchObject({
      type: '@xstate.event',
      event: { type: 'xstate.init' },
    })
    expect(events.return(undefined).done).toBe(true)
    expect([...events]).toEqual([])
  })
})

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** The length of a playback: more than the 200 events that the inspector keeps by default. */
const EVENTS = Number(process.env['EVENTS'] ?? 150)

/** A payment with this many events: refunds of a cent each. */
const long = (count: number): readonly DomainEvent[] => [
  step('payment_captured', { ...pay, amount: count, currency: 'EUR' }, '03-02', 0),
  ...Array.from({ length: count - 1 }, (_, index) =>
    step('payment_refunded', { ...pay, actionId: `act_${index}`, amount: 1 }, '03-04', index + 1),
  ),
]

/** What is sent until the receiver gets it: the server forwards only to those who are connected. */
const PROBE = 'probe'

describe('sent through the official server', () => {
  const through = async (events: readonly InspectionEvent[]): Promise<readonly object[]> => {
    const port = await freePort()
    const server = createInspectorServer({ port, autoOpen: false })
    const url = `ws://127.0.0.1:${port}`
    const received: object[] = []
    let isConnected = false
    const whole = new Promise<void>((resolve) => {
      createWebSocketReceiver({ server: url }).subscribe((event) => {
        if (String(event.type) === PROBE) {
          isConnected = true
          return
        }
        received.push(event)
        if (received.length === events.length) resolve()
      })
    })
    const probe = new WebSocket(url)
    await once(probe, 'open')
    while (!isConnected) {
      probe.send(JSON.stringify({ type: PROBE }))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    probe.close()
    const inspector = createWebSocketInspector({ url, maxDeferredEvents: Number.MAX_SAFE_INTEGER })
    for (const event of events) inspector.adapter.send(event as never)
    await whole
    inspector.stop()
    server.stop()
    return received
  }

  test.each(byId)('all of %s arrives, in order', async (_, machine) => {
    const events = [...playback(machine)(lifeOf(machine))]
    expect(await through(events)).toEqual(JSON.parse(JSON.stringify(events)))
  })

  test(`${EVENTS} of a payment, and the steps between them, arrive in order`, async () => {
    const events = [...playback(payment)(long(EVENTS))]
    expect(events).toHaveLength(2 * EVENTS + 3)
    expect(firstDifference(await through(events), events)).toBe(-1)
  })
})
