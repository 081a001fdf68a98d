/** The pages are few enough words to be read, and the glossary few enough to be known. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const NOT_READ = new Set(['node_modules', 'api'])

const pagesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return NOT_READ.has(entry.name) ? [] : pagesIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })

const wordsIn = (path: string): number => readFileSync(path, 'utf8').trim().split(/\s+/).length

test('the pages have at most 75,000 words', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pagesIn('docs')]
  expect(pages.length).toBeGreaterThan(80)
  expect(pages.map(wordsIn).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(75_000)
})

test('the glossary has at most 75 terms, each once', () => {
  const rows = [...readFileSync('docs/glossary.md', 'utf8').matchAll(/^\| \*\*([^*]+)\*\*/gm)]
  const terms = rows.flatMap(([, row = '']) => row.split(', '))
  expect(terms.length).toBeGreaterThan(60)
  expect(terms.length).toBeLessThanOrEqual(75)
  expect(new Set(terms).size).toBe(terms.length)
})
