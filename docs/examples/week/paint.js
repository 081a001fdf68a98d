// @ts-check
/** Colours text if the output is a terminal and the user has not turned colours off. */
import { styleText } from 'node:util'

/** @typedef {'bold' | 'dim' | 'red' | 'yellow' | 'plain'} Style */
/** @typedef {(style: Style, text: string) => string} Paint */

/**
 * @param {boolean} isColoured
 * @returns {Paint}
 */
export const painter = (isColoured) => (style, text) =>
  isColoured && style !== 'plain' ? styleText(style, text) : text
