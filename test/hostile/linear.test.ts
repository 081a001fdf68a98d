/** The work grows linearly with the size of the input: counted, not timed. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, describe, expect, test } from 'vitest'
import { sepaPayment, session } from '../../machines/index.ts'
import { type PaymentId, paymentStream } from '../../machines/words/payment-names.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { pathOf } from '../../src/inspect/picture/path.ts'
import { tentative } from '../../src/judge/tentative-event.ts'
import { type Entry, sealed } from '../../src/log/entry.ts'
import { emptyTip } from '../../src/log/tip.ts'
import { payfold } from '../../src/payfold.ts'
import { fromResponse } from '../../src/provider/read/message.ts'
import { readMessage } from '../../src/provider/read/read-message.ts'
import { readResponse } from '../../src/provider/read/response.ts'
import { readCallback } from '../../src/provider/read/session-events.ts'
import { verifySignature } from '../../src/provider/read/signature.ts'
import { readWebhook } from '../../src/provider/read/webhook.ts'
import { checkRequest, type EndpointName, endpoints } from '../../src/provider/wire/endpoints.ts'
import type { Stream } from '../../src/words/stream.ts'
import { type Instant, toInstant } from '../../src/words/time/instant.ts'
import { reported, right } from '../given.ts'
import { HEARD } from '../provider/read/given.ts'
import { readDelivery } from '../read-delivery.ts'
import {
  append,
  audit,
  decodeEvent,
  fromLine,
  machines,
  readPolicy,
  root,
  toLine,
} from '../root.ts'
import { leaves, planted } from './fields.ts'

/** A value that counts how often it, or anything in it, is read. */
const counted = (value: unknown, count: () => void): unknown => {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get: (target, key) => {
      count()
      return counted(Reflect.get(target, key) as unknown, count)
    },
    has: (target, key) => {
      count()
      return Reflect.has(target, key)
    },
    getOwnPropertyDescriptor: (target, key) => {
      count()
      return Reflect.getOwnPropertyDescriptor(target, key)
    },
  })
}

const readsOf = (value: unknown, enter: (value: unknown) => unknown): number => {
  let reads = 0
  enter(
    counted(value, () => {
      reads += 1
    }),
  )
  return reads
}

const params = { id: 'pay_1', payment_id: 'pay_1', session_id: 'sid_1', source_id: 'src_1' }

const answer =
  (name: EndpointName, status = 200) =>
  (body: unknown): unknown =>
    readResponse(name, { params, request: body, status, body, receivedAt: HEARD })

const many = <A>(size: number, make: (index: number) => A): readonly A[] =>
  Array.from({ length: size }, (_, index) => make(index))

const keys = (size: number): object => Object.fromEntries(many(size, (index) => [`k${index}`, {}]))

const stored = (index: number): DomainEvent =>
  reported(
    'payment_refunded',
    { paymentId: 'pay_1', actionId: `act_${index}`, amount: 1 },
    { id: `evt_${index}`, at: HEARD },
  )

/** What anyone may send to the stream of a session: each with other content, received one by one. */
const unsigned = (index: number): DomainEvent => {
  const recordedAt = new Date(Date.UTC(2026, 2, 2) + 1000 * index).toISOString()
  const stamp = { id: `made_${index}`, at: null, recordedAt, source: 'unsigned' } as const
  return reported('session_approved', { sessionId: 'sid_1' }, stamp)
}

/** A root with one machine, to which the events of others mean nothing. */
const only = payfold([session])

/** The state of a session without events. */
const SESSION = 'session-sid_1' as Stream
const waiting = root.fold(SESSION, [])

const PAYMENT = paymentStream('pay_1' as PaymentId)
const tip = emptyTip(PAYMENT)

/** A stored state with so many occurrences. */
const occurred = (size: number): object => ({
  ...waiting,
  occurrences: many(size, (index) => ({ place: 'chart', key: 'k', events: [stored(index)] })),
})

/** Inputs that are made larger, and the entrances that take them. */
const LISTS: Readonly<
  Record<string, readonly [(size: number) => unknown, (value: unknown) => unknown]>
