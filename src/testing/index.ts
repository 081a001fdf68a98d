/**
 * Test tools for your backend or your own machine: random histories and deliveries, the laws of
 * machines, given/when/outcome, and the flows of the provider's sandbox, message by message. They
 * need fast-check, and work with any test runner.
 */
export type { Fault } from './faults/faults.ts'
export { faults, type Planted, type PlantedFault, planted } from './faults/faults.ts'
export { deliveries, type Trouble } from './generators/deliveries.ts'
export { type HistorySubject, histories } from './generators/histories.ts'
export {
  defaultSetting,
  type Fact,
  type MandateHistory,
  type PaymentHistory,
  type SessionHistory,
  type Setting,
  type TrueHistory,
} from './generators/history.ts'
export type { Delivery, MessageStep } from './generators/messages.ts'
export {
  type Played,
  play,
  type Scenario,
  type ScenarioEnd,
  sepaSandbox,
  ticketSandbox,
} from './generators/sandbox.ts'
export {
  given,
  outcome,
  reported,
  type Scene,
  type SceneOutcome,
  type Stamp,
  when,
} from './given.ts'
export type { Law } from './laws/chart-laws.ts'
export { obeysTheLaws } from './laws/laws.ts'
export { samples } from './samples.ts'
export { storageLaws } from './storage-laws.ts'
