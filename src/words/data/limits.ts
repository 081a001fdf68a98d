/** The limits of what payfold reads: above all that is legal, and far below what exhausts a program. */
import { endOfString } from './repeated-name.ts'

/** The limits, each with the unit that it counts. @spec decisions#61 */
export const LIMITS = {
  /** Lists and objects in each other. A line of the log has five, a kept state has eight. */
  nesting: 64,
  /** Characters (UTF-16 units) of one line of a log. Most have under a thousand. */
  line: 8_388_608,
  /** Characters of one message. All that a message of this length reports fits into a line. */
  message: 4_194_304,
} as const

/** Says what is expected of JSON that nests too deeply. */
export const SHALLOW = `JSON that is nested at most ${LIMITS.nesting} deep`

/** Whether a character is in a text more often than lists and objects may be in each other. */
const isFrequent = (text: string, character: string): boolean => {
  let at = text.indexOf(character)
  for (let count = 0; at >= 0; count += 1) {
    if (2 * count >= LIMITS.nesting) return true
    at = text.indexOf(character, at + 1)
  }
  return false
}

/** Whether a JSON text is nested within the limit, without recursion and before it is parsed. */
export const isShallowText = (text: string): boolean => {
  // most texts are decided here: a search for one character is faster than a look at each
  if (!isFrequent(text, '[') && !isFrequent(text, '{')) return true
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) index = endOfString(text, index)
    else if (code === BRACKET || code === BRACE) {
      depth += 1
      if (depth > LIMITS.nesting) return false
    } else if (code === BRACKET + 2 || code === BRACE + 2) depth -= 1
  }
  return true
}

const QUOTE = '"'.charCodeAt(0)
const BRACKET = '['.charCodeAt(0)
const BRACE = '{'.charCodeAt(0)

/** Whether a value is nested within the limit; looks at an object only once in each level. */
export const isShallow = (value: unknown): boolean => {
  let level = objectsIn([[value]])
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth === LIMITS.nesting) return false
    level = objectsIn(level)
  }
  return true
}

const objectsIn = (all: Iterable<unknown>): ReadonlySet<object> => {
  const found = new Set<object>()
  for (const each of all) {
    for (const inner of Object.values(Object(each)) as readonly unknown[]) {
      if (typeof inner === 'object' && inner !== null) found.add(inner)
    }
  }
  return found
}