> = {
  'actions of a payment': [
    (size) => many(size, (index) => ({ id: `act_${index}`, type: 'Refund', approved: true })),
    answer('getPaymentActions'),
  ],
  'actions that cannot be read': [(size) => many(size, () => ({})), answer('getPaymentActions')],
  'error codes': [
    (size) => ({ error_codes: many(size, (index) => `code_${index}`) }),
    answer('requestRefund', 422),
  ],
  'next actions': [
    (size) => ({ id: 'sid_1', next_actions: many(size, () => 'complete') }),
    answer('getSession'),
  ],
  links: [
    (size) => ({ id: 'pay_1', status: 'Captured', _links: keys(size) }),
    answer('getPayment'),
  ],
  'unknown fields of a body': [(size) => ({ id: 'pay_1', ...keys(size) }), answer('createPayment')],
  'unknown fields of a webhook': [
    (size) => ({ type: 'payment_captured', data: { id: 'pay_1', ...keys(size) } }),
    (body) => readWebhook({ isVerified: true, body, receivedAt: HEARD }),
  ],
  'unknown fields of a callback': [
    (size) => ({ id: 'sid_1', status: 'approved', ...keys(size) }),
    (body) => readCallback({ body, receivedAt: HEARD }),
  ],
  'path parameters': [
    (size) => ({
      kind: 'response',
      receivedAt: HEARD,
      endpoint: 'getPayment',
      status: 200,
      params: keys(size),
      body: { id: 'pay_1' },
    }),
    (delivery) => readDelivery(delivery),
  ],
  'interface elements of a request': [
    (size) => ({ channel: 'app', sdk_ui_elements: many(size, () => 'unknown interface elements') }),
    (body) => checkRequest(endpoints.submitChannelData)(body),
  ],
  'fields of a policy': [keys, (changes) => readPolicy(changes as Record<string, unknown>)],
  'fields of a stored event': [
    (size) => ({ ...stored(0), data: { ...stored(0).data, ...keys(size) } }),
    decodeEvent,
  ],
  'fields of a tentative event': [
    (size) => ({ paymentId: 'pay_1', ...keys(size) }),
    (data) =>
      tentative(decodeEvent, 'refund_requested', data as Record<string, unknown>, {
        commandId: 'c',
        now: toInstant(HEARD),
      }),
  ],
  'fields of a command': [
    (size) => ({
      type: 'completeSession',
      data: { sessionId: 'sid_1', ...keys(size) },
      metadata: { commandId: 'c', now: HEARD },
    }),
    (command) => root.decide(waiting, command as Parameters<typeof root.decide>[1]),
  ],
  'fields of a stored state': [(size) => ({ ...waiting, ...keys(size) }), root.resume],
  'occurrences of a stored state': [occurred, root.resume],
  'occurrences of a stored state that other machines know': [occurred, only.resume],
  'events to append': [
    (size) => many(size, stored),
    (events) => append(tip, events as readonly DomainEvent[]),
  ],
  'unsigned events to append': [
    (size) => many(size, unsigned),
    (events) => append(emptyTip(SESSION), events as readonly DomainEvent[]),
  ],
  'unsigned events to fold': [
    (size) => many(size, unsigned),
    (events) => root.fold(SESSION, events as readonly DomainEvent[]),
  ],
}

test.each(Object.entries(LISTS))(
  'four times as many %s are read four times as often',
  (_, [make, enter]) => {
    const [few, more] = [readsOf(make(100), enter), readsOf(make(400), enter)]
    expect(few).toBeGreaterThan(0)
    expect(more).toBeLessThanOrEqual(4 * few)
  },
)

const RUNS_THROUGH = 'every filter find flatMap includes map reduce some'.split(' ')

/** How many elements of lists the work runs through. */
const stepsOf = (work: () => unknown): number => {
  let steps = 0
  const lists = Array.prototype as unknown as Record<string, (...given: unknown[]) => unknown>
  const before = RUNS_THROUGH.map((name) => [name, lists[name]] as const)
  for (const [name, run] of before) {
    lists[name] = function (this: readonly unknown[], ...given) {
      steps += this.length
      return run?.apply(this, given)
    }
  }
  try {
    work()
  } finally {
    for (const [name, run] of before) if (run !== undefined) lists[name] = run
  }
  return steps
}

/** The lines of a log of one stream, as somebody wrote it who did not ask `append`. */
const linesOf = (stream: Stream, events: readonly DomainEvent[]): readonly string[] => {
  let previous: string | null = null
  return events.map((event, revision) => {
    const entry: Entry = sealed({ event, form: 1, previous, revision, stream })
    previous = entry.hash
    return `${toLine(entry)}\n`
  })
}

