/** What tests of your own backend can use: the flows of the provider's sandbox, message by message. */
export type { Delivery } from './messages.ts'
export { type End, type Played, play, type Scenario } from './scenario.ts'
export { sepaSandbox } from './sepa-sandbox.ts'
export { defaultSetting, type Setting } from './setting.ts'
export { ticketSandbox } from './ticket-sandbox.ts'
