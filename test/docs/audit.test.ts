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
import { bytes } from './audit-bytes.ts'

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
  [
    '# Audits',
    '',
    'An audit reads the whole log, even if some lines are damaged, and returns every broken promise.',
    '',
    '```sh',
    'npm start -- audit FILE --to FOLDER            # report.json, report.txt, report.html, findings.csv, streams.csv',
    'npm start -- audit FILE --head HEAD.json       # compare with a published head, or ROOT@1000: of 1,000 entries',
    'npm start -- audit FILE --as-of 2026-03-31     # judge what had happened by then',
    'npm start -- audit FILE --known-at 2026-03-31  # judge what the log knew by then, or --known-at ENTRIES',
    'npm start -- audit FILE --policy FILE          # judge by these values of the policy',
    'npm start -- audit FILE --head HEAD.json --sample 25  # draw 25 units of each currency: sample.csv',
    'npm start -- audit FILE --waive FILE           # show these findings, but do not count them',
    'npm start -- audit FILE --since REPORT         # show what has changed since an earlier report',
    'npm start -- audit FILE --repeat REPORT        # ask the same again: the same, or what differs',
    '```',
    '',
    'The audit prints the report as text, or as JSON with `--json`. The exit code is 0 for nothing worse than a notice, 1 for',
    'warnings, 2 for errors, 3 if the log is no evidence, and 4 if a repeated report differs. With any other code, the report',
    'is not complete, and `stderr` says why:',
    '',
    '| exit code | meaning |',
    '| --- | --- |',
    '| 64 | an option or a file that it names is wrong, or the folder holds an input, or something other than a report |',
    '| 65 | nothing was audited: the log has no lines, or had no entry by `--known-at` |',
    '| 66, 73 | a file cannot be read; cannot be written |',
    '| 70 | the program failed |',
    '| 74 | the output was cut off: its reader has gone, or the disk is full |',
    '',
    'In code, `audit(pf)(chunks)` from `payfold/audit` takes text or bytes in chunks of any size, `auditAsync` takes them as',
    'they arrive, and `auditor` single lines. `reportFiles` makes the files of a report. `readReport` reads',
    '`report.json`, and `since` compares it; it is `Unreadable` if its counts are not those of its findings.',
    '',
    '## What it trusts',
    '',
    'Every line has the SHA-256 of the text before it and the hash of the stream’s previous entry. So a changed byte is',
    'found at its line, an entry with a new hash at the next entry, and a missing one at the entry after the gap.',
    '',
    'Only a published head, the root hash of a tree over all entries, shows that the end of a stream was cut off or rewritten',
    '([storing](storing.md#in-the-long-run) shows how to make and sign one). Every report contains the root hash of its log,',
    'or null if entries are missing (`root` covers what was read). The audit recognises a head whatever the order of the',
    'lines, and even if the log has grown since. If the log does not match it, each stream that differs is not valid and has',
    'its own finding. A head stored without the ends of its streams (`streams`) cannot show which differ, and then vouches',
    'for none. A head later than `known` vouches for none; one with `streams` is compared all the same.',
    '',
    '`known` limits an audit to the first entries of the log, by number in its sequence or by time. A time cuts each stream',
    'at its first entry received later. If the log does not say which entries these are, the finding is `OrderUnknown`; if a',
    'wrong clock cut off entries received in time, it is `ReceivedByThen`.',
    '',
    'A stream is not valid if one of its entries was changed, lost or replaced. The report says nothing else about the',
    'stream, or about the mandate that its other lines name: one fault causes one finding.',
    '',
    '`compare` judges one log by two roots of machines and policy, and lists the streams with different results.',
    '',
    '## What it says',
    '',
    'A report says what was read and asked, on what each check was tried, how often it failed, or what it would need. Its',
    '`sentence` sums this up. Each finding names its entries, the compared values, the money at stake, the next step, and an',
    'id. `atStake` adds up the money, each payment’s once. Ordinary events of business (`RefusedByBank`, `Unsigned`) are counted as',
    '`facts`. Totals are by currency, method, month of the capture (UTC) and status; a sum that no number holds exactly is',
    'null. Without `--as-of`, a status is as of the last message. Only `streams.csv` grows with the log. Each valid stream with a finding has a page, unless `--known-at` or',
    '`--as-of` limits the audit. `report.json` contains the SHA-256 of the tables and pages; the text and the first printed page',
    'name that of `report.json` and have a place to sign, so one signature covers everything. `--repeat` needs `--head` again if the',
    'head was kept with its `streams`. Only `auditMessages` shows that a message reported an entry ([raw',
    'messages](raw-messages.md)).',
    '',
    'A sample (`--sample`) draws monetary units at a fixed interval. The root of all entries decides where it starts. It',
    'needs a head with that root, because somebody could choose among older heads. `sample.csv` lists what to request from',
    'the provider and the bank.',
    '',
    '## Waivers',
    '',
    'A waiver is `{ finding, reason, by, at, until? }`: the id of a finding, why it may remain, one or two names, the day of',
    'the decision, and its last day, judged at `--as-of` or else by the clock (in code, `waiversAsOf`). The id is derived',
    'from code, stream, key, the hashes of the entries, the compared values and the money at stake, so a waiver covers nothing that comes later.',
    'A wrong waiver is a finding: `WaiverUnused`, `WaiverExpired`, `WaiverUnreadable`, `WaiverOfFatal` (the finding still',
    'counts), `WaiverTwice`.',
    '',
    ...bytes(),
    '## In parts',
    '',
    'For a log of any length, `logParts(pf, parts)` says to which part a line belongs, `auditPart(pf)` audits a part (those',
    'that receive `consequences` last), and `reportStream(pf)` merges the results into the bytes of `reportJson`. You keep',
    'the files: [an example](examples/audit-parts/main.js), `npm start -- audit-parts FILE`, needs memory for only one part.',
    '',
    'If a store keeps lines by stream and revision, `auditor(pf).line(text, key)` compares each line with its key, and so',
    'does `auditPart` if a line has it as `storedAs`.',
    '',
    '## Only what is new',
    '',
    '`keepAudit(pf)(texts)` returns what to store with the results of all parts: what judged them, what was asked, and their',
    'hash. Later, `auditNew(pf)(kept, texts, { lines, linesOf })` takes the new lines, audits each stream that they touch',
    'from its first line, which `linesOf` returns, and keeps the others. The report is that of the whole log, to the byte.',
    '',
    '`proved` says how many entries it did not read again. If somebody has altered one of them since, only a whole audit or a',
    'head shows it: make a whole audit each week, and before anybody signs a report. The result is `KeptDiffers` if the texts',
    'have changed, or if machines, policy, release, heads, limits or `steps` (your name of what `upcast` does) differ.',
    '',
    '## Limits',
    '',
    '| at most | | in |',
    '| --- | --- | --- |',
    ...limits(),
    '',
    'A line beyond a limit causes one fatal finding, `Unreadable`; any other input is refused with the error `Unreadable`. No',
    'other finding is lost, and the audit reads the next line. An audit takes time proportional to the number of lines, even',
    'if all are damaged ([why](decisions/61-limits.md)). A stream with two entries of one revision is never valid; its row',
    'and its end in the head show the entry read first.',
    '',
    '## What it finds',
    '',
    ...SEVERITIES.toReversed().flatMap(tableOf),
  ].join('\n')

test('the page on audits shows every code, with a sentence', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/audit.md')
})
