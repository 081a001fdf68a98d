/** Audits: find every broken rule and every invalid entry of a log, with its location. */
export { emptyTree, grown, rootOf, type Tree } from '../log/hash-tree.ts'
export {
  endsOf,
  type Head,
  headOf,
  headText,
  type LogTree,
  rootOfEnds,
  type StreamEnd,
  streamLeaf,
  streamsInDoubt,
  treeOf,
} from '../log/head.ts'
export {
  consistencyProof,
  inclusionProof,
  isConsistent,
  isIncluded,
  type Positioned,
  type TreeRoot,
} from '../log/proofs.ts'
export { visible } from '../words/text/visible-text.ts'
export { type Auditor, audit, auditAsync, auditor } from './audit.ts'
export type { Auditing, AuditingParts, Merging } from './auditing.ts'
export {
  compare,
  compareReports,
  type Judging,
  type StreamDifference,
  type StreamOutcome,
} from './compare.ts'
export { type AuditedPart, judgedBy, mergeParts, reportStream } from './merger.ts'
export {
  auditMessages,
  type MessageAuditing,
  type MessageAuditor,
  type MessageReport,
  messageAuditor,
} from './messages/message-audit.ts'
export type { MessageFinding, MessageFindingCode } from './messages/message-finding.ts'
export {
  type AuditOfNew,
  auditNew,
  type Keeping,
  type KeptAudit,
  type KeptDiffers,
  type KeptTexts,
  keepAudit,
  type NewLines,
} from './new-lines.ts'
export {
  auditPart,
  type LogParts,
  logParts,
  type PartAudit,
  type PartInput,
  type StreamAudit,
} from './part-audit.ts'
export { type LogHead, type PublishedHead, readHead, type StreamRoots } from './reading/heads.ts'
export type { KnownAt, KnownPart, KnownReport } from './reading/known-at.ts'
export { type LineCutter, lineCutter } from './reading/lines.ts'
export type { LogFindingCode, LogLocation } from './reading/log-finding.ts'
export type { LogLine, StoredKey } from './reading/log-lines.ts'
export type { Sequenced } from './reading/sequences.ts'
export type { AuditedEnd } from './reading/stream-reading.ts'
export type { ReceivedConsequence } from './report/audited-stream.ts'
export {
  type AuditReport,
  type Check,
  type Code,
  type Counts,
  codesOf,
  type Found,
  type InputFile,
  type JudgedBy,
  type Related,
  type ReportFrame,
  reportFrame,
  reportJson,
  type Stake,
  type StreamReport,
  type Total,
  type Waived,
  type WrittenReport,
} from './report/report.ts'
export { readReport } from './report/report-codec.ts'
export { type Difference, since } from './report/report-difference.ts'
export { differenceText } from './report/report-text.ts'
export { type EntryAtLine, type SampledUnit, sampled, sampleTable } from './report/sample.ts'
export type { Waiver } from './report/waivers.ts'
export { type ReportFiles, type ReportInput, reportFiles } from './report/written-report.ts'
