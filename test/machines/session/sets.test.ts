/**
 * Every set of a few messages of a session, in any order: one answer, and where it is a question, somebody
 * can answer it. `SETS=4` tries the sets of up to four messages, in every order, and `RUNS` sets the number
 * of random sets of more messages.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayAuthorize, session } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { evolve, fold } from '../../../src/fold/fold.ts'
import type { Question } from '../../../src/judge/questions.ts'
import { windows } from '../../../src/judge/windows.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { formatted, type Instant, shift } from '../../../src/words/time/instant.ts'
import { runsOf } from '../../for-all.ts'
import { instantOf, ordersOf, reported, sid } from '../../given.ts'
import { defaultPolicy, questions } from '../../root.ts'

const SIZE = Number(process.env['SETS'] ?? 2)
const START = instantOf('2026-03-02T10:00:00Z')
const LAG = 300

const after = (seconds: number): string => formatted(shift(START, seconds))
const price = { amount: 5000, currency: 'EUR' }

/** A webhook, received so many seconds after the start. */
const told = (name: string, seconds: number, data: object = {}, type = `session_${name}`) =>
  reported(type, { ...sid, ...data }, { id: `evt_${name}${seconds}`, at: after(seconds) })

/** A look-up that was asked for so many seconds after the start, and answered two seconds later. */
const shown = (status: string, seconds: number, data: object = price): DomainEvent =>
  reported(
    'state_observed',
    { ...sid, ...data, status, askedAt: after(seconds) },
    {
      id: `evt_${status}_shown${seconds}`,
      at: null,
      recordedAt: after(seconds + 2),
      source: 'response',
    },
  )

const stated = (outcome: string, seconds: number): DomainEvent =>
  reported(
    'reviewed',
    { ...sid, outcome, asOf: after(seconds), by: ['person-1'], because: 'seen' },
    { id: `evt_${outcome}_stated${seconds}`, at: null, recordedAt: after(seconds + 60) },
  )

const created = told('created', 0, price)
const messages: readonly DomainEvent[] = [
  told('approved', 60),
  told('declined', 130),
  told('failed', 90, { name: 'authentication_failed' }, 'unrecognised'),
  told('expired', 100),
  told('attempted', 700, { amount: 400 }),
  told('paused', 110, { name: 'authentication_paused' }, 'unrecognised'),
  told('approved', 800, { approved: false }),
  shown('approved', 400),
  shown('approved', 1000, {}),
  shown('declined', 700),
  shown('pending', 600),
  shown('pending', 1300),
  shown('paused', 900),
  stated('approved', 500),
  stated('declined', 1100),
]

/** Every set of up to so many of some elements. */
const setsOf = <A>(all: readonly A[], most: number): readonly (readonly A[])[] => {
  const sets: (readonly A[])[] = [[]]
  for (const each of all) {
    for (const some of [...sets]) if (some.length < most) sets.push([...some, each])
  }
  return sets
}

const STREAM = 'session-sid_1' as Stream
const of = (events: readonly DomainEvent[]) => fold(session)(events, STREAM)
type Folded = ReturnType<typeof of>

/** Long after every message, when every expectation is over. */
const LATE = 100_000
const now = instantOf(after(LATE))

const authorization = (state: Folded) =>
  mayAuthorize(state, { amount: 5000, currency: 'EUR', now }, defaultPolicy)
const answer = (events: readonly DomainEvent[]): string => authorization(of(events)).answer
const asked = (state: Folded): readonly Question[] => questions(state, windows(session)(state, now))

const idsOf = (events: readonly DomainEvent[]): string =>
  events.map(({ metadata }) => metadata.eventId).join(' ')

/** Any message, of any time: of few values, so that they meet. */
const anyMessage: fc.Arbitrary<DomainEvent> = fc
  .record({
    seconds: fc.constantFrom(0, 60, 300, 358, 360, 600, 662, 960),
    outcome: fc.constantFrom('approved', 'declined', 'expired', 'attempted', 'rejected'),
    status: fc.constantFrom('approved', 'declined', 'pending', 'challenged', 'paused'),
    data: fc.constantFrom({}, price, { amount: 400 }, { currency: 'USD' }),
    kind: fc.constantFrom('told', 'told', 'shown', 'shown', 'failed', 'stated', 'created'),
  })
  .map(({ seconds, outcome, status, data, kind }) => {
    if (kind === 'shown') return shown(status, seconds, data)
    if (kind === 'stated') return stated(outcome, seconds)
    if (kind === 'created') return told('created', seconds, data)
    return kind === 'told'
      ? told(outcome, seconds, data)
      : told('failed', seconds, { name: 'authentication_failed' }, 'unrecognised')
  })

const random = fc.sample(fc.array(anyMessage, { minLength: 3, maxLength: 8 }), runsOf(12, 7))
const sets = [
  ...setsOf([created, ...messages], SIZE).filter(({ length }) => length > 0),
  ...random.map((events) => [
    ...new Map(events.map((each) => [JSON.stringify(each), each])).values(),
  ]),
]
const without = (isLeftOut: (event: DomainEvent) => boolean) =>
  sets.filter((events) => !events.some(isLeftOut))
