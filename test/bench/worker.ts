/** Audits its part of a log: lines of some streams, each with its number in the whole. */
import { parentPort } from 'node:worker_threads'
import { audit, type Instant, type Report } from './payfold.ts'
import { machines } from './work.ts'

/** A part of a log, and which lines these are. */
export interface Share {
  readonly now: Instant
  readonly lines: readonly string[]
  readonly numbers: readonly number[]
}

/** Where a stream ends, for the head of the whole. */
export interface End {
  readonly stream: string
  readonly revision: number
  readonly hash: string
}

/** What a worker gives back. */
export interface Answer {
  readonly report: Report
  readonly ends: readonly End[]
}

const END = /"revision":(\d+),"stream":"([^"]+)","hash":"([0-9a-f]{64})"\}$/

const answer = ({ lines, numbers, now }: Share): Answer => {
  const report = audit(machines, { now })([`${lines.join('\n')}\n`])
  const ends = new Map<string, End>()
  for (const line of lines) {
    const [, revision, stream = '', hash = ''] = END.exec(line) ?? []
    ends.set(stream, { stream, revision: Number(revision), hash })
  }
  const findings = report.findings.map((each) => ({ ...each, line: numbers[each.line - 1] ?? 0 }))
  return { report: { ...report, findings }, ends: [...ends.values()] }
}

parentPort?.on('message', (share: Share) => parentPort?.postMessage(answer(share)))
