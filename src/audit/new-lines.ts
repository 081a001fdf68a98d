/**
 * Audits only what is new in a log: streams with new lines are audited again from their first line, and
 * the audits of all others are kept. The report is that of an audit of the whole log.
 */
import * as E from '#fp-ts/Either'
import type { Root } from '../fold/root.ts'
import { attempt } from '../words/data/attempt.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { mergeSorted } from '../words/data/merge-sorted.ts'
import { isSame } from '../words/data/plain-data.ts'
import { hash, hashing } from '../words/hash/hash.ts'
import type { Stream } from '../words/stream.ts'
import { type Instant, later } from '../words/time/instant.ts'
import type { AuditingParts } from './auditing.ts'
import { judgedBy } from './judged-by.ts'
import { auditPart, receiving } from './part-audit.ts'
import { linePlaces, noteLostHashes } from './reading/log-lines.ts'
import type { LogLine } from './reading/lost-lines.ts'
import type { JudgedBy } from './report/report.ts'
import { byKey, type StreamClaim } from './shared-keys.ts'
import {
  bySequence,
  byStreamName,
  type NumberedEntry,
  type ReceivedConsequence,
  type StreamAudit,
} from './stream-audit.ts'

/**
 * What the parts of a log came to, as JSON, one text for each: audits of streams by name, entries that
 * have a sequence in that order, claims by key, consequences, and the hashes of damaged lines with their numbers.
 */
export interface KeptTexts {
  readonly audits: () => Iterable<string>
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

/** Why kept audits cannot be used: something else judges or is asked, or they are not what was kept. */
export interface KeptDiffers {
  readonly error: 'KeptDiffers'
  readonly what: 'form' | 'by' | 'asked' | 'hash'
}

const askedIn = ({ heads = [], occurred, known, upcast, steps }: Keeping): string =>
  hash(
    canonicalText({
      ...{ heads, occurred: occurred ?? null, known: known ?? null },
      steps: upcast === undefined ? null : (steps ?? ''),
    } as unknown as Json),
  )

/** The hash of all texts, each with its kind. */
const hashOf = (kept: KeptTexts): string => {
  const under = hashing()
  for (const kind of ['audits', 'sequenced', 'claims', 'consequences', 'lost'] as const) {
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
    for (const { end, recordedAt } of parsed<StreamAudit>(kept.audits())) {
      entries += end.size
      if (recordedAt !== null) since = later(recordedAt, since ?? recordedAt)
    }
    const [by, asked] = [judgedBy(root), askedIn(keeping)]
    return { form: 1, by, asked, entries, since, hash: hashOf(kept) }
  }

const differs = (what: KeptDiffers['what']) => E.left({ error: 'KeptDiffers', what } as const)

/** New lines, and a way to get all lines of a stream: old and new, numbered and in order. */
export interface NewLines {
  readonly lines: Iterable<LogLine>
  /** The lines of a stream; for an empty name, those that name no stream. */
  readonly linesOf: (stream: Stream) => Iterable<LogLine>
}

/** All lines of some streams. */
const linesIn = (streams: ReadonlySet<Stream>, { linesOf }: NewLines): readonly LogLine[] =>
  [...streams].flatMap((stream) => [...linesOf(stream)])

/** The log as it is now, in the same parts as those that were kept, and what was not read again. */
export interface AuditOfNew {
  readonly audits: () => Iterable<StreamAudit>
  readonly sequenced: () => Iterable<NumberedEntry>
  readonly claims: () => Iterable<StreamClaim>
  readonly consequences: () => Iterable<ReceivedConsequence>
  readonly lost: ReadonlyMap<string, number>
  /** How many entries were not read again, and the latest receipt when they were read. */
  readonly proved: { readonly entries: number; readonly since: Instant | null }
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

  const audited = (header: KeptAudit, kept: KeptTexts, added: NewLines): AuditOfNew => {
    const lost = new Map(parsed<readonly [string, number]>(kept.lost()))
    const [senders, receivers] = [new Set<Stream>(), new Set<Stream>()]
    for (const each of added.lines) {
      noteLostHashes(lost, lostIn(each), each.line)
      const stream = streamOf(each)
      if (isReceiver(stream)) receivers.add(stream)
      else senders.add(stream)
    }
    const first = by({ lost, lines: linesIn(senders, added) })
    const old = (): Iterable<ReceivedConsequence> => parsed(kept.consequences())
    for (const { from, stream } of old()) if (senders.has(from)) receivers.add(stream)
    for (const { stream } of first.consequences) receivers.add(stream)
    const received = first.consequences.filter(({ stream }) => receivers.has(stream))
    for (const each of old()) {
      if (receivers.has(each.stream) && !senders.has(each.from)) received.push(each)
    }
    const second = by({ lost, received, lines: linesIn(receivers, added) })
    function* left<A extends { readonly stream: Stream }>(texts: Iterable<string>): Generator<A> {
      for (const each of parsed<A>(texts)) {
        if (!senders.has(each.stream) && !receivers.has(each.stream)) yield each
      }
    }
    const both = [first, second]
    const audits = (): Iterable<StreamAudit> => {
      const again = both.map(({ streams }) => streams)
      return mergeSorted([...again, left<StreamAudit>(kept.audits())], byStreamName)
    }
    const sequenced = (): Iterable<NumberedEntry> =>
      mergeSorted([...both.map((each) => each.sequenced), left(kept.sequenced())], bySequence)
    const claims = (): Iterable<StreamClaim> =>
      mergeSorted([...both.map((each) => each.claims), left(kept.claims())], byKey)
    function* consequences() {
      for (const each of old()) if (!senders.has(each.from)) yield each
      yield* first.consequences
    }
    let entries = 0
    for (const { end } of left<StreamAudit>(kept.audits())) entries += end.size
    const proved = { entries, since: header.since }
    return { audits, sequenced, claims, consequences, lost, proved }
  }

  return (header: KeptAudit, kept: KeptTexts, added: NewLines): E.Either<KeptDiffers, AuditOfNew> =>
    attempt(
      () => {
        if (header.form !== 1) return differs('form')
        if (!isSame(header.by, judgedBy(root))) return differs('by')
        if (header.asked !== askedIn(keeping)) return differs('asked')
        if (header.hash !== hashOf(kept)) return differs('hash')
        return E.right(audited(header, kept, added))
      },
      () => differs('form'),
    )
}
