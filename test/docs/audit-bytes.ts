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

/** The lines of the page. */
export const bytes = (): readonly string[] => [
  '## To the byte',
  '',
  'A log is a text in UTF-8. This one has three lines:',
  '',
  '```json',
  ...EXAMPLE_LINES,
  '```',
  '',
  '**A line** ends with `,"hash":"`, 64 lower-case hexadecimal digits and `"}`: 75 bytes. The hash is the SHA-256 of all',
  'bytes of the line before these 75: no closing brace, no comma, no line end. Hash the stored bytes: do not parse and',
  `write them again. The first line above has ${EXAMPLE_LINES[0]?.length} bytes, of which the hash covers ${(EXAMPLE_LINES[0]?.length ?? 0) - 75}. They end with`,
  '`"stream":"payment-pay_1"`.',
  '',
  '**Line ends** are a line feed (LF). A carriage return directly before it (CR LF) belongs to the line end, not to the',
  'line. The last line may lack its line end. A byte-order mark (EF BB BF) at the start of a log is not part of the first',
  'line. Anywhere else, it belongs to a line, whose hash then does not match. Converting line ends or adding such a mark',
  'keeps the hashes; any other change does not. An empty line is `Unreadable`, and so is a line with bytes that are not',
  'UTF-8.',
  '',
  '**Before the hash**, a line is canonical JSON (RFC 8785): no white space, names sorted, `event` first, and then exactly',
  '`,"form":1,"previous":…,"revision":…,"sequence":…,"stream":"…"`. `revision` counts the entries of the stream from 0.',
  '`previous` is the hash of the entry before it in its stream, `null` at revision 0. `sequence` counts the entries of the',
  'log from 0; a log with more than one writer has none, and then name and value are absent. The name of a stream has only',
  'ASCII characters, and no quotation mark or backslash. A line with a right hash in any other form is `NotCanonical`.',
  '',
  '**The chain**: the `previous` of line 3 is the hash of line 1, its predecessor in the stream, not that of line 2.',
  '',
  '**A tree** follows RFC 9162, 2.1.1, over hashes of 32 bytes each (not over their digits). A leaf is the SHA-256 of the',
  'byte 00 and the 32 bytes. A node is the SHA-256 of the byte 01, its left and its right child. The left child of a tree',
  'over several hashes covers the largest power of two that is smaller than their number. A tree over nothing is the',
  'SHA-256 of no bytes. If every entry has a sequence, the log has a tree over the hashes of its lines in that order:',
  '',
  '```text',
  `leaf 0   ${one}`,
  `leaf 1   ${two}`,
  `leaf 2   ${three}`,
  `node     ${nodeHash(one, two)}  of leaf 0 and leaf 1`,
  `root     ${EXAMPLE_ROOTS.sequence}  of the node and leaf 2`,
  '```',
  '',
  'Otherwise, each stream has a tree over the hashes of its lines in the order of revisions. The log has a tree over its',
  'streams, sorted by the bytes of their names. The hash of a stream is the SHA-256 of its name, its number of entries and',
  'the root hash of its tree, as this text. Without sequences, the example would have lines with other hashes; with the',
  'hashes above, it would be:',
  '',
  '```text',
  endOf(PAYMENT as Stream),
  endOf(SESSION as Stream),
  `root     ${EXAMPLE_ROOTS.streams}`,
  '```',
  '',
  '**A head** is signed as this text, without a line end:',
  '',
  '```json',
  head === null ? '' : headText(head),
  '```',
  '',
  '`order` is `sequence` or `streams`; `size` counts the entries in either case. RFC 9162, 2.1.3 and 2.1.4, defines the',
  'proofs that an entry is in a tree, and that a tree grew from another. `test/audit/verifier.pl` does all of this in Perl.',
  '',
]
