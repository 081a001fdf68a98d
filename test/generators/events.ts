/** Valid events of every type, from few ids, few amounts and few times, so that they collide. */
import fc from 'fast-check'
import type { DomainEvent, Metadata } from '../../src/event/envelope.ts'
import type { Lifecycle } from '../../src/event/lifecycle.ts'
import { dataOf } from '../../src/testing/generators/event-data.ts'
import type * as text from '../../src/words/text/plain-text.ts'
import type { TimeText } from '../../src/words/time/instant.ts'

/** One of a few words, as the branded text that a codec would return. */
const few = <T extends string>(...words: readonly string[]): fc.Arbitrary<T> =>
  fc.constantFrom(...(words as readonly T[]))

/**
 * Times around one payment of 2 January 2024: its first minute on either side of the clock
 * tolerance, and the last tick inside and the first outside the windows counted from that day.
 */
const times: fc.Arbitrary<TimeText> = fc.oneof(
  few<TimeText>(
    '2024-01-02T10:00:00Z',
    '2024-01-02T10:00:00.0000001Z',
    '2024-01-02T10:01:00.0000000+00:00',
    '2024-01-02T10:01:00.0000001',
    '2024-01-03T10:00:00+0000',
  ),
  few<TimeText>(
    '2024-02-27T22:59:59.9999999Z',
    '2024-02-27T23:00:00Z',
    '2024-03-02T23:01:00.5Z',
    '2025-02-02T22:59:59.9999999Z',
    '2025-02-02T23:00:00Z',
    '2027-01-02T23:00:00Z',
  ),
)

/** Where an event comes from; ids are few, so that two events with different content share one. */
const metadata: fc.Arbitrary<Metadata> = fc.record(
  {
    eventId: few<text.PlainText>('evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5', 'made_1'),
    occurredAt: fc.option(times, { freq: 4 }),
    recordedAt: times,
    source: fc.constantFrom<Metadata['source']>(
      'report',
      'response',
      'request',
      'inferred',
      'unsigned',
    ),
    schema: fc.constant(1 as const),
    claimedAt: times,
    repaired: fc.constant(true as const),
    withheld: fc.subarray(['reference', 'transactionId'] as text.PlainText[]),
    message: fc.constantFrom('0'.repeat(64), 'f'.repeat(64)),
  },
  { requiredKeys: ['eventId', 'occurredAt', 'recordedAt', 'source', 'schema'] },
)

/** The subjects of streams, one of each kind; only a mandate has several payments. */
const SUBJECTS: Readonly<Record<string, string>> = { sessionId: 'sid_1', sourceId: 'src_1' }
const OF_MANDATES = /^(collection|source|bank)_/

const aboutOne = (type: string, data: object): object => {
  const subjects = OF_MANDATES.test(type) ? SUBJECTS : { ...SUBJECTS, paymentId: 'pay_1' }
  const entries = Object.entries(data).map(([name, value]) => [name, subjects[name] ?? value])
  return Object.fromEntries(entries)
}

/** Generates a valid event of a lifecycle; all types are equally likely. */
export const anyEvent = (lifecycle: Lifecycle): fc.Arbitrary<DomainEvent> =>
  fc.oneof(
    ...Object.entries(lifecycle).map(([type, { codec }]) =>
      fc
        .record({ type: fc.constant(type), data: dataOf(codec), metadata })
        .map(({ data, ...event }) => ({ ...event, data: aboutOne(type, data) }))
        .filter((event): event is DomainEvent => codec.decode(event)._tag === 'Right'),
    ),
  )
