/**
 * Logs as a store keeps them: each line under a stream and a revision; and ways to tamper with
 * them.
 */
import fc from 'fast-check'
import type { StoredKey } from '../../src/audit/reading/log-lines.ts'
import type { Entry } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/line.ts'
import { forged, numbered } from './given.ts'
import { logs as unnumbered } from './logs.ts'

/** A row of a table: only the line itself can confirm the other columns. */
export type Row = StoredKey & { readonly line: string }

/** Logs with and without a sequence. */
const logs = fc.oneof(
  unnumbered,
  unnumbered.map((entries) => numbered(entries)),
)

const rowOf = (entry: Entry): Row => ({
  stream: entry.stream,
  revision: entry.revision,
  line: toLine(entry),
})

/** Sorts by stream, then by revision; of two rows with one key, keeps the first. */
export const byKey = (rows: readonly Row[]): readonly Row[] => {
  const keys = new Map(
    rows.toReversed().map((row) => [`${row.stream} ${row.revision}`, row] as const),
  )
  return [...keys.values()].sort((a, b) =>
    a.stream === b.stream ? a.revision - b.revision : a.stream < b.stream ? -1 : 1,
  )
}

interface Fault {
  readonly kind: 'lost' | 'forged' | 'spoilt' | 'nonsense' | 'line' | 'revision' | 'stream'
  readonly at: number
  readonly other: number
}

const faults: fc.Arbitrary<readonly Fault[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('lost', 'forged', 'spoilt', 'nonsense', 'line', 'revision', 'stream'),
    at: fc.nat(13),
    other: fc.nat(13),
  }),
  { maxLength: 4 },
)

const spoil = (rows: readonly Row[], entries: readonly Entry[], { kind, at, other }: Fault) => {
  const index = at % rows.length
  const from = rows[other % rows.length]
  const changed = (row: Row): readonly Row[] => {
    const entry = entries.find(
      ({ stream, revision }) => stream === row.stream && revision === row.revision,
    )
    if (kind === 'lost' && rows.length > 1) return []
    if (kind === 'forged' && entry !== undefined) return [{ ...row, line: toLine(forged(entry)) }]
    if (kind === 'spoilt') return [{ ...row, line: row.line.replace('"data":{', '"data":{ ') }]
    if (kind === 'nonsense') return [{ ...row, line: '{"nothing":"of ours"}' }]
    if (kind === 'line' && from !== undefined) return [{ ...row, line: from.line }]
    if (kind === 'revision') return [{ ...row, revision: other }]
    if (kind === 'stream' && from !== undefined) return [{ ...row, stream: from.stream }]
    return [row]
  }
  return rows.flatMap((row, place) => (place === index ? changed(row) : [row]))
}

/** Rows as they were written. */
export const written: fc.Arbitrary<readonly Row[]> = logs.map((entries) =>
  byKey(entries.map(rowOf)),
)

/** Rows, tampered with or not. */
export const tampered: fc.Arbitrary<readonly Row[]> = fc
  .tuple(logs, faults)
  .map(([entries, all]) =>
    byKey(
      all.reduce<readonly Row[]>((rows, fault) => spoil(rows, entries, fault), entries.map(rowOf)),
    ),
  )
