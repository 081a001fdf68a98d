/** One log judged twice, by two machines or two policies: the streams that come out differently. */

import type { AnyMachine } from '../fold/machine.ts'
import { canonical, type Json } from '../words/canonical.ts'
import type { Sums } from '../words/money.ts'
import type { Stream } from '../words/stream.ts'
import { type Auditing, auditor } from './audit.ts'
import { lineCutter } from './lines.ts'
import type { Found, Report, StreamReport } from './report.ts'

/** What judges: machines, and what an audit takes beside them. */
export interface Judging extends Auditing {
  readonly machines: readonly AnyMachine[]
}

/** What a stream comes to under one of two. */
export interface Outcome {
  readonly machine: string
  readonly status: string
  readonly sums: Sums | null
  /** The findings that the other does not have, by code and occurrence. */
  readonly only: readonly string[]
}

/** A stream that comes out differently; null where one of the two does not have it. */
export interface StreamDifference {
  readonly stream: Stream
  readonly one: Outcome | null
  readonly other: Outcome | null
}

const foundIn = ({ findings }: Report): ReadonlyMap<Stream, readonly string[]> => {
  const found = new Map<Stream, string[]>()
  for (const { stream, code, key } of findings as readonly Found[]) {
    if (stream === null) continue
    const known = found.get(stream) ?? []
    known.push(key === null ? code : `${code} ${key}`)
    found.set(stream, known)
  }
  return found
}

const outcome = (
  told: StreamReport | undefined,
  own: readonly string[],
  others: readonly string[],
): Outcome | null => {
  if (told === undefined) return null
  const { machine, status, sums } = told
  return { machine, status, sums, only: own.filter((each) => !others.includes(each)) }
}

/** The streams of two reports on one log whose status, findings or sums differ, by name. */
export const compareReports = (one: Report, other: Report): readonly StreamDifference[] => {
  const [ones, others] = [foundIn(one), foundIn(other)]
  const [first, second] = [one, other].map(
    ({ streams }) => new Map(streams.map((each) => [each.stream, each])),
  )
  const names = new Set([...one.streams, ...other.streams].map(({ stream }) => stream))
  return [...names].sort().flatMap((stream) => {
    const [own, rest] = [ones.get(stream) ?? [], others.get(stream) ?? []]
    const difference = {
      stream,
      one: outcome(first?.get(stream), own, rest),
      other: outcome(second?.get(stream), rest, own),
    }
    const text = (each: Outcome | null): string => canonical(each as unknown as Json)
    return text(difference.one) === text(difference.other) ? [] : [difference]
  })
}

/** Audits a log by two at once, and compares what each stream comes to. */
export const compare =
  (one: Judging, other: Judging) =>
  (chunks: Iterable<string | Uint8Array>): readonly StreamDifference[] => {
    const auditors = [one, other].map(({ machines, ...auditing }) => auditor(machines, auditing))
    const cut = lineCutter()
    const take = (line: string): void => {
      for (const each of auditors) each.line(line)
    }
    for (const chunk of chunks) cut.take(chunk).forEach(take)
    cut.end().forEach(take)
    const [first, second] = auditors.map((each) => each.report())
    return first === undefined || second === undefined ? [] : compareReports(first, second)
  }
