/** The page on delivery: its example runs and prints what it says, its picture is drawn from the fold. */
import { readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { fold, readDelivery } from 'payfold'
import { sepaPayment } from 'payfold/machines'
import { expect, test } from 'vitest'
import { messages } from '../../docs/examples/delivery/messages.ts'
import { printedBy } from '../printed.ts'
import { type Drawn, picture } from './picture.ts'

const page = readFileSync('docs/delivery.md', 'utf8')

const drawn: readonly Drawn[] = messages.flatMap((message) => {
  const reading = readDelivery(message)
  if (E.isLeft(reading)) throw new Error('a message of the example cannot be read')
  return reading.right.map(({ event }) => ({ received: message.receivedAt, event }))
})

test('the page shows the example, and what it prints', async () => {
  const code = readFileSync('docs/examples/delivery/fold.ts', 'utf8')
  expect(page).toContain(`\`\`\`ts\n${code}\`\`\``)
  const printed = await printedBy(() => import('../../docs/examples/delivery/fold.ts'))
  expect(page).toContain(`\`\`\`text\n${printed}\n\`\`\``)
})

test('the picture is drawn from the fold', async () => {
  const state = fold(sepaPayment)(drawn.map(({ event }) => event))
  const statuses = state.occurrences.map((_, row) => {
    const known = state.occurrences.slice(0, row + 1).flatMap(({ tells }) => tells)
    return fold(sepaPayment)(known).status
  })
  await expect(picture(drawn, state, statuses)).toMatchFileSnapshot('../../docs/delivery.svg')
})

test('the page names only files that exist', () => {
  const links = [...page.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(3)
  for (const path of links) expect(() => readFileSync(`docs/${path}`)).not.toThrow()
})
