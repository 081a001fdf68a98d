/** Inspection: pages to step through, pictures and tables of charts, events for XState's inspector. */

export { type Story, story } from '../story/story.ts'
export { storyLines } from '../story/story-text.ts'
export { reportPage } from './page/report-page.ts'
export { streamPage } from './page/stream-page.ts'
export { diagram } from './picture/diagram.ts'
export { fieldsOf, rulesOf, table } from './picture/event-table.ts'
export {
  type ElkGraph,
  layoutFingerprint,
  layoutGraph,
  readLayout,
} from './picture/layout-graph.ts'
export { picture } from './picture/picture.ts'
export { storyPicture } from './picture/story-picture.ts'
export type * from './playback.ts'
export { playback } from './playback.ts'
