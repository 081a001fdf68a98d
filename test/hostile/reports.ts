/** Hostile reports: attacks in the place of each value that a report has, one or all at a time. */
import { readFileSync } from 'node:fs'
import { reportJson } from '../../src/audit/report/report.ts'
import { EXAMPLES, lines } from '../audit/examples.ts'
import { machines } from '../given.ts'
import { audit, written } from '../root.ts'

/** Texts that run script, load something, leave their element, or hide what they say. */
export const TEXTS: readonly string[] = [
  '</script><script>alert(1)</script>',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '"><svg/onload=alert(1)>',
  `' onmouseover='alert(1)' autofocus onfocus='alert(1)`,
  `" onmouseover="alert(1)" autofocus onfocus="alert(1)" tabindex="0`,
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</style><style>@import "http://a.example/x.css";</style>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)" id=x>click</a>',
  '<form action="http://a.example"><button>go</button></form>',
  '<base href="http://a.example/">',
  '<meta http-equiv="refresh" content="0;url=http://a.example/">',
  '<link rel=stylesheet href="http://a.example/x.css">',
  ...['<!--', '-->', ']]>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ...['&#60;script&#62;', '{{constructor.constructor("alert(1)")()}}'],
  '$' + '{alert(1)}',
  '\u2028alert(1)\u2029',
  '\u202egpj.exe',
  '\u2066\u200f\u061c',
  '\u0000\u0007\u001b[2J\u009b31m',
  '\ud800',
  '\udc00<script>',
  '+ADw-script+AD4-alert(1)',
  '\ufeff<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(10_000),
  '',
]

/** Values of a wrong kind, and numbers out of range. */
export const VALUES: readonly unknown[] = [
  ...[null, undefined, true, [], {}, [[[]]], Number.NaN, -1, 0.5, -0, 1e21, 1e308, Infinity],
  ...[Number.MAX_SAFE_INTEGER, 2 ** 53, '1', ['<script>'], { toString: '<script>' }],
  JSON.parse('{"__proto__":{"severity":"fatal"}}'),
  { length: 1, 0: '<img src=x onerror=alert(1)>' },
  { toString: () => '<img src=x onerror=alert(1)>' },
  Symbol('x'),
  10n,
]

/** A log with streams that are related, and with windows. */
const related = readFileSync('docs/examples/readme/log.ndjson', 'utf8').trim().split('\n')

/** Honest reports, as parsed JSON, each with other parts. */
export const reports: readonly unknown[] = [
  related,
  ...[EXAMPLES.NegativeNet, EXAMPLES.Altered, EXAMPLES.lateCapture, EXAMPLES.Superseded, lines],
].flatMap((log) => {
  const plain = audit(machines)([`${(log ?? []).join('\n')}\n`])
  const waivers = plain.findings.map(({ id }) => ({
    ...{ finding: id, reason: 'looked into', by: ['somebody'], at: '2026-03-06' },
  }))
  const waived = audit(machines, { waivers })([`${(log ?? []).join('\n')}\n`])
  return [plain, waived].map((each): unknown => JSON.parse(reportJson(written(each))))
})

/** A path to a value. */
export type Path = readonly string[]

/** The paths to every value of a report, lists and records included. */
export const pathsIn = (value: unknown, path: Path = []): readonly Path[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [path, ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))]

/** A copy of a report with another value at a path. */
export const replaced = (value: unknown, [name, ...rest]: Path, by: unknown): unknown => {
  if (name === undefined) return by
  const inner = (value as Readonly<Record<string, unknown>>)[name]
  if (Array.isArray(value)) {
    return value.map((each, index) => (String(index) === name ? replaced(each, rest, by) : each))
  }
  return { ...(value as object), [name]: replaced(inner, rest, by) }
}

/** Texts that are looked up or compared, so that no other text is accepted in their place. */
const FIXED = new Set([
  ...['stream', 'severity', 'worst', 'now', 'opensAt', 'closesAt', 'from', 'lastDay', 'zone'],
  ...['kind', 'currency', 'machine', 'id', 'order', 'at', 'of', 'first', 'last', 'result'],
])

/** A report with an attack in the place of every free text, and in names that are looked up. */
export const attacked = (value: unknown, attack: string, name = ''): unknown => {
  if (typeof value === 'string') return FIXED.has(name) ? value : attack
  if (Array.isArray(value)) return value.map((each) => attacked(each, attack, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, attacked(inner, attack, field)]),
  )
}
