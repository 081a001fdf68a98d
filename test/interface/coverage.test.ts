/** Every row of the interface has a home and a proof; the page that says so is printed from here. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { behaviour } from './behaviour.ts'
import { gaps, page, placeOf } from './page.ts'
import { fieldTables } from './tables.ts'

const INTERFACE = new URL('../../../shared/spec/interface.md', import.meta.url)
const absent = !existsSync(INTERFACE)
const why = absent ? ' (skipped: there is no ../shared/spec/interface.md)' : ''

/** The first cells of every table of a Markdown page: two of them where the first alone says little. */
const tablesIn = (text: string): readonly (readonly string[])[] => {
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

const ours = [
  ...fieldTables.filter(({ isTable }) => isTable).map(({ title, fields }) => ({ title, fields })),
  ...behaviour
    .filter(({ isTable }) => isTable)
    .map(({ title, rows }) => ({ title, fields: rows.map(([name]) => name) })),
]

describe('the coverage of the interface', () => {
  test('has no row without a home and a proof', () => {
    expect(gaps()).toEqual([])
  })

  test('is what its page shows', async () => {
    await expect(page()).toMatchFileSnapshot('../../docs/coverage.md')
  })

  test.each(behaviour.flatMap(({ rows }) => rows))('knows where %s is at home: %s', (_, home) => {
    const [file, name] = placeOf(home, '#')
    expect(readFileSync(file, 'utf8')).toContain(name)
  })

  test.each(behaviour.flatMap(({ rows }) => rows))(
    'names for %s, at home in %s, a test: %s',
    (...row) => {
      const [file, title] = placeOf(row[2], ' › ')
      expect(title).not.toBe('')
      expect(readFileSync(file, 'utf8')).toContain(title)
    },
  )

  test.each(fieldTables)(
    'has a codec and a test for $title of $endpoint',
    ({ codec, home, proof }) => {
      expect(readFileSync(home, 'utf8')).toMatch(new RegExp(`\\bconst ${codec}\\b`))
      expect(existsSync(proof)).toBe(true)
    },
  )
})

describe.skipIf(absent)(`the interface itself${why}`, () => {
  const theirs = absent ? [] : tablesIn(readFileSync(INTERFACE, 'utf8'))

  test('has as many tables as are covered', () => {
    expect(theirs.length).toBe(ours.length)
    expect(theirs.length).toBeGreaterThan(20)
  })

  test.each(theirs)('has no row that is not covered: %s', (...fields) => {
    expect(ours.map((table) => table.fields)).toContainEqual(fields)
  })
})
