/** What the two shops make of a provider's faults, as the README shows it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shop } from '../src/handler.ts'
import { naiveShop } from '../src/naive.ts'
import { silentFaults } from './faults.ts'
import { KEY } from './received.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

test('the README shows how often each shop has other money and says nothing', () => {
  const naive = silentFaults(naiveShop)
  const ours = silentFaults(() => shop([KEY]))
  const rows = naive.map(({ fault, planted, silent }) => {
    const own = ours.find((each) => each.fault === fault)
    return `| ${fault} | ${silent} of ${planted} | ${own?.silent} of ${own?.planted} |`
  })
  const table = ['| fault | the `switch` | the handler |', '| --- | --- | --- |', ...rows].join(
    '\n',
  )
  expect(readme).toContain(table)
}, 600_000)
