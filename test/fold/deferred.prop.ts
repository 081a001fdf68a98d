/** States of long streams are made when somebody reads them, and nobody sees it. */
import fc from 'fast-check'
import { isRight } from 'fp-ts/lib/Either.js'
import { produce } from 'immer'
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { isSame } from '../../src/words/plain.ts'
import { longStream, SHAPES, type ShapeName } from '../generators/long-streams.ts'
import { tiedEvents } from '../generators/tied.ts'
import { root as pf } from '../root.ts'

const RUNS = Number(process.env['RUNS'] ?? process.env['CASES'] ?? 40)
const PATIENCE = 3_600_000
const NAMES = Object.keys(SHAPES) as readonly ShapeName[]

const fromJson = <A>(value: A): A => JSON.parse(JSON.stringify(value))

/** What somebody does with states: adds an event to one of them, or reads it in some way. */
interface Step {
  readonly kind: number
  readonly at: number
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ kind: fc.nat(9), at: fc.nat(6) }),
  { minLength: 1, maxLength: 24 },
)

interface Reached {
  readonly state: ReturnType<typeof pf.fold>
  readonly events: readonly DomainEvent[]
}

/** Ways to read a state, each of which leads to a state that may be evolved on. */
const READS: readonly ((state: Reached['state']) => Reached['state'])[] = [
  (state) => (JSON.stringify(state) === '' ? state : state),
  (state) => fromJson(state),
  (state) => structuredClone(state),
  (state) => ({ ...state }),
  (state) => (state.status === 'captured' ? state : state),
  (state) => produce(state, () => {}),
]

const walked = (shape: ShapeName, later: readonly DomainEvent[], all: readonly Step[]): void => {
  const { stream } = SHAPES[shape]
  const before = longStream(shape, 40)
  const reached: Reached[] = [{ state: pf.fold(stream, before), events: before }]
  for (const [index, { kind, at }] of all.entries()) {
    const from = reached.at(-1 - (at % reached.length)) as Reached
    const read = READS[kind]
    const event = later[index % later.length] as DomainEvent
    reached.push(
      read === undefined
        ? { state: pf.evolve(from.state as never, event), events: [...from.events, event] }
        : { state: read(from.state), events: from.events },
    )
  }
  for (const { state, events } of reached.toReversed()) {
    expect(JSON.stringify(state)).toBe(JSON.stringify(pf.fold(stream, events)))
  }
}

describe.each(NAMES)('a long stream of %s', (shape) => {
  const field = shape === 'mandates' ? 'sourceId' : 'paymentId'
  test(
    'is the same, whoever reads which of its states when',
    () => {
      const more = fc.oneof(tiedEvents(field), fc.constant(longStream(shape, 64).slice(40)))
      fc.assert(
        fc.property(more, steps, (later, all) => walked(shape, later, all)),
        { numRuns: Math.ceil(RUNS / 5) },
      )
    },
    PATIENCE,
  )
})

describe('a state that nobody has read', () => {
  const { stream } = SHAPES.refunds
  const events = longStream('refunds', 41)
  const before = pf.fold(stream, events.slice(0, 40))
  const last = events[40] as DomainEvent
  const fresh = () => pf.evolve(before as never, last)
  const whole = pf.fold(stream, events)

  test('looks like any other, in every way of looking', () => {
    expect(Object.keys(fresh())).toEqual(Object.keys(whole))
    expect(Object.entries(fresh())).toEqual(Object.entries(whole))
    expect({ ...fresh() }).toEqual(whole)
    expect(fresh()).toEqual(whole)
    expect(structuredClone(fresh())).toEqual(whole)
    expect(fromJson(fresh())).toEqual(fromJson(whole))
    expect(isSame(fresh(), whole)).toBe(true)
    expect('status' in fresh() && Object.hasOwn(fresh(), 'context')).toBe(true)
    expect(Object.getPrototypeOf(fresh())).toBe(Object.prototype)
    const changed = produce(fresh(), (draft) => {
      ;(draft as { status: string }).status = 'changed'
    })
    expect(changed).toEqual({ ...whole, status: 'changed' })
  })

  test('is frozen, and so is all that is read of it', () => {
    const state = fresh()
    expect(Object.isFrozen(state)).toBe(true)
    for (const value of Object.values(state)) expect(Object.isFrozen(value)).toBe(true)
    expect(Object.isFrozen(state.findings) && Object.isFrozen(state.occurrences.at(-1))).toBe(true)
    expect(state.context).toBe(state.context)
  })

  test('is judged, resumed and asked as any other', () => {
    const now = '2026-03-10T10:00:00.0000000Z' as never
    expect(pf.allowed(fresh() as never, now)).toEqual(pf.allowed(whole as never, now))
    expect(pf.questions(fresh() as never, now)).toEqual(pf.questions(whole as never, now))
    expect(isRight(pf.resume(fromJson(fresh())))).toBe(true)
  })

  test('has the revision of its entry, if that is the next one', () => {
    const entry = (revision: number) => ({ event: last, revision }) as never
    const ours = Object.freeze({ ...pf.fold(stream, events.slice(0, 40)), revision: 39 })
    const first = pf.evolve(ours as never, entry(40))
    expect(first.revision).toBe(40)
    expect(pf.evolve(first as never, entry(41)).revision).toBe(41)
    expect(pf.evolve(first as never, entry(43)).revision).toBe(null)
    expect(pf.evolve(before as never, entry(0)).revision).toBe(null)
  })

  test('keeps what an event said when it was added', () => {
    const event = fromJson(last) as { data: { amount: number } }
    const state = pf.evolve(before as never, event as never)
    expect(() => {
      event.data.amount = 999
    }).toThrow(TypeError)
    expect(state).toEqual(whole)
  })

  test.each([null, 7, {}, { type: 'payment_refunded' }, { ...last, data: null }])(
    'is the same state as before after what is no event: %j',
    (none) => {
      const state = fresh()
      expect(pf.evolve(state as never, none as never)).toEqual(whole)
    },
  )

  test('belongs to another machine, or to none, once its events say so', () => {
    const nameless = longStream('refunds', 40).slice(2)
    const unread: DomainEvent = {
      ...last,
      type: 'unrecognised',
      data: { name: 'payment_teleported', method: 'sepa' },
      metadata: { ...last.metadata, eventId: 'evt_unread' as never },
    }
    const read: DomainEvent = { ...last, metadata: unread.metadata }
    const assigned = pf.fold(stream, [...nameless, unread])
    expect(assigned.machine).toBe('sepa-payment@1')
    const on = pf.evolve(assigned as never, last)
    expect(pf.evolve(on as never, read)).toEqual(pf.fold(stream, [...nameless, unread, last, read]))
    expect(pf.evolve(on as never, read).machine).toBe('unassigned')
    const other: DomainEvent = {
      ...last,
      type: 'payment_pending',
      data: { paymentId: 'pay_1', method: 'ticket' },
      metadata: { ...last.metadata, eventId: 'evt_0' as never },
    }
    const all = [...nameless, unread, last, other]
    expect(pf.evolve(on as never, other)).toEqual(pf.fold(stream, all))
    expect(pf.evolve(on as never, other).machine).toBe('ticket-payment@1')
  })
})
