/** The page on testing one's own: its law holds, and what it shows of a naive handler is what its example shows. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isOneTruth } from '../../docs/examples/testing/handler.ts'

test('the law that the page shows holds of the handler that it shows', () => {
  isOneTruth()
})

test('the page shows of the naive handler what its example shows', () => {
  const page = readFileSync('docs/testing-your-own.md', 'utf8')
  const example = readFileSync('docs/examples/property-tests/README.md', 'utf8')
  const [, found = 'nothing'] = /```text\n(Counterexample[^`]*)```/.exec(page) ?? []
  expect(example).toContain(found)
})
