/** Random logs of a few streams, written line by line, and what somebody may do to them. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { sepaMandateEvents } from '../../src/event/sepa-mandate.ts'
import { sepaPaymentEvents } from '../../src/event/sepa-payment.ts'
import { sessionEvents } from '../../src/event/session.ts'
import { append, emptyTip, type Tip } from '../../src/log/append.ts'
import type { Entry } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/text.ts'
import { type Instant, shift, type TimeText } from '../../src/words/instant.ts'
import type { Stream } from '../../src/words/stream.ts'
import { anyEvent } from '../generators/events.ts'

const STREAMS = [
  ['payment-pay_1', anyEvent(sepaPaymentEvents)],
  ['payment-pay_2', anyEvent(sepaPaymentEvents)],
  ['mandate-src_1', anyEvent(sepaMandateEvents)],
  ['session-sid_1', anyEvent(sessionEvents)],
] as const

const START = '2026-01-05T10:00:00.0000000Z' as Instant

/** Appends what was told, in the order and at the times in which it was heard. */
const written = (
  told: readonly { readonly stream: Stream; readonly event: Entry['event'] }[],
): readonly Entry[] => {
  const tips = new Map<Stream, Tip>()
  return told.flatMap(({ stream, event }, index) => {
    const recordedAt = shift(START, index) as string as TimeText
    const heard = { ...event, metadata: { ...event.metadata, recordedAt } }
    const added = append(tips.get(stream) ?? emptyTip(stream), [heard])
    if (E.isLeft(added)) throw new Error(added.left.error)
    tips.set(stream, added.right.tip)
    return added.right.entries
  })
}

/** The entries of a log, of one to four streams, as they were written. */
export const logs: fc.Arbitrary<readonly Entry[]> = fc
  .array(
    fc
      .constantFrom(...STREAMS)
      .chain(([stream, events]) =>
        fc.record({ stream: fc.constant(stream as Stream), event: events }),
      ),
    { minLength: 2, maxLength: 14 },
  )
  .map(written)
  .filter((entries) => entries.length > 1)

/** The lines of a log. */
export const linesOf = (entries: readonly Entry[]): readonly string[] => entries.map(toLine)
