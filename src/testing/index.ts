/**
 * What tests of your own backend, or of a machine of your own, can use: random histories with random
 * deliveries of them; the laws of machines; given, when and outcome; the flows of the provider's sandbox,
 * message by message. Needs fast-check; any runner will do.
 */
export { deliveries, type Trouble } from './deliveries.ts'
export type { Trial } from './fold-laws.ts'
export { given, type Outcome, outcome, type Scene, type Stamp, told, when } from './given.ts'
export { histories, type Lived } from './histories.ts'
export type { Fact, History, MandateHistory, PaymentHistory, SessionHistory } from './history.ts'
export type { Law } from './law.ts'
export { obeysTheLaws } from './laws.ts'
export type { Delivery } from './messages.ts'
export { type End, type Played, play, type Scenario } from './scenario.ts'
export { sepaSandbox } from './sepa-sandbox.ts'
export { defaultSetting, type Setting } from './setting.ts'
export { ticketSandbox } from './ticket-sandbox.ts'
