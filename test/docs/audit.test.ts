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

const isFound = (code: string): boolean => NOT_ALONE[code] !== 'refuses wishes'

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
    'An audit reads a log to its end, whatever is in it, and returns every broken promise with the entry that',
    'shows it. Printed by `test/docs`.',
    '',
    '```sh',
    'npm start -- audit FILE                        # what was found, how every stream ends',
    'npm start -- audit FILE --json                 # the report as canonical JSON: same log, same bytes',
    'npm start -- audit FILE --head HASH            # against the head that was published',
    'npm start -- audit FILE --head HASH@1000       # against that of its first thousand lines',
    'npm start -- audit FILE --as-of 2026-03-31     # of what had happened by then',
    'npm start -- audit FILE --known-at 2026-03-31  # as far as it was recorded by then, or --known-at LINES',
    'npm start -- audit FILE --waive FILE           # [{ finding, stream, reason, by }], shown and not counted',
    'npm start -- audit FILE --since REPORT         # what came and went since an earlier --json',
    '```',
    '',
    'It ends with 0 where nothing but notices was found, 1 with warnings, 2 with errors, 3 where the log is no',
    'evidence; 64 and 66 where it could not begin. In code, `audit(pf)(chunks)` of `payfold/audit` takes text or',
    'bytes cut anywhere, `auditAsync` the same as they arrive, and `auditor` line by line; `pf` is',
    '`payfold(machines, { policy })`.',
    '',
    '## What it trusts',
    '',
    'Every line ends with the SHA-256 of all that stands before it, and names the hash of the entry before it in',
    'its stream. A changed byte shows at its own line; an entry that was changed under a hash that fits shows at',
    'the next, which no longer follows; what is missing shows at the entry after it. A tail that was cut off, or a',
    'stream rewritten to its end, shows against a head that was published: `headOf` computes a',
    'single head from the ends of all streams, and every report states the head of its log.',
    '',
    'A stream of which an entry was changed, lost or replaced is not valid: it is shown as far as it is known,',
    'and nothing but that is found in it, nor in the mandate it was paid by. One fault gives one finding.',
    '',
    'The audit itself follows what payments mean for their mandates. A report names the machines with the',
    'fingerprints of their charts, the policy by its hash, and the release that read the log. `compare` judges one',
    'log by two roots, and lists the streams that come out differently.',
    '',
    '## In parts',
    '',
    'Where one process is not enough, `auditStream(pf)(stream, lines)` audits one stream as a store keeps it:',
    'each line is held against the stream and the revision that it is kept under. What comes out is plain data.',
    '`mergeAudits(pf)(audits)` puts together those of all streams, whoever made them: the report of one pass',
    'over the log, stream by stream, to the byte. Mandates are audited last, with what their payments `meant` for',
    'them. `merger`, `streamRow` and `framed` do the same with more streams than fit into memory: [many',
    'workers](examples/audit-workers/README.md) do, on a log in PostgreSQL. When that pays is in [scale](scale.md).',
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
