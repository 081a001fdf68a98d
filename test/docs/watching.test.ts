/**
 * The page on watching: its pictures are drawn from the log that it names.
 */
import { readFileSync } from 'node:fs'
import { payfold, type Stream } from 'payfold'
import { story, storyPicture, streamPage } from 'payfold/inspect'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { describe, expect, test } from 'vitest'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])
const stream = 'payment-pay_1' as Stream
const entries = readFileSync('docs/examples/readme/log.ndjson', 'utf8')
  .trim()
  .split('\n')
  .map((line) => pf.fromLine(line))
  .flatMap((read) => (read._tag === 'Right' ? read.right : []))

test('the watched page and picture are those that their log leads to', async () => {
  const drawn = storyPicture(story(pf)(stream, entries))
  await expect(`${drawn}\n`).toMatchFileSnapshot('../../docs/watched.svg')
  await expect(streamPage(pf)(stream, entries)).toMatchFileSnapshot('../../docs/watched.html')
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
