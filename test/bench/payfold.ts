/** What is measured, from its sources. */
export { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
export {
  type AuditReport,
  audit,
  auditor,
  lineCutter,
  reportJson,
} from '../../src/audit/index.ts'
export { folder } from '../../src/fold/fold.ts'
export * from '../../src/index.ts'
export { allowed } from '../../src/judge/allowed.ts'
export { decide } from '../../src/judge/decide.ts'
export { validate } from '../../src/judge/validate.ts'
export type { AnyMachine } from '../../src/machine.ts'
