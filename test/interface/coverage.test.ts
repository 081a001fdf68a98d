/** Every row of the interface has code and a proof; this prints the page that lists them. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { behaviour } from './behaviour.ts'
import { gaps, page, placeOf } from './page.ts'
import { fieldTables } from './tables.ts'

describe('the coverage of the interface', () => {
  test('has no row without code and a proof', () => {
    expect(gaps()).toEqual([])
  })

  test('is what its page shows', async () => {
    await expect(page()).toMatchFileSnapshot('../../docs/coverage.md')
  })

  test.each(behaviour.flatMap(({ rows }) => rows))('knows the code for %s: %s', (_, home) => {
    const [file, name] = placeOf(home, '#')
    expect(readFileSync(file, 'utf8')).toContain(name)
  })

  test.each(behaviour.flatMap(({ rows }) => rows))(
    'names for %s, with code in %s, a test: %s',
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
