/**
 * Records the results of the recorded inputs again: `npm run goldens:record`. Run it only if a result
 * is meant to change; the inputs never change.
 */
import { expect, test } from 'vitest'
import {
  type Delivered,
  linesIn,
  logOf,
  logOfStream,
  resultOf,
  rowsIn,
  type Streamed,
  streamsOf,
  TAMPERINGS,
  victimIn,
  writeLines,
} from './cases.ts'
import { normal, type Row } from './normal.ts'
import { reportOf } from './today.ts'

const writeRows = (name: string, rows: readonly unknown[]): void =>
  writeLines(
    name,
    rows.map((row) => JSON.stringify(row)),
  )

test('the goldens are recorded', () => {
  const events = rowsIn<Streamed>('events')
  const delivered = rowsIn<Delivered>('deliveries').map(logOf)
  const logs = [...delivered, ...events.map(logOfStream)]
  writeLines(
    'lines',
    logs.flatMap(({ lines }) => lines),
  )
  writeRows(
    'heads',
    logs.map(({ name, lines, head, unreadable }) => ({
      name,
      lines: lines.length,
      head,
      ...(normal({ unreadable }) as Row),
    })),
  )
  const streams = [...delivered.flatMap(streamsOf), ...events]
  writeRows(
    'states',
    streams.map((stream, index) => normal(resultOf(stream, index))),
  )
  const lines = delivered.find(({ name }) => name === 'week')?.lines ?? []
  writeRows('reports', [
    ...logs.map((log) => normal({ name: log.name, report: reportOf(log.lines) })),
    ...Object.entries(TAMPERINGS).map(([name, tampered]) =>
      normal({ name, report: reportOf(tampered(lines, victimIn(lines))) }),
    ),
  ])
  expect(linesIn('lines').length).toBeGreaterThan(0)
})
