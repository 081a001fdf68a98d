/**
 * The desk: a backend's loop around the log, on five functions of its own. It opens nothing, and every
 * decision is that of a pure planner.
 */
export { type Desk, desk } from './desk.ts'
export type { Outcome } from './plan.ts'
export { type Next, planner, type Step } from './planner.ts'
export type { Call, Ports, Save, Store } from './ports.ts'
export { memoryStore } from './ports.ts'
