/** Finds names that stand twice in one object of a JSON text: parsers keep only one of their values. */

/** Where the string that begins at a quote ends. */
export const endOfString = (text: string, quote: number): number => {
  let index = quote + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}

const nameIn = (quoted: string): string =>
  quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)

/** The names so far of each object that is open; null for a list. */
type OpenNames = (Set<string> | null)[]

const nest = (open: OpenNames, character: string): void => {
  if (character === '{') open.push(new Set())
  else if (character === '[') open.push(null)
  else if (character === '}' || character === ']') open.pop()
}

/** Adds a name; returns whether the innermost object has it already. A list has no names. */
const isRepeated = (open: OpenNames, quoted: string): boolean => {
  const names = open.at(-1) ?? null
  if (names === null) return false
  const { size } = names
  return names.add(nameIn(quoted)).size === size
}

/** Whether any object in a valid JSON text has one name twice. */
export const hasNameTwice = (text: string): boolean => {
  const open: OpenNames = []
  let mayBeName = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    nest(open, character)
    if (character === '{' || character === ',') mayBeName = true
    if (character !== '"') continue
    const end = endOfString(text, index)
    if (mayBeName && isRepeated(open, text.slice(index, end + 1))) return true
    mayBeName = false
    index = end
  }
  return false
}