const AT = '2026-06-01T00:00:00.0000000Z' as Instant
const pending = reported('payment_pending', { paymentId: 'pay_1', method: 'sepa' }, { at: HEARD })

/** Refunds that no message names, of one payment: each is parked, and asks. */
const unbound = (size: number): readonly DomainEvent[] => [
  pending,
  ...many(size, (index) => ({ ...stored(index + 1), data: { paymentId: 'pay_1', amount: 1 } })),
]

const FLOODS: Readonly<Record<string, (size: number) => () => unknown>> = {
  'unsigned events that are folded': (size) => () => root.fold(SESSION, many(size, unsigned)),
  'unsigned events that evolve a state': (size) => () => {
    let state: object = root.fold(SESSION, [])
    for (const event of many(size, unsigned)) state = root.evolve(state as never, event)
  },
  'unsigned events that evolve a long stream': (size) => {
    const first = root.fold(PAYMENT, [pending, ...many(100, stored)])
    return () => {
      let state: object = first
      for (const event of many(size, unsigned)) state = root.evolve(state as never, event)
    }
  },
  'unsigned entries that are audited': (size) => {
    const lines = linesOf(SESSION, many(size, unsigned))
    return () => audit(machines)(lines)
  },
  'questions about unsigned events': (size) => {
    const state = root.fold(SESSION, many(size, unsigned))
    return () => root.questions(state, AT)
  },
  'questions about parked events': (size) => {
    const state = root.fold(PAYMENT, unbound(size))
    expect(state.parked.length).toBeGreaterThanOrEqual(size)
    return () => root.questions(state, AT)
  },
}

describe('four times as many', () => {
  test.each(Object.entries(FLOODS))('%s are run through four times as often', (_, flood) => {
    const [few, more] = [stepsOf(flood(200)), stepsOf(flood(800))]
    expect(few).toBeGreaterThan(0)
    expect(more).toBeLessThanOrEqual(4.2 * few)
  })

  test('of unsigned entries 16 are counted in a report, and no more', () => {
    const report = (size: number) => audit(machines)(linesOf(SESSION, many(size, unsigned)))
    expect(report(16).facts).toEqual({ Unsigned: 16 })
    expect([report(17).facts['Unsigned'], report(17).lines]).toEqual([16, 17])
  })
})

test('the path of a stream has one context, which no step copies, however long the stream is', () => {
  const path = (size: number) => {
    const state = root.fold(PAYMENT, [pending, ...many(size, stored)])
    return [...pathOf(sepaPayment as never, state as never).steps]
  }
  const [few, more] = [path(5), path(20)]
  expect([few.length, more.length]).toEqual([6, 21])
  const contextsOf = (steps: typeof few) => new Set(steps.map(({ after }) => after.context)).size
  expect([contextsOf(few), contextsOf(more)]).toEqual([1, 1])
})

test('a message is hashed once, however many events it reports', () => {
  const rows = many(50, (index) => ({ id: `act_${index}`, type: 'Refund', approved: true }))
  const about = { endpoint: 'getPaymentActions', params: { id: 'pay_1' }, receivedAt: HEARD }
  const message = fromResponse({ ...about, status: 200, body: JSON.stringify(rows) } as never)
  let hashed = 0
  const createHash = crypto.createHash
  crypto.createHash = (name) => {
    hashed += 1
    return createHash(name)
  }
  syncBuiltinESMExports()
  try {
    expect(right(readMessage(right(message))).length).toBe(50)
  } finally {
    crypto.createHash = createHash
    syncBuiltinESMExports()
  }
  expect(hashed).toBe(1)
})

const LONG = 20_000

/** The longest text that each pattern was applied to, and the longest that was normalized. */
const met = new Map<string, number>()
let normalized = 0

const exec = RegExp.prototype.exec
const normalize = String.prototype.normalize

const watched = (enter: () => unknown): void => {
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    met.set(String(this), Math.max(met.get(String(this)) ?? 0, text.length))
    return exec.call(this, text)
  }
  String.prototype.normalize = function (this: string, form?: string) {
    normalized = Math.max(normalized, this.length)
    return normalize.call(this, form)
  }
  try {
    enter()
  } finally {
    RegExp.prototype.exec = exec
    String.prototype.normalize = normalize
  }
}

