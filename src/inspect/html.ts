/** What every page is made of: HTML that stands by itself and lets nothing in or out. */
import { type Instant, spoken } from '../words/instant.ts'
import { PAGE } from './style.ts'
import { escaped } from './text.ts'

/** Nothing is fetched, nothing sent: the page may run what stands in it, and no more. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; " +
  "base-uri 'none'; form-action 'none'"

/** A whole page. */
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

/** A moment, for people and for machines. */
export const time = (at: Instant): string => {
  const [day, rest = ''] = spoken(at).split('T')
  return `<time datetime="${escaped(spoken(at))}">${escaped(`${day} ${rest.replace('Z', '')} UTC`)}</time>`
}

/** Names and values, one row each. */
export const facts = (rows: readonly (readonly [string, string])[]): string =>
  rows.length === 0
    ? ''
    : `<dl>${rows.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`

/** A word that catches the eye, in the colour of how much it matters. */
export const chip = (words: string, tone = ''): string =>
  `<span class="chip${tone === '' ? '' : ` ${tone}`}">${escaped(words)}</span>`

/** A sum under its title. */
export const sumOf = (title: string, amount: string): string =>
  `<span class="soft">${escaped(title)}</span> <b class="mono">${escaped(amount)}</b>`

/** Data for a script of the page: no text in it can end the element that it stands in. */
export const data = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
