/** Merges audits of the parts of a log into one report, whatever their order and wherever they were made. */
import { fingerprint } from '../fold/fingerprint.ts'
import { decodingOf, policyFieldsOf, type Root } from '../fold/root.ts'
import { canonicalText, type Json, textInUtf8 } from '../words/data/canonical.ts'
import { addAll, listsOf, NONE } from '../words/data/lists.ts'
import { isSame } from '../words/data/plain-data.ts'
import { hash } from '../words/hash/hash.ts'
import { defaultPolicyOf, policyHash } from '../words/policy.ts'
import { SEVERITIES } from '../words/severity.ts'
import { earlier, type Instant, later } from '../words/time/instant.ts'
import { VERSION } from '../words/version.ts'
import { type AskedAudit, type Merging, readAuditing } from './auditing.ts'
import { byStreamName, type PartAudit, type StreamAudit } from './part-audit.ts'
import { headsOf } from './reading/heads.ts'
import { addedUp, knownFindings, knownReport, noneKnown } from './reading/known-at.ts'
import type { LogFinding } from './reading/log-finding.ts'
import { NO_STREAM } from './reading/log-lines.ts'
import { bySequence, sequencesOf } from './reading/sequences.ts'
import { checksOf, sentenceOf } from './report/checks.ts'
import {
  type AuditReport,
  counted,
  type Found,
  type JudgedBy,
  type ReportFrame,
  reportFrame,
  type StreamReport,
} from './report/report.ts'
import { stakesIn } from './report/stake.ts'
import { finder, type References, references, rowOf } from './report/summary.ts'
import { apart, waiversAsGiven, waiving } from './report/waivers.ts'
import { byKey, sharing } from './shared-keys.ts'

type ListName = Exclude<keyof PartAudit, 'consequences'>

type Member<Name extends ListName> = PartAudit[Name][number]

/** What a part of a log comes to, as often as it is asked for, in the orders in which it is merged. */
export type AuditedPart = { readonly [Name in ListName]: () => Iterable<Member<Name>> }

type Order<A> = (one: A, other: A) => number

const ORDERS: { readonly [Name in ListName]: Order<Member<Name>> } = {
  streams: byStreamName,
  rows: byStreamName,
  sequenced: bySequence,
  claims: byKey,
}

/** Yields the elements of two sorted sequences in order; of equals, those of the first before the others. */
function* inOrder<A>(one: Iterable<A>, other: Iterable<A>, order: Order<A>): Generator<A> {
  const others = other[Symbol.iterator]()
  let next = others.next()
  for (const each of one) {
    for (; next.done !== true && order(next.value, each) < 0; next = others.next()) yield next.value
    yield each
  }
  for (; next.done !== true; next = others.next()) yield next.value
}

/** Merges sorted sequences into one, of which it holds one element each. */
const mergeSorted = <A>(all: readonly Iterable<A>[], order: Order<A>): Iterable<A> => {
  if (all.length < 2) return all[0] ?? NONE
  const half = all.length >>> 1
  return inOrder(mergeSorted(all.slice(0, half), order), mergeSorted(all.slice(half), order), order)
}

/** One list of all parts, in its order. */
const mergedIn = <Name extends ListName>(
  parts: readonly AuditedPart[],
  name: Name,
): Iterable<Member<Name>> =>
  mergeSorted<Member<Name>>(
    parts.map((part) => part[name]()),
    ORDERS[name],
  )

/** A part, of which a function returns each list as often as it is asked for. */
export const partOf = (
  listOf: <Name extends ListName>(name: Name) => Iterable<Member<Name>>,
): AuditedPart => ({
  streams: () => listOf('streams'),
  rows: () => listOf('rows'),
  sequenced: () => listOf('sequenced'),
  claims: () => listOf('claims'),
})

/** A part that is in memory. */
export const inMemory = (part: PartAudit): AuditedPart => partOf((name) => part[name])

/** Merges audited parts into one, with each list in its order. Each list of a part must be in order. */
export const mergeParts = (parts: readonly AuditedPart[]): AuditedPart =>
  partOf((name) => mergedIn(parts, name))

