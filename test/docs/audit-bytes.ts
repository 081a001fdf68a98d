/** The part of the page on audits that says to the byte what is hashed, with a log of three lines. */

import { headOf, headText, type LogTree, treeOf } from '../../src/audit/index.ts'
import { instant, type Stream } from '../../src/index.ts'
import { leafHash, nodeHash } from '../../src/log/hash-tree.ts'
import { toLine } from '../../src/log/line.ts'
import { happened } from '../audit/examples.ts'
import { entriesOf, numbered } from '../audit/given.ts'
import { sha256 } from '../log/seal.ts'

const [PAYMENT, SESSION] = ['payment-pay_1', 'session-sid_1'] as const

const plain = entriesOf(
  [PAYMENT, happened('payment_pending', { paymentId: 'pay_1', method: 'sepa' })],
  [SESSION, happened('session_created', { sessionId: 'sid_1' })],
  [PAYMENT, happened('payment_captured', { paymentId: 'pay_1' }, '03')],
)
const entries = numbered(plain)

/** The lines of the example: they have a sequence. */
export const EXAMPLE_LINES: readonly string[] = entries.map(toLine)

const time = instant('2026-03-04T00:00:00Z')
const tree = treeOf(entries)
const head = time === null || tree === null ? null : headOf({ log: 'shop', time }, tree as LogTree)

/** The roots of the example: over the sequence, and over the streams. */
export const EXAMPLE_ROOTS = {
  sequence: head?.root ?? '',
  streams: (() => {
    const ends = [PAYMENT, SESSION].map((stream) => endOf(stream as Stream))
    return nodeHash(leafHash(sha256(ends[0] ?? '')), leafHash(sha256(ends[1] ?? '')))
  })(),
}

/** The text that stands for a stream in the tree over streams. */
function endOf(stream: Stream): string {
  const own = entries.filter((each) => each.stream === stream).map(({ hash }) => leafHash(hash))
  const root = own.length === 1 ? own[0] : nodeHash(own[0] ?? '', own[1] ?? '')
  return `["${stream}",${own.length},"${root}"]`
}

const hashes = entries.map(({ hash }) => hash)
const [one = '', two = '', three = ''] = hashes.map(leafHash)

/** How long the first line is, as the page says it. */
const LENGTH = EXAMPLE_LINES[0]?.length ?? 0
export const FIRST_LINE = `The first line above has ${LENGTH} bytes, of which the hash covers ${LENGTH - 75}.`

/** The listings of the page. */
export const bytes = (): readonly (readonly string[])[] => [
  ['```json', ...EXAMPLE_LINES, '```'],
  [
    '```text',
    `leaf 0   ${one}`,
    `leaf 1   ${two}`,
    `leaf 2   ${three}`,
    `node     ${nodeHash(one, two)}  of leaf 0 and leaf 1`,
    `root     ${EXAMPLE_ROOTS.sequence}  of the node and leaf 2`,
    '```',
  ],
  [
    '```text',
    endOf(PAYMENT as Stream),
    endOf(SESSION as Stream),
    `root     ${EXAMPLE_ROOTS.streams}`,
    '```',
  ],
  ['```json', head === null ? '' : headText(head), '```'],
]
