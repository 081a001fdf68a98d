/** Small logs: short descriptions of events, appended to their streams. */
import * as E from 'fp-ts/lib/Either.js'
import type { Auditing } from '../../src/audit/auditing.ts'
import type { AuditReport } from '../../src/audit/report/report.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { type Entry, sealed } from '../../src/log/entry.ts'
import type { Tree } from '../../src/log/hash-tree.ts'
import { endsOf, headOf, type LogTree, treeOf } from '../../src/log/head.ts'
import { toLine } from '../../src/log/line.ts'
import { emptyTip, type Tip } from '../../src/log/tip.ts'
import type { Stream } from '../../src/words/stream.ts'
import type { PlainText } from '../../src/words/text/plain-text.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { sealedLine } from '../log/seal.ts'
import { append, audit, machines } from '../root.ts'

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

/** The report of a log that is given as lines or entries. */
export const auditOf = (log: readonly (string | Entry)[], auditing: Auditing = {}): AuditReport =>
  audit(
    machines,
    auditing,
  )(log.map((each) => `${typeof each === 'string' ? each : toLine(each)}\n`))

/** The entry as another event, with a matching hash. */
export const forged = (entry: Entry, previous = entry.previous): Entry => {
  const { hash: _, ...body } = entry
  const metadata = { ...entry.event.metadata, eventId: 'evt_forged' as PlainText }
  return sealed({ ...body, event: { ...entry.event, metadata }, previous })
}

/** The line in another form, with a matching hash. */
export const otherForm = (line: string): string =>
  sealedLine(`${line.slice(0, line.lastIndexOf(',"hash":'))}}`.replace(',"form"', ', "form"'))

export const HEAD_TIME = '2026-03-04T10:00:00.0000000Z' as Instant

/** The head over entries, with the ends of their streams. */
export const headOver = (entries: readonly Entry[]) => {
  const head = headOf({ log: 'shop', time: HEAD_TIME }, treeOf(entries) as LogTree)
  if (head === null) throw new Error('no head')
  const unnumbered = entries.map(({ sequence: _, ...each }) => each)
  return { ...head, streams: endsOf(treeOf(unnumbered) as ReadonlyMap<Stream, Tree>) }
}

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
