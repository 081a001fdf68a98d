/**
 * What tests of your own backend can use: random histories with random deliveries of them, and the
 * flows of the provider's sandbox, message by message. Needs fast-check; any runner will do.
 */
export { deliveries, type Trouble } from './deliveries.ts'
export { histories, type Lived } from './histories.ts'
export type { Fact, History, MandateHistory, PaymentHistory, SessionHistory } from './history.ts'
export type { Delivery } from './messages.ts'
export { type End, type Played, play, type Scenario } from './scenario.ts'
export { sepaSandbox } from './sepa-sandbox.ts'
export { defaultSetting, type Setting } from './setting.ts'
export { ticketSandbox } from './ticket-sandbox.ts'
