/** The page on audits: every code with its sentence, from a log with that finding. */
import { payfold, type Stream } from 'payfold'
import { audit, auditor, type Code, type CodeDescriptor, codesOf, type Found } from 'payfold/audit'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { expect, test } from 'vitest'
import { SEVERITIES } from '../../src/words/severity.ts'
import { EXAMPLES, lines, NOT_ALONE, OVERPAID, SESSION, TWO_OUTCOMES } from '../audit/examples.ts'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])
const cards = codesOf(pf.machines)
const cardOf = (code: Code): CodeDescriptor | undefined => cards[code]

const foundIn = (log: readonly string[], head?: string): readonly Found[] =>
  audit(pf, head === undefined ? {} : { heads: [{ head }] })(log.map((line) => `${line}\n`))
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
  NotGrouped: audit(pf, { isGrouped: true })(lines.map((line) => `${line}\n`)).findings,
  Misplaced: misplaced(),
  withinCaptured: foundIn(OVERPAID),
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

const isFound = (code: string): boolean => NOT_ALONE[code] !== 'refuses commands'

const codes = [
  ...new Set([...Object.keys(EXAMPLES), ...Object.keys(NOT_ALONE), ...Object.keys(cards)]),
]
  .filter(isFound)
  .toSorted()

const rows = (): readonly string[] =>
  SEVERITIES.toReversed().flatMap((severity) =>
    codes
      .filter((code) => cardOf(code)?.severity === severity)
      .map((code) => {
        const { remedy, source } = cardOf(code) ?? { remedy: '', source: '' }
        const sentence = sentenceOf(code).replace(/evt_[\w]{20,}/g, 'evt_…')
        return `| ${severity} | **${code}** | ${sentence} | ${remedy} | ${source} |`
      }),
  )

const page = (): string =>
  [
    '# Audits',
    '',
    'An audit reads a log to its end, whatever it contains, and returns every broken rule with the entry that',
    'shows it. `test/docs` prints this page.',
    '',
    '```sh',
    'npm start -- audit FILE                        # the findings, and the status of every stream',
    'npm start -- audit FILE --json                 # the report as canonical JSON: same log, same bytes',
    'npm start -- audit FILE --head HASH            # check it against the published head',
    'npm start -- audit FILE --head HASH@1000       # against the head of its first thousand lines',
    'npm start -- audit FILE --as-of 2026-03-31     # only what had happened by then',
    'npm start -- audit FILE --known-at 2026-03-31  # only what had been recorded by then, or --known-at LINES',
    'npm start -- audit FILE --waive FILE           # [{ finding, stream, reason, by }]: shown, not counted',
    'npm start -- audit FILE --since REPORT         # what is new and gone since an earlier --json',
    '```',
    '',
    'The exit code is 0 for nothing or notices, 1 for warnings, 2 for errors, and 3 if the log is no',
    'evidence; 64 and 66 mean that it could not begin. In code, `audit(pf)(chunks)` of `payfold/audit` takes text or',
    'bytes cut anywhere, `auditAsync` the same as they arrive, and `auditor` line by line; `pf` is',
    '`payfold(machines, { policy })`.',
    '',
    '## What it trusts',
    '',
    'Every line ends with the SHA-256 of everything before it, and names the hash of the entry before it in its',
    'stream. A changed byte has a finding at its own line; an entry that was changed with a matching hash, at the',
    'next entry, which no longer follows; a missing entry, at the entry after it. If the end of the log was cut',
    'off, or a stream rewritten to its end, the log differs from its published head: `headOf` computes a',
    'single head from the ends of all streams, and every report states the head of its log.',
    '',
    'A stream with a changed, lost or replaced entry is not valid: it is shown as far as it is known. It has no',
    'other finding, nor has a mandate that it has consequences for. One fault causes one finding.',
    '',
    'The audit derives the consequences of payments for their mandates. A report names the machines with the',
    'fingerprints of their charts, the policy by its hash, and the release that read the log. `compare` judges one',
    'log under two roots, and lists the streams whose results differ.',
    '',
    '## In parts',
    '',
    'If one process is not enough, `auditStream(pf)(stream, lines)` audits one stream as a store keeps it:',
    'it checks each line against the stream and the revision under which the store keeps it. The result is plain',
    'data. `mergeAudits(pf)(audits)` merges the audits of all streams, wherever they were made, into the report of',
    'one pass over the log, byte for byte. Audit mandates last, and pass them the `consequences` of their payments.',
    '`merger`, `streamRow` and `framed` do the same with more streams than fit into memory, as [many',
    'workers](examples/audit-workers/README.md) do on a log in PostgreSQL. [Scale](scale.md) says when that pays.',
    '',
    '## What it finds',
    '',
    '| severity | code | sentence | what to do | source |',
    '| --- | --- | --- | --- | --- |',
    ...rows(),
    '',
  ].join('\n')

test('the page on audits shows every code, with a sentence', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/audit.md')
})
