/** The audit: reads a whole log, whatever it contains, and reports every finding. */
import type { Root } from '../fold/root.ts'
import { tryOr } from '../words/data/attempt.ts'
import { addTo } from '../words/data/lists.ts'
import { type Auditing, readAuditing } from './auditing.ts'
import { inMemory, reportOfParts } from './merger.ts'
import type { MessageReport } from './messages/message-audit.ts'
import { groupAuditor, receiving } from './part-audit.ts'
import { arriving, lineCutter, linesIn } from './reading/lines.ts'
import {
  type GroupedLines,
  linePlaces,
  lostBeforeIn,
  noteLostHashes,
  type StoredKey,
} from './reading/log-lines.ts'
import type { AuditReport } from './report/report.ts'

/** An audit in progress. */
export interface Auditor {
  /** Reads the next line, and checks the key under which a store keeps it, if there is one. */
  line(text: string, storedAs?: StoredKey): void
  /** Returns the report, also of the stored messages if they were compared; call it after the last line. */
  report(messages?: MessageReport): AuditReport
}

/** A key as it is now; one that refuses to be read is none, and its line says so. */
const keyIn = (key: StoredKey): StoredKey =>
  tryOr({} as StoredKey, () => ({ stream: key.stream, revision: key.revision }))

/** Starts an audit; it keeps the lines until the report is asked for. @spec decisions#19 */
export const auditor = (root: Root, auditing: Auditing = {}): Auditor => {
  const asked = readAuditing(auditing)
  const { streamOf, lostIn } = linePlaces(root, asked.upcast)
  const isReceiver = receiving(root)
  const senders: GroupedLines = new Map()
  const receivers: GroupedLines = new Map()
  let lines = 0

  /** The hashes of damaged lines: nobody needs them in a log from which nothing is missing. */
  const lost = (): ReadonlyMap<string, number> => {
    const found = new Map<string, number>()
    for (const each of [...senders.values(), ...receivers.values()].flat()) {
      noteLostHashes(found, lostIn(each), each.line)
    }
    return found
  }

  return {
    line: (text, storedAs) => {
      lines += 1
      const key = storedAs === undefined ? {} : { storedAs: keyIn(storedAs) }
      const line = { line: lines, text, ...key }
      const stream = streamOf(line)
      addTo(isReceiver(stream) ? receivers : senders, stream, line)
    },
    report: (messages) => {
      const by = groupAuditor(root, asked, lostBeforeIn(lost))
      const first = by(senders, [])
      const parts = [first, by(receivers, first.consequences)].map(inMemory)
      return reportOfParts(root, { ...asked, messages })(parts)
    },
  }
}

/** Audits a log given as lines, or as chunks of text or bytes that may be cut anywhere. */
export const audit =
  (root: Root, auditing: Auditing = {}) =>
  (chunks: Iterable<string | Uint8Array>): AuditReport => {
    const under = auditor(root, auditing)
    for (const line of linesIn(chunks)) under.line(line)
    return under.report()
  }

/** Audits a log that arrives asynchronously; otherwise the same as `audit`. */
export const auditAsync =
  (root: Root, auditing: Auditing = {}) =>
  async (chunks: AsyncIterable<string | Uint8Array>): Promise<AuditReport> => {
    const given = arriving(chunks)
    if (given === null) return audit(root, auditing)(chunks as never)
    const cut = lineCutter()
    const under = auditor(root, auditing)
    for await (const chunk of given) for (const line of cut.take(chunk)) under.line(line)
    for (const line of cut.end()) under.line(line)
    return under.report()
  }
