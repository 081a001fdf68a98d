/** One stream of a log audited by itself: a part that others can be put together with, wherever they were made. */
import { asStored } from '../event/upcast.ts'
import { foldStream } from '../fold/assign.ts'
import type { AnyMachine, Machine } from '../fold/machine.ts'
import type { End } from '../log/head.ts'
import { type Instant, later, toInstant } from '../words/instant.ts'
import { defaultPolicy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import type { Auditing } from './audit.ts'
import { chain } from './chain.ts'
import { explainFlaw, type Place } from './flaw.ts'
import { foldedOf, hold, type Meant, meantBy, nothing, unitedWith } from './folded.ts'
import type { Found } from './report.ts'
import { finder, type Kept, summariser } from './summary.ts'

/** What an audit takes that is made in parts: each stream is in one piece, and known to its end. */
export type AuditingParts = Omit<Auditing, 'isGrouped' | 'known' | 'heads' | 'now'>

/** A line as a store keeps it. */
export interface StoredLine {
  readonly revision: number
  readonly line: string
}

/** What a payment means for a mandate, and whether the payment stands. */
export interface Heard extends Meant {
  readonly stands: boolean
}

/** A finding whose line is not known yet in the whole log: within a stream it is, from 1. */
export interface FoundWithin {
  readonly within: Stream
  /** The stream whose audit tells it: of a finding at a payment it may be the mandate. */
  readonly teller: Stream
  readonly found: Found
}

/** All that a report needs of a stream: plain data, to be kept or sent. */
export interface StreamAudit {
  readonly stream: Stream
  readonly stands: boolean
  /** How many lines were read. */
  readonly lines: number
  /** The last entry, null where none was read. */
  readonly end: End | null
  /** The last moment that any entry was recorded at. */
  readonly recordedAt: Instant | null
  /** What is wrong with the log, in the order of its lines; then what is told, as the fold tells it. */
  readonly found: readonly FoundWithin[]
  /** How it ends; null where no entry was read, and nothing was heard. */
  readonly kept: Omit<Kept, 'found'> | null
  /** What it means for other streams: to be heard where those are audited. */
  readonly meant: readonly Heard[]
}

/** What was heard, as if it stood after the lines of the stream itself: then lines tell which came first. */
const afterwards = (heard: readonly Heard[], lines: number): readonly Heard[] =>
  heard.map((each, index) => ({ ...each, at: { ...each.at, line: lines + index + 1 } }))

const byPlace = ({ at: a }: Heard, { at: b }: Heard): number =>
  a.stream === b.stream ? a.line - b.line : (a.stream ?? '') < (b.stream ?? '') ? -1 : 1

/**
 * Prepares to audit streams one by one, each with all its lines in the order of revisions. A mandate is audited
 * after the payments, with all that was `meant` for it; any other stream hears nothing. @spec design, 10
 */
export const auditStream = (machines: readonly AnyMachine[], auditing: AuditingParts = {}) => {
  const { policy = defaultPolicy, waivers = [], occurred, upcast = asStored } = auditing
  const known = machines as unknown as readonly Machine<object, string, string>[]
  const folding = foldStream(known, { policy })
  const found = finder(waivers)
  const summarise = summariser(known, policy, found)

  return (
    stream: Stream,
    lines: Iterable<StoredLine>,
    heard: readonly Heard[] = [],
  ): StreamAudit => {
    const read = chain(policy.clockToleranceSeconds, upcast)
    const held = nothing()
    let recordedAt: Instant | null = null
    for (const { revision, line } of lines) {
      const standing = read.read(line, { stream, revision })
      if (standing === null) continue
      hold(held, standing)
      const moment = toInstant(standing.entry.event.metadata.recordedAt)
      recordedAt = later(moment, recordedAt ?? moment)
    }
    const entries = held.events.length
    const stands = read.stands(stream) && heard.every((each) => each.stands)
    const flaws = read
      .flaws()
      .map((flaw) => found(flaw, flaw.code, null, explainFlaw(flaw)))
      .sort((a, b) => a.line - b.line)
    const within = (each: Found): FoundWithin => ({
      within: each.stream ?? stream,
      teller: stream,
      found: each,
    })
    const audited = { stream, stands, lines: read.lines(), end: read.ends()[0] ?? null, recordedAt }
    if (entries + heard.length === 0) {
      return { ...audited, found: flaws.map(within), kept: null, meant: [] }
    }
    const told = heard.toSorted(byPlace)
    const united = unitedWith(held, afterwards(told, read.lines()))
    const folded = foldedOf(stream, united, entries, (of, events) => folding(of, events, occurred))
    const { found: all, ...kept } = summarise(folded)
    /** Where it was heard, if it was. */
    const placed = (each: Found): Found => {
      const at: Place | undefined = told[each.line - read.lines() - 1]?.at
      return at === undefined ? each : { ...each, line: at.line }
    }
    return {
      ...audited,
      found: [...flaws, ...(stands ? all.map(placed) : [])].map(within),
      kept,
      meant: meantBy(folded).map((each) => ({ ...each, stands })),
    }
  }
}
