/** Any stored state: it is refused, or it is what its events fold to, and every method takes it. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { eventsOf } from '../../src/contract/state.ts'
import { type DomainEvent, type Instant, payfold, type Stream } from '../../src/index.ts'
import { emptyTip, ownLoop } from '../../src/machine.ts'
import { forAll } from '../for-all.ts'
import { machines, pay, reported } from '../given.ts'
import { events as EVENTS, states } from './fields.ts'
import { bomb } from './garbage.ts'
import { pathsIn, replaced, TEXTS, VALUES } from './reports.ts'
import { tally } from './tally.ts'

const RUNS = Number(process.env['RUNS'] ?? 0) / 50
const pf = payfold(machines)
const note = tally('hostile states', RUNS > 0)

type Known = ReturnType<typeof pf.fold>

const NOW = '2026-03-02T10:05:00.0000000Z' as Instant
const commands = [
  { type: 'requestRefund', data: { paymentId: 'pay_1', amount: 5 } },
  { type: 'completeSession', data: { sessionId: 'sid_1' } },
  { type: 'cancelMandate', data: { sourceId: 'src_1' } },
].map((each) => ({ ...each, metadata: { commandId: 'command-1', now: NOW } }))

/** Calls every method that takes a state. */
const used = (state: Known): void => {
  const answers = [
    pf.at(state, NOW),
    pf.allowed(state, NOW),
    pf.windows(state, NOW),
    pf.questions(state, NOW),
    pf.sums(state),
    ownLoop(pf).consequences(state),
    pf.exposure([state], NOW),
    pf.deadlines([state], '0000-01-01T00:00:00.0000000Z' as Instant, NOW),
  ]
  expect(answers.filter(({ _tag }) => _tag === 'Left')).toEqual([])
  for (const command of commands) pf.decide(state, command as never)
  for (const event of EVENTS.slice(0, 20)) {
    ownLoop(pf).validate(state, event)
    pf.evolve(state, event)
  }
  for (const each of [...state.findings, ...state.parked]) pf.explain(each)
}

/** Resumes anything. What is accepted is what its own events fold to. */
const resumed = (kept: unknown): string => {
  const taken = pf.resume(kept)
  if (E.isLeft(taken)) {
    expect(pf.explain(taken.left)).toMatch(/\S.*\.$/)
    return taken.left.error
  }
  const state = taken.right as Known
  const { revision: _, hash: __, ...own } = state
  const { revision: ___, ...folded } = pf.fold(
    state.stream as Stream,
    eventsOf(state as never),
  ) as Known
  if (state.stream !== null) expect(own).toEqual(folded)
  used(state)
  return 'accepted'
}

const PAYMENT = 'payment-pay_1' as Stream
const made = { ...pay, method: 'sepa', amount: 1000, currency: 'EUR', sourceId: 'src_1' }
const refund = { ...pay, actionId: 'act_1', amount: 300 }

/** A payment with refunds, a command, a snapshot, a conflict, strays and events of other machines. */
const mixed: readonly DomainEvent[] = [
  reported('payment_pending', made, { id: 'evt_1' }),
  reported('payment_captured', { ...pay, amount: 1000 }, { id: 'evt_2' }),
  reported('payment_captured', { ...pay, amount: 900 }, { id: 'evt_2' }),
  reported('refund_requested', { ...pay, amount: 300, commandId: 'c-1' }, { id: 'evt_3' }),
  reported('payment_refund_pending', refund, { id: 'evt_4' }),
  reported('payment_refunded', refund, { id: 'evt_5', at: '2026-03-05T10:00:00Z' }),
  reported('state_observed', { ...pay, status: 'captured' }, { id: 'evt_6', source: 'response' }),
  reported('payment_chargeback', { ...pay, amount: 50 }, { id: 'evt_7' }),
  reported('payment_captured', { paymentId: 'pay_2' }, { id: 'evt_8' }),
  reported('session_created', { sessionId: 'sid_1' }, { id: 'evt_9' }),
  reported('something_else', { deep: { inner: [1] } }, { id: 'evt_a' }),
]
const entries = ownLoop(pf).append(emptyTip(PAYMENT), mixed.slice(0, 2))
const json = (state: unknown): unknown => JSON.parse(JSON.stringify(state))

/** States of every machine, of one event and of many, of events and of entries. */
const kept: readonly unknown[] = [
  ...states,
  json(pf.fold(PAYMENT, mixed)),
  json(pf.fold(PAYMENT, E.isRight(entries) ? entries.right.entries : [])),
]

test('an honest state is accepted', () => {
  for (const state of kept) expect(resumed(state)).toBe('accepted')
})

const places = kept.flatMap((state) => pathsIn(state).map((path) => [state, path] as const))
const SHORT = [...TEXTS.filter((text) => text.length < 1000), ...VALUES]

test('a state with one hostile value is refused, or is what its events fold to', () => {
  for (const [index, [state, path]] of places.entries()) {
    for (const [turn, value] of SHORT.entries()) {
      if (RUNS === 0 && (index + turn) % 67 > 0) continue
      note(resumed(replaced(state, path, value)))
    }
  }
})

test('a state with any values in any places, or parts of another, is refused or what its events fold to', () => {
  const hostile = fc.oneof(
    fc.constantFrom(...SHORT),
    fc.constantFrom(...places).map(([state, path]) => valueAt(state, path)),
    fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true, withDate: true }),
    fc.nat(),
  )
  const changes = fc.array(fc.tuple(fc.nat(), hostile), { minLength: 1, maxLength: 4 })
  forAll({ numRuns: Math.max(40, RUNS) }, [fc.constantFrom(...kept), changes], (state, all) => {
    const changed = all.reduce((known, [index, value]) => {
      const paths = pathsIn(known)
      return replaced(known, paths[index % paths.length] ?? [], value)
    }, state)
    note(resumed(changed))
  })
})

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((known, name) => (known as Readonly<Record<string, unknown>>)[name], value)

const [first] = states as readonly Readonly<Record<string, unknown>>[]

/** A field that is another each time it is read. */
const changing = (name: string, ...values: readonly unknown[]): object => {
  let turn = 0
  return Object.defineProperty({ ...first }, name, {
    get: () => values[Math.min(turn++, values.length - 1)],
    enumerable: true,
  })
}
const nested = (open: (inner: unknown) => unknown, depth: number): unknown => {
  let value: unknown = 1
  for (let count = 0; count < depth; count += 1) value = open(value)
  return value
}
const shared = nested((inner) => [inner, inner], 60)

test.each<[string, unknown]>([
  ['a getter that throws', Object.defineProperty({ ...first }, 'context', { get: bomb })],
  ['traps', new Proxy({}, { get: bomb, ownKeys: bomb, getPrototypeOf: bomb })],
  ['a field that changes', changing('context', first?.['context'], { captured: 1 })],
  [
    'a proxy of a state',
    new Proxy(first ?? {}, { get: (state, name) => Reflect.get(state, name) }),
  ],
  ['another prototype', Object.create(first ?? {})],
  ['a deep context', { ...first, context: nested((inner) => ({ inner }), 100_000) }],
  ['a deep event', { ...first, occurrences: [{ events: nested((inner) => [inner], 100_000) }] }],
  ['one value many times over', { ...first, context: { shared } }],
  ['one list many times over', { ...first, occurrences: shared }],
])('what has %s is refused or read once', (_, value) => {
  resumed(value)
})

test('no prototype changes', () => {
  expect(({} as { severity?: unknown }).severity).toBeUndefined()
  expect(isDeepStrictEqual(Object.keys(Object.prototype), [])).toBe(true)
})
