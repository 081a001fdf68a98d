/**
 * What anyone may have sent changes nothing: no forged callback, webhook or relayed response changes a
 * status, a sum, a finding, what is allowed, or whether a payment may be authorized.
 */

import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { mayAuthorize } from '../../machines/index.ts'
import type { State } from '../../src/contract/state.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { ownLoop } from '../../src/judge/own-loop.ts'
import { payfold } from '../../src/payfold.ts'
import { faults, planted } from '../../src/testing/faults/faults.ts'
import { deliveries } from '../../src/testing/generators/deliveries.ts'
import { histories } from '../../src/testing/generators/histories.ts'
import type { TrueHistory } from '../../src/testing/generators/history.ts'
import type { Delivery } from '../../src/testing/generators/messages.ts'
import type { Stream } from '../../src/words/stream.ts'
import { type Instant, shift } from '../../src/words/time/instant.ts'
import { forAll } from '../for-all.ts'
import { machines } from '../given.ts'
import { readDelivery } from '../read-delivery.ts'
import { defaultPolicy } from '../root.ts'
import { streamsOf } from './folded.ts'
import { RUNS, runs } from './worlds.ts'

const pf = payfold(machines)

/** The same message as somebody else may send it: without a signature, or handed on. */
const forged = (delivery: Delivery, asCallback: boolean): readonly object[] => {
  if (delivery.kind === 'response') return [{ ...delivery, isRelayed: true }]
  const { isVerified: _, ...rest } = delivery
  return [rest, ...(asCallback ? [{ ...rest, kind: 'callback' }] : [])]
}

/** The messages of another history of the same entity, some of them with faults. */
const lies = (history: TrueHistory): fc.Arbitrary<readonly Delivery[]> =>
  deliveries(history).chain((all) => planted(all, faults, 2).map(({ delivered }) => delivered))

/** What was read, by stream. A callback about anything but a session is unreadable. */
const readAll = (messages: readonly object[]): ReadonlyMap<Stream, readonly DomainEvent[]> => {
  const streams = new Map<Stream, DomainEvent[]>()
  for (const message of messages) {
    const reading = readDelivery(message)
    for (const { stream, event } of E.isRight(reading) ? reading.right : []) {
      streams.set(stream, [...(streams.get(stream) ?? []), event])
    }
  }
  return streams
}

/** Everything that a state says, but for the hints in messages that anyone may have sent. */
const saidBy = (state: ReturnType<typeof pf.fold>, now: Instant) => {
  const { parked, occurrences, ...rest } = state as State
  const hints = new Set(parked.flatMap(({ key, reason }) => (reason === 'Unsigned' ? key : [])))
  const questions = pf.questions(state, now)
  const payment = { amount: 1000, currency: 'EUR', now }
  return {
    ...rest,
    parked: parked.filter(({ key }) => !hints.has(key)),
    occurrences: occurrences.filter(({ key }) => !hints.has(key)),
    questions: E.isRight(questions)
      ? questions.right.filter(({ reason }) => reason !== 'Unsigned')
      : questions,
    allowed: pf.allowed(state, now),
    windows: pf.windows(state, now),
    sums: pf.sums(state),
    consequences: ownLoop(pf).consequences(state),
    authorization: mayAuthorize(state as never, payment, defaultPolicy),
  }
}

describe.each(machines.map((machine) => [machine.id, machine] as const))('%s', (id, machine) => {
  test('says the same with forged messages and without them', () => {
    let hints = 0
    const scene = fc.tuple(histories(machine), histories(machine)).chain(([history, other]) =>
      fc.record({
        history: fc.constant(history),
        messages: deliveries(history),
        fraction: fc.integer({ min: 0, max: 100 }),
        others: lies(other),
        asCallback: fc.boolean(),
      }),
    )
    forAll(runs, [scene], ({ history, messages, fraction, others, asCallback }) => {
      // some of the true messages may never arrive
      const arrived = messages.slice(0, Math.ceil((messages.length * fraction) / 100))
      const own = streamsOf(arrived)
      const strange = readAll(others.flatMap((each) => forged(each, asCallback)))
      const now = shift(history.setting.startsAt, 40 * 86_400)
      for (const [stream, added] of strange) {
        const events = own.get(stream) ?? []
        const before = pf.fold(stream, events)
        const after = pf.fold(stream, [...added, ...events])
        hints += after.parked.filter(({ reason }) => reason === 'Unsigned').length
        expect(added.every(({ metadata }) => metadata.source === 'unsigned')).toBe(true)
        expect(saidBy(after, now)).toEqual(saidBy(before, now))
        const evolved = added.reduce<ReturnType<typeof pf.fold>>(pf.evolve, before)
        expect(evolved).toEqual(after)
        if (id === 'session@1' && events.length === 0) {
          expect(saidBy(after, now).authorization.answer).toBe('ask')
        }
      }
    })
    expect(hints).toBeGreaterThan(RUNS)
  })
})
