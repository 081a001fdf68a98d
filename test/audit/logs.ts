/** Random logs of a few streams, written line by line, and ways to tamper with them. */
import fc from 'fast-check'
import { sepaMandateEvents } from '../../machines/sepa-mandate/events.ts'
import { sepaPaymentEvents } from '../../machines/sepa-payment/events.ts'
import { sessionEvents } from '../../machines/session/events.ts'
import type { Entry } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/line.ts'
import { type Instant, shift, type TimeText } from '../../src/words/time/instant.ts'
import { anyEvent } from '../generators/events.ts'
import { entriesOf, type OnStream } from './given.ts'

const STREAMS = [
  ['payment-pay_1', anyEvent(sepaPaymentEvents)],
  [
    'payment-pay_2',
    anyEvent(sepaPaymentEvents).map((event) => ({
      ...event,
      data: { ...event.data, paymentId: 'pay_2' },
    })),
  ],
  ['mandate-src_1', anyEvent(sepaMandateEvents)],
  ['session-sid_1', anyEvent(sessionEvents)],
] as const

const START = '2026-01-05T10:00:00.0000000Z' as Instant

/** Appends events in the order and at the times of their receipt. */
const written = (reported: readonly OnStream[]): readonly Entry[] =>
  entriesOf(
    ...reported.map(([stream, event], index): OnStream => {
      const recordedAt = shift(START, index) as string as TimeText
      return [stream, { ...event, metadata: { ...event.metadata, recordedAt } }]
    }),
  )

/** The entries of a log with one to four streams, as they were written. */
export const logs: fc.Arbitrary<readonly Entry[]> = fc
  .array(
    fc.constantFrom(...STREAMS).chain(([stream, events]) => fc.tuple(fc.constant(stream), events)),
    { minLength: 2, maxLength: 14 },
  )
  .map(written)
  .filter((entries) => entries.length > 1)

/** The lines of a log. */
export const linesOf = (entries: readonly Entry[]): readonly string[] => entries.map(toLine)
