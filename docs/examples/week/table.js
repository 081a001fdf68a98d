// @ts-check
/** Lays out text: rows in columns, and sentences wrapped at a width. */

/**
 * @typedef {object} Cell
 * @property {string} text
 * @property {import('./paint.js').Style} [style]
 */

/**
 * Lays out rows in columns that are two spaces apart. If a row is wider than the page, it takes two
 * lines: its first two cells, and the other cells below them. Cells are never cut, so that ids stay
 * whole.
 *
 * @param {readonly (readonly Cell[])[]} rows
 * @param {{ width: number, paint: import('./paint.js').Paint }} page
 * @returns {readonly string[]}
 */
export const table = (rows, { width, paint }) => {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.text.length ?? 0)),
  )
  const room = widths.reduce((sum, each) => sum + each + 2, 0)
  /** @param {Cell} cell @param {number} pad */
  const painted = ({ text, style = 'plain' }, pad) =>
    paint(style, text) + ' '.repeat(Math.max(0, pad - text.length))
  /** @param {readonly Cell[]} cells @param {number} from */
  const aligned = (cells, from) =>
    cells.map((cell, index) => painted(cell, widths[from + index] ?? 0)).join('  ')
  const whole = rows.map((row) => [`  ${aligned(row, 0)}`])
  const broken = rows.map((row) => [
    `  ${aligned(row.slice(0, 2), 0)}`,
    `    ${aligned(row.slice(2), 2)}`,
  ])
  const lines = (room <= width ? whole : broken).flat().map((line) => line.trimEnd())
  return lines.filter((line) => line !== '')
}

/**
 * Wraps a sentence between words, and indents the later lines to the column at which the sentence
 * begins.
 *
 * @param {string} lead the text before the sentence, on its first line
 * @param {string} sentence
 * @param {number} width
 * @returns {readonly [first: string, ...others: string[]]}
 */
export const wrapped = (lead, sentence, width) => {
  const indent = ' '.repeat(lead.length)
  /** @type {[string, ...string[]]} */
  const lines = ['']
  for (const word of sentence.split(' ')) {
    const last = lines[lines.length - 1] ?? ''
    const longer = last === '' ? word : `${last} ${word}`
    if (last === '' || lead.length + longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const [first, ...others] = lines
  return [first, ...others.map((line) => indent + line)]
}
