/**
 * The page on testing your own: its law holds, and it shows the same counterexample as its example.
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOneTruth } from '../../docs/examples/testing/handler.ts'

test('the law on the page holds for the handler on the page', () => {
  const usual = fc.readConfigureGlobal()
  fc.configureGlobal({ ...usual, numRuns: 20 })
  isOneTruth()
  fc.configureGlobal(usual)
})

test('the page shows the same about the naive handler as its example', () => {
  const page = readFileSync('docs/testing-your-own.md', 'utf8')
  const example = readFileSync('docs/examples/property-tests/README.md', 'utf8')
  const [, found = 'nothing'] = /```text\n(Counterexample[^`]*)```/.exec(page) ?? []
  expect(example).toContain(found)
})
