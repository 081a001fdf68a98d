/** The audit: reads a log to its end whatever stands in it, and gives every broken promise back. */
import type { Event } from '../event/envelope.ts'
import { everyEvent } from '../event/stored.ts'
import type { Upcast } from '../event/upcast.ts'
import { foldStream } from '../fold/assign.ts'
import { explainFinding } from '../fold/finding.ts'
import { fingerprint } from '../fold/fingerprint.ts'
import type { Folding } from '../fold/fold.ts'
import type { AnyMachine, Machine } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'
import { PARKED, questions } from '../judge/questions.ts'
import { windows } from '../judge/windows.ts'
import { canonical } from '../words/canonical.ts'
import { hash } from '../words/hash.ts'
import { type Instant, instant, later, toInstant } from '../words/instant.ts'
import { defaultPolicy, policyHash } from '../words/policy.ts'
import { mandateStream, type Stream } from '../words/stream.ts'
import { SourceId } from '../words/text.ts'
import { VERSION } from '../words/version.ts'
import { chain } from './chain.ts'
import { explainFlaw, type Flaw, type Place } from './flaw.ts'
import { lineCutter } from './lines.ts'
import { counted, type Found, type Report, type StreamReport, type Waiver } from './report.ts'
import { type Code, cardOf } from './severity.ts'
import { type Folded, streams } from './streams.ts'

/** A head that was published: of the whole log, or of its first lines. */
export interface PublishedHead {
  readonly head: string
  readonly lines?: number
}

/** What an audit takes beside the machines. */
export interface Auditing extends Folding {
  readonly heads?: readonly PublishedHead[]
  readonly waivers?: readonly Waiver[]
  /** How events of older forms are read. */
  readonly upcast?: Upcast
  /** What happened later is left out, and windows are told at this moment. */
  readonly occurred?: Instant
  /** The first lines count, or what was recorded by a moment; the rest is read by nobody. */
  readonly known?: number | Instant
}

/** An audit under way. */
export interface Auditor {
  /** Takes the next line. */
  line(text: string): void
  /** What was found, once the log is at its end. */
  report(): Report
}

/** What reads the log: this release, and the events that it knows. */
const READER = `${VERSION} ${hash(canonical(Object.keys(everyEvent).sort()))}`

type Known = Machine<object, string, string>

/** Starts an audit by some machines. @spec design, 10 */
export const auditor = (machines: readonly AnyMachine[], auditing: Auditing = {}): Auditor => {
  const { policy = defaultPolicy, heads = [], waivers = [], occurred } = auditing
  const known = machines as unknown as readonly Known[]
  const folding = foldStream(known, { policy })
  const fold = (stream: Stream, events: readonly Event[]): State =>
    folding(stream, events, occurred)
  const read = chain(policy.clockToleranceSeconds, auditing.upcast)
  const held = streams(fold)
  const headsSeen = new Map<PublishedHead, string>()
  let now: Instant | null = null
  let isOver = false

  const found = (place: Place, code: Code, key: string | null, because: string): Found => {
    const { line, stream, revision } = place
    const waiver = waivers.find((each) => each.finding === code && each.stream === stream)
    const waived = waiver === undefined ? null : { reason: waiver.reason, by: waiver.by }
    return { line, stream, revision, code, key, because, waived, ...cardOf(code) }
  }

  const foundIn = ({ state, placeOf }: Folded): readonly Found[] => [
    ...state.findings.map((finding) =>
      found(placeOf(finding.key), finding.code, finding.key, explainFinding(finding)),
    ),
    ...state.parked.map(({ key, reason }) =>
      found(placeOf(key), reason, key, `${key} ${PARKED[reason]}`),
    ),
  ]

  /** Heads that are not those of the log: of its end, or of its first lines. */
  const headFlaws = (): readonly Flaw[] =>
    heads.flatMap((published): readonly Flaw[] => {
      const isWhole = published.lines === undefined
      const actual = isWhole ? read.head() : (headsSeen.get(published) ?? null)
      const at = { line: read.lines(), stream: null, revision: null }
      const { head: stated } = published
      return stated === actual ? [] : [{ ...at, code: 'HeadDiffers', stated, actual }]
    })

  const streamReport = ({ stream, state, entries }: Folded, stands: boolean): StreamReport => {
    const machine = known.find(({ id }) => id === state.machine)
    const { status, value, context } = state
    const { sourceId } = context as { readonly sourceId?: unknown }
    const moment = occurred ?? now
    const open = machine && moment !== null ? windows(machine, { policy })(state, moment) : []
    const isPayment = machine?.kind === 'payment'
    return {
      stream,
      machine: state.machine,
      status,
      value,
      entries,
      stands,
      sums: machine?.sums?.(context) ?? null,
      windows: open,
      open: questions(state, open).length,
      mandate: isPayment && SourceId.is(sourceId) ? mandateStream(sourceId) : null,
    }
  }

  /** Whether a line is beyond what is to be known: by its place, or by when it was recorded. */
  const isBeyond = (text: string): boolean => {
    const { known: until } = auditing
    if (isOver || until === undefined) return isOver
    isOver = typeof until === 'number' ? read.lines() >= until : isRecordedAfter(text, until)
    return isOver
  }

  return {
    line: (text) => {
      if (isBeyond(text)) return
      const standing = read.read(text)
      if (standing !== null) {
        held.add(standing)
        const recordedAt = toInstant(standing.entry.event.metadata.recordedAt)
        now = later(recordedAt, now ?? recordedAt)
      }
      for (const each of heads) if (each.lines === read.lines()) headsSeen.set(each, read.head())
    },
    report: () => {
      const folded = held.folded()
      const stands = ({ stream, heardFrom }: Folded): boolean =>
        [stream, ...heardFrom].every(read.stands)
      const flaws = [...read.flaws(), ...headFlaws()]
      const findings = [
        ...flaws.map((flaw) => found(flaw, flaw.code, null, explainFlaw(flaw))),
        ...folded.filter(stands).flatMap(foundIn),
      ].sort((a, b) => a.line - b.line)
      return {
        form: 1,
        by: {
          machines: known.map((machine) => ({ id: machine.id, fingerprint: fingerprint(machine) })),
          policy: policyHash(policy),
          reader: READER,
        },
        now: occurred ?? now,
        lines: read.lines(),
        head: read.head(),
        findings,
        streams: folded.map((each) => streamReport(each, stands(each))),
        ...counted(findings),
      }
    },
  }
}

/** Whether a line says that it was recorded after a moment; one that says nothing readable does not. */
const isRecordedAfter = (text: string, moment: Instant): boolean => {
  const told = /"recordedAt":"([^"]*)"/.exec(text)?.[1]
  const recordedAt = told === undefined ? null : instant(told)
  return recordedAt !== null && recordedAt > moment
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
