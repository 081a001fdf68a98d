/** What is measured, from its sources. */
export { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
export * from '../../src/index.ts'
