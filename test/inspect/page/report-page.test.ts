/** A report as a page: its streams and waivers, tested without a browser. */
import { expect, test } from 'vitest'
import type { Waiver } from '../../../src/audit/report/report.ts'
import { created, EXAMPLES, lines, SESSION } from '../../audit/examples.ts'
import { logOf } from '../../audit/given.ts'
import { machines } from '../../given.ts'
import { audit, reportPage } from '../../root.ts'

const log = `${EXAMPLES.NegativeNet.join('\n')}\n`
const report = audit(machines)([log])
const waivers: readonly Waiver[] = report.findings.flatMap(({ code, stream }) =>
  stream === null ? [] : [{ finding: code, stream, reason: 'looked into', by: 'somebody' }],
)
const header = (page: string): string =>
  page.slice(page.indexOf('<header>'), page.indexOf('</header>'))
const streamsIn = (page: string): string => page.slice(page.indexOf('<article'))

test('a stream has the colour of its worst finding', () => {
  const [worst] = report.findings.filter(({ code }) => code === 'NegativeNet')
  expect(worst?.severity).toBe('error')
  expect(streamsIn(reportPage(report))).toMatch(/<span class="chip error">partially_refunded/)
})

test('a waived finding is shown, without a colour', () => {
  const page = reportPage(audit(machines, { waivers })([log]))
  expect(header(page)).toContain('all waived')
  expect(page).toContain(`${waivers.length} waived`)
  expect(page).toContain('Waived by somebody: looked into')
  expect(page).not.toContain('nothing was found')
  expect(streamsIn(page)).not.toContain('chip error')
})

test('a report without findings says so', () => {
  const [line = ''] = logOf([SESSION, created])
  const page = reportPage(audit(machines)([`${line}\n`]))
  expect(header(page)).toContain('nothing found')
  expect(page).toContain('nothing was found')
})

test('a report with a stream that is not valid does not call every entry valid', () => {
  const fine = audit(machines)([`${lines.join('\n')}\n`])
  const streams = fine.streams.map((row) => ({ ...row, isValid: false }))
  expect(reportPage({ ...fine, streams })).not.toContain('Every entry is valid')
})

test('a report of what the log knew says so, and how much it left out', () => {
  const page = reportPage(audit(machines, { known: 1 })([`${lines.join('\n')}\n`]))
  expect(header(page)).toContain('its first 1 entry, by receipt')
  expect(header(page)).toContain('left out')
  expect(header(reportPage(report))).not.toContain('left out')
})
