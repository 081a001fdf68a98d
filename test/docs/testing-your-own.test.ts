/** The page on testing one's own: its examples run, and print what it says. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isOneTruth } from '../../docs/examples/testing/handler.ts'
import { printedBy } from '../printed.ts'

const page = readFileSync('docs/testing-your-own.md', 'utf8')
const shown = (name: string): string =>
  `\`\`\`ts\n${readFileSync(`docs/examples/testing/${name}.ts`, 'utf8')}\`\`\``

const PRINTING = {
  given: () => import('../../docs/examples/testing/given.ts'),
  laws: () => import('../../docs/examples/testing/laws.ts'),
}

describe('the page on testing your own', () => {
  test.each(Object.entries(PRINTING))(
    'shows the example %s, and what it prints',
    async (name, run) => {
      expect(page).toContain(shown(name))
      expect(page).toContain(`\`\`\`text\n${await printedBy(run)}\n\`\`\``)
    },
  )

  test('shows how a handler is tried, and that is how it is', () => {
    expect(page).toContain(shown('handler'))
    isOneTruth()
  })

  test('shows of the naive handler what its example shows', () => {
    const example = readFileSync('docs/examples/property-tests/README.md', 'utf8')
    const [, found = 'nothing'] = /```text\n(Counterexample[^`]*)```/.exec(page) ?? []
    expect(example).toContain(found)
  })

  test('names only files that exist', () => {
    const links = [...page.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path = '']) => path)
    expect(links.length).toBeGreaterThan(0)
    for (const path of links) expect(() => readFileSync(`docs/${path}`)).not.toThrow()
  })
})
