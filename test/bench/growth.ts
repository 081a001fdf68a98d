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
const audited = (entries: number, isGrouped: boolean) => {
  const before = heap()
  const under = auditor(root, { isGrouped })
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

/** With all streams in memory, and stream by stream. `-- --large` goes to ten million entries. */
export const growthPart = (isLarge: boolean): Part => {
  const rows: string[][] = []
  const ratios: Record<string, number> = {}
  const sizes = {
    false: [10_000, 30_000, 100_000, ...(isLarge ? [1_000_000] : [])],
    true: [10_000, 30_000, 100_000, ...(isLarge ? [1_000_000, 10_000_000] : [])],
  }
  const own = ownFields(30_000)
  audited(10_000, false)
  for (const isGrouped of [false, true]) {
    const name = isGrouped ? 'stream by stream' : 'all streams held'
    let [first, last] = [0, 0]
    for (const entries of sizes[`${isGrouped}`]) {
      const { spent, bytes, streams } = audited(entries, isGrouped)
      const each = (spent / entries) * 1e6
      if (first === 0) first = each
      last = each
      const beyond = isGrouped ? bytes : bytes - own
      rows.push([
        name,
        digits(entries),
        digits(streams),
        `${digits(spent)} s`,
        `${digits(each)} µs`,
        `${digits(beyond)} B`,
      ])
      ratios[`growth, ${name}: bytes kept an entry${isGrouped ? '' : ' beyond its own fields'}`] =
        beyond
    }
    const all = sizes[`${isGrouped}`]
    const span = Math.log((all.at(-1) ?? 1) / (all[0] ?? 1))
    ratios[`growth, ${name}: exponent of time`] = 1 + Math.log(last / first) / span
  }
  return {
    title: 'Growth',
    head: [
      '',
      'entries',
      'streams',
      'time',
      'an entry',
      `kept an entry (own fields: ${digits(own)} B)`,
    ],
    rows,
    ratios,
  }
}
