// @ts-check
/** Shows the progress of a long read: a bar on stderr, in a terminal only, removed at the end. */

const LONG_BYTES = 1_000_000
const LONG_LINES = 2_000
const CELLS = 30

/**
 * @param {{ isTTY?: boolean, write(text: string): unknown }} out
 */
export const progressOn = (out) => {
  let shown = -1
  return {
    /** @type {import('./lines.js').OnProgress} */
    at: (bytesRead, bytes, lines) => {
      if (out.isTTY !== true || (bytes < LONG_BYTES && lines < LONG_LINES)) return
      const percent = bytes === 0 ? 0 : Math.min(100, Math.floor((bytesRead * 100) / bytes))
      if (percent === shown) return
      shown = percent
      const full = Math.round((percent * CELLS) / 100)
      const bar = '█'.repeat(full) + '░'.repeat(CELLS - full)
      out.write(`\r${bar} ${String(percent).padStart(3)} %  ${lines.toLocaleString('en')} lines`)
    },
    done: () => {
      if (shown >= 0) out.write('\r\x1b[K')
    },
  }
}
