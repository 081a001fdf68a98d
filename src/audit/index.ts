/** Audits: find every broken rule and every invalid entry of a log, with its location. */
export { visible } from '../words/visible.ts'
export { type Auditing, type Auditor, audit, auditAsync, auditor, judgedBy } from './audit.ts'
export { type Code, codesOf } from './codes.ts'
export {
  compare,
  compareReports,
  type Judging,
  type StreamDifference,
  type StreamOutcome,
} from './compare.ts'
export type { LogHead, PublishedHead, StreamRoots } from './heads.ts'
export { readHead } from './kept-head.ts'
export type { KnownAt, KnownPart, KnownReport } from './known.ts'
export { type LineCutter, lineCutter } from './lines.ts'
export type { LogFindingCode, LogLocation } from './log-finding.ts'
export type { StoredKey } from './lost.ts'
export { type Merger, type Merging, mergeAudits, merger, streamRow } from './merge.ts'
export type { MessageFinding, MessageFindingCode } from './message-finding.ts'
export {
  auditMessages,
  type MessageAuditing,
  type MessageAuditor,
  type MessageReport,
  messageAuditor,
} from './messages.ts'
export type * from './report.ts'
export { reportFrame, reportJson } from './report.ts'

export { readReport } from './report-codec.ts'

export type { AuditedEnd } from './roots.ts'

export type { Sequenced } from './sequences.ts'
export { type Difference, type FoundBefore, since } from './since.ts'
export type * from './stream.ts'
export { auditStream } from './stream.ts'
export { type References, referencesIn } from './summary.ts'
export { differenceText, reportText } from './text.ts'
