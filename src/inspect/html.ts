/** The frame of every page: self-contained HTML that loads nothing and sends nothing. */
import { formatted, type Instant } from '../words/instant.ts'
import { PAGE } from './style.ts'
import { escaped } from './text.ts'

/** The page cannot fetch or send anything; it can run only its own inline script. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; " +
  "base-uri 'none'; form-action 'none'"

/** Writes a whole HTML page. */
export const page = (title: string, body: readonly string[]): string =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<link rel="icon" href="data:,">',
    `<title>${escaped(title)}</title>`,
    `<style>\n${PAGE}\n</style>`,
    '</head>',
    '<body>',
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n')

/** Writes a time as text for people and as an attribute for machines. */
export const time = (at: Instant): string => {
  const [day, rest = ''] = formatted(at).split('T')
  return `<time datetime="${escaped(formatted(at))}">${escaped(`${day} ${rest.replace('Z', '')} UTC`)}</time>`
}

/** Writes names and values, one row each. */
export const facts = (rows: readonly (readonly [string, string])[]): string =>
  rows.length === 0
    ? ''
    : `<dl>${rows.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`

/** Writes a highlighted word; `tone` is the severity that colours it. */
export const chip = (words: string, tone = ''): string =>
  `<span class="chip${tone === '' ? '' : ` ${tone}`}">${escaped(words)}</span>`

/** Writes a sum with its title. */
export const sumOf = (title: string, amount: string): string =>
  `<span class="soft">${escaped(title)}</span> <b class="mono">${escaped(amount)}</b>`

/** Writes data for the page's script. It is escaped: no text in it can close the element. */
export const data = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
