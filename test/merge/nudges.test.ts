/** Unsigned events: a state keeps the last 16 of a stream, whatever the order, batches and repetitions. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaPayment, session } from '../../machines/index.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import { eventsOf } from '../../src/contract/state.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { prepared } from '../../src/fold/fold.ts'
import { defaultPolicyOf } from '../../src/words/policy.ts'
import type { Stream } from '../../src/words/stream.ts'
import { forAll } from '../for-all.ts'
import { reported } from '../given.ts'
import { root } from '../root.ts'

const at = (second: number): string => new Date(Date.UTC(2026, 2, 2, 10, 0, second)).toISOString()

interface About {
  readonly type: string
  readonly data: object
}

/** An unsigned event of a content, received at a second. */
const nudge = ({ type, data }: About, id: string, second: number): DomainEvent => {
  const event = reported(type, data, { at: at(0), recordedAt: at(second) })
  const own = { eventId: id, occurredAt: null, source: 'unsigned' } as const
  return { ...event, metadata: { ...event.metadata, ...own } as DomainEvent['metadata'] }
}

const APPROVED: About = { type: 'session_approved', data: { sessionId: 'sid_1' } }
const SESSION = 'session-sid_1' as Stream
const many = (count: number) =>
  Array.from({ length: count }, (_, second) => nudge(APPROVED, `made_${second}`, second))
const receipts = (events: readonly DomainEvent[]) =>
  root
    .fold(SESSION, events)
    .occurrences.flatMap((each) => each.events.map(({ metadata }) => metadata.eventId))

describe('a state', () => {
  test('keeps 16 unsigned events, and of 17 the last by receipt', () => {
    expect(receipts(many(16)).length).toBe(16)
    expect(receipts(many(17)).length).toBe(16)
    expect(receipts(many(17))).not.toContain('made_0')
    expect(receipts(many(17).toReversed())).toEqual(receipts(many(17)))
  })

  test('keeps one that is received again as it was received last', () => {
    const again = nudge(APPROVED, 'made_0', 40)
    expect(receipts([...many(17), again])).toContain('made_0')
    expect(receipts([again, ...many(17)])).not.toContain('made_1')
  })

  test('keeps one by the time that its stream had, whichever copy says it', () => {
    const [copy, ...others] = many(17) as [DomainEvent, ...DomainEvent[]]
    const after = at(40) as DomainEvent['metadata']['recordedAt']
    const late = { ...copy, metadata: { ...copy.metadata, after } }
    for (const all of [
      [copy, late, ...others],
      [...others, late, copy],
    ]) {
      expect(receipts(all)).toContain('made_0')
      expect(receipts(all)).not.toContain('made_1')
    }
  })

  test('counts those of each stream, and no signed event', () => {
    const signed = Array.from({ length: 20 }, (_, index) =>
      reported('payment_refunded', { paymentId: 'pay_1', actionId: `act_${index}`, amount: 1 }),
    )
    const { occurrences } = root.fold('payment-pay_1' as Stream, [
      ...signed,
      ...many(17).map((each) => ({ ...each, type: 'payment_captured', data: {} })),
    ])
    expect(occurrences.length).toBe(36)
  })
})

const PAYMENT = 'payment-pay_1' as Stream

const CASES: readonly (readonly [AnyMachine, Stream, readonly About[]])[] = [
  [session as never, SESSION, [APPROVED, { type: 'session_declined', data: APPROVED.data }]],
  [
    sepaPayment as never,
    PAYMENT,
    [
      { type: 'payment_captured', data: { paymentId: 'pay_1', amount: 1 } },
      { type: 'payment_refunded', data: { paymentId: 'pay_1', amount: 1 } },
    ],
  ],
]

/** Few ids, contents and times, so that repetitions, conflicts and equal times are there. */
const flood = (abouts: readonly About[]): fc.Arbitrary<readonly DomainEvent[]> =>
  fc.array(
    fc
      .tuple(fc.constantFrom(...abouts), fc.nat(30), fc.nat(12))
      .map(([about, id, second]) => nudge(about, `made_${id}`, second)),
    { maxLength: 40 },
  )

const signedOf = (stream: Stream): readonly DomainEvent[] =>
  stream === PAYMENT
    ? [
        reported('payment_pending', { paymentId: 'pay_1', method: 'sepa', amount: 90 }),
        ...Array.from({ length: 3 }, (_, index) =>
          reported('payment_refunded', { paymentId: 'pay_1', actionId: `act_${index}`, amount: 1 }),
        ),
      ]
    : [reported('session_created', { sessionId: 'sid_1' })]

describe.each(CASES)('the state of a flooded stream: %#', (machine, stream, abouts) => {
  const policy = defaultPolicyOf(machine.definition.policy)
  const folder = prepared(machine as never, policy)
  const flooded = flood(abouts).chain((all) =>
    fc.record({
      all: fc.shuffledSubarray([...signedOf(stream), ...all, ...all.slice(0, 9)], {
        minLength: signedOf(stream).length + all.length,
      }),
      cut: fc.nat(30),
    }),
  )

  test('depends on the set of events, and evolving is folding', () => {
    forAll(Number(process.env['RUNS'] ?? 60), [flooded], ({ all }) => {
      const whole = JSON.stringify(folder.fold(all, stream))
      expect(JSON.stringify(folder.fold([...all, ...all].toReversed(), stream))).toBe(whole)
      const one = all.reduce((state, event) => folder.evolve(state, event), folder.fold([], stream))
      expect(JSON.stringify(one)).toBe(whole)
      const unsigned = eventsOf(folder.fold(all, stream)).filter(
        ({ metadata }) => metadata.source === 'unsigned',
      )
      expect(unsigned.length).toBeLessThanOrEqual(16)
    })
  })

  test('is resumed, and evolves on', () => {
    forAll(Number(process.env['RUNS'] ?? 30), [flooded], ({ all, cut }) => {
      const [before, after] = [[...signedOf(stream), ...all.slice(0, cut)], all.slice(cut)]
      const state = root.fold(stream, before)
      const resumed = root.resume(JSON.parse(JSON.stringify(state)))
      if (E.isLeft(resumed)) throw new Error(JSON.stringify(resumed.left))
      let on: object = resumed.right
      for (const event of after) on = root.evolve(on as never, event)
      expect(JSON.stringify(on)).toBe(JSON.stringify(root.fold(stream, [...before, ...after])))
    })
  })
})
