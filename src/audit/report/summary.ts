/** Summarises a stream for an audit: its result, and the findings in it. */

import type { Descriptor } from '../../contract/descriptor.ts'
import { descriptorsOf, doubtsIn } from '../../contract/descriptors.ts'
import type { Finding } from '../../contract/finding.ts'
import type { AnyMachine, Sums } from '../../contract/machine-record.ts'
import type { Parked } from '../../contract/parked-reasons.ts'
import { eventsOf, type State } from '../../contract/state.ts'
import type { WindowDescriptor, TimeWindow as WindowSpan } from '../../contract/window.ts'
import { dataIn } from '../../event/envelope.ts'
import { INFORMATIONAL } from '../../event/informational-events.ts'
import type { Root } from '../../fold/root.ts'
import { type QuestionRequest, requestFor } from '../../judge/provider-request.ts'
import { questions } from '../../judge/questions.ts'
import { byClosing, overdue, windowAt, windowsOf } from '../../judge/windows.ts'
import { withoutOthers } from '../../merge/stream-subject.ts'
import { type Json, textInUtf8 } from '../../words/data/canonical.ts'
import { joined } from '../../words/data/lists.ts'
import { hash } from '../../words/hash/hash.ts'
import type { Currency } from '../../words/money.ts'
import { prefixOf, type Stream } from '../../words/stream.ts'
import { formatted, type Instant } from '../../words/time/instant.ts'
import { LOG_FINDINGS, type LogFinding, type LogLocation } from '../reading/log-finding.ts'
import type { EvidentEntry } from '../reading/log-lines.ts'
import { type AuditedStream, currencyOf } from './audited-stream.ts'
import type { Found, OpenPoint, PersonsWord, Related, Stake, StreamReport } from './report.ts'
import { greatestNamed, greatestStake, mostIn, onlyCurrency } from './stake.ts'

/** A related stream: named directly, or to be found by its prefix and the reference. */
type Relative = Omit<Related, 'stream'> & {
  readonly stream: Stream | null
  readonly prefix: string | null
}

/** The row of a stream, before the time of the audit and the other streams are known. */
export interface AuditRow extends Omit<StreamReport, 'related'> {
  /** What is expected, and by when: what is overdue is a question, besides those that are open at any time. */
  readonly expected: readonly (WindowSpan & WindowDescriptor & Pick<OpenPoint, 'settledBy'>)[]
  readonly reference: string | null
  readonly relatives: readonly Relative[]
}

/** What a finding rests on, besides what was found: its entries, and the money that hangs on it. */
interface Basis {
  readonly entries: readonly EvidentEntry[]
  readonly stake: Stake | null
}

/** The fields of what was found that are shown otherwise. */
const SHOWN: ReadonlySet<string> = new Set(
  'code rule key events asks line stream revision entries refusal number reason'.split(' '),
)

type Value = Found['compared'][string]

const isValue = (value: unknown): value is Value => value === null || typeof value !== 'object'

const asCompared = ([name, value]: readonly [string, unknown]): readonly [string, Value][] => {
  if (isValue(value)) return [[name, value]]
  const isList = Array.isArray(value) && value.length > 0 && value.every(isValue)
  return isList ? [[name, value.join(', ')]] : []
}

/** What was compared, where it is a value of its own. */
const NESTED: ReadonlySet<string> = new Set(['compared', 'entry', 'problem'])

/** The values that were compared: of a broken rule, those of its refusal. */
const comparedIn = (found: LogFinding | Finding | Parked): Found['compared'] => {
  const compared = ('refusal' in found ? found.refusal : undefined) ?? found
  const isTimed = 'line' in compared || 'rule' in compared
  const own = Object.entries(compared).filter(
    ([name]) => !SHOWN.has(name) && (isTimed || name !== 'at'),
  )
  const values = own.flatMap(([name, value]) =>
    NESTED.has(name) ? Object.entries(Object(value)) : [[name, value] as const],
  )
  // a problem of a line is named by the code
  const named = values.filter(([name, value]) => name !== 'error' && value !== '')
  return Object.fromEntries(named.flatMap(asCompared))
}

/** The id of a finding: other evidence makes another one, and so does other money or anything else compared. */
const findingId = ({ code, stream, key, entries, compared, stake }: Omit<Found, 'id'>): string => {
  const hashes = entries.flatMap(({ hash: each }) => each ?? [])
  const money = stake === null ? [] : [stake.amount, stake.currency]
  const whole = [code, stream, key, hashes, compared, ...money] as unknown as Json
  return hash(textInUtf8(whole)).slice(0, 32)
}

