/** What an audit keeps of a stream: how it ends, and what was found in it. */
import { explainFinding } from '../fold/finding.ts'
import type { Machine } from '../fold/machine.ts'
import { compare } from '../fold/occurrence.ts'
import { PARKED, questions } from '../judge/questions.ts'
import { overdue, windowAt } from '../judge/windows.ts'
import type { Instant } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import { kindOfStream, mandateStream, type Stream } from '../words/stream.ts'
import { SourceId } from '../words/text.ts'
import type { Window } from '../words/window.ts'
import type { Place } from './flaw.ts'
import type { Folded } from './folded.ts'
import type { Found, StreamReport, Waiver } from './report.ts'
import { type Code, cardOf } from './severity.ts'

/** A stream but for what hangs on the end of the log: the moment, the other streams. */
export interface Kept {
  readonly row: Omit<StreamReport, 'stands' | 'windows' | 'open' | 'session'>
  readonly windows: readonly Window[]
  /** How many questions are open whatever the moment. */
  readonly open: number
  readonly found: readonly Found[]
  readonly reference: string | null
}

/** Prepares to put findings down, each with its card, and who has looked into it. */
export const finder =
  (waivers: readonly Waiver[] = []) =>
  (place: Place, code: Code, key: string | null, because: string): Found => {
    const { line, stream, revision } = place
    const waiver = waivers.find((each) => each.finding === code && each.stream === stream)
    const waived = waiver === undefined ? null : { reason: waiver.reason, by: waiver.by }
    return { line, stream, revision, code, key, because, waived, ...cardOf(code) }
  }

/** Prepares machines and a policy for summing streams up. */
export const summariser = (
  machines: readonly Machine<object, string, string>[],
  policy: Policy,
  found: ReturnType<typeof finder>,
): ((folded: Folded) => Kept) => {
  const foundIn = ({ state, placeOf }: Folded): readonly Found[] => [
    ...state.findings.map((finding) =>
      found(placeOf(finding.key), finding.code, finding.key, explainFinding(finding)),
    ),
    ...state.parked.map(({ key, reason }) =>
      found(placeOf(key), reason, key, `${key} ${PARKED[reason]}`),
    ),
  ]

  return (folded) => {
    const { stream, state, entries } = folded
    const machine = machines.find(({ id }) => id === state.machine)
    const { status, value, context, occurrences } = state
    const { sourceId } = context as { readonly sourceId?: unknown }
    const isPayment = kindOfStream(stream) === 'payment'
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
        sums: machine?.sums?.(context) ?? null,
        mandate: isPayment && SourceId.is(sourceId) ? mandateStream(sourceId) : null,
      },
      windows: machine?.windows(state, policy) ?? [],
      open: questions(state).length,
      found: foundIn(folded),
      reference,
    }
  }
}

/** The first session, by name, of each reference. */
export const sessionsIn = (
  all: readonly { readonly stream: Stream; readonly reference: string | null }[],
): ReadonlyMap<string | null, Stream> =>
  new Map(
    all
      .filter(({ stream }) => kindOfStream(stream) === 'session')
      .toReversed()
      .map(({ stream, reference }) => [reference, stream]),
  )

/** How a stream ends, as of a moment: its windows by when they close, and a payment's session. */
export const rowOf = (
  { row, windows, open, reference }: Omit<Kept, 'found'>,
  stands: boolean,
  moment: Instant | null,
  sessions: ReturnType<typeof sessionsIn>,
): StreamReport => {
  const { stream, machine, status, value, entries, sums, mandate } = row
  const told = moment === null ? [] : windows.map((each) => windowAt(each, moment))
  const isPayment = kindOfStream(stream) === 'payment'
  const session = isPayment && reference !== null ? sessions.get(reference) : undefined
  return {
    stream,
    machine,
    status,
    value,
    entries,
    sums,
    mandate,
    stands,
    windows: told.toSorted((a, b) => compare(a.closesAt, b.closesAt)),
    open: open + overdue(told).length,
    session: session ?? null,
  }
}
