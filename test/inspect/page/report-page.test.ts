/** A report as a page: what it says, and who signs it, tested without a browser. */
import { expect, test } from 'vitest'
import type { Auditing } from '../../../src/audit/auditing.ts'
import type { Waiver } from '../../../src/audit/report/waivers.ts'
import { VERSION } from '../../../src/words/version.ts'
import { created, EXAMPLES, lines, SESSION } from '../../audit/examples.ts'
import { logOf } from '../../audit/given.ts'
import { machines } from '../../given.ts'
import { audit, reportPage } from '../../root.ts'

const log = `${EXAMPLES.NegativeNet.join('\n')}\n`
const report = audit(machines)([log])
const waivers: readonly Waiver[] = report.findings.map(({ id }) => ({
  ...{ finding: id, reason: 'looked into', by: ['somebody'], at: '2026-03-06' },
}))
/** The page of an audit of that log. */
const pageOf = (auditing: Auditing): string => reportPage(audit(machines, auditing)([log]))
const header = (page: string): string =>
  page.slice(page.indexOf('<header>'), page.indexOf('</header>'))

test('a page begins with the sentence, and has a place to sign', () => {
  const page = reportPage(report)
  expect(header(page)).toContain(report.sentence)
  expect(page).toContain('Name, signature')
  expect(page.indexOf('<h2>What was checked')).toBeLessThan(page.indexOf('<h2>Totals'))
  expect(page.indexOf('<h2>Totals')).toBeLessThan(page.indexOf('<h2>Findings'))
})

test('a waived finding is shown, without a colour', () => {
  expect(reportPage(report)).toContain('class="error"><b>1. More went back than came in</b>')
  const page = pageOf({ waivers })
  expect(page).toContain(`${waivers.length} waived`)
  expect(page).toContain('Waived by somebody on 2026-03-06: looked into')
  expect(page).not.toContain('class="error"><b>1. More')
})

test('a report without findings says so', () => {
  const [line = ''] = logOf([SESSION, created])
  const page = reportPage(audit(machines)([`${line}\n`]))
  expect(header(page)).toContain('0 findings are open')
  expect(page).toContain('<h2>Findings: 0')
})

test('a stream that no head vouches for is shown as that', () => {
  const heads = [{ root: '0'.repeat(64) }]
  const page = pageOf({ heads })
  expect(page).toContain('No head vouches for any of them.')
  expect(reportPage(report)).not.toContain('vouches for')
})

test('a report of what the log knew says so, and how much it left out', () => {
  const page = reportPage(audit(machines, { known: 1 })([`${lines.join('\n')}\n`]))
  expect(page).toContain('its first 1 entry, by sequence')
  expect(page).toContain('left out')
  expect(reportPage(report)).not.toContain('left out')
})

test('a page names the unit of a check, and counts nothing that was not tried as passed', () => {
  const page = reportPage(report)
  expect(page).toContain('Every line is an entry with its own hash: tried on 4 lines, failed 0')
  const passed = report.checks.filter(
    ({ of, tried, failed }) => of === 'streams' && tried && !failed,
  )
  const none = report.checks.filter(({ tried }) => tried === 0)
  expect(page).toContain(
    `2 rules failed: see what was found; ${passed.length} other rules were tried, and none failed; for ${none.length} others, there was nothing to try.`,
  )
  expect(page).toContain(`Nothing to try: ${none[0]?.title}; `)
  expect(page).toContain('<div class="box"><h3>Not checked</h3>')
})

test('a page says at the totals what they are of, where the log differs from a head', () => {
  const heads = [{ root: '0'.repeat(64) }]
  const note = 'That is not the whole log: it differs from a head.'
  expect(pageOf({ heads })).toContain(note)
  expect(reportPage(report)).not.toContain('That is not the whole log')
  expect(reportPage(audit(machines)([log, 'nonsense\n']))).toContain(
    'That is not the whole log: entries of it are missing.',
  )
})

test('a page names a root as that, says what a head is, and which software made it', () => {
  const page = reportPage(report)
  expect(page).toContain(`<dt>Root of this log</dt><dd>${report.root}`)
  expect(page).toContain(`<dt>Software</dt><dd>payfold ${VERSION}</dd>`)
  const heads = [{ root: report.root }]
  expect(pageOf({ heads })).toContain(
    'A head is the fingerprint of the log that was kept elsewhere at that time.',
  )
})

test('a page shows how many findings there are of each severity, as one says it', () => {
  expect(header(reportPage(report))).toContain('>1 error<')
  const twice = [log, log.split('\n')[0] ?? '', '\nnonsense\n', log]
  expect(header(reportPage(audit(machines)(twice)))).toMatch(/>\d\d? fatal</)
})

test('a page has every head, also those that the first page has no room for', () => {
  const heads = Array.from({ length: 4 }, () => ({ root: report.root, size: 4 }))
  const whole = pageOf({ heads })
  expect(whole.match(/Head of 4 entries/g)).toHaveLength(4)
  expect(whole).toContain('2 more heads: see the pages after this one')
  const later = heads.map((_, index) => ({
    ...{ of: 'log' as const, name: 'head', title: `Head ${index}`, tried: null, unit: '' },
    ...{ failed: 0, needs: 'an audit of all entries' },
  }))
  const limited = reportPage({ ...report, checks: [...report.checks, ...later] })
  expect(limited).toContain('4 more: see the pages after this one.')
  for (const { title } of later) expect(limited).toContain(`${title}: not checked, needs an audit`)
})

test('a page says in the streams once what is the same for all of them', () => {
  const { root } = report
  const page = pageOf({ heads: [{ root }] })
  expect(page).toContain('A head vouches for each of them.')
  expect(page).not.toContain('<th>Trust</th>')
  const mixed = [...EXAMPLES.NegativeNet, 'x'.repeat(3), ...(EXAMPLES.Altered ?? [])]
  const text = mixed.map((line) => `${line}\n`).join('')
  expect(reportPage(audit(machines)([text]))).not.toContain('None of them is valid.')
})