/** Prepares to create findings, each with its descriptor; waivers are applied to all of them at the end. */
export const finder = (machines: readonly AnyMachine[]) => {
  const { of, explain } = descriptorsOf(machines)
  return (
    found: LogFinding | Finding | Parked,
    at: LogLocation,
    { entries, stake }: Basis = { entries: ('line' in found && found.entries) || [], stake: null },
  ): Found => {
    const isOfStream = 'key' in found
    const descriptor: Descriptor = isOfStream ? of(found) : LOG_FINDINGS[found.code]
    const { severity, title, source, remedy } = descriptor
    const code = 'reason' in found ? found.reason : found.code
    const { line, stream, revision } = at
    const because = isOfStream ? explain(found) : descriptor.explain(found)
    const key = isOfStream ? found.key : null
    const place = { line, stream, revision, code, title, key, because }
    const basis = { compared: comparedIn(found), entries, stake }
    const made = { ...place, ...basis, waived: null, severity, source, remedy: remedy.reported }
    return { id: findingId(made), ...made }
  }
}

const relativesOf = (
  machines: readonly AnyMachine[],
  own: AnyMachine | undefined,
  { stream, state }: AuditedStream,
): readonly Relative[] => {
  const isAlike = ({ subject }: AnyMachine): boolean => subject.prefix === prefixOf(stream)
  const { relations = [] } = own ?? machines.find(isAlike) ?? {}
  return relations.flatMap((relation): readonly Relative[] => {
    const { name, phrase } = relation
    if (relation.by === 'reference') {
      return [{ name, phrase, stream: null, prefix: relation.prefix }]
    }
    const named = own === undefined ? null : relation.streamOf(state.context)
    return named === null ? [] : [{ name, phrase, stream: named, prefix: null }]
  })
}

const heldIn = (sums: Sums | null, without: Sums | null): number => {
  let held = 0
  for (const [name, amount] of Object.entries(without ?? {})) {
    const own = sums?.[name]
    if (typeof amount === 'number' && typeof own === 'number') held += amount - own
  }
  return held
}

/** The sums of a stream, the month of its first money, and how much its doubts hold back. */
const moneyIn = (machine: AnyMachine | undefined, state: State) => {
  const summed = machine?.sums ?? null
  if (machine === undefined || summed === null) return { sums: null, month: null, held: 0 }
  const isInDoubt = doubtsIn(machine)(state).length > 0
  const sums = summed.of(state.context, isInDoubt)
  return {
    sums,
    month: summed.since?.(state.context)?.slice(0, 7) ?? null,
    held: isInDoubt ? heldIn(sums, summed.of(state.context, false)) : 0,
  }
}

const factsIn = ({ findings, parked }: State, of: (found: Finding | Parked) => Descriptor) => {
  const facts: Record<string, number> = {}
  for (const each of [...findings, ...parked]) {
    if (of(each).isFact !== true) continue
    const { reasonCode } = each as { readonly reasonCode?: unknown }
    const code = 'reason' in each ? each.reason : each.code
    const name = typeof reasonCode === 'string' ? `${code} ${reasonCode}` : code
    facts[name] = (facts[name] ?? 0) + 1
  }
  return facts
}

const findingsIn =
  (machines: readonly AnyMachine[], found: ReturnType<typeof finder>) =>
  (
    { state, locationOf, entriesOf, stakeOf }: AuditedStream,
    { payer, currency }: { readonly payer: Stream; readonly currency: Currency | null },
  ): readonly Found[] => {
    const { of, evidence } = descriptorsOf(machines)
    return [...state.findings, ...state.parked]
      .filter((each) => of(each).isFact !== true)
      .map((each) => {
        const first = locationOf(each.key)
        // the lines of other streams may not be known yet
        const ids = evidence(each, state)
        const rests = entriesOf(ids, each.key).filter(({ entry }) => entry.stream === first.stream)
        const entries = rests.map(({ entry }) => entry)
        // a key that is none of an occurrence has no entry of its own
        const at = entries.find(({ line }) => line === first.line) ?? entries[0] ?? first
        const amount = of(each).stake?.(each)
        const named = amount === undefined ? greatestNamed(rests, currency) : { amount, currency }
        // what other streams imply is about their money
        const others = amount === undefined ? greatestStake(ids.map(stakeOf)) : null
        return found(each, at, {
          entries: entries.length > 0 ? entries : [at],
          stake: others ?? (named && { stream: payer, ...named }),
        })
      })
  }

const settledBy = (request: QuestionRequest | null): string => request?.endpoint ?? 'a person'

const WORDS: Readonly<Record<string, PersonsWord['what']>> = {
  [INFORMATIONAL.review]: 'reviewed',
  [INFORMATIONAL.givenUp]: 'given up',
}

