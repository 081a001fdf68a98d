/** There is no second set of rules: decisions and allowed commands agree with the strict chart. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import { doubtsIn } from '../../src/contract/descriptors.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import type { State } from '../../src/contract/state.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { at, fold } from '../../src/fold/fold.ts'
import { allowed } from '../../src/judge/allowed.ts'
import { type Command, decide } from '../../src/judge/decide.ts'
import { eventsOf } from '../../src/testing/generators/random-events.ts'
import { type Instant, shift, toInstant } from '../../src/words/time/instant.ts'
import { forAll } from '../for-all.ts'
import { instantOf } from '../given.ts'

const RUNS = Number(process.env['RUNS'] ?? 12)

const SUBJECTS: Readonly<Record<string, string>> = {
  paymentId: 'pay_1',
  sourceId: 'src_1',
  sessionId: 'sid_1',
}

/** The field that names the entity of a machine's commands. */
const named = ({ subject: { field } }: Pick<AnyMachine, 'subject'>) => ({
  [field]: SUBJECTS[field],
})

const nows = fc.constantFrom(
  ...[
    '2026-01-05T10:00:00Z',
    '2026-01-05T10:01:00Z',
    '2026-03-02T22:59:59.9999999Z',
    '2026-03-02T23:00:00Z',
    '2029-01-06T00:00:00Z',
    '2032-03-01T00:00:00Z',
  ].map(instantOf),
)

const command = (
  machine: Pick<AnyMachine, 'commands' | 'subject'>,
): fc.Arbitrary<Omit<Command, 'metadata'>> =>
  fc
    .record({
      type: fc.constantFrom(...Object.keys(machine.commands)),
      amount: fc.constantFrom(undefined, 0, 1, 100, 300, 1000),
    })
    .map(({ type, amount }) => {
      const data = { ...named(machine), ...(amount === undefined ? {} : { amount }) }
      return { type, data }
    })

const isRefund = ({ type }: Pick<Command, 'type'>): boolean => type === 'requestRefund'

/** Whether the machine's own chart, an ordinary XState machine, has a transition for the event. */
const chartTakes = (
  machine: AnyMachine,
  state: State,
  event: DomainEvent,
  entityId: string,
): boolean => {
  const { value, context } = state
  const here = machine.chart.resolveState({ value, context })
  return (machine.chart.getTransitionData(here, { ...event, entityId }) ?? []).length > 0
}

const laws = (name: string, machine: AnyMachine): void => {
  const streams = eventsOf(machine)
  const tried = (state: State, attempt: Omit<Command, 'metadata'>, now: Instant) =>
    decide(machine)(state, { ...attempt, metadata: { commandId: 'new-command', now } })

  describe(name, () => {
    test('decides a command exactly as its strict chart does, at its time', () => {
      forAll(RUNS, [streams, command(machine), nows], (events, attempt, now) => {
        const state = fold(machine)(events)
        const decided = tried(state, attempt, now)
        if (E.isLeft(decided) && decided.left.error !== 'Refused') return
        if (E.isRight(decided) && decided.right.events.length === 0) return
        const judgedAt = E.isRight(decided) ? decided.right.now : null
        const last = state.occurrences
          .filter(({ disposition }) => disposition === 'chart')
          .reduce((late, each) => (each.at > late ? each.at : late), now)
        const time = judgedAt ?? (shift(last, -60) <= now ? last : now)
        const type = machine.commands[attempt.type]?.event ?? ''
        const event = {
          type,
          data: { ...attempt.data, commandId: 'new-command' },
          metadata: {
            eventId: 'made_x',
            occurredAt: time,
            recordedAt: time,
            source: 'request',
            schema: 1,
          },
        } as unknown as DomainEvent
        const entityId = machine.events[type]?.identity === 'once' ? '' : 'command:new-command'
        const then = at(machine)(state, time)
        // a chart by itself knows nothing of the doubts that hold a command
        fc.pre(doubtsIn(machine)(state).every(({ holds }) => !holds.includes(type)))
        expect(E.isRight(decided)).toBe(chartTakes(machine, then, event, entityId))
      })
    })

    test('allows every amount within its bounds and none outside, until the time it names', () => {
      forAll(RUNS, [streams, nows], (events, now) => {
        const state = fold(machine)(events)
        for (const { command: type, isAllowed, amount, until } of allowed(machine)(state, now)) {
          const may = (asked: number | null, when: Instant = now): boolean => {
            const amount = asked ?? (type === 'createPayment' ? 1 : null)
            const data = { ...named(machine), ...(amount === null ? {} : { amount }) }
            const decided = tried(state, { type, data }, when)
            return E.isRight(decided) && decided.right.events.length > 0
          }
          expect(may(isRefund({ type }) ? 1 : null)).toBe(isAllowed)
          if (amount !== null) {
            expect([amount.least, amount.most].map((asked) => may(asked))).toEqual([true, true])
            expect([amount.least - 1, amount.most + 1].map((asked) => may(asked))).toEqual([
              false,
              false,
            ])
          }
          // a command is judged no earlier than what happened less than the tolerance after it
          if (until === null || state.occurrences.some(({ at }) => at >= until)) continue
          expect(may(amount === null ? null : 1, until)).toBe(false)
          expect(may(amount === null ? null : 1, shift(until, -1))).toBe(true)
        }
      })
    })

    test('is unchanged by any decision, and causes nothing twice', () => {
      forAll(RUNS, [streams, command(machine), nows], (events, attempt, now) => {
        const state = fold(machine)(events)
        const before = JSON.stringify(state)
        const decided = tried(state, attempt, now)
        expect(JSON.stringify(state)).toBe(before)
        if (E.isLeft(decided)) return
        const after = fold(machine)([...events, ...decided.right.events])
        const again = tried(after, attempt, now)
        // an action that was reported at the same instant is counted as the command's
        const by = E.isRight(again) ? again.right.done?.by : undefined
        const counted = events.find(({ metadata }) => metadata.eventId === by)
        if (counted !== undefined && decided.right.events.length > 0) {
          expect(toInstant(counted.metadata.recordedAt)).toBe(now)
        } else if (decided.right.events.length > 0) {
          // a look-up of later may show already that nothing was done
          const { error } = E.isLeft(again) ? again.left : { error: 'Decided' }
          expect(['InDoubt', 'Ended']).toContain(error)
        } else expect(again).toEqual(decided)
      })
    })
  })
}

laws('a session', session)
laws('a SEPA payment', sepaPayment)
laws('a SEPA mandate', sepaMandate)
laws('a ticket payment', ticketPayment)