const isInOrder = <A>(all: Iterable<A>, order: Order<A>): boolean => {
  let last: A | null = null
  for (const each of all) {
    if (last !== null && order(last, each) > 0) return false
    last = each
  }
  return true
}

/** Whether the lists of a part are in the orders in which they are merged, and no stream is there twice. */
export const isMerged = ({ streams, rows, sequenced, claims }: AuditedPart): boolean =>
  isInOrder(streams(), (a, b) => byStreamName(a, b) || 1) &&
  isInOrder(rows(), ORDERS.rows) &&
  isInOrder(sequenced(), ORDERS.sequenced) &&
  isInOrder(claims(), ORDERS.claims)

/** Identifies what judges: reports, or parts of one, are comparable only if this is equal. */
export const judgedBy = ({ machines, policy }: Root): JudgedBy => ({
  machines: machines.map((machine) => ({ id: machine.id, fingerprint: fingerprint(machine) })),
  policy: policyHash(policyFieldsOf(machines), policy),
  reader: `${VERSION} ${hash(canonicalText(Object.keys(decodingOf(machines).lifecycle).sort()))}`,
})

const changedValues = ({ machines, policy }: Root): Readonly<Record<string, Json>> => {
  const usual = Object.entries(defaultPolicyOf(policyFieldsOf(machines)))
  const values = policy as unknown as Readonly<Record<string, Json>>
  return Object.fromEntries(
    usual
      .map(([name, value]) => [name, values[name] ?? null, value ?? null] as const)
      .filter(([, own, value]) => !isSame(own, value)),
  )
}

const nothingRead = () => ({
  counts: new Map<string, number>(),
  facts: {} as Record<string, number>,
  ...{ lines: 0, streams: 0, sequenced: 0, lost: 0, missing: 0 },
  known: noneKnown,
  first: null as Instant | null,
  latest: null as Instant | null,
})

const addStream = (read: ReturnType<typeof nothingRead>, audit: StreamAudit): void => {
  const { lines, end, recordedAt } = audit
  const { counts, first, latest } = read
  read.lines += lines
  read.lost += end.lost
  read.missing += end.missing
  read.known = addedUp(read.known, end.known)
  if (end.size > 0) read.streams += 1
  if (end.lastSequence !== null) read.sequenced += end.size
  if (end.firstAt !== null) read.first = earlier(end.firstAt, first ?? end.firstAt)
  if (recordedAt !== null) read.latest = later(recordedAt, latest ?? recordedAt)
  for (const name of audit.tried) counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const [name, many] of Object.entries(audit.facts)) {
    read.facts[name] = (read.facts[name] ?? 0) + many
  }
}

/** Waived findings come last: nobody has to act on them. */
const weightOf = ({ waived, severity }: Found): number =>
  waived === null ? SEVERITIES.indexOf(severity) : -1

const worstFirst = (a: Found, b: Found): number =>
  weightOf(b) - weightOf(a) || (b.stake?.amount ?? 0) - (a.stake?.amount ?? 0) || a.line - b.line

