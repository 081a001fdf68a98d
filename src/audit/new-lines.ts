/**
 * Audits only what is new in a log: streams with new lines are audited again from their first line, and
 * the audits of all others are kept. The report is that of an audit of the whole log.
 */
import * as E from '#fp-ts/Either'
import type { Root } from '../fold/root.ts'
import { attempt } from '../words/data/attempt.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { addTo } from '../words/data/lists.ts'
import { mergeSorted } from '../words/data/merge-sorted.ts'
import { isSame } from '../words/data/plain-data.ts'
import { hash, hashing } from '../words/hash/hash.ts'
import type { Stream } from '../words/stream.ts'
import { type Instant, later } from '../words/time/instant.ts'
import type { AuditingParts } from './auditing.ts'
import { judgedBy } from './judged-by.ts'
import { auditPart, type PartAudit, receiving } from './part-audit.ts'
import { linePlaces, noteLostHashes } from './reading/log-lines.ts'
import type { LogLine } from './reading/lost-lines.ts'
import type { ReceivedConsequence } from './report/audited-stream.ts'
import type { JudgedBy } from './report/report.ts'
import type { AuditRow } from './report/summary.ts'
import { byKey, type StreamClaim } from './shared-keys.ts'
import { bySequence, byStreamName, type NumberedEntry, type StreamAudit } from './stream-audit.ts'

/**
 * What the parts of a log came to, as JSON, one text for each: streams and their rows by name, entries that
 * have a sequence in that order, claims by key, consequences, and the hashes of damaged lines with their numbers.
 */
export interface KeptTexts {
  readonly streams: () => Iterable<string>
  readonly rows: () => Iterable<string>
  readonly sequenced: () => Iterable<string>
  readonly claims: () => Iterable<string>
  readonly consequences: () => Iterable<string>
  readonly lost: () => Iterable<string>
}

/** What is kept with the texts: what judged, what was asked, and the hash of the texts. */
export interface KeptAudit {
  readonly form: 1
  readonly by: JudgedBy
  /** The hash of the heads and limits asked for, and of the name of the steps between forms. */
  readonly asked: string
  readonly entries: number
  /** The latest time at which an entry was recorded. */
  readonly since: Instant | null
  readonly hash: string
}

/** The options of an audit whose parts are kept. */
export interface Keeping extends AuditingParts {
  /** The name of the steps that `upcast` takes: another name for other steps. */
  readonly steps?: string
}

/**
 * Why kept audits cannot be used: something else judges or is asked, they are not what was kept, or
 * `linesOf` does not return the new `lines` of a stream.
 */
export interface KeptDiffers {
  readonly error: 'KeptDiffers'
  readonly what: 'form' | 'by' | 'asked' | 'hash' | 'lines'
}

const askedIn = ({ heads = [], occurred, known, upcast, steps }: Keeping): string =>
  hash(
    canonicalText({
      ...{ heads, occurred: occurred ?? null, known: known ?? null },
      steps: upcast === undefined ? null : (steps ?? ''),
    } as unknown as Json),
  )

const KINDS = ['streams', 'rows', 'sequenced', 'claims', 'consequences', 'lost'] as const

/** The hash of all texts, each with its kind. */
const hashOf = (kept: KeptTexts): string => {
  const under = hashing()
  for (const kind of KINDS) {
    under.add(`${kind}\n`)
    for (const text of kept[kind]()) under.add(`${text}\n`)
  }
  return under.hash('')
}

function* parsed<A>(texts: Iterable<string>): Generator<A> {
  for (const text of texts) yield JSON.parse(text)
}

/** Makes what is to be kept with the texts of a whole audit, or of one that added what was new. */
export const keepAudit =
  (root: Root, keeping: Keeping = {}) =>
  (kept: KeptTexts): KeptAudit => {
    let entries = 0
    let since: Instant | null = null
    for (const { end, recordedAt } of parsed<StreamAudit>(kept.streams())) {
      entries += end.size
      if (recordedAt !== null) since = later(recordedAt, since ?? recordedAt)
    }
    const [by, asked] = [judgedBy(root), askedIn(keeping)]
    return { form: 1, by, asked, entries, since, hash: hashOf(kept) }
  }

const differs = (what: KeptDiffers['what']) => E.left({ error: 'KeptDiffers', what } as const)

/**
 * New lines, which come after those that were kept, and a way to get all lines of a stream: old and new,
 * numbered and in order.
 */
export interface NewLines {
  readonly lines: Iterable<LogLine>
  /** The lines of a stream; for an empty name, those that name no stream. */
  readonly linesOf: (stream: Stream) => Iterable<LogLine>
}

/** The streams that are audited again, each with the numbers of its new lines. */
type Touched = Map<Stream, number[]>

const touch = (touched: Touched, stream: Stream): void => {
  if (!touched.has(stream)) touched.set(stream, [])
}

/** Gets all lines of streams, and notes whether the new ones were among them. */
const linesGiven = ({ linesOf }: NewLines) => {
  let isWhole = true
  const of = (touched: Touched): readonly LogLine[] =>
    [...touched].flatMap(([stream, fresh]) => {
      const own = [...linesOf(stream)]
      const there = new Set(own.map(({ line }) => line))
      isWhole &&= fresh.every((line) => there.has(line))
      return own
    })
  return { of, isWhole: () => isWhole }
}