const isWord = ({ type }: DomainEvent): boolean => type === 'reviewed'

/** The look-ups of a provider that shows one thing, each asked the lag after the one before, or later. */
const lookUps = (
  status: string,
  count: number,
  { apart = LAG, data = price as object } = {},
): readonly DomainEvent[] =>
  Array.from({ length: count }, (_, index) => shown(status, 5000 + index * apart, data))

const STATUSES = ['approved', 'attempted', 'unavailable', 'declined', 'rejected', 'expired']

/** Whether anything that is asked for can change what is known. */
const isAnswerable = (events: readonly DomainEvent[], { request }: Question): boolean =>
  request === null ||
  STATUSES.some((status) =>
    [price, {}].some((data) => answer([...events, ...lookUps(status, 2, { data })]) !== 'ask'),
  )

/** Whether a message says that the cardholder was not authenticated. */
const isFailure = ({ type, data }: DomainEvent): boolean =>
  /^session_(declined|expired)$/.test(type) ||
  Object(data).name === 'authentication_failed' ||
  (type === 'state_observed' && Object(data).status === 'declined')

/** Whether a word, two look-ups, or one that bears out a report, replaces what was received by a time. */
const isReplaced = (failure: DomainEvent, events: readonly DomainEvent[]): boolean => {
  const received = instantOf(failure.metadata.recordedAt)
  const isAsked = (from: Instant) => (event: DomainEvent) =>
    Object(event.data).status === 'approved' && instantOf(Object(event.data).askedAt) >= from
  const covering = events.filter(isAsked(shift(received, LAG)))
  const isBorneOut = covering.some(({ data }) =>
    events.some((each) => {
      const by = shift(instantOf(each.metadata.recordedAt), LAG)
      const isReport = each.type === 'session_approved' && instantOf(Object(data).askedAt) >= by
      return isReport || isAsked(shift(instantOf(Object(data).askedAt), LAG))(each)
    }),
  )
  const isStated = events.some(
    ({ data }) => Object(data).outcome === 'approved' && instantOf(Object(data).asOf) >= received,
  )
  return isStated || isBorneOut
}

describe(`every set of up to ${SIZE} messages of a session, and random ones of more`, () => {
  test('has one state, answer and questions, in any order, at once or one by one', () => {
    for (const events of sets) {
      const whole = of(events)
      const expected = [whole, authorization(whole), asked(whole)]
      const isLong = events.length > 4
      for (const order of isLong ? [events, events.toReversed()] : ordersOf(events)) {
        const state = of(order)
        const grown = order.reduce((known, event) => evolve(session)(known, event), of([]))
        expect(state).toEqual(whole)
        expect(grown.findings).toEqual(whole.findings)
        expect([state, authorization(grown), asked(grown)]).toEqual(expected)
      }
    }
  })

  test('is a question only where somebody is asked who can answer it', () => {
    for (const events of sets) {
      const state = of(events)
      if (authorization(state).answer !== 'ask') continue
      const open = asked(state)
      const isAnswered = open.some((each) => isAnswerable(events, each))
      expect([idsOf(events), isAnswered]).toEqual([idsOf(events), true])
    }
  })

  test('never allows a payment while a message counts that says it failed', () => {
    for (const events of sets) {
      if (answer(events) !== 'yes') continue
      const left = events.filter((each) => isFailure(each) && !isReplaced(each, events))
      expect([idsOf(events), idsOf(left)]).toEqual([idsOf(events), ''])
    }
  })

  test('asks nothing after two truthful look-ups, the lag apart, and the answer is theirs', () => {
    for (const events of without(isWord)) {
      for (const status of ['approved', 'declined', 'attempted']) {
        const state = of([...events, ...lookUps(status, 2)])
        expect([idsOf(events), state.status, asked(state)]).toEqual([idsOf(events), status, []])
        expect(authorization(state).answer).not.toBe('ask')
      }
      // of a session without an outcome, only that is awaited
      const open = asked(of([...events, ...lookUps('pending', 2)]))
      expect([idsOf(events), open.map(({ reason }) => reason)]).toEqual([
        idsOf(events),
        ['Overdue'],
      ])
    }
  })

  test('asks a person once look-ups have not helped, and not for a look-up again', () => {
    for (const events of without(isWord)) {
      const state = of([...events, ...lookUps('paused', 3, { apart: LAG + 2 })])
      if (authorization(state).answer !== 'ask') continue
      const isPerson = asked(state).some(({ request }) => request === null)
      expect([idsOf(events), isPerson]).toEqual([idsOf(events), true])
    }
  })

  test('is what a person states, and asks nothing, once all was received by then', () => {
    for (const events of sets) {
      for (const outcome of ['approved', 'declined', 'rejected']) {
        const state = of([...events, stated(outcome, 3000)])
        expect([idsOf(events), state.status, asked(state)]).toEqual([idsOf(events), outcome, []])
        const { answer } = authorization(state)
        expect(outcome === 'approved' ? ['yes', 'no'] : ['no']).toContain(answer)
      }
    }
  })
})
