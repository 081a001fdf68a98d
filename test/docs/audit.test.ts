/** The page on audits: every code with its sentence, from a log with that finding. */
import { payfold, type Stream } from 'payfold'
import { audit, auditor, type Code, codesOf, type Found } from 'payfold/audit'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { expect, test } from 'vitest'
import { MESSAGE_FINDINGS } from '../../src/audit/messages/message-finding.ts'
import { LIMITS } from '../../src/words/data/limits.ts'
import { SEVERITIES, type Severity } from '../../src/words/severity.ts'
import {
  CLOCK_AHEAD,
  day,
  EXAMPLES,
  LOST_END,
  lines,
  NOT_ALONE,
  OVERPAID,
  SESSION,
  TWO_OUTCOMES,
} from '../audit/examples.ts'
import { instantOf } from '../given.ts'
import { pageWith } from '../printed.ts'
import { bytes, FIRST_LINE } from './audit-bytes.ts'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])
const cards = codesOf(pf.machines)

const foundIn = (log: readonly string[], head?: string): readonly Found[] =>
  audit(pf, head === undefined ? {} : { heads: [{ root: head }] })(log.map((line) => `${line}\n`))
    .findings

/** A line that a store keeps under the wrong key. */
const misplaced = (): readonly Found[] => {
  const under = auditor(pf)
  under.line(lines[0] ?? '', { stream: SESSION as Stream, revision: 0 })
  return under.report().findings
}

/** Codes that are found only together with others, or that need more than a log. */
const together: Readonly<Partial<Record<Code, readonly Found[]>>> = {
  HeadDiffers: foundIn(lines, '0'.repeat(64)),
  OrderUnknown: audit(pf, { known: 1 })(lines.toReversed().map((line) => `${line}\n`)).findings,
  ReceivedByThen: audit(pf, { known: instantOf(day('10')) })(CLOCK_AHEAD.map((line) => `${line}\n`))
    .findings,
  EndUnknown: foundIn(LOST_END),
  Misplaced: misplaced(),
  withinCaptured: foundIn(OVERPAID),
  MoreThanCaptured: foundIn(OVERPAID),
  Contradiction: foundIn(TWO_OUTCOMES),
  NoTransition: foundIn(TWO_OUTCOMES),
}

const examples: Readonly<Record<string, readonly string[]>> = EXAMPLES

const sentenceOf = (code: Code): string => {
  const [found] = (together[code] ?? foundIn(examples[code] ?? [])).filter(
    (each) => each.code === code,
  )
  return found === undefined ? `(${NOT_ALONE[code]})` : found.because
}

/** What an audit of raw messages finds has a page of its own; what is wrong with waivers, a section. */
const isFound = (code: string): boolean =>
  cards[code]?.isFact !== true &&
  NOT_ALONE[code] !== 'refuses commands' &&
  NOT_ALONE[code] !== 'needs a waiver' &&
  !Object.hasOwn(MESSAGE_FINDINGS, code)

const codes = [
  ...new Set([...Object.keys(EXAMPLES), ...Object.keys(NOT_ALONE), ...Object.keys(cards)]),
]
  .filter(isFound)
  .toSorted()

/** The table of a severity. What to do is said once if it is the same for all. */
const tableOf = (severity: Severity): readonly string[] => {
  const own = codes.flatMap((code) => {
    const card = cards[code]
    return card?.severity === severity ? [{ code, ...card }] : []
  })
  const remedies = new Set(own.map(({ remedy }) => remedy.reported))
  const isOne = remedies.size === 1
  const columns = ['code', 'sentence', ...(isOne ? [] : ['what to do']), 'source']
  const rows = own.map(({ code, title, remedy, source }) => {
    const sentence = sentenceOf(code).replace(/evt_[\w]{20,}/g, 'evt_…')
    return [`**${code}**: ${title}`, sentence, ...(isOne ? [] : [remedy.reported]), source]
  })
  return [
    `### ${severity.charAt(0).toUpperCase()}${severity.slice(1)}`,
    '',
    ...(isOne ? [...remedies, ''] : []),
    ...[columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ]
}

/** What each limit is of, and where it holds. */
const LIMITED: Readonly<Record<keyof typeof LIMITS, readonly [what: string, where: string]>> = {
  nesting: ['levels of lists and objects', 'a line, a message as text, an event, a stored state'],
  line: ['characters of a line', 'a line, and every event that is appended'],
  message: ['characters of a message', 'the body of a webhook, a response or a callback, as text'],
}

const limits = (): readonly string[] =>
  Object.entries(LIMITED).map(([name, [what, where]]) => {
    const most = LIMITS[name as keyof typeof LIMITS].toLocaleString('en-US')
    return `| ${what} | ${most} | ${where} |`
  })

const page = (): string =>
  pageWith(
    'docs/audit.md',
    ...bytes(),
    ['| at most | | in |', '| --- | --- | --- |', ...limits()],
    ['## What it finds', '', ...SEVERITIES.toReversed().flatMap(tableOf)],
  )

test('the page on audits shows every code, with a sentence', async () => {
  expect(page()).toContain(FIRST_LINE)
  await expect(page()).toMatchFileSnapshot('../../docs/audit.md')
})