const gathered = (root: Root, merging: AskedAudit, parts: readonly AuditedPart[]) => {
  const { heads: published, known } = merging
  const found = finder(root.machines)
  const sequences = sequencesOf(published.map(({ size }) => size))
  const whole = headsOf(published, known, sequences)
  const related = references(root.machines)
  const read = nothingRead()
  const [ofLines, ofEvents]: readonly [Found[], Found[]] = [[], []]
  const ofSequence: LogFinding[] = []
  for (const each of mergedIn(parts, 'sequenced')) {
    const repeated = sequences.add(each)
    if (repeated !== null) ofSequence.push(repeated)
  }
  const sharers = sharing(root.machines)(mergedIn(parts, 'claims'))
  const shared = listsOf([...sharers].map((each) => [each.stream, each]))
  for (const audit of mergedIn(parts, 'streams')) {
    const { stream, end, reference } = audit
    if (stream !== NO_STREAM) whole.add(stream, end)
    addStream(read, audit)
    related.add(stream, reference)
    addAll(ofEvents, shared.get(stream) ?? NONE)
    for (const each of audit.found) (each.key === null ? ofLines : ofEvents).push(each)
  }
  const { lowest } = read.known
  const lost = read.lost + ofSequence.length
  const accounted = { lost, missing: read.missing + ofSequence.length }
  const below = typeof known === 'number' && lowest !== null ? known : lowest
  const { checks, findings } = whole.compared(read.lines, read.known)
  const ofLog = [
    ...ofSequence,
    ...sequences.missing(read.lines, below, accounted),
    ...knownFindings(known, read.known, read.lines),
    ...findings,
  ].map((each) => found(each, each))
  const ended = { known: knownReport(known, read.known), ...whole.head(lost) }
  // at one line in order: about the line, its sequence, the log, then in events
  const all = [...ofLines, ...ofLog, ...ofEvents]
  return { read, all, heads: checks, ended, related: related.all }
}

const merged = (root: Root, merging: AskedAudit, parts: readonly AuditedPart[]) => {
  const { read, all, heads, ended, related } = gathered(root, merging, parts)
  const { lines, first, latest, facts } = read
  const { occurred = null, waivers, waiversAsOf = null, messages = null } = merging
  const found = finder(root.machines)
  const waived = waiving(all, waivers, waiversAsOf)
  const at = { code: 'OptionUnreadable', line: 0, stream: null, revision: null } as const
  const unread = merging.unread.map((problem) => ({ ...at, problem }))
  const wrong = apart([...unread, ...waived.wrong].map((each) => found(each, each)))
  const findings = [...waived.findings, ...wrong].sort(worstFirst)
  const frame = {
    form: 1 as const,
    by: judgedBy(root),
    now: occurred ?? merging.now ?? latest,
    ...{ occurred, lines, facts, heads, ...ended, ...counted(findings) },
    received: first === null || latest === null ? null : { first, last: latest },
    policy: changedValues(root),
    waivers: waiversAsGiven(waivers),
    waiversAsOf: waivers.length === 0 ? null : waiversAsOf,
    checks: checksOf(root.machines, { ...read, heads, messages }, findings),
    atStake: stakesIn(findings),
  }
  const sentence = sentenceOf({ ...frame, messages })
  return { findings, frame: { ...frame, sentence } satisfies ReportFrame, related }
}

function* rowsOf(
  parts: readonly AuditedPart[],
  now: Instant | null,
  related: References,
): Generator<StreamReport> {
  for (const each of mergedIn(parts, 'rows')) yield rowOf(each, now, related)
}

/** Makes the report of a log that was audited in parts. */
export const reportOfParts =
  (root: Root, merging: AskedAudit) =>
  (parts: readonly AuditedPart[]): AuditReport => {
    const { findings, frame, related } = merged(root, merging, parts)
    return { ...frame, findings, streams: [...rowsOf(parts, frame.now, related)] }
  }

function* listed(all: Iterable<unknown>): Generator<string> {
  let isFirst = true
  for (const each of all) {
    yield `${isFirst ? '' : ','}${textInUtf8(each as Json)}`
    isFirst = false
  }
}

/**
 * Writes the report of a log that was audited in parts, in pieces: together they are what `reportJson`
 * writes. It goes through each list of the parts once: through the rows at the end.
 * Nothing is kept of a stream but its findings, and its name if others can find it by its reference.
 * Returns the report without its two lists.
 */
export const reportStream = (root: Root, merging: Merging = {}) =>
  function* (parts: readonly AuditedPart[]): Generator<string, ReportFrame> {
    const asked = { ...readAuditing(merging), messages: merging?.messages }
    const { findings, frame, related } = merged(root, asked, parts)
    const [before, between, after] = reportFrame(frame)
    yield before
    yield* listed(findings)
    yield between
    yield* listed(rowsOf(parts, frame.now, related))
    yield after
    return frame
  }
