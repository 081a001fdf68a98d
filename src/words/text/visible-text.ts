/** Text from outside as people may see it: no character of it acts on a terminal or hides. */

/** Every character that shows nothing by itself, or changes the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const escapeOf = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/**
 * Writes each unseen character as an escape, such as `\u{1b}`. The result is one line, so a text
 * from outside cannot clear a screen, hide a line before it, or pretend to be a line of its own. What
 * is no text shows nothing.
 */
export const visible = (text: unknown): string =>
  typeof text === 'string' ? text.replace(UNSEEN, escapeOf) : ''

/** Where a spreadsheet may see a formula, also after blanks and in full width. Some end a cell at a semicolon. */
const FORMULA = /(?:^|;)(?=[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/g

/** A text for a cell: what a spreadsheet would take for a formula begins with an apostrophe. */
export const withoutFormula = (text: string): string => text.replace(FORMULA, "$&'")
