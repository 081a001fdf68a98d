/** The README's examples run, and print what the README says. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { printedBy } from './printed.ts'

const readme = readFileSync('README.md', 'utf8')

const EXAMPLES = {
  judge: () => import('../docs/examples/readme/judge.ts'),
  replay: () => import('../docs/examples/readme/replay.ts'),
  watch: () => import('../docs/examples/readme/watch.ts'),
}

describe('the README', () => {
  test.each(Object.entries(EXAMPLES))(
    'shows the example %s, and what it prints',
    async (name, run) => {
      const code = readFileSync(`docs/examples/readme/${name}.ts`, 'utf8')
      expect(readme).toContain(`\`\`\`ts\n${code}\`\`\``)
      const printed = await printedBy(run)
      expect(printed).not.toBe('')
      expect(readme).toContain(`\`\`\`text\n${printed}\n\`\`\``)
    },
  )

  test('names only files that exist', () => {
    const links = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path = '']) => path)
    expect(links.length).toBeGreaterThan(3)
    for (const path of links) expect(() => readFileSync(path)).not.toThrow()
  })
})
