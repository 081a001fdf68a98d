/** The frame of every page: self-contained HTML that loads nothing and sends nothing. */
import { hash } from '../../words/hash/hash.ts'
import { escaped } from '../picture/escaped-text.ts'
import { PAGE } from '../picture/style.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The Base64 of a hash, three of its digits at a time: not every engine has `btoa`. */
const base64 = (hexadecimal: string): string => {
  const all = `${hexadecimal}00`.match(/.../g) ?? []
  const values = all.map((three) => Number.parseInt(three, 16))
  const digits = values.flatMap((value) => [DIGITS[value >> 6], DIGITS[value & 63]])
  return `${digits.join('').slice(0, -1)}=`
}

/** The source of an inline element in a policy: the hash of its text. @spec sources#csp */
const sourceOf = (text: string): string => `'sha256-${base64(hash(text))}'`

/** The browser runs and applies only these, each named by its hash: what comes with the data does not run. */
const policyOf = (style: string, scripts: readonly string[]): string => {
  const runs = scripts.length === 0 ? "'none'" : scripts.map(sourceOf).join(' ')
  return (
    `default-src 'none'; script-src ${runs}; style-src ${sourceOf(style)}; ` +
    "base-uri 'none'; form-action 'none'"
  )
}

interface Own {
  readonly scripts?: readonly string[]
  readonly styles?: readonly string[]
}

/** Writes a whole HTML page. Styles and scripts are ours; the body holds what others wrote, escaped. */
export const page = (
  title: string,
  body: readonly string[],
  { scripts = [], styles = [] }: Own = {},
): string => {
  const style = `\n${[PAGE, ...styles].join('\n')}\n`
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(style, scripts)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    ...body,
    ...scripts.map((script) => `<script>${script}</script>`),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** Writes names and values, one row each. */
export const facts = (rows: readonly (readonly [string, string])[]): string =>
  rows.length === 0
    ? ''
    : `<dl>${rows.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`

/** Writes a highlighted word; `tone` is the severity that colours it. */
export const chip = (words: string, tone = ''): string =>
  `<span class="chip${tone === '' ? '' : ` ${tone}`}">${escaped(words)}</span>`
