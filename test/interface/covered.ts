/** The covered tables, and the tables of a page: both must have the same rows. */
import { behaviour } from './behaviour.ts'
import { fieldTables } from './tables.ts'

/** The first cells of every table of a Markdown page; two cells if the first alone says little. */
export const tablesIn = (text: string): readonly (readonly string[])[] => {
  const blocks = text.split('\n\n').filter((block) => block.startsWith('|'))
  return blocks.map((block) => {
    const [first = '', , ...lines] = block.trim().split('\n')
    const cells = (line: string): readonly string[] => line.split('|').map((cell) => cell.trim())
    const [, title] = cells(first)
    return lines.map((line) => {
      const [, one = '', two = ''] = cells(line)
      if (title === 'State') return `${one} · ${two}`
      return title === 'Method' ? `${one} ${two}` : one
    })
  })
}

/** The first cells of every table of the interface, as they are covered here. */
export const covered: readonly (readonly string[])[] = [
  ...fieldTables.filter(({ isTable }) => isTable).map(({ fields }) => fields),
  ...behaviour.filter(({ isTable }) => isTable).map(({ rows }) => rows.map(([name]) => name)),
]
