/** The audit: reads a log to its end whatever stands in it, and gives every broken promise back. */
import * as E from 'fp-ts/lib/Either.js'
import type { Event } from '../event/envelope.ts'
import { everyEvent } from '../event/stored.ts'
import { asStored, type Upcast } from '../event/upcast.ts'
import { foldStream } from '../fold/assign.ts'
import { fingerprint } from '../fold/fingerprint.ts'
import type { Folding } from '../fold/fold.ts'
import type { AnyMachine, Machine } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'
import type { Entry } from '../log/entry.ts'
import { headOf } from '../log/head.ts'
import { lineReader } from '../log/text.ts'
import { canonical } from '../words/canonical.ts'
import { hash } from '../words/hash.ts'
import { type Instant, later, toInstant } from '../words/instant.ts'
import { defaultPolicy, type Policy, policyHash } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { VERSION } from '../words/version.ts'
import { chain, type Standing, type StoredAs } from './chain.ts'
import { explainFlaw, type Flaw } from './flaw.ts'
import { lineCutter } from './lines.ts'
import { counted, type Judged, type Report, type Waiver } from './report.ts'
import { type Summary, streams } from './streams.ts'
import { finder, type Kept, rowOf, sessionsIn, summariser } from './summary.ts'

/** A head that was published: of the whole log, or of its first lines. */
export interface PublishedHead {
  readonly head: string
  readonly lines?: number
}

/** What an audit takes beside the machines. */
export interface Auditing extends Folding {
  readonly heads?: readonly PublishedHead[]
  readonly waivers?: readonly Waiver[]
  /**
   * Whether each stream comes in one piece: then the events of one stream are kept at a time, those of
   * mandates to the end. One that comes in two is found.
   */
  readonly isGrouped?: boolean
  /** How events of older forms are read. */
  readonly upcast?: Upcast
  /** What happened later is left out, and windows are told at this moment. */
  readonly occurred?: Instant
  /** The moment that windows are told at: the last that anything was recorded at, unless told. */
  readonly now?: Instant
  /** The first lines count, or what was recorded by a moment; the rest is read by nobody. */
  readonly known?: number | Instant
}

/** An audit under way. */
export interface Auditor {
  /** Takes the next line. Where a store keeps it under a stream and a revision, they are held against it. */
  line(text: string, storedAs?: StoredAs): void
  /** What was found, once the log is at its end. */
  report(): Report
}

/** What reads the log: this release, and the events that it knows. */
const READER = `${VERSION} ${hash(canonical(Object.keys(everyEvent).sort()))}`

type Known = Machine<object, string, string>

/** What judges: reports, and the parts they are put together from, go together when these are the same. */
export const judgedBy = (
  machines: readonly AnyMachine[],
  policy: Policy = defaultPolicy,
): Judged => ({
  machines: (machines as unknown as readonly Known[]).map((machine) => ({
    id: machine.id,
    fingerprint: fingerprint(machine),
  })),
  policy: policyHash(policy),
  reader: READER,
})

