/** Escapes text for HTML and SVG. */
import { visible } from '../../words/text/visible-text.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Escapes text for use in content and in quoted attributes. Characters that hide, or change the
 * direction of other text, become visible escapes.
 */
export const escaped = (text: string): string =>
  visible(text).replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)