/** A long text after a valid beginning, so that it passes the first check. */
const LONG_TEXTS = ['', 'pay_', 'https://a/', 'a@', 'DE89', '2026-03-02T10:00:00.', '?expiry=']

afterAll(() => {
  RegExp.prototype.exec = exec
  String.prototype.normalize = normalize
})

describe('a text of any length', () => {
  for (const [index, known] of leaves.entries()) {
    const text = `${LONG_TEXTS[index % LONG_TEXTS.length]}${'1'.repeat(LONG)}`
    const thing = planted(known, JSON.stringify(text), false)
    const body = thing['body'] ?? thing['event'] ?? thing
    watched(() => {
      readDelivery(thing)
      readWebhook({ isVerified: true, body, receivedAt: HEARD })
      readCallback({ body, receivedAt: HEARD })
      for (const endpoint of Object.values(endpoints)) {
        readResponse(endpoint.name, { params, body, status: 200, receivedAt: HEARD })
        checkRequest(endpoint)(thing['request'] ?? thing)
      }
      decodeEvent(thing['event'] ?? thing)
      verifySignature(new TextEncoder().encode(text), text, [text.padEnd(16, '.')])
      fromLine(text)
      root.resume(thing['state'] ?? thing)
      root.decide(waiting, (thing['command'] ?? thing) as Parameters<typeof root.decide>[1])
      only.decode(thing['event'] ?? thing)
      readPolicy({ sepaZone: text })
      tentative(decodeEvent, text, {}, { commandId: text, now: toInstant(HEARD) })
    })
  }

  test('meets only these patterns, each of which can match it in one way', () => {
    const long = [...met].flatMap(([pattern, length]) => (length >= LONG ? [pattern] : []))
    expect(long.toSorted()).toMatchInlineSnapshot(`
      [
        "/(?:[Zz]|[+-]\\d{2}(?::?\\d{2})?)$/",
        "/:([\\d.]+)$/",
        "/\\S/",
        "/\\p{Surrogate}/u",
        "/^((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(?!$)|$)){4}$/",
        "/^(\\d{4})(\\d{2})(\\d{2})$/",
        "/^(\\d{4})-(\\d{2})-(\\d{2})(?:[Tt ](\\d{2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?(?:([Zz])|([+-])(\\d{2})(?::?(\\d{2}))?)?)?$/",
        "/^[ !#-[\\]-~]*$/",
        "/^[+-]?\\d{1,3}$/",
        "/^[0-9a-f]{64}$/",
        "/^[0-9a-f]{64}$/i",
        "/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/",
        "/^[A-Z]{2}$/",
        "/^[A-Z]{2}\\d{2}[A-Z0-9]+$/",
        "/^[A-Z]{3}$/",
        "/^[A-Za-z0-9#(][A-Za-z0-9._:/#+()=&,-]{0,79}$/",
        "/^[A-Za-z0-9][A-Za-z0-9._:/#+-]{0,79}$/",
        "/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/",
        "/^[^\\s@]+@[^\\s@]+$/",
        "/^[a-z][a-z_]{0,39}-/",
        "/^\\d{1,10}$/",
        "/^\\d{1,16}$/",
        "/^\\d{12,19}$/",
        "/^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,7})?Z$/",
        "/^\\d{4}-\\d{2}-\\d{2}$/",
        "/^\\uFEFF/",
        "/^act_[A-Za-z0-9]{1,64}$/",
        "/^cus_[A-Za-z0-9]{1,64}$/",
        "/^dsp_[A-Za-z0-9]{1,64}$/",
        "/^file_[A-Za-z0-9]{1,64}$/",
        "/^https?:\\/\\/[^\\s/]\\S*$/i",
        "/^pay_[A-Za-z0-9]{1,64}$/",
        "/^sid_[A-Za-z0-9]{1,64}$/",
        "/^src_[A-Za-z0-9]{1,64}$/",
      ]
    `)
  })

  test('is never normalized, which would take quadratic time', () => {
    expect(normalized).toBeGreaterThan(0)
    expect(normalized).toBeLessThan(1000)
  })

  test('of combining marks is not a name, whatever it would normalize to', () => {
    const marks = { type: `a${'\u0301\u0323'.repeat(LONG)}`, data: {} }
    watched(() => readWebhook({ isVerified: true, body: marks, receivedAt: HEARD }))
    expect(normalized).toBeLessThan(1000)
  })
})
