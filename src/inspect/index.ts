/** Inspection: pages to step through, pictures and tables of charts, events for XState's inspector. */
export { diagram } from './diagram.ts'
export { fieldsOf } from './fields.ts'
export type {
  ActorSeen,
  EventSeen,
  InspectionEvent,
  Snapshot,
  SnapshotSeen,
} from './inspection.ts'
export { streamPage } from './page.ts'
export { picture } from './picture.ts'
export type * from './playback.ts'
export { playback } from './playback.ts'
export { reportPage } from './report-page.ts'
export { rulesOf, table } from './table.ts'
