/** A sample of the money that came in, by monetary units: anybody draws the same. */
import * as E from '#fp-ts/Either'
import type { Root } from '../../fold/root.ts'
import type { Entry } from '../../log/entry.ts'
import { addTo, listsOf } from '../../words/data/lists.ts'
import { type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'
import { hash } from '../../words/hash/hash.ts'
import { addExactly, type Currency } from '../../words/money.ts'
import type { Stream } from '../../words/stream.ts'
import { type EvidentEntry, evidenceIn } from '../reading/log-lines.ts'
import { amountOf } from './audited-stream.ts'
import type { AuditReport } from './report.ts'
import { lineOf } from './written-report.ts'

/** A minor unit that was drawn, counted through all streams of its currency, and its stream. */
export interface SampledUnit {
  readonly stream: Stream
  readonly currency: Currency
  readonly unit: number
}

/** The digits of a hash that a number holds exactly. */
const DIGITS = 12

/** What a sample needs, and what was given instead. */
const NO_HEAD = {
  error: 'Unreadable',
  path: 'heads',
  expected: 'a head that is equal to all that was read (or somebody could choose the sample)',
} as const
const FOUND = {
  ...{ none: 'not given', equal: 'a head that is equal', grown: 'an older head' },
  ...{ differs: 'a head that the log differs from', later: 'a later head' },
} as const

const addedUp = (streams: readonly (readonly [Stream, number])[]): number | null =>
  streams.reduce<number | null>((sum, [, amount]) => addExactly(sum, amount), 0)

/** Every unit at an interval, among streams in the order of their names. */
const unitsIn = (
  streams: readonly (readonly [Stream, number])[],
  currency: Currency,
  { many, root }: { readonly many: number; readonly root: string },
): readonly SampledUnit[] => {
  const interval = Math.ceil((addedUp(streams) ?? 0) / many)
  let unit = Number.parseInt(hash(`${root} ${currency}`).slice(0, DIGITS), 16) % interval
  let before = 0
  return streams.flatMap(([stream, amount]) => {
    const own: SampledUnit[] = []
    for (; unit < before + amount; unit += interval) own.push({ stream, currency, unit })
    before += amount
    return own
  })
}

/**
 * Prepares to draw about as many units of each currency, at a fixed interval, of the first sum of each
 * valid stream (what was captured). Where they start follows from all entries that were read, and a head
 * that is equal to them shows that they were published before. So nobody chooses: of many older heads,
 * or of heads in two orders, whoever picks one would pick the sample. Without such a head, or from a
 * written report, which does not have the rows of all entries, nothing is drawn.
 */
export const sampled =
  ({ machines }: Root) =>
  (
    { heads, streams, root, size }: Pick<AuditReport, 'heads' | 'streams' | 'root' | 'size'>,
    many: number,
  ): E.Either<Unreadable, readonly SampledUnit[]> => {
    if (!Number.isSafeInteger(many) || many < 1) {
      return E.left(unreadable('many', 'a whole number from 1', many))
    }
    if (heads.every(({ result }) => result !== 'equal')) {
      return E.left({ ...NO_HEAD, found: FOUND[heads[0]?.result ?? 'none'] })
    }
    if (streams.reduce((sum, { entries }) => sum + entries, 0) !== size) {
      return E.left(unreadable('streams', 'the rows of all entries', streams))
    }
    const names = new Map(
      machines.map(({ id, sums }) => {
        const [name] =
          Object.entries(sums?.titles ?? {}).find(([, { text }]) => text !== null) ?? []
        return [id, name ?? ''] as const
      }),
    )
    const amounts = new Map<Currency, (readonly [Stream, number])[]>()
    for (const { stream, machine, sums, isValid } of streams) {
      const amount = sums?.[names.get(machine) ?? '']
      if (!isValid || sums === null || sums.currency === null) continue
      if (typeof amount === 'number' && amount > 0) addTo(amounts, sums.currency, [stream, amount])
    }
    const isExact = [...amounts.values()].every((all) => addedUp(all) !== null)
    if (!isExact) return E.left(unreadable('sums', 'amounts that can be added up exactly', amounts))
    return E.right(
      [...amounts].flatMap(([currency, all]) => unitsIn(all, currency, { many, root })),
    )
  }

const HEADER = [
  ...['stream', 'currency', 'units', 'line', 'revision', 'hash', 'event', 'type', 'amount'],
  ...['occurred', 'recorded', 'source', 'message'],
]

/** An entry with its line in the log. */
export interface EntryAtLine {
  readonly line: number
  readonly entry: Entry
}

/** Writes a sample as CSV: each entry with an amount of a drawn stream, and what to ask others for. */
export const sampleTable = (
  units: readonly SampledUnit[],
  entriesOf: (stream: Stream) => Iterable<EntryAtLine>,
): string => {
  const drawn = listsOf(units.map((each) => [each.stream, each]))
  const rows = [...drawn].flatMap(([stream, own]) =>
    [...entriesOf(stream)].flatMap(({ line, entry }) => {
      const amount = amountOf(entry.event)
      if (amount === null) return []
      const { revision, hash: sealed, eventId, ...more }: EvidentEntry = evidenceIn(entry, line)
      const { occurredAt, recordedAt, source, message } = more
      const named = [stream, own[0]?.currency ?? null, own.map(({ unit }) => unit).join(' ')]
      const what = [line, revision, sealed, eventId, entry.event.type, amount]
      return [[...named, ...what, occurredAt, recordedAt, source, message]]
    }),
  )
  return [HEADER, ...rows].map(lineOf).join('')
}
