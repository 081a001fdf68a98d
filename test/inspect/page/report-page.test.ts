/** A report as a page: what it says, and who signs it, tested without a browser. */
import { expect, test } from 'vitest'
import type { Waiver } from '../../../src/audit/report/waivers.ts'
import { created, EXAMPLES, lines, SESSION } from '../../audit/examples.ts'
import { logOf } from '../../audit/given.ts'
import { machines } from '../../given.ts'
import { audit, reportPage } from '../../root.ts'

const log = `${EXAMPLES.NegativeNet.join('\n')}\n`
const report = audit(machines)([log])
const waivers: readonly Waiver[] = report.findings.map(({ id }) => ({
  ...{ finding: id, reason: 'looked into', by: ['somebody'], at: '2026-03-06' },
}))
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
  expect(reportPage(report)).toContain('class="error"><b>More went back than came in</b>')
  const page = reportPage(audit(machines, { waivers })([log]))
  expect(page).toContain(`${waivers.length} waived`)
  expect(page).toContain('Waived by somebody on 2026-03-06: looked into')
  expect(page).not.toContain('class="error"><b>More')
})

test('a report without findings says so', () => {
  const [line = ''] = logOf([SESSION, created])
  const page = reportPage(audit(machines)([`${line}\n`]))
  expect(header(page)).toContain('0 findings are open')
  expect(page).toContain('<h2>Findings: 0')
})

test('a stream that no head vouches for is shown as that', () => {
  const heads = [{ root: '0'.repeat(64) }]
  const page = reportPage(audit(machines, { heads })([log]))
  expect(page).toContain('not vouched for')
  expect(page).not.toContain('>vouched for')
  expect(reportPage(report)).not.toContain('vouched for</span>')
})

test('a report of what the log knew says so, and how much it left out', () => {
  const page = reportPage(audit(machines, { known: 1 })([`${lines.join('\n')}\n`]))
  expect(page).toContain('its first 1 entry, by receipt')
  expect(page).toContain('left out')
  expect(reportPage(report)).not.toContain('left out')
})
