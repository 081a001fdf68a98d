/** Audits only streams with new lines again, and keeps all other audits: the report is that of all. */
import * as E from '#fp-ts/Either'
import type { Root } from '../fold/root.ts'
import { tryOr } from '../words/data/attempt.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { addAll, addTo } from '../words/data/lists.ts'
import { isSame } from '../words/data/plain-data.ts'
import { hash, hashing } from '../words/hash/hash.ts'
import type { Stream } from '../words/stream.ts'
import { type Instant, later } from '../words/time/instant.ts'
import { type AuditingParts, readAuditing } from './auditing.ts'
import { type AuditedPart, inMemory, isMerged, judgedBy, mergeParts, partOf } from './merger.ts'
import { auditPart, receiving, type StreamAudit } from './part-audit.ts'
import { type LogLine, linePlaces, noteLostHashes } from './reading/log-lines.ts'
import type { ReceivedConsequence } from './report/audited-stream.ts'
import type { JudgedBy } from './report/report.ts'

const KINDS = ['streams', 'rows', 'sequenced', 'claims', 'consequences', 'lost'] as const

/**
 * What the parts of a log came to, as JSON, one text for each: the lists of `mergeParts` in their order (streams
 * and their rows by name, entries that have a sequence in that order, claims by key), the consequences of all
 * parts, and the hashes of damaged lines with their numbers.
 */
export type KeptTexts = Readonly<Record<(typeof KINDS)[number], () => Iterable<string>>>

