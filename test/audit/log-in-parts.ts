/** Audits a log in parts: everything between the steps is text, as files would have it. */
import {
  type Auditing,
  auditPart,
  type LogLine,
  logParts,
  type PartAudit,
  type ReceivedConsequence,
} from '../../src/audit/index.ts'
import { inMemory, mergeParts, reportStream } from '../../src/audit/merger.ts'
import { noteLostHashes } from '../../src/audit/reading/log-lines.ts'
import { root } from '../root.ts'
import type { Row } from './stored.ts'

/** The text of a value again as the value. */
const written = <A>(value: A): A => JSON.parse(JSON.stringify(value))

/** What all parts of a log come to, and what they were audited with. */
export interface PartsOfLog extends PartAudit {
  readonly lost: ReadonlyMap<string, number>
}

/** Divides the lines of a log into parts, and audits the parts in an order given by numbers. */
export const partsOf = (
  lines: readonly (string | Row)[],
  many: number,
  merging: Auditing = {},
  order: readonly number[] = [0],
): PartsOfLog => {
  const parts = logParts(root, many)
  const files: LogLine[][] = Array.from({ length: parts.count }, () => [])
  const lost = new Map<string, number>()
  for (const [index, each] of lines.entries()) {
    if (typeof each === 'string') {
      const placed = parts.ofLine(each)
      noteLostHashes(lost, placed.lost, index + 1)
      files[placed.part]?.push({ line: index + 1, text: each })
    } else {
      const { stream, revision, line: text } = each
      files[parts.ofStream(stream)]?.push({ line: index + 1, text, storedAs: { stream, revision } })
    }
  }
  const received: ReceivedConsequence[][] = files.map(() => [])
  const by = auditPart(root, merging)
  const orderOf = (part: number): number => order[part % order.length] ?? 0
  const done = new Map<number, PartAudit>()
  for (const isSecond of [false, true]) {
    const numbers = [...files.keys()].filter((part) => part >= parts.second === isSecond)
    for (const part of numbers.sort((a, b) => orderOf(a) - orderOf(b))) {
      const own = { lines: files[part] ?? [], received: received[part] ?? [], lost }
      const audit = written(by(own))
      done.set(part, audit)
      if (isSecond) continue
      for (const each of audit.consequences) received[parts.ofStream(each.stream)]?.push(each)
    }
  }
  const { streams, rows, sequenced, claims } = mergeParts([...done.values()].map(inMemory))
  return {
    streams: [...streams()],
    rows: [...rows()],
    sequenced: [...sequenced()],
    claims: [...claims()],
    consequences: received.flat(),
    lost,
  }
}

/** The report of a log in parts, as text. */
export const reportOf = (parts: PartsOfLog, merging: Auditing = {}): string =>
  [...reportStream(root, merging)([inMemory(parts)])].join('')
