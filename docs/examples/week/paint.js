// @ts-check
/** Colour, where somebody looks at a screen that has any and has not asked for none. */
import { styleText } from 'node:util'

/** @typedef {'bold' | 'dim' | 'red' | 'yellow' | 'plain'} Style */
/** @typedef {(style: Style, text: string) => string} Paint */

/**
 * @param {boolean} isColoured
 * @returns {Paint}
 */
export const painter = (isColoured) => (style, text) =>
  isColoured && style !== 'plain' ? styleText(style, text) : text
