/** The layout of a chart: where its states, lines and words are. */

/** A rectangle: its left, its top, its width and its height. */
export type Rectangle = readonly [number, number, number, number]

/** A chart's layout, printed by a layout engine for the chart with this fingerprint. */
export interface ChartLayout {
  readonly fingerprint: string
  readonly width: number
  readonly height: number
  /** By the path of a state; with ` shared`, around states that share lines; with ` begin`, a dot. */
  readonly boxes: Readonly<Record<string, Rectangle>>
  /** The points of each line, x and y in turn: by its two ends, and the types of its events. */
  readonly lines: Readonly<Record<string, string>>
  /** The room for the words of a line, or for what a path writes there. */
  readonly rooms: Readonly<Record<string, Rectangle>>
}
