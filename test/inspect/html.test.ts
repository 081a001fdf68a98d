/** The parts of pages: no text can become anything but text or data. */
import { expect, test } from 'vitest'
import { data, facts, page, time } from '../../src/inspect/html.ts'
import { escaped } from '../../src/inspect/text.ts'
import type { Instant } from '../../src/words/instant.ts'

const odd = `</script><b title="x" onclick='y'>&amp;`

test('text stays text, in content and in attributes', () => {
  expect(escaped(odd)).toBe(
    '&lt;/script&gt;&lt;b title=&quot;x&quot; onclick=&#39;y&#39;&gt;&amp;amp;',
  )
  expect(facts([[odd, odd]])).not.toMatch(/<b |<\/script/)
  expect(page(odd, [])).not.toMatch(/<b |<\/script/)
})

test('data cannot end the script that contains it, and is read back unchanged', () => {
  const text = data('x', { [odd]: odd })
  expect(text.match(/<\/?script/g)).toHaveLength(2)
  const json = text.replace(/^<script[^>]*>/, '').replace(/<\/script>$/, '')
  expect(JSON.parse(json)).toEqual({ [odd]: odd })
})

test('a page can fetch and send nothing, and runs only its own script', () => {
  expect(page('x', [])).toContain(
    `content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"`,
  )
})

test('a time is written for people and for machines', () => {
  expect(time('2026-03-02T10:00:00.5000000Z' as Instant)).toBe(
    '<time datetime="2026-03-02T10:00:00.5Z">2026-03-02 10:00:00.5 UTC</time>',
  )
})
