/** Summarises a stream for an audit: its result, and the findings in it. */
import type { Descriptor } from '../../contract/descriptor.ts'
import { descriptorsOf } from '../../contract/descriptors.ts'
import type { Finding } from '../../contract/finding.ts'
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { Parked } from '../../contract/parked-reasons.ts'
import type { WindowDescriptor, TimeWindow as WindowSpan } from '../../contract/window.ts'
import type { Root } from '../../fold/root.ts'
import { doubtsIn } from '../../judge/doubts.ts'
import { questions } from '../../judge/questions.ts'
import { byClosing, overdue, windowAt, windowsOf } from '../../judge/windows.ts'
import { withoutOthers } from '../../merge/stream-subject.ts'
import { prefixOf, type Stream } from '../../words/stream.ts'
import type { Instant } from '../../words/time/instant.ts'
import { LOG_FINDINGS, type LogFinding, type LogLocation } from '../reading/log-finding.ts'
import type { AuditedStream } from './audited-stream.ts'
import type { Found, Related, StreamReport, Waiver } from './report.ts'

/** A related stream: named directly, or to be found by its prefix and the reference. */
type Relative = Omit<Related, 'stream'> & {
  readonly stream: Stream | null
  readonly prefix: string | null
}

/** The summary of a stream, without what depends on the time of the audit or on other streams. */
export interface StreamSummary {
  readonly row: Omit<StreamReport, 'isValid' | 'windows' | 'open' | 'related'>
  readonly windows: readonly (WindowSpan & WindowDescriptor)[]
  /** The number of questions that are open at any time. */
  readonly open: number
  readonly found: readonly Found[]
  readonly reference: string | null
  readonly relatives: readonly Relative[]
}

/** Prepares to create findings, each with its descriptor and, if there is one, its waiver. */
export const finder = (machines: readonly AnyMachine[], waivers: readonly Waiver[] = []) => {
  const { of, explain } = descriptorsOf(machines)
  const byName = new Map(
    waivers.toReversed().map((each) => [`${each.finding} ${each.stream}`, each] as const),
  )
  return (found: LogFinding | Finding | Parked, at: LogLocation): Found => {
    const isOfStream = 'key' in found
    const descriptor: Descriptor = isOfStream ? of(found) : LOG_FINDINGS[found.code]
    const { severity, source, remedy } = descriptor
    const code = 'reason' in found ? found.reason : found.code
    const { line, stream, revision } = at
    const waiver = stream === null ? undefined : byName.get(`${code} ${stream}`)
    const waived = waiver === undefined ? null : { reason: waiver.reason, by: waiver.by }
    const because = isOfStream ? explain(found) : descriptor.explain(found)
    const key = isOfStream ? found.key : null
    const place = { line, stream, revision, code, key, because }
    return { ...place, waived, severity, source, remedy: remedy.reported }
  }
}

/** Returns the streams related to a stream, as far as its own state shows them. */
const relativesOf = (
  machines: readonly AnyMachine[],
  { stream, state }: AuditedStream,
): readonly Relative[] => {
  const prefix = prefixOf(stream)
  const own = machines.find(({ id }) => id === state.machine)
  const alike = own ?? machines.find(({ subject }) => subject.prefix === prefix)
  return (alike?.relations ?? []).flatMap((relation): readonly Relative[] => {
    const { name, phrase } = relation
    if (relation.by === 'reference') {
      return [{ name, phrase, stream: null, prefix: relation.prefix }]
    }
    const named = own === undefined ? null : relation.streamOf(state.context)
    return named === null ? [] : [{ name, phrase, stream: named, prefix: null }]
  })
}

/** Prepares to summarise streams under the machines and policy of a root. */
export const summariser = (
  { machines, policy }: Root,
  found: ReturnType<typeof finder>,
): ((folded: AuditedStream) => StreamSummary) => {
  const questionsOf = questions(machines, policy)
  const byId = new Map<string, AnyMachine>(machines.map((machine) => [machine.id, machine]))

  const foundIn = ({ state, locationOf }: AuditedStream): readonly Found[] =>
    [...state.findings, ...state.parked].map((each) => found(each, locationOf(each.key)))

  return (folded) => {
    const { stream, state, entries } = folded
    const machine = byId.get(state.machine)
    const { status, value, context, occurrences } = withoutOthers(state)
    const [reference = null] = occurrences.flatMap(({ data }) =>
      typeof data['reference'] === 'string' ? data['reference'] : [],
    )
    return {
      row: {
        stream,
        machine: state.machine,
        status,
        value,
        entries,
        sums: machine?.sums?.of(context, doubtsIn(machine)(state).length > 0) ?? null,
      },
      windows: machine === undefined ? [] : windowsOf(machine, state, policy),
      open: questionsOf(state).length,
      found: foundIn(folded),
      reference,
      relatives: relativesOf(machines, folded),
    }
  }
}

/** Maps each prefix and reference to the first stream, by name. */
export type References = ReadonlyMap<string, Stream>

const nameOf = (prefix: string, reference: string | null): string => `${prefix} ${reference}`

/** Indexes streams by prefix and reference. Pass them in the order of their names. */
export const referencesIn = (
  all: Iterable<{ readonly stream: Stream; readonly reference: string | null }>,
): References => {
  const first = new Map<string, Stream>()
  for (const { stream, reference } of all) put(first, stream, reference)
  return first
}

const put = (first: Map<string, Stream>, stream: Stream, reference: string | null): void => {
  const name = nameOf(prefixOf(stream), reference)
  if (!first.has(name)) first.set(name, stream)
}

/** The same for streams that come one by one: only those that a machine's relations can find. */
export const references = (machines: readonly AnyMachine[]) => {
  const sought = new Set(
    machines.flatMap(({ relations }) =>
      relations.flatMap((each) => (each.by === 'reference' ? each.prefix : [])),
    ),
  )
  const all = new Map<string, Stream>()
  return {
    add: (stream: Stream, reference: string | null): void => {
      if (reference !== null && sought.has(prefixOf(stream))) put(all, stream, reference)
    },
    all: all as References,
  }
}

/**
 * Returns the row of a stream as of a time, with its windows in closing order and related streams.
 */
export const rowOf = (
  { row, windows, open, reference, relatives }: Omit<StreamSummary, 'found'>,
  isValid: boolean,
  asOf: Instant | null,
  references: References,
): StreamReport => {
  const { stream, machine, status, value, entries, sums } = row
  const windowsNow = asOf === null ? [] : windows.map((each) => windowAt(each, asOf))
  const related = relatives.flatMap(
    ({ name, phrase, stream: named, prefix }): readonly Related[] => {
      const byReference =
        prefix === null || reference === null
          ? undefined
          : references.get(nameOf(prefix, reference))
      const found = named ?? byReference
      return found === undefined ? [] : [{ name, phrase, stream: found }]
    },
  )
  return {
    stream,
    machine,
    status,
    value,
    entries,
    sums,
    related,
    isValid,
    windows: byClosing(windowsNow),
    open: open + overdue(windowsNow).length,
  }
}