const isText = (value: unknown): value is string => typeof value === 'string'

const wordsIn = (state: Pick<State, 'occurrences'>): readonly PersonsWord[] =>
  eventsOf(state).flatMap((event): readonly PersonsWord[] => {
    const what = WORDS[event.type]
    const { by, because } = dataIn(event)
    if (what === undefined || !Array.isArray(by)) return []
    const reason = isText(because) ? because : ''
    return [{ what, by: by.filter(isText), because: reason, at: event.metadata.recordedAt }]
  })

/** Prepares to summarise streams under the machines and policy of a root. */
export const summariser = ({ machines, policy }: Root, found: ReturnType<typeof finder>) => {
  const { of } = descriptorsOf(machines)
  const foundIn = findingsIn(machines, found)
  const questionsOf = questions(machines, policy)
  const byId = new Map<string, AnyMachine>(machines.map((machine) => [machine.id, machine]))

  return (folded: AuditedStream, { isValid, covering }: Pick<AuditRow, 'isValid' | 'covering'>) => {
    const { stream, state, entries } = folded
    const machine = byId.get(state.machine)
    const { status, value, occurrences } = withoutOthers(state)
    const [reference = null] = occurrences.flatMap(({ data }) =>
      typeof data['reference'] === 'string' ? data['reference'] : [],
    )
    const { sums, month, held } = moneyIn(machine, state)
    const { currency: own } = state.context as { readonly currency?: Currency | null }
    const named = eventsOf({ occurrences }).flatMap((event) => currencyOf(event) ?? [])
    // a lifecycle may have a currency that no message of it names
    const currency = sums?.currency ?? (named.length === 0 ? own : onlyCurrency(named)) ?? null
    const relatives = relativesOf(machines, machine, folded)
    const spans = machine === undefined ? [] : windowsOf(machine, state, policy)
    const row: AuditRow = {
      ...{ stream, status, value, entries, isValid, covering, sums, reference },
      machine: state.machine,
      method: machine?.method ?? state.machine,
      month,
      held,
      words: wordsIn(state),
      expected: spans
        .filter(({ kind }) => kind === 'expectation')
        .map((span) => {
          const { lookUp = 'entity' } = machine?.windows[span.name] ?? {}
          return { ...span, settledBy: settledBy(requestFor(machines, state, lookUp)) }
        }),
      questions: questionsOf(state).map(({ key, reason, because, request, events }) => {
        const named = greatestNamed(folded.entriesOf(events, key), currency)
        const isOther = currency !== null && named?.currency !== currency
        const most = named === null || isOther ? { amount: mostIn(sums), currency } : named
        return { reason, because, settledBy: settledBy(request), ...most }
      }),
      relatives,
    }
    // a stream without sums has no money of its own
    const owner = sums === null ? relatives.find((each) => each.stream !== null) : undefined
    const payer = owner?.stream ?? stream
    return { row, found: foundIn(folded, { payer, currency }), facts: factsIn(state, of) }
  }
}

/** Maps each prefix and reference to the first stream, by name. */
export type References = ReadonlyMap<string, Stream>

const nameOf = (prefix: string, reference: string | null): string => `${prefix} ${reference}`

/** Indexes streams that come one by one, in the order of their names: those that a machine's relations can find. */
export const references = (machines: readonly AnyMachine[]) => {
  const sought = new Set(
    machines.flatMap(({ relations }) =>
      relations.flatMap((each) => (each.by === 'reference' ? each.prefix : [])),
    ),
  )
  const all = new Map<string, Stream>()
  return {
    add: (stream: Stream, reference: string | null): void => {
      const prefix = prefixOf(stream)
      const name = nameOf(prefix, reference)
      if (reference !== null && sought.has(prefix) && !all.has(name)) all.set(name, stream)
    },
    all: all as References,
  }
}

/** The row of a stream as of a time, with what is overdue by then and its related streams. */
export const rowOf = (
  { expected, reference, relatives, ...row }: AuditRow,
  asOf: Instant | null,
  references: References,
): StreamReport => {
  const spans = asOf === null ? [] : expected.map((each) => ({ ...each, ...windowAt(each, asOf) }))
  const late = overdue(spans)
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
  const points = byClosing(late).map(({ closesAt, allows, settledBy }) => ({
    reason: 'Overdue',
    because: `This was expected by ${formatted(closesAt)}: ${allows}`,
    settledBy,
    amount: mostIn(row.sums),
    currency: row.sums?.currency ?? null,
  }))
  return { ...row, related, questions: joined(row.questions, points) }
}
