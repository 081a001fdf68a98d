/** The parts of pages: no text can become anything but text or data. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { facts, page } from '../../../src/inspect/page/html.ts'
import { escaped } from '../../../src/inspect/picture/escaped-text.ts'

const odd = `</script><b title="x" onclick='y'>&amp;`

test('text stays text, in content and in attributes', () => {
  expect(escaped(odd)).toBe(
    '&lt;/script&gt;&lt;b title=&quot;x&quot; onclick=&#39;y&#39;&gt;&amp;amp;',
  )
  expect(facts([[odd, odd]])).not.toMatch(/<b |<\/script/)
  expect(page(odd, [])).not.toMatch(/<b |<\/script/)
})

const policyIn = (html: string): string =>
  /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? ''
const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('a page can fetch and send nothing, and runs only the scripts that it names by their hashes', () => {
  const style = /<style>([\s\S]*)<\/style>/.exec(page('x', []))?.[1] ?? ''
  const rest = `style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`
  expect(policyIn(page('x', []))).toBe(`default-src 'none'; script-src 'none'; ${rest}`)
  expect(policyIn(page('x', [], { scripts: ['one()', 'two(“é”)'] }))).toBe(
    `default-src 'none'; script-src ${hashOf('one()')} ${hashOf('two(“é”)')}; ${rest}`,
  )
})

test('a character that hides or turns text is shown as an escape', () => {
  expect(escaped('a\u202eb\u0000\u200b\u2028\ud800')).toBe(
    'a\\u{202e}b\\u{0}\\u{200b}\\u{2028}\\u{d800}',
  )
})
