/**
 * The page on watching: its example runs, and its pictures are drawn from the log that it names.
 */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { getOrElseW } from 'fp-ts/lib/Either.js'
import { payfold, type Stream } from 'payfold'
import { playback, story, storyPicture, streamPage } from 'payfold/inspect'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { deliveries } from '../../docs/examples/readme/deliveries.ts'
import { readDelivery } from '../read-delivery.ts'

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

test('the example for the inspector passes everything on, in order', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const reported = deliveries.flatMap((delivery) => getOrElseW(() => [])(readDelivery(delivery)))
  const expected = [...playback(sepaPayment, { stream })(reported.map(({ event }) => event))]
  const received: object[] = []
  const all = new Promise<void>((resolve) => {
    server.on('connection', (socket) => {
      socket.on('message', (data) => {
        received.push(JSON.parse(String(data)))
        if (received.length === expected.length) resolve()
      })
    })
  })
  process.env['INSPECTOR'] = `ws://127.0.0.1:${port}`
  await import('../../docs/examples/readme/inspect.ts')
  await all
  delete process.env['INSPECTOR']
  server.close()
  for (const client of server.clients) client.terminate()
  expect(received).toEqual(JSON.parse(JSON.stringify(expected)))
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
