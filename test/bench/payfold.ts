/** What is measured, from its sources. */
export { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
export {
  type AuditReport,
  audit,
  auditor,
  auditStream,
  lineCutter,
  mergeAudits,
  type ReceivedConsequence,
  reportJson,
  type StoredLine,
  type StreamAudit,
} from '../../src/audit/index.ts'
export * from '../../src/index.ts'
export { type AnyMachine, allowed, decide, folder, validate } from '../../src/machine.ts'
