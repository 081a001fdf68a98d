/** Finds names that stand twice in one object of a JSON text: parsers keep only one of their values. */

/** Where the string that begins at a quote ends. */
export const endOfString = (text: string, quote: number): number => {
  let index = quote + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}

/** A name without its escapes. */
const nameIn = (quoted: string): string =>
  quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)

/** Whether any object in a valid JSON text has one name twice. */
export const hasNameTwice = (text: string): boolean => {
  const open: (Set<string> | null)[] = []
  let isName = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '{' || character === '[') open.push(character === '{' ? new Set() : null)
    if (character === '}' || character === ']') open.pop()
    if (character === '{' || character === ',') isName = open.at(-1) != null
    if (character !== '"') continue
    const end = endOfString(text, index)
    const names = open.at(-1)
    if (isName && names != null) {
      const name = nameIn(text.slice(index, end + 1))
      if (names.has(name)) return true
      names.add(name)
      isName = false
    }
    index = end
  }
  return false
}