/** Starts an audit by some machines. @spec design, 10 */
export const auditor = (machines: readonly AnyMachine[], auditing: Auditing = {}): Auditor => {
  const { policy = defaultPolicy, heads = [], waivers = [], occurred } = auditing
  const known = machines as unknown as readonly Known[]
  const folding = foldStream(known, { policy })
  const fold = (stream: Stream, events: readonly Event[]): State =>
    folding(stream, events, occurred)
  const { upcast = asStored } = auditing
  const readLine = lineReader(upcast)
  const read = chain(policy.clockToleranceSeconds, upcast)
  const headsSeen = new Map<PublishedHead, string>()
  const ungrouped: Flaw[] = []
  let current: Stream | null = null
  let now: Instant | null = null
  let isOver = false

  /** Heads that are not those of the log: of its end, or of its first lines. */
  const headFlaws = (): readonly Flaw[] =>
    heads.flatMap((published): readonly Flaw[] => {
      const isWhole = published.lines === undefined
      const actual = isWhole ? headOf(read.ends()) : (headsSeen.get(published) ?? null)
      const at = { line: read.lines(), stream: null, revision: null }
      const { head: stated } = published
      return stated === actual ? [] : [{ ...at, code: 'HeadDiffers', stated, actual }]
    })

  const found = finder(waivers)
  const summarise = summariser(known, policy, found)
  const held = streams({ fold, summarise, isGrouped: auditing.isGrouped === true })

  /** Takes an entry to its stream; in a grouped log the stream before is over then. */
  const taken = (standing: Standing): void => {
    const { line, entry } = standing
    const { stream, revision } = entry
    if (!held.add(standing)) ungrouped.push({ line, stream, revision, code: 'NotGrouped' })
    if (auditing.isGrouped === true && current !== null && current !== stream) read.forget(current)
    current = stream
  }

  /** Whether a line was recorded after a moment; one that does not stand by itself cannot say so. */
  const isRecordedAfter = (text: string, moment: Instant): boolean =>
    E.match(
      () => false,
      ({ event }: Entry) => toInstant(event.metadata.recordedAt) > moment,
    )(readLine(text))

  /** Whether a line is beyond what is to be known: by its place, or by when it was recorded. */
  const isBeyond = (text: string): boolean => {
    const { known: until } = auditing
    if (isOver || until === undefined) return isOver
    isOver = typeof until === 'number' ? read.lines() >= until : isRecordedAfter(text, until)
    return isOver
  }

  return {
    line: (text, storedAs) => {
      if (isBeyond(text)) return
      const standing = read.read(text, storedAs)
      if (standing !== null) {
        taken(standing)
        const recordedAt = toInstant(standing.entry.event.metadata.recordedAt)
        now = later(recordedAt, now ?? recordedAt)
      }
      for (const each of heads)
        if (each.lines === read.lines()) headsSeen.set(each, headOf(read.ends()))
    },
    report: () => {
      const all = held.summaries()
      const split = new Set(ungrouped.map(({ stream }) => stream))
      const isKnown = (stream: Stream): boolean => read.stands(stream) && !split.has(stream)
      const stands = ({ stream, heardFrom }: Summary<Kept>): boolean =>
        [stream, ...heardFrom].every(isKnown)
      const flaws = [...read.flaws(), ...ungrouped, ...headFlaws()]
      const findings = [
        ...flaws.map((flaw) => found(flaw, flaw.code, null, explainFlaw(flaw))),
        ...all.filter(stands).flatMap(({ summary }) => summary.found),
      ].sort((a, b) => a.line - b.line)
      const sessions = sessionsIn(all.map((each) => ({ ...each, ...each.summary })))
      const moment = occurred ?? auditing.now ?? now
      return {
        form: 1,
        by: judgedBy(machines, policy),
        now: moment,
        lines: read.lines(),
        head: headOf(read.ends()),
        findings,
        streams: all.map((each) => rowOf(each.summary, stands(each), moment, sessions)),
        ...counted(findings),
      }
    },
  }
}

/** Audits a log that is at hand: lines, or chunks of text or bytes cut anywhere. */
export const audit =
  (machines: readonly AnyMachine[], auditing: Auditing = {}) =>
  (chunks: Iterable<string | Uint8Array>): Report => {
    const cut = lineCutter()
    const under = auditor(machines, auditing)
    for (const chunk of chunks) for (const line of cut.take(chunk)) under.line(line)
    for (const line of cut.end()) under.line(line)
    return under.report()
  }

/** Audits a log as it arrives. */
export const auditAsync =
  (machines: readonly AnyMachine[], auditing: Auditing = {}) =>
  async (chunks: AsyncIterable<string | Uint8Array>): Promise<Report> => {
    const cut = lineCutter()
    const under = auditor(machines, auditing)
    for await (const chunk of chunks) for (const line of cut.take(chunk)) under.line(line)
    for (const line of cut.end()) under.line(line)
    return under.report()
  }
