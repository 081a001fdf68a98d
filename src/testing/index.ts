/**
 * Test tools for your backend or your own machine: random histories and deliveries, the laws of
 * machines, given/when/outcome, and the flows of the provider's sandbox, message by message. They
 * need fast-check, and work with any test runner.
 */
export { deliveries, type Trouble } from './deliveries.ts'
export type { Fault } from './fault.ts'
export { faults, type Planted, type PlantedFault, planted } from './faults.ts'
export { given, type Outcome, outcome, reported, type Scene, type Stamp, when } from './given.ts'
export { type HistorySubject, histories } from './histories.ts'
export type {
  Fact,
  MandateHistory,
  PaymentHistory,
  SessionHistory,
  TrueHistory,
} from './history.ts'
export type { Law } from './law.ts'
export { obeysTheLaws } from './laws.ts'
export type { Delivery, Step } from './messages.ts'
export { type Played, play, type Scenario, type ScenarioEnd } from './scenario.ts'
export { sepaSandbox } from './sepa-sandbox.ts'
export { defaultSetting, type Setting } from './setting.ts'
export { ticketSandbox } from './ticket-sandbox.ts'
export type { Trial } from './trial.ts'
