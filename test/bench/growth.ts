/** Growth: the time and the memory of audits of longer and longer logs. */
import { auditor, lineCutter } from './payfold.ts'
import { digits, type Part } from './table.ts'
import { groupedLog, root } from './work.ts'

const heap = (): number => {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const seconds = (begun: bigint): number => Number(process.hrtime.bigint() - begun) / 1e9

/**
 * The events alone, as JSON.parse returns them: the least that an audit must hold if it keeps them.
 */
const ownFields = (entries: number): number => {
  const before = heap()
  const kept: unknown[] = []
  for (const chunk of groupedLog(entries, 7)) {
    for (const line of chunk.trim().split('\n')) kept.push(JSON.parse(line).event)
  }
  const held = heap() - before
  return kept.length === 0 ? 0 : held / entries
}

/** One audit: seconds without making the log, and bytes per entry before the report. */
const audited = (entries: number) => {
  const before = heap()
  const under = auditor(root)
  const cut = lineCutter()
  let spent = 0
  for (const chunk of groupedLog(entries, 7)) {
    const begun = process.hrtime.bigint()
    for (const line of cut.take(chunk)) under.line(line)
    spent += seconds(begun)
  }
  const bytes = (heap() - before) / entries
  const begun = process.hrtime.bigint()
  const streams = under.report().streams.length
  return { spent: spent + seconds(begun), bytes, streams }
}

/** Longer and longer logs in memory. */
export const growthPart = (): Part => {
  const rows: string[][] = []
  const own = ownFields(30_000)
  audited(10_000)
  const all = [10_000, 30_000, 100_000].map((entries) => ({ entries, ...audited(entries) }))
  const each = all.map(({ spent, entries }) => (spent / entries) * 1e6)
  for (const [index, { entries, streams, spent, bytes }] of all.entries()) {
    rows.push([
      digits(entries),
      digits(streams),
      `${digits(spent)} s`,
      `${digits(each[index] ?? 0)} µs`,
      `${digits(bytes - own)} B`,
    ])
  }
  return {
    title: 'Growth',
    head: [
      'entries',
      'streams',
      'time',
      'an entry',
      `kept an entry beyond its own fields (${digits(own)} B)`,
    ],
    rows,
    ratios: {
      'growth: bytes kept an entry beyond its own fields': (all.at(-1)?.bytes ?? 0) - own,
      'growth: exponent of time': 1 + Math.log((each.at(-1) ?? 1) / (each[0] ?? 1)) / Math.log(10),
    },
  }
}
