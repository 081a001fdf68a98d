/**
 * Providers that err and lie: faults are planted into the messages of random histories. No refund is
 * allowed that any reading forbids, each fault that can be seen is found, and a person can settle
 * every doubt.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { State } from '../../src/fold/state.ts'
import { payfold } from '../../src/payfold.ts'
import { deliveries } from '../../src/testing/deliveries.ts'
import type { Fault } from '../../src/testing/fault.ts'
import { faults, type Planted, planted } from '../../src/testing/faults.ts'
import { histories } from '../../src/testing/histories.ts'
import type { TrueHistory } from '../../src/testing/history.ts'
import type { Delivery } from '../../src/testing/messages.ts'
import { type Instant, shift } from '../../src/words/instant.ts'
import { machines, reported } from '../given.ts'
import { streamOf, streamsOf } from './folded.ts'
import { readingsOf } from './readings.ts'

const RUNS = Number(process.env['RUNS'] ?? 100)
const PATIENCE = 3 * 3_600_000
/** The default run tries the same cases each time. */
const runs = process.env['RUNS'] === undefined ? { numRuns: RUNS, seed: 3 } : { numRuns: RUNS }
const pf = payfold(machines)
const METHODS = [
  ['sepa', sepaPayment, 'EUR'],
  ['ticket', ticketPayment, 'ARS'],
] as const

interface World extends Planted {
  readonly history: TrueHistory
  readonly messages: readonly Delivery[]
}

const worlds = (
  machine: typeof sepaPayment | typeof ticketPayment,
  count: number,
  some: readonly Fault[] = faults,
) =>
  histories(machine)
    .chain((history) => fc.record({ history: fc.constant(history), messages: deliveries(history) }))
    .chain(({ history, messages }) =>
      planted(messages, some, count).map((all): World => ({ history, messages, ...all })),
    )

const eventsIn = (history: TrueHistory, delivered: readonly Delivery[]): readonly DomainEvent[] =>
  streamsOf(delivered).get(streamOf(history)) ?? []

const folded = (history: TrueHistory, events: readonly DomainEvent[]) =>
  pf.fold(streamOf(history), events)

const codesOf = ({ findings, parked }: Pick<State, 'findings' | 'parked'>): readonly string[] => [
  ...findings.map(({ code }) => code),
  ...parked.map(({ reason }) => reason),
]

/** A moment after everything, within the window in which a SEPA payment may be refunded. */
const soonAfter = ({ facts, setting }: TrueHistory): Instant =>
  shift(facts.find(({ type }) => type === 'payment_captured')?.at ?? setting.startsAt, 86_400)

const mostOf = (state: ReturnType<typeof folded>, now: Instant): number => {
  const allowed = pf.allowed(state, now)
  if (E.isLeft(allowed)) return 0
  return allowed.right.find(({ command }) => command === 'requestRefund')?.amount?.most ?? 0
}

/** The decision that no money is gone beyond what is believed. */
const lifting = (reason: string, readings: readonly string[]): string | undefined =>
  reason === 'RefundReversed'
    ? 'counts'
    : readings.find((each) => ['countsNot', 'captured', 'one'].includes(each))

/** How often each fault was planted alone, and how often it was found. */
const seen = new Map(faults.map(({ name }) => [name, { planted: 0, found: 0 }]))

describe.each(METHODS)('a %s payment', (_, machine, currency) => {
  test(
    'may never be refunded beyond what every reading leaves',
    () => {
      fc.assert(
        fc.property(worlds(machine, 3), ({ history, delivered }) => {
          const events = eventsIn(history, delivered)
          const nameless = events.filter(({ data }) => !('actionId' in data || 'disputeId' in data))
          fc.pre(nameless.filter(({ type }) => /refund|chargeback/.test(type)).length <= 6)
          const state = folded(history, events)
          const most = mostOf(state, soonAfter(history))
          expect(most).toBeLessThanOrEqual(readingsOf(events, currency).left)
        }),
        runs,
      )
    },
    PATIENCE,
  )

  test(
    'has only the findings that its fault may cause',
    () => {
      const unexpected = new Set<string>()
      fc.assert(
        fc.property(
          fc.constantFrom(...faults).chain((fault) => worlds(machine, 1, [fault])),
          ({ history, messages, delivered, planted: [only] }) => {
            if (only === undefined) return
            const { name, finds } = only.fault
            const before = codesOf(folded(history, eventsIn(history, messages)))
            const after = codesOf(folded(history, eventsIn(history, delivered)))
            const caused = after.filter((code) => !before.includes(code))
            for (const code of caused) if (!finds.includes(code)) unexpected.add(`${name}: ${code}`)
            const counts = seen.get(name)
            if (counts === undefined) return
            counts.planted += 1
            if (caused.length > 0) counts.found += 1
          },
        ),
        runs,
      )
      expect([...unexpected].sort()).toEqual([])
    },
    PATIENCE,
  )

  test(
    'is stuck in no doubt: a person can settle each',
    () => {
      fc.assert(
        fc.property(worlds(machine, 3), ({ history, delivered }) => {
          const now = soonAfter(history)
          let events = eventsIn(history, delivered)
          for (let round = 0; round < 4; round += 1) {
            const asked = pf.questions(folded(history, events), now)
            if (E.isLeft(asked)) return
            const open = asked.right.filter(({ readings }) => readings.length > 0)
            events = [
              ...events,
              ...open.map(({ reason, events: on, readings }, index) =>
                reported(
                  'reviewed',
                  {
                    paymentId: `pay_${history.setting.name}`,
                    reason,
                    events: on,
                    as: lifting(reason, readings),
                    by: ['person-1'],
                  },
                  { id: `review_${round}_${index}`, at: now },
                ),
              ),
            ]
          }
          const state = folded(history, events)
          const left = pf.questions(state, now)
          const stuck = E.isRight(left)
            ? left.right.filter(({ readings }) => readings.length > 0)
            : []
          expect(stuck.map(({ reason }) => reason)).toEqual([])
          const sums = pf.sums(state)
          const net =
            E.isRight(sums) && sums.right !== null && 'net' in sums.right ? sums.right.net : null
          const most = mostOf(state, now)
          if (net !== null && state.status.includes('captured')) expect(most).toBe(Math.max(0, net))
        }),
        runs,
      )
    },
    PATIENCE,
  )
})

afterAll(() => {
  if (process.env['RUNS'] === undefined) return
  for (const [name, { planted, found }] of seen) {
    process.stdout.write(`| ${name} | ${planted} | ${found} |\n`)
  }
})
