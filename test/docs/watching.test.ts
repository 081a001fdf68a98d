/** The pages that show: their example is the one that runs, their pictures are drawn from the log they name. */
import { readFileSync } from 'node:fs'
import { foldStream, fromLine, picture, type Stream, streamPage } from 'payfold'
import { sepaPayment } from 'payfold/machines'
import { describe, expect, test } from 'vitest'
import { machines } from '../given.ts'

const stream = 'payment-pay_1' as Stream
const events = readFileSync('docs/examples/readme/log.ndjson', 'utf8')
  .trim()
  .split('\n')
  .map(fromLine)
  .flatMap((read) => (read._tag === 'Right' ? read.right.event : []))

test('one stream is watched as its log tells', async () => {
  const state = foldStream([sepaPayment])(stream, events)
  if (state.machine === 'unassigned') throw new Error('nobody takes it')
  await expect(`${picture(sepaPayment, state)}\n`).toMatchFileSnapshot('../../docs/watched.svg')
  await expect(streamPage(machines)(stream, events)).toMatchFileSnapshot('../../docs/watched.html')
})

test('the example for the inspector is the one that is checked', () => {
  const page = readFileSync('docs/watching.md', 'utf8')
  expect(page).toContain(
    `\`\`\`ts\n${readFileSync('docs/examples/readme/inspect.ts', 'utf8')}\`\`\``,
  )
})

describe.each(['docs/README.md', 'docs/watching.md'])('%s', (path) => {
  test('names only files that exist, and shows pictures', () => {
    const page = readFileSync(path, 'utf8')
    const links = [...page.matchAll(/\]\((?!http)([^)#]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to)
    expect(links.filter((to) => to.endsWith('.svg')).length).toBeGreaterThan(0)
    for (const to of links)
      expect(() => readFileSync(new URL(to, `file://${process.cwd()}/docs/`))).not.toThrow(/ENOENT/)
  })
})
