/** The README's examples run, and print what the README says. */
import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'

const readme = readFileSync('README.md', 'utf8')

/** What an example prints, line by line. */
const printedBy = async (run: () => Promise<unknown>): Promise<string> => {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => {
    lines.push(String(line))
  })
  await run()
  log.mockRestore()
  return lines.join('\n')
}

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
