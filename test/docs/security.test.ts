/** The threat model names tests: each file is there, and has the test of that name. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const text = readFileSync('SECURITY.md', 'utf8')

/** The rows of the tables: what somebody may do, what happens, and what shows it. */
const rows = text
  .split('\n')
  .filter((line) => /^\| (?!---|they may)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, may = '', , shown = '']) => ({ may, shown }))

const FILE = /`((?:test|docs)\/[^`]+)`(?: \(([^)]*)\))?/g

/** The files that a cell names, each with the names of its tests. */
const shownIn = (cell: string) =>
  [...cell.matchAll(FILE)].map(([, file = '', names = '']) => ({
    file,
    names: [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  }))

describe('the threat model', () => {
  test('has rows, and says of each what shows it, or that nothing does', () => {
    expect(rows.length).toBeGreaterThan(20)
    const bare = rows.filter(({ shown }) => shownIn(shown).length === 0 && shown !== '–')
    expect(bare.map(({ may }) => may)).toEqual([])
    expect(rows.filter(({ shown }) => shown === '–')).toHaveLength(2)
  })

  const named = rows.flatMap(({ shown }) => shownIn(shown))

  test.each(named)('names $file, which is a test and has the tests named', ({ file, names }) => {
    expect(existsSync(file)).toBe(true)
    const isTest = /\.(test|prop)\.ts$/.test(file)
    expect(isTest || file.startsWith('docs/examples/')).toBe(true)
    const code = readFileSync(file, 'utf8')
    for (const name of names) expect(code).toContain(`'${name}'`)
  })

  test('leads only to pages that exist', () => {
    const links = [...text.matchAll(/\]\((?!http)([^)#]+)/g)].map(([, to = '']) => to)
    expect(links.length).toBeGreaterThan(2)
    expect(links.filter((to) => !existsSync(to))).toEqual([])
  })

  test('mentions only itself', () => {
    expect(text).not.toMatch(/\/(root|work)\b|https?:/)
  })
})