/** The log as it is now, in the same parts as those that were kept, and what was not read again. */
export interface AuditOfNew {
  readonly streams: () => Iterable<StreamAudit>
  readonly rows: () => Iterable<AuditRow>
  readonly sequenced: () => Iterable<NumberedEntry>
  readonly claims: () => Iterable<StreamClaim>
  readonly consequences: () => Iterable<ReceivedConsequence>
  readonly lost: ReadonlyMap<string, number>
  /** How many entries were not read again, and the latest receipt when they were read. */
  readonly proved: { readonly entries: number; readonly since: Instant | null }
}

/** What was audited again: streams that others hear of, and then those that hear of them. */
interface Again {
  readonly both: readonly [PartAudit, PartAudit]
  readonly lost: ReadonlyMap<string, number>
  readonly senders: Touched
  readonly receivers: Touched
}

/** Puts together what was audited again and what is left of what was kept. */
const together = (
  { since }: KeptAudit,
  kept: KeptTexts,
  { both, lost, senders, receivers }: Again,
): AuditOfNew => {
  function* left<A extends { readonly stream: Stream }>(texts: Iterable<string>): Generator<A> {
    for (const each of parsed<A>(texts)) {
      if (!senders.has(each.stream) && !receivers.has(each.stream)) yield each
    }
  }
  const streams = (): Iterable<StreamAudit> =>
    mergeSorted([...both.map((each) => each.streams), left(kept.streams())], byStreamName)
  const rows = (): Iterable<AuditRow> =>
    mergeSorted([...both.map((each) => each.rows), left(kept.rows())], byStreamName)
  const sequenced = (): Iterable<NumberedEntry> =>
    mergeSorted([...both.map((each) => each.sequenced), left(kept.sequenced())], bySequence)
  const claims = (): Iterable<StreamClaim> =>
    mergeSorted([...both.map((each) => each.claims), left(kept.claims())], byKey)
  function* consequences() {
    const old = parsed<ReceivedConsequence>(kept.consequences())
    for (const each of old) if (!senders.has(each.from)) yield each
    yield* both[0].consequences
  }
  let entries = 0
  for (const { end } of left<StreamAudit>(kept.streams())) entries += end.size
  const proved = { entries, since }
  return { streams, rows, sequenced, claims, consequences, lost, proved }
}

/** In what kept audits differ from what is to be audited now; null if they can be used. */
const differingIn = (
  root: Root,
  keeping: Keeping,
  header: KeptAudit,
  kept: KeptTexts,
): KeptDiffers['what'] | null => {
  if (header.form !== 1) return 'form'
  if (!isSame(header.by, judgedBy(root))) return 'by'
  if (header.asked !== askedIn(keeping)) return 'asked'
  return header.hash === hashOf(kept) ? null : 'hash'
}

/**
 * Audits the streams that new lines touch. Refuses kept audits of other machines, of another policy, for
 * other options, or whose texts have changed. An old line of a stream that is not touched is not read: if
 * somebody altered it, a whole audit shows it, or a head does. @spec decisions#27
 */
export const auditNew = (root: Root, keeping: Keeping = {}) => {
  const { streamOf, lostIn } = linePlaces(root, keeping.upcast)
  const isReceiver = receiving(root)
  const by = auditPart(root, keeping)

  const audited = (
    header: KeptAudit,
    kept: KeptTexts,
    added: NewLines,
  ): E.Either<KeptDiffers, AuditOfNew> => {
    const lost = new Map(parsed<readonly [string, number]>(kept.lost()))
    const [senders, receivers]: readonly [Touched, Touched] = [new Map(), new Map()]
    for (const each of added.lines) {
      noteLostHashes(lost, lostIn(each), each.line)
      const stream = streamOf(each)
      addTo(isReceiver(stream) ? receivers : senders, stream, each.line)
    }
    const given = linesGiven(added)
    const first = by({ lost, lines: given.of(senders) })
    const old = (): Iterable<ReceivedConsequence> => parsed(kept.consequences())
    for (const { from, stream } of old()) if (senders.has(from)) touch(receivers, stream)
    for (const { stream } of first.consequences) touch(receivers, stream)
    const received = first.consequences.filter(({ stream }) => receivers.has(stream))
    for (const each of old()) {
      if (receivers.has(each.stream) && !senders.has(each.from)) received.push(each)
    }
    const second = by({ lost, received, lines: given.of(receivers) })
    if (!given.isWhole()) return differs('lines')
    return E.right(together(header, kept, { both: [first, second], lost, senders, receivers }))
  }

  return (
    header: KeptAudit,
    kept: KeptTexts,
    added: NewLines,
  ): E.Either<KeptDiffers, AuditOfNew> => {
    const what = attempt(
      () => differingIn(root, keeping, header, kept),
      () => 'form' as const,
    )
    return what === null ? audited(header, kept, added) : differs(what)
  }
}