/** What is kept with the texts: what judged, what was asked, and the hash of the texts and their counts. */
export interface KeptAudit {
  readonly form: 1
  readonly by: JudgedBy
  /** The hash of the heads and limits asked for, and of the name of the steps between forms. */
  readonly asked: string
  /** How many lines there were; new ones have greater numbers. */
  readonly lines: number
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
 * Why audits cannot be kept or used; `order`: the parts are not merged; `lines`: `linesOf` does not return
 * exactly the lines of a stream.
 */
export interface KeptDiffers {
  readonly error: 'KeptDiffers'
  readonly what: 'form' | 'by' | 'asked' | 'order' | 'hash' | 'lines'
}

const differs = (what: KeptDiffers['what']) => E.left({ error: 'KeptDiffers', what } as const)

const askedIn = (keeping: Keeping): string => {
  const { heads, occurred = null, known = null, upcast } = readAuditing(keeping)
  const name = upcast === undefined ? null : (keeping.steps ?? '')
  const asked = { heads, occurred, known, steps: name }
  return hash(canonicalText(asked as unknown as Json))
}

const hashOf = (
  kept: KeptTexts,
  { lines, entries, since }: Pick<KeptAudit, 'lines' | 'entries' | 'since'>,
) => {
  const under = hashing()
  for (const kind of KINDS) {
    under.add(`${kind}\n`)
    for (const text of kept[kind]()) under.add(`${text}\n`)
  }
  return under.hash(`${lines} ${entries} ${since}`)
}

function* parsed<A>(texts: Iterable<string>): Generator<A> {
  for (const text of texts) yield JSON.parse(text)
}

/**
 * Makes what is to be kept with the texts of a whole audit, or of one that added what was new. Refuses the
 * texts of parts that were not merged.
 */
export const keepAudit =
  (root: Root, keeping: Keeping = {}) =>
  (kept: KeptTexts): E.Either<KeptDiffers, KeptAudit> => {
    if (!isMerged(partOf((name) => parsed(kept[name]())))) return differs('order')
    let [lines, entries] = [0, 0]
    let since: Instant | null = null
    for (const { lines: own, end, recordedAt } of parsed<StreamAudit>(kept.streams())) {
      lines += own
      entries += end.size
      if (recordedAt !== null) since = later(recordedAt, since ?? recordedAt)
    }
    const [by, asked] = [judgedBy(root), askedIn(keeping)]
    const counted = { lines, entries, since }
    return E.right({ form: 1, by, asked, ...counted, hash: hashOf(kept, counted) })
  }

/** New lines, which come after those that were kept, and a way to get all numbered lines of a stream. */
export interface NewLines {
  readonly lines: Iterable<LogLine>
  /** The lines of a stream; for an empty name, those that name no stream. */
  readonly linesOf: (stream: Stream) => Iterable<LogLine>
}

/** The streams that are audited again, each with its new lines. */
type Touched = Map<Stream, LogLine[]>

const touch = (touched: Touched, stream: Stream): void => {
  if (!touched.has(stream)) touched.set(stream, [])
}

/** What was kept of streams: how many lines they had, and entries. */
const keptOf = (kept: KeptTexts, touched: Touched) => {
  const found = new Map<Stream, { readonly lines: number; readonly entries: number }>()
  for (const text of kept.streams()) {
    if (!touched.has(streamOfText(text))) continue
    const { stream, lines, end }: StreamAudit = JSON.parse(text)
    found.set(stream, { lines, entries: end.size })
  }
  return found
}

/** All lines of streams; null if some are missing, are those of others, or are new with another text. */
const linesGiven = (
  { linesOf }: NewLines,
  touched: Touched,
  kept: ReturnType<typeof keptOf>,
  streamOf: (line: LogLine) => Stream,
): readonly LogLine[] | null => {
  const all: LogLine[] = []
  for (const [stream, fresh] of touched) {
    const given = new Map<number, LogLine>()
    for (const each of linesOf(stream)) {
      if (streamOf(each) !== stream) return null
      given.set(each.line, each)
    }
    if (given.size !== (kept.get(stream)?.lines ?? 0) + fresh.length) return null
    if (!fresh.every(({ line, text }) => given.get(line)?.text === text)) return null
    addAll(all, given.values())
  }
  return all
}

/** The log as it is now, in the same parts as those that were kept, and what was not read again. */
export interface AuditOfNew extends AuditedPart {
  readonly consequences: () => Iterable<ReceivedConsequence>
  readonly lost: ReadonlyMap<string, number>
  /** How many entries were not read again, and the latest receipt when they were read. */
  readonly proved: { readonly entries: number; readonly since: Instant | null }
}

const FIRST = '{"stream":"'

/** The stream of a text, which is not parsed if the name stands first. */
const streamOfText = (text: string): Stream =>
  text.startsWith(FIRST)
    ? (text.slice(FIRST.length, text.indexOf('"', FIRST.length)) as Stream)
    : JSON.parse(text).stream

const leftOf = (kept: KeptTexts, senders: Touched, receivers: Touched) => {
  const isTouched = (stream: Stream): boolean => senders.has(stream) || receivers.has(stream)
  function* left<A extends { readonly stream: Stream }>(texts: Iterable<string>): Generator<A> {
    for (const each of parsed<A>(texts)) if (!isTouched(each.stream)) yield each
  }
  return {
    part: partOf((name) => left(kept[name]())),
    /** The consequences of streams that are not touched; all, or those for some streams. */
    consequencesFor: function* (some: Touched | null): Generator<ReceivedConsequence> {
      for (const text of kept.consequences()) {
        if (some !== null && !some.has(streamOfText(text))) continue
        const each: ReceivedConsequence = JSON.parse(text)
        if (!senders.has(each.from)) yield each
      }
    },
  }
}

const differingIn = (root: Root, keeping: Keeping, header: KeptAudit, kept: KeptTexts) => {
  if (header.form !== 1) return 'form'
  if (!isSame(header.by, judgedBy(root))) return 'by'
  if (header.asked !== askedIn(keeping)) return 'asked'
  return header.hash === hashOf(kept, header) ? null : 'hash'
}

/**
 * Audits the streams that new lines touch. Refuses kept audits of other machines, of another policy, for
 * other options, or whose texts have changed. An old line of a stream that is not touched is not read: if
 * somebody altered it, a whole audit shows it, or a head does. @spec decisions#27
 */
export const auditNew = (root: Root, keeping: Keeping = {}) => {
  const { streamOf, lostIn } = linePlaces(root, readAuditing(keeping).upcast)
  const isReceiver = receiving(root)
  const by = auditPart(root, keeping)

  const audited = (
    { lines: before, entries, since }: KeptAudit,
    kept: KeptTexts,
    added: NewLines,
  ) => {
    const lost = new Map(parsed<readonly [string, number]>(kept.lost()))
    const [senders, receivers]: readonly [Touched, Touched] = [new Map(), new Map()]
    for (const each of added.lines) {
      if (each.line <= before) return differs('lines')
      noteLostHashes(lost, lostIn(each), each.line)
      const stream = streamOf(each)
      addTo(isReceiver(stream) ? receivers : senders, stream, each)
    }
    const left = leftOf(kept, senders, receivers)
    const ofSenders = keptOf(kept, senders)
    const lines = linesGiven(added, senders, ofSenders, streamOf)
    if (lines === null) return differs('lines')
    const first = by({ lost, lines })
    const gone = parsed<ReceivedConsequence>(kept.consequences())
    for (const { from, stream } of gone) if (senders.has(from)) touch(receivers, stream)
    for (const { stream } of first.consequences) touch(receivers, stream)
    const received = [...first.consequences, ...left.consequencesFor(receivers)]
    const ofReceivers = keptOf(kept, receivers)
    const others = linesGiven(added, receivers, ofReceivers, streamOf)
    if (others === null) return differs('lines')
    const second = by({ lost, received, lines: others })

    let again = 0
    for (const each of [...ofSenders.values(), ...ofReceivers.values()]) again += each.entries
    return E.right({
      ...mergeParts([...[first, second].map(inMemory), left.part]),
      consequences: function* () {
        yield* left.consequencesFor(null)
        yield* first.consequences
      },
      lost,
      proved: { entries: entries - again, since },
    })
  }

  return (
    header: KeptAudit,
    kept: KeptTexts,
    added: NewLines,
  ): E.Either<KeptDiffers, AuditOfNew> => {
    const what = tryOr('form' as const, () => differingIn(root, keeping, header, kept))
    return what === null ? audited(header, kept, added) : differs(what)
  }
}
