/** Escapes text for HTML and SVG. */
import { visible } from '../../words/text/visible-text.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for content and quoted attributes. Characters that hide, or turn others, become visible. */
export const escaped = (text: string): string =>
  visible(text).replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)
