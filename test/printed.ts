/** What tests print into pages, and the output of a page's example. */
import { readFileSync } from 'node:fs'
import { vi } from 'vitest'

/** Whether a part of a page that begins with a line is over before another line. */
const isOver = (first: string, line: string): boolean => {
  if (first.startsWith('|')) return !line.startsWith('|')
  return first.startsWith('#') && line.startsWith(`${first.split(' ')[0]} `)
}

/**
 * A page of the docs, of which some parts are printed anew: a table, a listing or a section, each found by
 * its first line, in the order of the page. What a person has written there stays.
 */
export const pageWith = (path: string, ...parts: readonly (readonly string[])[]): string => {
  const lines = readFileSync(path, 'utf8').split('\n')
  let from = 0
  for (const part of parts) {
    const [first = ''] = part
    const begin = lines.indexOf(first, from)
    if (begin < 0) throw new Error(`${path} has no line ${first}`)
    const isListing = first.startsWith('```')
    const next = isListing
      ? lines.indexOf('```', begin) + 1
      : lines.findIndex((line, index) => index > begin && isOver(first, line))
    const end = next > begin ? next : lines.length
    lines.splice(begin, end - begin, ...part)
    from = begin + part.length
  }
  return lines.join('\n')
}

/** The output of a program, line by line. */
export const printedBy = async (run: () => Promise<unknown>): Promise<string> => {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => {
    lines.push(String(line))
  })
  await run()
  log.mockRestore()
  return lines.join('\n')
}
