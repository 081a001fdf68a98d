/** The naive handler breaks every law, and the README shows two counterexamples. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { naiveShop } from '../src/naive.ts'
import { LAWS, type Law, NAMED } from './laws.ts'
import { bytesOf, NOW } from './received.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

const complaint = ({ check }: Law, seed: number): string => {
  try {
    check(naiveShop, { seed })
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
  }
  return ''
}

test('the naive handler passes an example whose messages are in order', () => {
  const { webhook, orders } = naiveShop()
  for (const [type, amount] of [
    ['payment_pending', 6000],
    ['payment_captured', 6000],
    ['payment_refunded', 2000],
    ['payment_refunded', 4000],
  ] as const) {
    webhook(bytesOf(JSON.stringify({ type, data: { id: 'pay_1', amount } })), '', NOW)
  }
  const money = { captured: 6000, refunded: 6000, chargedBack: 0 }
  expect(orders()).toEqual([{ payment: 'pay_1', status: 'refunded', ...money, findings: [] }])
})

test.each(NAMED)('the naive handler breaks: %s', (_, law) => {
  expect(complaint(law, 11)).toContain('Counterexample')
})

test.each([11, 99])('the README shows what seed %i finds', (seed) => {
  const [law] = LAWS
  const found = law === undefined ? '' : complaint(law, seed).replace(/\n\nHint:[\s\S]*/, '')
  expect(found).toContain('Shrunk')
  expect(readme).toContain(`\`\`\`text\n${found}\n\`\`\``)
})
