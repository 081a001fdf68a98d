/** The layout of a chart: where its states, lines and words are. */

/** A rectangle: its left, its top, its width and its height. */
export type Rectangle = readonly [number, number, number, number]

/**
 * A line from state to state, or to a state from a box around others, for events of these types.
 * `words` are written in `room`, and a path writes there what happened. `points` are x and y in turn.
 */
export interface ChartLine {
  readonly from: string
  readonly to: string
  readonly types: readonly string[]
  readonly isReported: boolean
  readonly words: string
  readonly points: string
  readonly room: Rectangle | null
}

/** A chart's layout, printed by a layout engine for the chart with this fingerprint. */
export interface ChartLayout {
  readonly fingerprint: string
  readonly width: number
  readonly height: number
  /** By the path of a state; with ` shared`, around states that share lines; with ` begin`, a dot. */
  readonly boxes: Readonly<Record<string, Rectangle>>
  readonly lines: readonly ChartLine[]
}
