/** Small logs: short descriptions of events, appended to their streams. */
import * as E from 'fp-ts/lib/Either.js'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { type Entry, sealed } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/line.ts'
import { emptyTip, type Tip } from '../../src/log/tip.ts'
import type { Stream } from '../../src/words/stream.ts'
import { append } from '../root.ts'

/** An event on a stream. */
export type OnStream = readonly [stream: string, event: DomainEvent]

/** The given events as entries, in their order. */
export const entriesOf = (...reported: readonly OnStream[]): readonly Entry[] => {
  const tips = new Map<string, Tip>()
  return reported.flatMap(([stream, event]) => {
    const added = append(tips.get(stream) ?? emptyTip(stream as Stream), [event])
    if (E.isLeft(added)) throw new Error(JSON.stringify(added.left))
    tips.set(stream, added.right.tip)
    return added.right.entries
  })
}

/** The given events as the lines of a log. */
export const logOf = (...reported: readonly OnStream[]): readonly string[] =>
  entriesOf(...reported).map(toLine)

/** The entries with these positions in the log, or without one; sealed anew, stream by stream. */
export const numbered = (
  entries: readonly Entry[],
  sequences: readonly (number | undefined)[] = entries.map((_, index) => index),
): readonly Entry[] => {
  const ends = new Map<string, string>()
  return entries.map(({ hash: _, sequence: __, ...body }, index) => {
    const at = sequences[index]
    const { stream } = body
    const previous = body.previous === null ? null : (ends.get(stream) ?? body.previous)
    const entry = sealed({ ...body, previous, ...(at === undefined ? {} : { sequence: at }) })
    ends.set(stream, entry.hash)
    return entry
  })
}
